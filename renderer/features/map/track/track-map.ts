import type { MapMouseEvent, StyleSpecification } from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';
import { createBaseMap } from '#engines/map';
import { boxAround, Camera, placeAt, streetZoom } from '#engines/map';
import { MapStyle, type StyleSource } from '#engines/map';
import { isDrawnBySoftware } from '#engines/map';
import { mercatorOf, ViewportRequests } from '#engines/map';
import { mapRegions } from '#engines/map';
import { createTrackClient } from './track-client';
import { trackColours } from './track-colours';
import { TrackLayer } from './track-layer';
import { mostPieces } from './track-picture';
import { pointLayer, TrackPoints, type TrackPoint } from './track-points';
import { createSignMarker, TrackSigns, type TrackSign } from './track-signs';
import type { TrackHit, TrackInput } from './track-types';

export interface TrackMapOptions {
  theme: ColourScheme;
  style: (theme: ColourScheme) => StyleSource;
  /** Instead of an online style that cannot be loaded. */
  fallback: (theme: ColourScheme) => StyleSpecification;
  isMotionReduced: () => boolean;
  signClass: string;
  /** The pointer is over a fix, or (null) over none. */
  onHover: (hit: TrackHit | null) => void;
  onSelectFix: (hit: TrackHit) => void;
  onSelectPoint: (id: string) => void;
  /** A click on neither a fix nor a point. */
  onPickPlace: (longitude: number, latitude: number) => void;
  /** The user dragged the map. */
  onMoved: () => void;
}

/** A map of tracks, outside React: it stays in the container until it is destroyed. */
export interface TrackMapEngine {
  setTheme(theme: ColourScheme): void;
  refreshStyle(): void;
  setTracks(tracks: readonly TrackInput[]): void;
  setPoints(points: readonly TrackPoint[]): void;
  /** Replaces the signs of one kind; those of the other stay. */
  setSigns(kind: TrackSign['kind'], signs: readonly TrackSign[]): void;
  /** Shows everything, or these places. */
  fit(places?: readonly { longitude: number; latitude: number }[]): void;
  /** Brings a place to the middle, near enough for streets. */
  centre(longitude: number, latitude: number): void;
  /** Brings a place to the middle if it leaves the visible part. */
  keepInView(longitude: number, latitude: number): void;
  zoomBy(steps: number): void;
  /** The place at the centre of the map. */
  middle(): { longitude: number; latitude: number };
  /** What is drawn, for tests and measurements. */
  state(): { pieces: number; zoom: number };
  destroy(): void;
}

const reachPx = 10;
const fitMaxZoom = 16;

export function createTrackMap(container: HTMLElement, options: TrackMapOptions): TrackMapEngine {
  let { theme } = options;
  let hasTracks = false;
  let hasFailed = false;
  let isDestroyed = false;
  /** The extent of the tracks arrives later: that of earlier commands is ignored. */
  let commands = 0;
  const first = options.style(theme);
  const map = createBaseMap(container, first);
  const camera = new Camera(map, options.isMotionReduced, () => (commands += 1));
  const client = createTrackClient();
  const requests = new ViewportRequests(map, (viewport) => client.setViewport(viewport));
  const layer = new TrackLayer();
  const points = new TrackPoints(map);
  const signs = new TrackSigns((sign) => createSignMarker(map, options.signClass, sign));
  const style = new MapStyle(map, {
    first,
    current: () => (hasFailed ? options.fallback(theme) : options.style(theme)),
    onLoaded: () => {
      // A restored context keeps the points but not this layer, which belongs below them.
      const above = map.getLayer(pointLayer) ? pointLayer : undefined;
      if (!map.getLayer(layer.id)) map.addLayer(layer, above);
      points.addTo(theme);
    },
    onFailed: () => {
      hasFailed = true;
    },
  });

  function applyTheme(): void {
    const { ramp, unknown } = trackColours[theme];
    client.setColours(ramp, unknown);
    layer.setTheme(theme);
  }

  function nearestFix({ lngLat }: MapMouseEvent): Promise<TrackHit | null> {
    const { x, y } = mercatorOf(lngLat);
    return client.nearest(x, y, reachPx / (512 * 2 ** map.getZoom()));
  }

  async function clicked(event: MapMouseEvent): Promise<void> {
    const id = points.idAt(event.point);
    if (id !== null) return options.onSelectPoint(id);
    const hit = hasTracks ? await nearestFix(event) : null;
    if (hit) options.onSelectFix(hit);
    else {
      const { lng, lat } = event.lngLat.wrap();
      options.onPickPlace(lng, lat);
    }
  }

  async function fit(places?: readonly { longitude: number; latitude: number }[]): Promise<void> {
    const command = (commands += 1);
    const extent = places || !hasTracks ? null : await client.extent();
    const box = extent ?? boxAround(places ?? points.all);
    if (box && !isDestroyed && command === commands) camera.fit(box, { maxZoom: fitMaxZoom });
  }

  client.onPicture((picture) => layer.setPicture(picture));
  map.on('move', () => requests.update());
  map.on('resize', () => requests.update());
  map.on('dragstart', () => options.onMoved());
  map.on(
    'mousemove',
    hoverWith(nearestFix, () => hasTracks, options.onHover),
  );
  map.on('mouseout', () => options.onHover(null));
  map.on('click', (event) => void clicked(event));
  applyTheme();
  if (isDrawnBySoftware(map)) client.setMaxPieces(mostPieces.bySoftware);
  const stopRegions = mapRegions.subscribe(() => style.refresh());
  requests.update();

  return {
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      applyTheme();
      style.refresh();
    },
    refreshStyle() {
      hasFailed = false;
      style.refresh();
    },
    setTracks(tracks) {
      hasTracks = tracks.length > 0;
      client.setTracks(tracks);
      requests.repeat();
    },
    setPoints: (next) => points.set(next),
    setSigns: (kind, next) => signs.set(kind, next),
    fit: (places) => void fit(places),
    centre(longitude, latitude) {
      commands += 1;
      camera.centre(placeAt({ longitude, latitude }), streetZoom);
    },
    keepInView: (longitude, latitude) => camera.keepInView(placeAt({ longitude, latitude })),
    zoomBy: (steps) => camera.zoomBy(steps),
    middle: () => {
      const { clientWidth, clientHeight } = container;
      const { lng, lat } = map.unproject([clientWidth / 2, clientHeight / 2]).wrap();
      return { longitude: lng, latitude: lat };
    },
    state: () => ({ pieces: layer.pieces, zoom: map.getZoom() }),
    destroy() {
      isDestroyed = true;
      stopRegions();
      client.stop();
      signs.remove();
      map.remove();
    },
  };
}

/** Looks up one fix at a time: the pointer moves faster than half a million fixes can be searched. */
function hoverWith(
  nearestFix: (event: MapMouseEvent) => Promise<TrackHit | null>,
  hasTracks: () => boolean,
  onHover: (hit: TrackHit | null) => void,
): (event: MapMouseEvent) => void {
  let isSearching = false;
  const hover = async (event: MapMouseEvent) => {
    if (isSearching || !hasTracks()) return;
    isSearching = true;
    onHover(await nearestFix(event));
    isSearching = false;
  };
  return (event) => void hover(event);
}
