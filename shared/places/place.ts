// Why it is so: docs/decisions/0044-bundled-map-and-towns.md
import type { Coordinates } from '../domain/coordinates';
import type { PlaceIndex } from '../domain/places';
import { metresBetween } from '../history/distance';

/** The nearest town of a position. It is a town, not an address. */
export interface NearTown {
  town: string;
  /** '' if it is not known. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** From the town to the position. */
  metres: number;
  /** From the town to the position, degrees clockwise from north. */
  bearing: number;
  /** Within the circle that as many people take up in a city of usual density: an address there is in this town. */
  isInTown: boolean;
}

/** A position in places of the user, by their names, the smallest first. */
export interface InPlaces {
  places: readonly string[];
}

/** The nearest named street of a position, from a map on this computer. */
export interface Street {
  /** Its name in the language that was asked for, if the map has it, else as it is called there. */
  street: string;
  /** The house number; null: the map has none near the position on this street. */
  number: string | null;
}

/** Finds the nearest street of each position, from maps on this computer; null: none is near, or not known. */
export type FindStreets = (positions: readonly Coordinates[]) => Promise<(Street | null)[]>;

/** A position at a street. */
export interface AtStreet extends Street {
  /** null: the towns are not loaded. */
  town: NearTown | null;
}

/** Where a position is without a map: in a place of the user, else near a town. */
export type PlaceOrTown = InPlaces | NearTown;

/** Where a position is, as people say it: in a place of the user, else at a street, else near a town. */
export type Whereabouts = PlaceOrTown | AtStreet;

/** Where a position is with the street that is known of it; a place of the user is said as it is. */
export function withStreet(
  at: PlaceOrTown | null,
  street: Street | null | undefined,
): Whereabouts | null {
  return street && !(at && 'places' in at) ? { ...street, town: at } : at;
}

/** Where a position is, as text; null if it is not known. */
export type NameTown = (latitude: number, longitude: number) => string | null;

/** The radius of a town of one inhabitant, at 4000 people for each square kilometre. */
const townMetres = 9;
const radians = Math.PI / 180;

/** The initial course of the great circle from A to B, degrees clockwise from north. */
export function bearingBetween(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const a = latitudeA * radians;
  const b = latitudeB * radians;
  const east = (longitudeB - longitudeA) * radians;
  const y = Math.sin(east) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east);
  return (((Math.atan2(y, x) / radians) % 360) + 360) % 360;
}

/** Describes a position relative to a town. */
export function townAt(towns: Towns, town: number, latitude: number, longitude: number): NearTown {
  const [country, region] = towns.regions[towns.region[town]!]!;
  const from = [towns.latitude[town]!, towns.longitude[town]!] as const;
  const metres = metresBetween(...from, latitude, longitude);
  return {
    town: towns.names.of(town),
    region,
    country,
    metres,
    bearing: bearingBetween(...from, latitude, longitude),
    isInTown: metres <= townMetres * Math.sqrt(towns.population[town]!),
  };
}

/** The towns and how to find the nearest one. */
export interface Gazetteer {
  towns: Towns;
  index: TownIndex;
  /** Other names of the towns, for `findNear`; absent: they were not loaded. */
  otherNames?: string;
}

/** Where a position is without a map; null without a position, or without a place or a town for it. */
export function whereaboutsOf(
  { places, gazetteer }: { places: PlaceIndex | null; gazetteer: Gazetteer | null },
  latitude: number | null,
  longitude: number | null,
): PlaceOrTown | null {
  if (latitude === null || longitude === null) return null;
  const within = places?.placesAt(longitude, latitude) ?? [];
  if (within.length > 0) return { places: within.map(({ name }) => name) };
  return gazetteer && nearestTown(gazetteer, latitude, longitude);
}

/** The nearest town of a position; null without towns or without a position. */
export function nearestTown(
  { towns, index }: Gazetteer,
  latitude: number | null,
  longitude: number | null,
): NearTown | null {
  if (latitude === null || longitude === null) return null;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const town = index.nearest(latitude, longitude);
  return town < 0 ? null : townAt(towns, town, latitude, longitude);
}

/** Towns of the world with at least 1000 inhabitants, as columns; a town is its index in every column. */
export interface Towns {
  count: number;
  /** Degrees. */
  latitude: Float64Array;
  longitude: Float64Array;
  population: Uint32Array;
  /** Index into `regions`. */
  region: Uint16Array;
  regions: readonly (readonly [country: string, region: string])[];
  names: TownNames;
}

/** The names as one text, which takes a fraction of the time and the memory of as many texts. */
export class TownNames {
  readonly #ends: Uint32Array;

  /** `text` has a line for each town. */
  constructor(
    readonly text: string,
    count: number,
  ) {
    this.#ends = new Uint32Array(count);
    let end = -1;
    for (let town = 0; town < count; town++) {
      end = text.indexOf('\n', end + 1);
      this.#ends[town] = end < 0 ? text.length : end;
      if (end < 0 && town < count - 1) throw new Error('not a file of towns');
    }
  }

