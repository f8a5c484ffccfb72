import type { MapMovementEvent } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type VisibleSet } from '#features/fleet-data';
import { createBaseMap } from '../engine/base-map';
import { Camera } from '../engine/camera';
import { drawGraticule } from '../engine/graticule';
import { MapStyle } from '../engine/map-style';
import { onPixelRatioChanged } from '../engine/pixel-ratio';
import { ViewportRequests } from '../engine/viewport-requests';
import { mapRegions } from '../style/regions';
import { createToolParts } from '../tools/tool-parts';
import { createFleetPointer } from './fleet-pointer';
import { FleetPicture } from './fleet-picture';
import { Framing } from './framing';
import type { MapEngine, MapEngineOptions } from './map-engine-types';
import { MapSelection } from './map-selection';
import { StackOpener, type OpenStack } from './stack-opener';
import { createViewCommands } from './view-commands';

/** A map that shows the fleet, outside React: it stays in the container until it is destroyed. */
export function createMapEngine(container: HTMLElement, options: MapEngineOptions): MapEngine {
  const { feed } = options;
  let { theme } = options;
  const firstStyle = options.style(theme);
  const { map, frames } = createBaseMap(container, firstStyle);
  const camera = new Camera(
    map,
    () => options.isMotionReduced?.() ?? false,
    (isFollowing, isOther) => options.onFollowChanged?.(isFollowing, isOther),
  );
  const requests = new ViewportRequests(map, (viewport) => feed.setViewport(viewport));
  const framing = new Framing(feed, camera, () => requests.repeat());
  const picture = new FleetPicture({
    map,
    frames,
    feed,
    theme,
    isFramed: () => framing.isFramed,
  });
  const { scene, naming } = picture;
  const selection = new MapSelection((id) => {
    feed.select(id);
    options.onSelect?.(id);
  });
  const { revealPlace, expand, ...viewCommands } = createViewCommands({
    feed,
    camera,
    framing,
    selection,
  });
  const stacks = new StackOpener({
    feed,
    zoom: () => map.getZoom(),
    maxZoom: () => map.getMaxZoom(),
    onDevice: (id) => selection.choose(id),
    onExpand: expand,
    onChanged: showStack,
  });
  const tools = createToolParts({
    map,
    theme,
    visible: () => picture.visible,
    setPointerFree: (isFree) => pointer.setFree(isFree),
    redrawSymbols: (pixelRatio) => scene.redraw(pixelRatio),
    goTo: revealPlace,
  });
  const style = new MapStyle(map, {
    first: firstStyle,
    current: () => options.style(theme),
    onLoaded: () => {
      tools.addBelow(theme);
      naming.styleLoaded(theme);
      scene.addTo(map);
      tools.addAbove(theme);
      drawGraticule(map);
    },
    onUnloaded: () => {
      naming.styleGone();
      tools.styleGone();
    },
    onFailed: () => options.onStyleFailed?.(),
  });

  function showVisible(set: VisibleSet): void {
    if (picture.visible && set.generation !== picture.visible.generation) stacks.close();
    picture.show(set, stacks.fan);
    const { selected } = set;
    camera.selectedMoved(selected);
    if (selection.follow(selected?.id ?? null) && selected) revealPlace(selected);
    tools.visibleChanged(set);
  }

  function showStack(stack: OpenStack | null): void {
    picture.spread(stack?.fan ?? null);
    if (!stack) return options.onStack?.(null);
    const { fan, devices, count } = stack;
    const { x, y } = map.project([longitudeOf(fan.x), latitudeOf(fan.y)]);
    const { clientWidth: width, clientHeight: height } = container;
    options.onStack?.({ items: devices, count, point: { x, y }, area: { width, height } });
  }

  const pointer = createFleetPointer({
    map,
    feed,
    stacks,
    selection,
    visible: () => picture.visible,
    onSelectedClick: (id) => options.onSelect?.(id),
    tooltipClass: options.tooltipClass ?? '',
  });

  map.on('move', () => requests.update());
  map.on('movestart', (event: MapMovementEvent) => {
    if (event.originalEvent) framing.viewChosen();
  });
  map.on('zoomstart', () => stacks.close());
  map.on('moveend', () => {
    requests.update();
    if (style.isLoaded) drawGraticule(map);
    naming.soon();
    options.onViewChanged?.(framing.isViewChosen ? camera.view() : null);
  });
  map.on('resize', () => {
    requests.update();
    framing.resized();
  });
  const stops = [
    feed.onVisible(showVisible),
    feed.onFleet((extent) => void framing.fleetChanged(extent)),
    onPixelRatioChanged(() => scene.redraw()),
    mapRegions.subscribe(() => style.refresh()),
  ];
  requests.update();

  return {
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      scene.setTheme(next);
      tools.setTheme(next);
      style.refresh();
    },
    ...viewCommands,
    refreshStyle: () => style.refresh(),
    resize: () => map.resize(),
    setFollow(isOn) {
      camera.follow(isOn, picture.visible?.selected ?? null);
    },
    setPadding: (padding) => void map.easeTo({ padding, duration: 0 }),
    setLabels(mode) {
      naming.setMode(mode);
      pointer.setNaming(mode !== 'off');
    },
    tools: tools.tools,
    closeStack: () => stacks.close(),
    focus: () => map.getCanvas().focus(),
    state: () => picture.state(),
    onFleetDrawn: (listener) => picture.onFleetDrawn(listener),
    destroy() {
      for (const stop of stops) stop();
      framing.stop();
      naming.stop();
      pointer.remove();
      tools.stop();
      map.remove();
    },
  };
}
