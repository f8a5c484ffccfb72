import type {
  GeoJSONSource,
  MapMouseEvent,
  MapMovementEvent,
  StyleSpecification,
} from 'maplibre-gl';
import {
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  type FleetExtent,
  type MapDevice,
  type Viewport,
  type VisibleSet,
} from '#features/fleet-data';
import { drawAtlas, type Atlas } from '../fleet/atlas';
import { createBaseMap } from './base-map';
import { Camera } from './camera';
import { covers, withMargin } from './coverage';
import type { MapEngine, MapEngineOptions } from './engine-types';
import { fanOut, type Fan } from '../fleet/fan';
import { hitTest, type Aim, type Hit } from './hit';
import { Naming } from '../fleet/naming';
import { Pointer } from './pointer';
import { composeScene, type Scene } from '../fleet/scene';
import { graticuleLines } from '../style/style-graticule';
import { graticuleSource } from '../style/style-names';
import { SymbolLayer } from '../fleet/symbol-layer';

const mostInStack = 200;
/** A map that is being resized is framed anew when it comes to rest. */
const refitMs = 150;

/** A map that shows the fleet. No React: it lives in the container until it is destroyed. */
export function createMapEngine(container: HTMLElement, options: MapEngineOptions): MapEngine {
  const { feed } = options;
  const firstStyle = options.style(options.theme);
  const map = createBaseMap(container, firstStyle);
  const layer = new SymbolLayer();
  const naming = new Naming(map, feed, () => visible);
  const camera = new Camera(
    map,
    () => options.isMotionReduced?.() ?? false,
    (isFollowing) => options.onFollowChanged?.(isFollowing),
  );
  const drawnListeners = new Set<(generation: number) => void>();
  const stops: (() => void)[] = [];
  let theme = options.theme;
  let atlas: Atlas = drawAtlas(theme, window.devicePixelRatio);
  let shownStyle = nameOf(firstStyle);
  let isStyleLoaded = false;
  /** Somebody chose what to look at: the fleet is no longer fitted by itself. */
  let isViewChosen = false;
  let refitTimer: ReturnType<typeof setTimeout> | undefined;
  let positions = 0;
  let fittedPositions = 0;
  let asked: Viewport | null = null;
  let visible: VisibleSet | null = null;
  let fan: Fan | null = null;
  let scene: { scene: Scene; of: VisibleSet } | null = null;
  let drawnGeneration: number | null = null;
  let selectedId: string | null = null;
  let isOwnSelection = false;

  function viewport(): Viewport {
    const bounds = map.getBounds();
    const west = (bounds.getWest() + 180) / 360;
    return {
      west,
      east: west + (bounds.getEast() - bounds.getWest()) / 360,
      north: mercatorY(bounds.getNorth()),
      south: mercatorY(bounds.getSouth()),
      zoom: map.getZoom(),
    };
  }

  function askForView(isForced = false): void {
    const view = viewport();
    if (!isForced && asked && covers(asked, view)) return;
    asked = withMargin(view);
    feed.setViewport(asked);
  }

  function compose(): void {
    if (!visible) return;
    scene = { scene: composeScene(visible, fan, atlas.advances), of: visible };
    layer.setScene(scene.scene);
  }

  function showVisible(set: VisibleSet): void {
    if (fan && visible && set.generation !== visible.generation) closeStack();
    visible = set;
    compose();
    const { selected } = set;
    camera.tellSelected(selected);
    if (selected && selected.id !== selectedId && !isOwnSelection) revealPlace(selected);
    if (selected?.id !== selectedId) isOwnSelection = false;
    selectedId = selected?.id ?? null;
    naming.soon();
  }

  function revealPlace(place: { x: number; y: number }): void {
    isViewChosen = true;
    camera.reveal(place);
  }

  function drawGraticule(): void {
    if (!isStyleLoaded) return;
    const lines = graticuleLines(map.getBounds(), map.getZoom());
    void map.getSource<GeoJSONSource>(graticuleSource)?.setData(lines);
  }

  function styleLoaded(): void {
    isStyleLoaded = true;
    // An online style may ask for a globe; our symbols are placed on the flat map.
    map.setProjection({ type: 'mercator' });
    if (!map.getLayer(layer.id)) map.addLayer(layer);
    layer.setAtlas(atlas, theme);
    naming.styleLoaded(theme);
    drawGraticule();
  }

  function styleGone(): void {
    isStyleLoaded = false;
    naming.styleGone();
  }

  function redrawAtlas(): void {
    atlas = drawAtlas(theme, window.devicePixelRatio);
    layer.setAtlas(atlas, theme);
    compose();
  }

  function refreshStyle(): void {
    const style = options.style(theme);
    if (nameOf(style) === shownStyle) return;
    shownStyle = nameOf(style);
    styleGone();
    map.setStyle(style, { diff: false });
  }

  /** A tile or a font that is missing leaves a gap; a style that is missing leaves nothing. */
  function failed(): void {
    if (isStyleLoaded || map.isStyleLoaded()) return;
    options.onStyleFailed?.();
    refreshStyle();
  }

  function select(id: string | null): void {
    isOwnSelection = id !== null && id !== selectedId;
    feed.select(id);
    options.onSelect?.(id);
  }

  function closeStack(): void {
    if (!fan) return;
    fan = null;
    compose();
    options.onStack?.(null);
  }

  function openStack(devices: readonly MapDevice[], count: number, x: number, y: number): void {
    fan = fanOut(x, y, devices);
    compose();
    const point = map.project([longitudeOf(x), latitudeOf(y)]);
    const { clientWidth: width, clientHeight: height } = container;
    options.onStack?.({
      items: devices,
      count,
      point: { x: point.x, y: point.y },
      area: { width, height },
    });
  }

  async function openDevices(generation: number, slots: number[]): Promise<void> {
    const devices = await feed.devices(generation, Uint32Array.from(slots));
    const [first] = devices;
    if (!first) return;
    if (devices.length === 1) select(first.id);
    else openStack(devices, devices.length, first.x, first.y);
  }

  async function openCluster(
    generation: number,
    cluster: Extract<Hit, { kind: 'cluster' }>['cluster'],
  ): Promise<void> {
    const members = await feed.members(generation, cluster, mostInStack, map.getMaxZoom());
    if (!members) return;
    const { expansionZoom } = members;
    // A step of less than a whole zoom looks as if nothing had happened.
    if (expansionZoom !== null) {
      isViewChosen = true;
      camera.expand(members, Math.max(expansionZoom, map.getZoom() + 1));
    } else openStack(members.first, members.count, members.x, members.y);
  }

  function clicked(hit: Hit | null): void {
    const generation = visible?.generation;
    if (generation === undefined) return;
    if (hit?.kind === 'fanned') {
      const member = fan?.members.find(({ device }) => device.slot === hit.slot);
      closeStack();
      if (member) select(member.device.id);
      return;
    }
    const hadStack = fan !== null;
    closeStack();
    if (!hit) {
      // The click that closes a fan does no more than that.
      if (!hadStack) select(null);
    } else if (hit.kind === 'devices') void openDevices(generation, hit.slots);
    else if (hit.kind === 'cluster') void openCluster(generation, hit.cluster);
    else if (visible?.selected) options.onSelect?.(visible.selected.id);
  }

  function aimAt(event: MapMouseEvent): Aim {
    return {
      x: mercatorX(event.lngLat.lng),
      y: mercatorY(event.lngLat.lat),
      scale: 512 * 2 ** map.getZoom(),
      bearing: map.getBearing(),
    };
  }

  const hitAt = (event: MapMouseEvent) => (visible ? hitTest(visible, fan, aimAt(event)) : null);
  const pointer = new Pointer(map, feed, {
    hitAt,
    generation: () => visible?.generation ?? null,
    named: () => [
      ...(visible?.selected ? [visible.selected] : []),
      ...(fan?.members.map(({ device }) => device) ?? []),
    ],
    onClick: clicked,
    tooltipClass: options.tooltipClass ?? '',
  });

  layer.onDrawn = (drawn) => {
    if (drawn !== scene?.scene || !visible) return;
    const { generation } = scene.of;
    const isFramed = isViewChosen || fittedPositions > 0 || positions === 0;
    if (generation === drawnGeneration || !isFramed) return;
    if (!covers(scene.of.viewport, viewport())) return;
    drawnGeneration = generation;
    for (const listener of drawnListeners) listener(generation);
  };

  async function fitAll(isAnimated: boolean): Promise<void> {
    const box = await feed.extent();
    if (box) camera.fit(box, isAnimated);
  }

  /**
   * Frames the fleet when it first appears, and again while it grows from its first positions to all
   * of them; never once somebody has moved the map.
   */
  async function frame(extent: FleetExtent): Promise<void> {
    positions = extent.positions;
    if (isViewChosen || positions < 2 * fittedPositions || positions === 0) return;
    fittedPositions = positions;
    await fitUnlessChosen();
    askForView(true);
  }

  async function fitUnlessChosen(): Promise<void> {
    const box = await feed.extent();
    // Somebody may have chosen a view while the worker answered.
    if (box && !isViewChosen) camera.fit(box, false);
  }

  function resized(): void {
    askForView();
    clearTimeout(refitTimer);
    if (isViewChosen || fittedPositions === 0) return;
    refitTimer = setTimeout(() => void fitUnlessChosen(), refitMs);
  }

  function zoomByHand(steps: number): void {
    isViewChosen = true;
    camera.zoomBy(steps);
  }

  const chosenByHand = (event: MapMovementEvent) => {
    if (event.originalEvent) isViewChosen = true;
  };

  map.on('style.load', styleLoaded);
  map.on('error', failed);
  map.on('webglcontextlost', styleGone);
  map.on('move', () => askForView());
  map.on('movestart', chosenByHand);
  map.on('zoomstart', closeStack);
  map.on('moveend', () => {
    askForView();
    drawGraticule();
    naming.soon();
    options.onViewChanged?.(camera.view());
  });
  map.on('resize', resized);
  stops.push(
    feed.onVisible(showVisible),
    feed.onFleet((extent) => void frame(extent)),
    whenPixelRatioChanges(redrawAtlas),
  );
  askForView();

  return {
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      redrawAtlas();
      refreshStyle();
    },
    refreshStyle,
    resize: () => map.resize(),
    fitAll: ({ isAnimated = true } = {}) => fitAll(isAnimated),
    async reveal(id) {
      const device = await feed.locate(id);
      if (device) revealPlace(device);
      return device !== null;
    },
    setFollow(isOn) {
      camera.follow(isOn);
      camera.tellSelected(visible?.selected ?? null);
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
      isViewChosen = true;
      camera.setView(view);
    },
    startOver() {
      isViewChosen = false;
      fittedPositions = 0;
    },
    closeStack,
    focus: () => map.getCanvas().focus(),
    state: () => ({
      generation: visible?.generation ?? null,
      singles: visible?.singles.slot.length ?? 0,
      clusters: visible?.clusters.count.length ?? 0,
      devices: (visible?.drawn ?? 0) + (visible?.selected ? 1 : 0),
      zoom: map.getZoom(),
    }),
    onFleetDrawn(listener) {
      drawnListeners.add(listener);
      if (drawnGeneration !== null) listener(drawnGeneration);
      return () => drawnListeners.delete(listener);
    },
    destroy() {
      for (const stop of stops) stop();
      clearTimeout(refitTimer);
      naming.stop();
      pointer.remove();
      map.remove();
    },
  };
}

/** What tells one style from another: its address, or the name it gives itself. */
const nameOf = (style: StyleSpecification | string) =>
  typeof style === 'string' ? style : style.name;

/** Calls back when the window moves to a screen with other pixels, or is zoomed. */
function whenPixelRatioChanges(callback: () => void): () => void {
  const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  let stopNext = () => {};
  const changed = () => {
    callback();
    stopNext = whenPixelRatioChanges(callback);
  };
  query.addEventListener('change', changed, { once: true });
  return () => {
    query.removeEventListener('change', changed);
    stopNext();
  };
}
