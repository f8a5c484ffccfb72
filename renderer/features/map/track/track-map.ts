import * as maplibre from 'maplibre-gl';
import type { GeoJSONSource, MapMouseEvent, StyleSpecification } from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';
import type { Fault } from '#shared/fault';
import { mercatorX, mercatorY, type Viewport } from '#features/fleet-data';
import { createBaseMap } from '../engine/base-map';
import { covers, withMargin } from '../engine/coverage';
import { isDrawnBySoftware } from '../engine/gl';
import { createTrackClient } from './track-client';
import { TrackLayer } from './track-layer';
import { mostPieces } from './track-picture';
import { trackColours } from './track-ramp';
import type { TrackHit, TrackWay } from './track-types';

/** Something at one place that can be picked: a stop, an alert. */
export interface TrackPoint {
  id: string;
  longitude: number;
  latitude: number;
  colour: string;
  isPicked: boolean;
  /** One of so many that from afar they would hide the way: there they shrink to grains. */
  isOneOfMany: boolean;
}

/** A sign at one place: where a way begins and ends, where a device is at the cursor. */
export interface TrackSign {
  id: string;
  longitude: number;
  latitude: number;
  colour: string;
  /** One or two letters on the sign. */
  letters: string;
  /** What it is, in words. */
  label: string;
  kind: 'end' | 'cursor';
}

export interface TrackMapOptions {
  theme: ColourScheme;
  style: (theme: ColourScheme) => StyleSpecification | string;
  /** Instead of an online style that cannot be loaded. */
  fallback: (theme: ColourScheme) => StyleSpecification;
  isMotionReduced: () => boolean;
  signClass: string;
  /** The pointer is over a fix, or (null) over none. */
  onHover: (hit: TrackHit | null) => void;
  onPickFix: (hit: TrackHit) => void;
  onPickPoint: (id: string) => void;
  /** A click on neither. */
  onPickPlace: (longitude: number, latitude: number) => void;
  /** A hand moved the map. */
  onMoved: () => void;
  /** What draws the ways came to an end; they stay as they are until it is started again. */
  onBroken: (fault: Fault) => void;
}

/** A map of ways. No React: it lives in the container until it is destroyed. */
export interface TrackMapEngine {
  setTheme(theme: ColourScheme): void;
  refreshStyle(): void;
  setWays(ways: readonly TrackWay[]): void;
  setPoints(points: readonly TrackPoint[]): void;
  /** Signs of one kind; those of the other stay. */
  setSigns(kind: TrackSign['kind'], signs: readonly TrackSign[]): void;
  /** Shows everything, or these places. */
  fit(places?: readonly { longitude: number; latitude: number }[]): void;
  /** Brings a place into the middle, when it is not near it. */
  keepInView(longitude: number, latitude: number): void;
  zoomBy(steps: number): void;
  /** The place in the middle of what is shown. */
  middle(): { longitude: number; latitude: number };
  /** What is drawn, for tests and measurements. */
  state(): { pieces: number; zoom: number };
  /** Starts again what draws the ways. */
  restart(): void;
  destroy(): void;
}

const reachPx = 10;
const easeMs = 350;
const fitMaxZoom = 16;
const pointSource = 'track-points';

