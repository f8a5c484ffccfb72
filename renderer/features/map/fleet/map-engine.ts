import type { GeoJSONSource, MapMovementEvent } from 'maplibre-gl';
import { latitudeOf, longitudeOf, type VisibleSet } from '#features/fleet-data';
import { createBaseMap } from '../engine/base-map';
import { Camera } from '../engine/camera';
import { covers } from '../engine/coverage';
import { watchFrameCost } from '../engine/frame-cost';
import { MapStyle } from '../engine/map-style';
import { onPixelRatioChanged } from '../engine/pixel-ratio';
import { viewportOf, ViewportRequests } from '../engine/viewport-requests';
import { mapRegions } from '../style/regions';
import { graticuleLines } from '../style/style-graticule';
import { graticuleSource } from '../style/style-names';
import { createToolParts } from '../tools/tool-parts';
import { DrawnFleets } from './drawn-fleets';
import { createFleetPointer } from './fleet-pointer';
import { FleetScene } from './fleet-scene';
import { Framing } from './framing';
import type { MapEngine, MapEngineOptions } from './map-engine-types';
import { MapSelection } from './map-selection';
import { Naming } from './naming';
import { StackOpener, type OpenStack } from './stack-opener';

/** A frame that costs less leaves enough time for input. */
const slowFrameMs = 8;

/** A map that shows the fleet, outside React: it stays in the container until it is destroyed. */
export function createMapEngine(container: HTMLElement, options: MapEngineOptions): MapEngine {
  const { feed } = options;
  let { theme } = options;
  let visible: VisibleSet | null = null;
  /** The device that the camera follows; null until it has a place on the map. */
  const following = { id: null as string | null, isOther: false };
  const firstStyle = options.style(theme);
  const map = createBaseMap(container, firstStyle);
  const camera = new Camera(
    map,
    () => options.isMotionReduced?.() ?? false,
    (isFollowing) => options.onFollowChanged?.(isFollowing, following.isOther),
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
  const tools = createToolParts({
    map,
    theme,
    visible: () => visible,
    setPointerFree: (isFree) => pointer.setFree(isFree),
    redrawSymbols: (pixelRatio) => scene.redraw(pixelRatio),
    goTo: revealPlace,
  });
  const style = new MapStyle(map, {
    first: firstStyle,
    current: () => options.style(theme),
    onLoaded: () => {
      tools.addBelow(theme);
      scene.addTo(map);
      naming.styleLoaded(theme);
      tools.addAbove(theme);
      drawGraticule();
    },
    onUnloaded: () => {
      naming.styleGone();
      tools.styleGone();
    },
    onFailed: () => options.onStyleFailed?.(),
  });

  function showVisible(set: VisibleSet): void {
    if (visible && set.generation !== visible.generation) stacks.close();
    visible = set;
    scene.show(set, stacks.fan);
    const { selected } = set;
    endFollowOfOther(selected?.id ?? null);
    camera.selectedMoved(selected);
    if (selection.follow(selected?.id ?? null) && selected) revealPlace(selected);
    naming.soon();
    tools.visibleChanged(set);
  }

  /** Following belongs to one device: it never continues with the next that is selected. */
  function endFollowOfOther(selectedId: string | null): void {
    if (!camera.isFollowing || selectedId === following.id) return;
    if (following.id === null) {
      following.id = selectedId;
      return;
    }
    following.isOther = true;
    camera.follow(false);
    following.isOther = false;
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
    watchFrameCost(map, (ms) => {
      if (ms >= slowFrameMs) feed.drew(ms);
    }),
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
    refreshStyle: () => style.refresh(),
    resize: () => map.resize(),
    fitAll: ({ isAnimated = true } = {}) => framing.fitAll(isAnimated),
    async reveal(id) {
      const device = await feed.locate(id);
      if (device) revealPlace(device);
      return device !== null;
    },
    setFollow(isOn) {
      following.id = isOn ? (visible?.selected?.id ?? null) : null;
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
    setView(view, selected) {
      selection.restored(selected);
      framing.viewChosen();
      camera.setView(view);
    },
    startOver: () => framing.startOver(),
    tools: tools.tools,
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
      tools.stop();
      map.remove();
    },
  };
}
