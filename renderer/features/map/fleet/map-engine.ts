import { latitudeOf, longitudeOf } from '#engines/geo';
import { type VisibleSet } from '#engines/fleet';
import { createBaseMap } from '../engine/base-map';
import { Camera } from '../engine/camera';
import { drawGraticule } from '../engine/graticule';
import { MapStyle } from '../engine/map-style';
import { onPixelRatioChanged } from '../engine/pixel-ratio';
import { projectNear } from '../engine/project';
import { isDrawnBySoftware } from '../engine/software-rendering';
import { ViewportRequests } from '../engine/viewport-requests';
import { mapRegions } from '../style/regions';
import { createToolParts } from '../tools/tool-parts';
import { FleetCamera } from './fleet-camera';
import { createFleetPointer } from './fleet-pointer';
import { FleetPicture } from './fleet-picture';
import type { MapEngine, MapEngineOptions } from './map-engine-types';
import { StackOpener, type OpenStack } from './stack-opener';

/** A map that shows the fleet, outside React: it stays in the container until it is destroyed. */
export function createMapEngine(container: HTMLElement, options: MapEngineOptions): MapEngine {
  const { feed } = options;
  let { theme } = options;
  const firstStyle = options.style(theme);
  const map = createBaseMap(container, firstStyle);
  // Without a graphics card a movement would be a few jumps that keep the window from everything else.
  const isSlow = isDrawnBySoftware(map);
  const isMotionReduced = () => isSlow || (options.isMotionReduced?.() ?? false);
  const requests = new ViewportRequests(map, (viewport) => feed.setViewport(viewport));
  const mapCamera = new Camera(map, isMotionReduced, () => camera.moved());
  const camera = new FleetCamera({
    feed,
    camera: mapCamera,
    onFramed: () => requests.repeat(),
    onFollowChanged: (isFollowing, isOther) => options.onFollowChanged?.(isFollowing, isOther),
  });
  const picture = new FleetPicture({
    map,
    feed,
    theme,
    isFramed: () => camera.isFramed,
  });
  const { scene, naming } = picture;
  const select = (id: string | null) => {
    if (id !== null) camera.selectedOnMap(id);
    feed.select(id);
    options.onSelect?.(id);
  };
  const stacks = new StackOpener({
    feed,
    zoom: () => map.getZoom(),
    maxZoom: () => map.getMaxZoom(),
    onDevice: select,
    onExpand: (place, zoom) => camera.expand(place, zoom),
    onChanged: showStack,
  });
  const tools = createToolParts({
    map,
    theme,
    visible: () => picture.visible,
    setPointerFree: (isFree) => pointer.setFree(isFree),
    redrawSymbols: (pixelRatio) => scene.redraw(pixelRatio),
    goTo: (place) => camera.goTo(place),
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
    camera.selectedShown(set.selected);
    tools.visibleChanged(set);
  }

  function showStack(stack: OpenStack | null): void {
    picture.spread(stack?.fan ?? null);
    if (!stack) return options.onStack?.(null);
    const { fan, devices, count } = stack;
    const place = { longitude: longitudeOf(fan.x), latitude: latitudeOf(fan.y) };
    const point = projectNear(map, place, map.getCenter().lng);
    const { clientWidth: width, clientHeight: height } = container;
    options.onStack?.({ items: devices, count, point, area: { width, height } });
  }

  const pointer = createFleetPointer({
    map,
    feed,
    stacks,
    onSelect: select,
    visible: () => picture.visible,
    onSelectedClick: (id) => options.onSelect?.(id),
    tooltipClass: options.tooltipClass ?? '',
  });

  map.on('move', () => requests.update());
  map.on('zoomstart', () => stacks.close());
  map.on('moveend', () => {
    requests.update();
    if (style.isLoaded) drawGraticule(map);
    naming.soon();
    options.onViewChanged?.(camera.chosenView);
  });
  map.on('resize', () => requests.update());
  const stops = [
    feed.onVisible(showVisible),
    feed.onFleet((extent) => camera.fleetChanged(extent)),
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
    open: (...opened) => camera.open(...opened),
    fitAll: () => camera.fitAll(),
    filterChanged: (isFiltered) => camera.filterChanged(isFiltered),
    reveal: (id) => camera.reveal(id),
    zoomBy: (steps) => camera.zoomBy(steps),
    refreshStyle: () => style.refresh(),
    coverChanged: () => mapCamera.coverChanged(),
    setFollow: (isOn) => camera.follow(isOn),
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
      naming.stop();
      pointer.remove();
      tools.stop();
      map.remove();
    },
  };
}