export function createTrackMap(container: HTMLElement, options: TrackMapOptions): TrackMapEngine {
  const map = createBaseMap(container, options.style(options.theme));
  const client = createTrackClient(options.onBroken);
  const layer = new TrackLayer();
  const signs = new Map<string, { marker: maplibre.Marker; of: TrackSign }>();
  let theme = options.theme;
  let shown = nameOf(options.style(theme));
  let hasWays = false;
  let points: readonly TrackPoint[] = [];
  let asked: Viewport | null = null;
  let isLooking = false;
  let isStyleLoaded = false;
  let hasFailed = false;
  let isGone = false;

  const style = () => (hasFailed ? options.fallback(theme) : options.style(theme));

  function ask(isForced = false): void {
    const bounds = map.getBounds();
    const west = (bounds.getWest() + 180) / 360;
    const view = {
      west,
      east: west + (bounds.getEast() - bounds.getWest()) / 360,
      north: mercatorY(bounds.getNorth()),
      south: mercatorY(bounds.getSouth()),
      zoom: map.getZoom(),
    };
    if (!isForced && asked && covers(asked, view)) return;
    asked = withMargin(view);
    client.setViewport(asked);
  }

  function colour(): void {
    const { ramp, unknown } = trackColours[theme];
    client.setColours(ramp, unknown);
    layer.setTheme(theme);
  }

  function drawPoints(): void {
    const source = map.getSource<GeoJSONSource>(pointSource);
    void source?.setData({
      type: 'FeatureCollection',
      features: points.map(({ longitude, latitude, ...properties }) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    });
  }

  function styleLoaded(): void {
    isStyleLoaded = true;
    map.setProjection({ type: 'mercator' });
    // After a lost context MapLibre restores the points but not this layer, which belongs below them.
    const above = map.getLayer(pointSource) ? pointSource : undefined;
    if (!map.getLayer(layer.id)) map.addLayer(layer, above);
    if (!map.getSource(pointSource)) {
      map.addSource(pointSource, {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
      });
      map.addLayer({
        id: pointSource,
        type: 'circle',
        source: pointSource,
        paint: {
          'circle-radius': [
            'interpolate',
            ['linear'],
            ['zoom'],
            7,
            size(9, 2, 6),
            12,
            size(9, 6, 6),
          ],
          'circle-color': ['get', 'colour'],
          'circle-stroke-width': [
            'interpolate',
            ['linear'],
            ['zoom'],
            7,
            size(3, 0, 1.5),
            12,
            size(3, 1.5, 1.5),
          ],
          'circle-stroke-color': theme === 'light' ? '#ffffff' : '#0b0f14',
        },
      });
    }
    drawPoints();
  }

  function refreshStyle(): void {
    const next = style();
    if (nameOf(next) === shown) return;
    shown = nameOf(next);
    isStyleLoaded = false;
    map.setStyle(next, { diff: false });
  }

  function failed(): void {
    if (isStyleLoaded || hasFailed) return;
    hasFailed = true;
    refreshStyle();
  }

  async function lookAt(event: MapMouseEvent): Promise<TrackHit | null> {
    const reach = reachPx / (512 * 2 ** map.getZoom());
    return client.nearest(mercatorX(event.lngLat.lng), mercatorY(event.lngLat.lat), reach);
  }

  async function moved(event: MapMouseEvent): Promise<void> {
    // One question at a time: the pointer moves faster than half a million fixes are looked through.
    if (isLooking || !hasWays) return;
    isLooking = true;
    options.onHover(await lookAt(event));
    isLooking = false;
  }

  async function clicked(event: MapMouseEvent): Promise<void> {
    const { x, y } = event.point;
    const box: [[number, number], [number, number]] = [
      [x - 6, y - 6],
      [x + 6, y + 6],
    ];
    const met = map.getLayer(pointSource)
      ? map.queryRenderedFeatures(box, { layers: [pointSource] })
      : [];
    const id: unknown = met[0]?.properties.id;
    if (typeof id === 'string') return options.onPickPoint(id);
    const hit = hasWays ? await lookAt(event) : null;
    if (hit) options.onPickFix(hit);
    else options.onPickPlace(event.lngLat.lng, event.lngLat.lat);
  }

  function placeSign(sign: TrackSign): void {
    const known = signs.get(`${sign.kind} ${sign.id}`);
    if (known && isSame(known.of, sign)) {
      known.marker.setLngLat([sign.longitude, sign.latitude]);
      return;
    }
    known?.marker.remove();
    const element = document.createElement('div');
    element.className = options.signClass;
    element.dataset['kind'] = sign.kind;
    element.textContent = sign.letters;
    element.style.setProperty('--sign-colour', sign.colour);
    const marker = new maplibre.Marker({
      element,
      // What lies at the end of a way, a stop perhaps, must stay to be seen.
      anchor: sign.kind === 'end' ? 'bottom' : 'center',
      offset: sign.kind === 'end' ? [0, -8] : [0, 0],
    });
    marker.setLngLat([sign.longitude, sign.latitude]).addTo(map);
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', sign.label);
    element.title = sign.label;
    signs.set(`${sign.kind} ${sign.id}`, { marker, of: sign });
  }

  const ease = (camera: maplibre.JumpToOptions) =>
    options.isMotionReduced() ? map.jumpTo(camera) : map.easeTo({ ...camera, duration: easeMs });

  async function fit(places?: readonly { longitude: number; latitude: number }[]): Promise<void> {
    const box = new maplibre.LngLatBounds();
    for (const { longitude, latitude } of places ?? points) box.extend([longitude, latitude]);
    const extent = places || !hasWays ? null : await client.extent();
    if (extent) box.extend([extent.west, extent.south, extent.east, extent.north]);
    if (box.isEmpty() || isGone) return;
    const camera = map.cameraForBounds(box, { padding: 48, maxZoom: fitMaxZoom });
    if (camera) ease({ ...camera, bearing: 0 });
  }

  client.onPicture((picture) => layer.setPicture(picture));
  map.on('style.load', styleLoaded);
  map.on('error', failed);
  map.on('move', () => ask());
  map.on('resize', () => ask());
  map.on('dragstart', () => options.onMoved());
  map.on('mousemove', (event) => void moved(event));
  map.on('mouseout', () => options.onHover(null));
  map.on('click', (event) => void clicked(event));
  colour();
  const gl = map.getCanvas().getContext('webgl2');
  if (gl && isDrawnBySoftware(gl)) client.setMost(mostPieces.bySoftware);
  ask();

  return {
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      colour();
      refreshStyle();
    },
    refreshStyle() {
      hasFailed = false;
      refreshStyle();
    },
    setWays(ways) {
      hasWays = ways.length > 0;
      client.setWays(ways);
      ask(true);
    },
    setPoints(next) {
      points = next;
      drawPoints();
    },
    setSigns(kind, next) {
      const wanted = new Set(next.map(({ id }) => `${kind} ${id}`));
      for (const [key, { marker, of }] of signs) {
        if (of.kind !== kind || wanted.has(key)) continue;
        marker.remove();
        signs.delete(key);
      }
      for (const sign of next) placeSign(sign);
    },
    fit: (places) => void fit(places),
    keepInView(longitude, latitude) {
      const { x, y } = map.project([longitude, latitude]);
      const { clientWidth, clientHeight } = container;
      const isNear =
        Math.abs(x - clientWidth / 2) < clientWidth / 4 &&
        Math.abs(y - clientHeight / 2) < clientHeight / 4;
      if (!isNear) ease({ center: [longitude, latitude] });
    },
    zoomBy: (steps) => ease({ zoom: map.getZoom() + steps }),
    middle: () => {
      const { lng, lat } = map.getCenter().wrap();
      return { longitude: lng, latitude: lat };
    },
    state: () => ({ pieces: layer.pieces, zoom: map.getZoom() }),
    restart: () => client.restart(),
    destroy() {
      isGone = true;
      client.stop();
      for (const { marker } of signs.values()) marker.remove();
      map.remove();
    },
  };
}

/** Of the point that is picked, of one of many, and of any other. */
const size = (picked: number, ofMany: number, usual: number): maplibre.ExpressionSpecification => [
  'case',
  ['get', 'isPicked'],
  picked,
  ['get', 'isOneOfMany'],
  ofMany,
  usual,
];

const isSame = (a: TrackSign, b: TrackSign) =>
  a.letters === b.letters && a.label === b.label && a.colour === b.colour;

const nameOf = (style: StyleSpecification | string) =>
  typeof style === 'string' ? style : style.name;