  of(town: number): string {
    return this.text.slice(town === 0 ? 0 : this.#ends[town - 1]! + 1, this.#ends[town]);
  }
}

const unitsPerDegree = 10_000;
const headBytes = 8;
const magic = 'TOWN';

interface Head {
  count: number;
  regions: [string, string][];
}

/** Reads the decompressed assets/basemap/towns.bin (written by scripts/basemap/towns.mjs). */
export function readTowns(bytes: Uint8Array): Towns {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = String.fromCharCode(...bytes.subarray(0, magic.length));
  if (start !== magic) throw new Error('not a file of towns');
  const textBytes = view.getUint32(magic.length, true);
  const text = new TextDecoder().decode(bytes.subarray(bytes.length - textBytes));
  const headEnd = text.indexOf('\n');
  const { count, regions } = JSON.parse(text.slice(0, headEnd)) as Head;
  // The numbers as typed arrays, which every platform of Electron reads as little endian: they have to be aligned.
  const numbers = new Uint8Array(bytes.subarray(headBytes, headBytes + 14 * count)).buffer;
  return {
    count,
    latitude: degreesIn(new Int32Array(numbers, 0, count)),
    longitude: degreesIn(new Int32Array(numbers, 4 * count, count)),
    population: new Uint32Array(numbers, 8 * count, count),
    region: new Uint16Array(numbers, 12 * count, count),
    regions,
    names: new TownNames(text.slice(headEnd + 1), count),
  };
}

function degreesIn(units: Int32Array): Float64Array {
  const degrees = new Float64Array(units.length);
  for (let i = 0; i < units.length; i++) degrees[i] = units[i]! / unitsPerDegree;
  return degrees;
}

/** Ranges of at most this many towns are searched one by one. */
const leafSize = 6;

/**
 * Finds the nearest of many positions on the earth. A k-d tree of unit vectors: the nearest vector is the
 * nearest position on the sphere, so that 180° and the poles need no special treatment.
 */
export class TownIndex {
  readonly #ids: Uint32Array;
  /** x, y and z of each position, in the order of the tree. */
  readonly #vectors: Float64Array;
  readonly #query = new Float64Array(3);
  #best = 0;
  #bestSquare = Number.POSITIVE_INFINITY;

  /** The index of these positions, in degrees. A hundred thousand take about 40 ms. */
  constructor(latitude: ArrayLike<number>, longitude: ArrayLike<number>) {
    const count = latitude.length;
    this.#ids = new Uint32Array(count).map((_, i) => i);
    this.#vectors = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) writeVector(this.#vectors, i * 3, latitude[i]!, longitude[i]!);
    this.#sort(0, count - 1, 0);
  }

  /** The index of the nearest position, or -1 if there are none. */
  nearest(latitude: number, longitude: number): number {
    const count = this.#ids.length;
    if (count === 0) return -1;
    writeVector(this.#query, 0, latitude, longitude);
    // Consecutive positions are often near each other: the last result is the first bound.
    this.#bestSquare = this.#squareTo(this.#best);
    this.#search(0, count - 1, 0);
    return this.#ids[this.#best]!;
  }

  #squareTo(place: number): number {
    const vectors = this.#vectors;
    const query = this.#query;
    const dx = vectors[place * 3]! - query[0]!;
    const dy = vectors[place * 3 + 1]! - query[1]!;
    const dz = vectors[place * 3 + 2]! - query[2]!;
    return dx * dx + dy * dy + dz * dz;
  }

  #consider(place: number): void {
    const square = this.#squareTo(place);
    if (square >= this.#bestSquare) return;
    this.#bestSquare = square;
    this.#best = place;
  }

  #search(left: number, right: number, axis: number): void {
    if (right - left < leafSize) {
      for (let place = left; place <= right; place++) this.#consider(place);
      return;
    }
    const middle = (left + right) >> 1;
    const offset = this.#query[axis]! - this.#vectors[middle * 3 + axis]!;
    const next = axis === 2 ? 0 : axis + 1;
    this.#consider(middle);
    if (offset <= 0) this.#search(left, middle - 1, next);
    else this.#search(middle + 1, right, next);
    if (offset * offset >= this.#bestSquare) return;
    if (offset <= 0) this.#search(middle + 1, right, next);
    else this.#search(left, middle - 1, next);
  }

  /** Orders a range so that its middle separates smaller from larger values of the axis, recursively. */
  #sort(left: number, right: number, axis: number): void {
    if (right - left < leafSize) return;
    const middle = (left + right) >> 1;
    const next = axis === 2 ? 0 : axis + 1;
    this.#select(left, right, middle, axis);
    this.#sort(left, middle - 1, next);
    this.#sort(middle + 1, right, next);
  }

  /** Quickselect: moves the k-th smallest value of the axis to k. */
  #select(left: number, right: number, k: number, axis: number): void {
    while (left < right) {
      const pivot = this.#vectors[((left + right) >> 1) * 3 + axis]!;
      let i = left;
      let j = right;
      while (i <= j) {
        while (this.#vectors[i * 3 + axis]! < pivot) i++;
        while (this.#vectors[j * 3 + axis]! > pivot) j--;
        if (i <= j) this.#swap(i++, j--);
      }
      if (k <= j) right = j;
      else if (k >= i) left = i;
      else return;
    }
  }

  #swap(a: number, b: number): void {
    const id = this.#ids[a]!;
    this.#ids[a] = this.#ids[b]!;
    this.#ids[b] = id;
    for (let axis = 0; axis < 3; axis++) {
      const value = this.#vectors[a * 3 + axis]!;
      this.#vectors[a * 3 + axis] = this.#vectors[b * 3 + axis]!;
      this.#vectors[b * 3 + axis] = value;
    }
  }
}

function writeVector(to: Float64Array, at: number, latitude: number, longitude: number): void {
  const cosLatitude = Math.cos(latitude * radians);
  to[at] = cosLatitude * Math.cos(longitude * radians);
  to[at + 1] = cosLatitude * Math.sin(longitude * radians);
  to[at + 2] = Math.sin(latitude * radians);
}
