import * as maplibre from 'maplibre-gl';

/** A sign at one place: where a track begins and ends, where a device is at the cursor. */
export interface TrackSign {
  id: string;
  longitude: number;
  latitude: number;
  colour: string;
  /** One or two letters on the sign. */
  letters: string;
  /** The accessible name. */
  label: string;
  kind: 'end' | 'cursor';
}

type Place = [longitude: number, latitude: number];

/** A marker on the map. */
export interface SignMarker {
  move(place: Place): void;
  remove(): void;
}

/** The signs on a map; a sign that only moved keeps its marker. */
export class TrackSigns {
  readonly #shown = new Map<string, { marker: SignMarker; sign: TrackSign }>();

  constructor(private readonly createMarker: (sign: TrackSign) => SignMarker) {}

  /** Replaces the signs of one kind; those of the other stay. */
  set(kind: TrackSign['kind'], signs: readonly TrackSign[]): void {
    const keys = new Set(signs.map(keyOf));
    for (const [key, { marker, sign }] of this.#shown) {
      if (sign.kind !== kind || keys.has(key)) continue;
      marker.remove();
      this.#shown.delete(key);
    }
    for (const sign of signs) this.#place(sign);
  }

  remove(): void {
    for (const { marker } of this.#shown.values()) marker.remove();
    this.#shown.clear();
  }

  #place(sign: TrackSign): void {
    const known = this.#shown.get(keyOf(sign));
    if (known && looksSame(known.sign, sign)) {
      known.marker.move([sign.longitude, sign.latitude]);
      return;
    }
    known?.marker.remove();
    this.#shown.set(keyOf(sign), { marker: this.createMarker(sign), sign });
  }
}

const keyOf = ({ kind, id }: TrackSign) => `${kind} ${id}`;

const looksSame = (a: TrackSign, b: TrackSign) =>
  a.letters === b.letters && a.label === b.label && a.colour === b.colour;

/** Adds a sign to a map as an element with a label. */
export function createSignMarker(
  map: maplibre.Map,
  className: string,
  { kind, letters, colour, label, longitude, latitude }: TrackSign,
): SignMarker {
  const element = document.createElement('div');
  element.className = className;
  element.dataset['kind'] = kind;
  element.textContent = letters;
  element.style.setProperty('--sign-colour', colour);
  const marker = new maplibre.Marker({
    element,
    // Above the end of the track, so that a stop at the same place stays visible.
    anchor: kind === 'end' ? 'bottom' : 'center',
    offset: kind === 'end' ? [0, -8] : [0, 0],
  });
  marker.setLngLat([longitude, latitude]).addTo(map);
  // After `addTo`, which sets a label of its own.
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  element.title = label;
  return {
    move: (place) => void marker.setLngLat(place),
    remove: () => void marker.remove(),
  };
}
