import {
  Marker,
  Popup,
  type ExpressionSpecification,
  type GeoJSONSource,
  type Map as BaseMap,
} from 'maplibre-gl';
import type { ColourScheme } from '#lib/device-state-look';

/** Something at one place that can be selected: a stop, an alert. */
export interface TrackPoint {
  id: string;
  longitude: number;
  latitude: number;
  colour: string;
  isSelected: boolean;
  /** One of very many points, which would hide the track: drawn small when zoomed out. */
  isOneOfMany: boolean;
  /** Another one is looked at. */
  isDimmed?: boolean;
  /** Nobody overlooks it. */
  isLarge?: boolean;
  /** Those with a higher one are drawn above the others. */
  rank?: number;
}

/** The layer and the source of the points: the tracks are drawn below this layer. */
export const pointLayer = 'track-points';

const ringLayer = 'track-points-ring';
const faded: ExpressionSpecification = ['case', ['boolean', ['get', 'isDimmed'], false], 0.35, 1];

const reachPx = 6;

/** The points beside the tracks. */
export class TrackPoints {
  #points: readonly TrackPoint[] = [];

  constructor(private readonly map: BaseMap) {}

  get all(): readonly TrackPoint[] {
    return this.#points;
  }

  /** Puts the points into a style that has just been loaded. */
  addTo(theme: ColourScheme): void {
    const { map } = this;
    if (!map.getSource(pointLayer)) {
      map.addSource(pointLayer, {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
      });
      map.addLayer({
        id: pointLayer,
        type: 'circle',
        source: pointLayer,
        layout: {
          'circle-sort-key': ['case', ['get', 'isSelected'], 99, ['coalesce', ['get', 'rank'], 0]],
        },
        paint: {
          'circle-opacity': faded,
          'circle-stroke-opacity': faded,
          'circle-radius': byZoom(size(9, 2, 6), size(9, 6, 6)),
          'circle-color': ['get', 'colour'],
          'circle-stroke-width': byZoom(size(3, 0, 1.5), size(3, 1.5, 1.5)),
          'circle-stroke-color': theme === 'light' ? '#ffffff' : '#0b0f14',
        },
      });
      map.addLayer({
        id: ringLayer,
        type: 'circle',
        source: pointLayer,
        filter: ['get', 'isSelected'],
        paint: {
          'circle-radius': 16,
          'circle-opacity': 0,
          'circle-stroke-width': 3,
          'circle-stroke-color': ['get', 'colour'],
        },
      });
    }
    this.set(this.#points);
  }

  set(points: readonly TrackPoint[]): void {
    this.#points = points;
    void this.map.getSource<GeoJSONSource>(pointLayer)?.setData({
      type: 'FeatureCollection',
      features: points.map(({ longitude, latitude, ...properties }) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      })),
    });
  }

  /** The id of the topmost point at a place on screen; null if there is none. */
  idAt({ x, y }: { x: number; y: number }): string | null {
    if (!this.map.getLayer(pointLayer)) return null;
    const [feature] = this.map.queryRenderedFeatures(
      [
        [x - reachPx, y - reachPx],
        [x + reachPx, y + reachPx],
      ],
      { layers: [pointLayer] },
    );
    const id: unknown = feature?.properties.id;
    return typeof id === 'string' ? id : null;
  }
}

/** A size in pixels: of the selected point and of large ones, of one of many, and of any other. */
const size = (selected: number, ofMany: number, usual: number): ExpressionSpecification => [
  'case',
  ['any', ['get', 'isSelected'], ['boolean', ['get', 'isLarge'], false]],
  selected,
  ['get', 'isOneOfMany'],
  ofMany,
  usual,
];

const byZoom = (
  far: ExpressionSpecification,
  near: ExpressionSpecification,
): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], 7, far, 12, near];

/** A sign at one place: where a track begins and ends, where a device is at the cursor, where it stopped. */
export interface TrackSign {
  id: string;
  longitude: number;
  latitude: number;
  colour: string;
  /** One or two words, or a number, on the sign. */
  letters: string;
  /** The accessible name. */
  label: string;
  kind: 'end' | 'cursor' | 'stop';
  /** Of an end, on which side of its place it is: start and end at about one place stay beside each other. */
  side?: 'left' | 'right';
  /** A stop is drawn at the same place. */
  isBesideStop?: boolean;
  /** Of a stop: selected in the list. */
  isSelected?: boolean;
  /** Of a stop: shown under the pointer and while it has the focus. */
  lines?: readonly string[];
}

const mostTabStops = 12;

/** The signs on a map; a sign that only moved keeps its marker. Stops are buttons. */
export class TrackSigns {
  readonly #shown = new Map<string, { marker: Marker; sign: TrackSign }>();
  readonly #tip = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false });
  /** The key of the sign whose times are shown. */
  #tipOf: string | null = null;

