import type { MapMouseEvent, GeoJSONSource, Map as BaseMap } from 'maplibre-gl';
import type { MeasureName } from '#shared/history/columns';
import { worldPixels } from '#shared/domain/mercator';
import {
  boxAround,
  Camera,
  createBaseMap,
  MapStyle,
  mercatorOf,
  placeAt,
  streetZoom,
  ViewportRequests,
  type StyleSource,
} from '#engines/map';
import { rgb, type ColourScheme } from '#lib/device-state-look';
import { isDrawnBySoftware } from '#lib/webgl';
import { degreesEast } from '#shared/history/distance';
import { tracks as trackClient } from './client';
import { TrackLayer } from './track-layer';
import {
  pointLayer,
  TrackPoints,
  TrackSigns,
  type TrackPoint,
  type TrackSign,
} from './track-marks';
import { mostPieces } from './track-picture';
import type { TrackHit } from './types';

/**
 * Colours of a track from slow to fast, distinguishable by lightness too and on both base maps, and
 * the colour of an unknown speed.
 */
export const trackColours: Record<ColourScheme, { ramp: readonly string[]; unknown: string }> = {
  light: {
    ramp: ['#3b0f70', '#5b2a9d', '#1f6fb2', '#0e8f7e', '#b07d00', '#d1370a'],
    unknown: '#6b7480',
  },
  dark: {
    ramp: ['#b39ddb', '#8aa8f0', '#4fb8e8', '#3fd0a4', '#e3c53b', '#ff8a4c'],
    unknown: '#8b95a3',
  },
};

/** Eight distinguishable colours for devices, for each theme. */
export const deviceColours: Record<ColourScheme, readonly string[]> = {
  light: ['#0f629b', '#b3410b', '#2d7a2d', '#8a3fa0', '#96690a', '#c2185b', '#00766c', '#5a4a42'],
  dark: ['#6cb4ee', '#ff9b63', '#7fcf7f', '#d19be6', '#e6c04d', '#ff86b0', '#4fd1c5', '#c9b8ae'],
};

/** A track on a map and its colours. */
interface ColouredTrack {
  key: string;
  /** The measure that the colours show, from 0 to `maxValue`. */
  measure: MeasureName;
  maxValue: number;
  /** Like #1a2b3c: one colour instead of those of the values. */
  colour: string | null;
}

export interface TrackMapOptions {
  theme: ColourScheme;
  style: (theme: ColourScheme) => StyleSource;
  /** The online style of this name could not be loaded; `style` may return another one afterwards. */
  onStyleFailed: (name: string | undefined) => void;
  isMotionReduced: () => boolean;
  signClass: string;
  /** The pointer is over a fix, or (null) over none. */
  onHover: (hit: TrackHit | null) => void;
  onSelectFix: (hit: TrackHit) => void;
  onSelectPoint: (id: string) => void;
  /** The sign of a stop was pressed, by pointer or key; where its lower left corner is in the window. */
  onSelectSign: (id: string, at: { x: number; y: number }) => void;
  /** A click on neither a fix nor a point. */
  onPickPlace: (longitude: number, latitude: number) => void;
  /** The user dragged the map. */
  onMoved: () => void;
}

/** A map of tracks, outside React: it stays in the container until it is destroyed. */
export interface TrackMapEngine {
  setTheme(theme: ColourScheme): void;
  refreshStyle(): void;
  /** The base map, and how much of it is there. */
  readonly base: MapStyle;
  setTracks(tracks: readonly ColouredTrack[]): void;
  setPoints(points: readonly TrackPoint[]): void;
  /** Replaces the signs of one kind; those of the other stay. */
  setSigns(kind: TrackSign['kind'], signs: readonly TrackSign[]): void;
  /** Marks this line below the tracks; null: nothing is marked. */
  setHighlight(line: readonly { longitude: number; latitude: number }[] | null): void;
  /** Shows everything, or these places. */
  fit(places?: readonly { longitude: number; latitude: number }[]): void;
  /** Brings a place to the middle, near enough for streets. */
  centre(longitude: number, latitude: number): void;
  /** Brings a place to the middle if it leaves the visible part. */
  keepInView(longitude: number, latitude: number): void;
  /** Other parts of the map are covered: what is shown comes to the middle of the rest. */
  coverChanged(): void;
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
  let isDestroyed = false;
  /** The extent of the tracks arrives later: that of earlier commands is ignored. */
  let commands = 0;
  const first = options.style(theme);
  const map = createBaseMap(container, first);
  const camera = new Camera(map, options.isMotionReduced, () => (commands += 1));
  const layer = new TrackLayer();
  const source = trackClient.openMap((picture) => layer.setPicture(picture));
  const requests = new ViewportRequests(map, (viewport) => source.set({ viewport }));
  const points = new TrackPoints(map);
  const highlight = new TrackHighlight(map);
  const signs = new TrackSigns(map, options.signClass, options.onSelectSign);
  const style = new MapStyle(map, {
    first,
    current: () => options.style(theme),
    onLoaded: () => {
      // A restored context keeps the points but not this layer, which belongs below them.
      const above = map.getLayer(pointLayer) ? pointLayer : undefined;
      highlight.addTo(above);
      if (!map.getLayer(layer.id)) map.addLayer(layer, above);
      points.addTo(theme);
    },
    onFailed: options.onStyleFailed,
  });

