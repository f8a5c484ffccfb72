// Why it is so: docs/decisions/0044-bundled-map-and-towns.md
import type { Coordinates } from '../domain/coordinates';
import type { PlaceIndex } from '../domain/places';
import { metresBetween } from '../history/distance';
import type { TownIndex } from './town-index';

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
