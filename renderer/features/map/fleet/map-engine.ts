import type { GeoJSONSource, MapMovementEvent } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type VisibleSet } from '#features/fleet-data';
import { createBaseMap } from '../engine/base-map';
import { Camera } from '../engine/camera';
import { covers } from '../engine/coverage';
import { MapStyle } from '../engine/map-style';
import { onPixelRatioChanged } from '../engine/pixel-ratio';
import { viewportOf, ViewportRequests } from '../engine/viewport-requests';
import { graticuleLines } from '../style/style-graticule';
import { graticuleSource } from '../style/style-names';
import { DrawnFleets } from './drawn-fleets';
import { createFleetPointer } from './fleet-pointer';
import { FleetScene } from './fleet-scene';
import { Framing } from './framing';
import type { MapEngine, MapEngineOptions } from './map-engine-types';
import { MapSelection } from './map-selection';
import { Naming } from './naming';
import { StackOpener, type OpenStack } from './stack-opener';

/** A map that shows the fleet, outside React: it stays in the container until it is destroyed. */
export function createMapEngine(container: HTMLElement, options: MapEngineOptions): MapEngine {
  const { feed } = options;
  let { theme } = options;
  let visible: VisibleSet | null = null;
  const firstStyle = options.style(theme);
  const map = createBaseMap(container, firstStyle);
  const camera = new Camera(
    map,
    () => options.isMotionReduced?.() ?? false,
    (isFollowing) => options.onFollowChanged?.(isFollowing),
  );
  const requests = new ViewportRequests(map, (viewport) => feed.setViewport(viewport));
  const naming = new Naming(map, feed, () => visible);
  const framing = new Framing(feed, camera, () => requests.repeat());
  const selection = new MapSelection((id) => {
    feed.select(id);
    options.onSelect?.(id);
  });
  const stacks = new StackOpener({
    feed,
    zoom: () => map.getZoom(),
    maxZoom: () => map.getMaxZoom(),
    onDevice: (id) => selection.choose(id),
    onExpand: (place, zoom) => {
      framing.viewChosen();
      camera.expand(place, zoom);
    },
    onChanged: showStack,
  });
  const drawnFleets = new DrawnFleets();
  const scene = new FleetScene(theme, (drawn) => {
    if (framing.isFramed && covers(drawn.viewport, viewportOf(map))) {
      drawnFleets.drawn(drawn.generation);
    }
  });
  const style = new MapStyle(map, {
    first: firstStyle,
    current: () => options.style(theme),
    onLoaded: () => {
      scene.addTo(map);
      naming.styleLoaded(theme);
      drawGraticule();
    },
    onUnloaded: () => naming.styleGone(),
    onFailed: () => options.onStyleFailed?.(),
  });

  function showVisible(set: VisibleSet): void {
    if (visible && set.generation !== visible.generation) stacks.close();
    visible = set;
    scene.show(set, stacks.fan);
    const { selected } = set;
    camera.selectedMoved(selected);
    if (selection.follow(selected?.id ?? null) && selected) revealPlace(selected);
    naming.soon();
  }

  function revealPlace(place: { x: number; y: number }): void {
    framing.viewChosen();
    camera.reveal(place);
  }

  function showStack(stack: OpenStack | null): void {
    if (visible) scene.show(visible, stack?.fan ?? null);
    if (!stack) return options.onStack?.(null);
    const { fan, devices, count } = stack;
    const { x, y } = map.project([longitudeOf(fan.x), latitudeOf(fan.y)]);
    const { clientWidth: width, clientHeight: height } = container;
    options.onStack?.({ items: devices, count, point: { x, y }, area: { width, height } });
  }

  function drawGraticule(): void {
    if (!style.isLoaded) return;
    const lines = graticuleLines(map.getBounds(), map.getZoom());
    void map.getSource<GeoJSONSource>(graticuleSource)?.setData(lines);
  }

  function zoomByHand(steps: number): void {
    framing.viewChosen();
    camera.zoomBy(steps);
  }

  const pointer = createFleetPointer({
    map,
    feed,
    stacks,
    selection,
    visible: () => visible,
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
    drawGraticule();
    naming.soon();
    options.onViewChanged?.(camera.view());
  });
  map.on('resize', () => {
    requests.update();
    framing.resized();
  });
  const stops = [
    feed.onVisible(showVisible),
    feed.onFleet((extent) => void framing.fleetChanged(extent)),
    onPixelRatioChanged(() => scene.redraw()),
  ];
  requests.update();

  return {
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      scene.setTheme(next);
      style.refresh();
    },
    refreshStyle: () => style.refresh(),
    resize: () => map.resize(),
    fitAll: ({ isAnimated = true } = {}) => framing.fitAll(isAnimated),
    async reveal(id) {
      const device = await feed.locate(id);
      if (device) revealPlace(device);
      return device !== null;
    },
    setFollow(isOn) {
      camera.follow(isOn);
      camera.selectedMoved(visible?.selected ?? null);
    },
    setPadding: (padding) => void map.easeTo({ padding, duration: 0 }),
    setLabels(mode) {
      naming.setMode(mode);
      pointer.setNaming(mode !== 'off');
    },
    zoomIn: () => zoomByHand(1),
    zoomOut: () => zoomByHand(-1),
    getView: () => camera.view(),
    setView(view) {
      framing.viewChosen();
      camera.setView(view);
    },
    startOver: () => framing.startOver(),
    closeStack: () => stacks.close(),
    focus: () => map.getCanvas().focus(),
    state: () => ({
      generation: visible?.generation ?? null,
      singles: visible?.singles.slot.length ?? 0,
      clusters: visible?.clusters.count.length ?? 0,
      devices: (visible?.drawn ?? 0) + (visible?.selected ? 1 : 0),
      zoom: map.getZoom(),
    }),
    onFleetDrawn: (listener) => drawnFleets.add(listener),
    destroy() {
      for (const stop of stops) stop();
      framing.stop();
      naming.stop();
      pointer.remove();
      map.remove();
    },
  };
}