  function applyTheme(): void {
    const { ramp, unknown } = trackColours[theme];
    source.set({ colours: { ramp: ramp.map(rgb), unknown: rgb(unknown) } });
    layer.setTheme(theme);
  }

  function nearestFix({ lngLat }: MapMouseEvent): Promise<TrackHit | null> {
    const { x, y } = mercatorOf(lngLat);
    return source.nearest(x, y, reachPx / worldPixels(map.getZoom()));
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
    const extent = places || !hasTracks ? null : await source.extent();
    const box = extent ?? boxAround(places ?? points.all);
    if (box && !isDestroyed && command === commands) camera.fit(box, { maxZoom: fitMaxZoom });
  }

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
  if (isDrawnBySoftware(map.getCanvas())) source.set({ maxPieces: mostPieces.bySoftware });
  requests.update();

  return {
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      applyTheme();
      style.refresh();
    },
    refreshStyle: () => style.refresh(),
    base: style,
    setTracks(tracks) {
      hasTracks = tracks.length > 0;
      source.setTracks(
        tracks.map((track) => ({
          ...track,
          colour: track.colour === null ? null : rgb(track.colour),
        })),
      );
      requests.repeat();
    },
    setPoints: (next) => points.set(next),
    setSigns: (kind, next) => signs.set(kind, next),
    setHighlight: (line) => highlight.set(line),
    fit: (places) => void fit(places),
    centre(longitude, latitude) {
      commands += 1;
      camera.centre(placeAt({ longitude, latitude }), streetZoom);
    },
    keepInView: (longitude, latitude) => camera.keepInView(placeAt({ longitude, latitude })),
    coverChanged: () => camera.coverChanged(),
    zoomBy: (steps) => camera.zoomBy(steps),
    middle: () => {
      const { clientWidth, clientHeight } = container;
      const { lng, lat } = map.unproject([clientWidth / 2, clientHeight / 2]).wrap();
      return { longitude: lng, latitude: lat };
    },
    state: () => ({ pieces: layer.pieces, zoom: map.getZoom() }),
    destroy() {
      isDestroyed = true;
      source.close();
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

interface Place {
  longitude: number;
  latitude: number;
}

const name = 'track-highlight';

/** A wide line below the tracks, which marks a part of one. */
class TrackHighlight {
  #line: readonly Place[] = [];

  constructor(private readonly map: BaseMap) {}

  /** Puts the line into a style that has just been loaded, below the layer `above`. */
  addTo(above: string | undefined): void {
    const { map } = this;
    if (map.getSource(name)) return;
    map.addSource(name, { type: 'geojson', data: dataOf(this.#line) });
    map.addLayer(
      {
        id: name,
        type: 'line',
        source: name,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': '#ffc53d', 'line-width': 13, 'line-opacity': 0.75 },
      },
      above,
    );
  }

  set(line: readonly Place[] | null): void {
    this.#line = line ?? [];
    void this.map.getSource<GeoJSONSource>(name)?.setData(dataOf(this.#line));
  }
}

function dataOf(line: readonly Place[]): GeoJSON.GeoJSON {
  let last = 0;
  const coordinates = line.map(({ longitude, latitude }) => {
    // The shorter way to the next place, also across 180°.
    last += degreesEast(last, longitude);
    return [last, latitude];
  });
  return coordinates.length < 2
    ? { type: 'FeatureCollection', features: [] }
    : { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}