  constructor(
    private readonly map: BaseMap,
    private readonly className: string,
    private readonly onPress: (id: string, at: { x: number; y: number }) => void,
  ) {}

  /** Replaces the signs of one kind; those of the others stay. */
  set(kind: TrackSign['kind'], signs: readonly TrackSign[]): void {
    const keys = new Set(signs.map(keyOf));
    for (const [key, { marker, sign }] of this.#shown) {
      if (sign.kind !== kind || keys.has(key)) continue;
      marker.remove();
      this.#shown.delete(key);
    }
    for (const sign of signs) this.#place(sign);
    if (kind !== 'stop') return;
    this.#setTabStops(signs);
    this.#showTip(this.#tipOf);
  }

  /** Few stops can be reached by Tab; with many, nobody would get past the map, and the list has all of them. */
  #setTabStops(stops: readonly TrackSign[]): void {
    for (const sign of stops) {
      const element = this.#shown.get(keyOf(sign))?.marker.getElement();
      if (element) element.tabIndex = stops.length > mostTabStops ? -1 : 0;
    }
  }

  /** Shows the times of a stop; nothing if there is none with this key. */
  #showTip(key: string | null): void {
    const sign = key === null ? undefined : this.#shown.get(key)?.sign;
    this.#tipOf = sign?.lines ? key : null;
    if (!sign?.lines) {
      this.#tip.remove();
      return;
    }
    const text = document.createElement('div');
    text.append(
      ...sign.lines.map((line) =>
        Object.assign(document.createElement('div'), { textContent: line }),
      ),
    );
    this.#tip
      .setLngLat([sign.longitude, sign.latitude])
      .setOffset(16)
      .setDOMContent(text)
      .addTo(this.map);
  }

  remove(): void {
    this.#tip.remove();
    for (const { marker } of this.#shown.values()) marker.remove();
    this.#shown.clear();
  }

  #place(sign: TrackSign): void {
    const known = this.#shown.get(keyOf(sign));
    if (!known) {
      this.#shown.set(keyOf(sign), { marker: this.#add(sign), sign });
      return;
    }
    // The same element: a stop that lasts on must not lose the focus.
    known.marker.setLngLat([sign.longitude, sign.latitude]);
    if (known.sign.isBesideStop !== sign.isBesideStop) known.marker.setOffset(offsetOf(sign));
    known.sign = sign;
    describe(known.marker.getElement(), sign);
  }

  /** Adds a sign as an element with a label. */
  #add(sign: TrackSign): Marker {
    const { kind, side, longitude, latitude } = sign;
    const element = document.createElement(kind === 'stop' ? 'button' : 'div');
    element.className = this.className;
    element.dataset['kind'] = kind;
    const marker = new Marker({
      element,
      anchor: kind === 'end' ? anchorOf(side) : 'center',
      offset: offsetOf(sign),
    });
    marker.setLngLat([longitude, latitude]).addTo(this.map);
    // After `addTo`, which sets a label of its own.
    describe(element, sign);
    if (kind === 'stop') this.#connect(element, keyOf(sign));
    else element.setAttribute('role', 'img');
    return marker;
  }

  /** A stop says its times under the pointer and while it has the focus, and can be pressed. */
  #connect(element: HTMLElement, key: string): void {
    const show = () => this.#showTip(key);
    const hide = () => this.#showTip(null);
    element.addEventListener('mouseenter', show);
    element.addEventListener('focus', show);
    element.addEventListener('mouseleave', hide);
    element.addEventListener('blur', hide);
    element.addEventListener('click', (event) => {
      // Not a click on the map below.
      event.stopPropagation();
      hide();
      const { left, bottom } = element.getBoundingClientRect();
      const sign = this.#shown.get(key)?.sign;
      if (sign) this.onPress(sign.id, { x: left, y: bottom });
    });
  }
}

/** Above the end of the track, or beside a stop, so that a stop at the same place stays visible. */
const offsetOf = ({ kind, isBesideStop }: TrackSign): [number, number] =>
  kind === 'end' ? [0, -13] : [0, isBesideStop ? 24 : 0];

/** Which part of an end is at its place. */
const anchorOf = (side: TrackSign['side']) => {
  if (side === undefined) return 'bottom';
  return side === 'left' ? 'bottom-right' : 'bottom-left';
};

const keyOf = ({ kind, id }: TrackSign) => `${kind} ${id}`;

/** What the element of a sign says and looks like; at each step of the playback most of it is as before. */
function describe(element: HTMLElement, sign: TrackSign): void {
  const { kind, letters, colour, label, isSelected = false } = sign;
  if (element.textContent !== letters) element.textContent = letters;
  element.style.setProperty('--sign-colour', colour);
  element.dataset['selected'] = String(isSelected);
  element.setAttribute('aria-label', label);
  if (kind !== 'stop') element.title = label;
}
