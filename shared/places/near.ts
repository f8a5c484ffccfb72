import { fold, otherSpelling, searchForm, withLatinDigits, withoutUnseen } from '../domain/text';
import { metresPer as metresPerDistance } from '../domain/units';
import { metresBetween } from '../history/distance';
import type { Towns } from './place';

/** A search for the devices around a town. */
export interface NearSearch {
  /** The name as the user typed it. */
  asked: string;
  /** The town and its country; null if no town has this name. */
  centre: { town: string; country: string; latitude: number; longitude: number } | null;
  metres: number;
}

const defaultMetres = 25_000;
/** As people and Intl write them in each language. */
const units: readonly (readonly [metres: number, names: readonly string[]])[] = [
  [metresPerDistance.km, ['km', 'كم', 'ק״מ', 'קמ']],
  [metresPerDistance.mi, ['mi', 'ميل', 'מייל']],
  [metresPerDistance.nmi, ['nmi', 'nm', 'mn', 'sm', 'ميل بحري', 'מייל ימי']],
  [1, ['m', 'م', 'متر', 'מ׳', 'מ']],
];
/** Quotes in Hebrew abbreviations have several forms. */
const unitKey = (name: string) => fold(name).replaceAll(/["']/g, '');
const metresPer = new Map(
  units.flatMap(([metres, names]) => names.map((name) => [unitKey(name), metres] as const)),
);

/** The folded names, computed once for each list of towns. */
const foldedNames = new WeakMap<Towns, string[]>();

function namesOf(towns: Towns): string[] {
  let names = foldedNames.get(towns);
  if (!names) {
    names = fold(towns.names.text).split('\n');
    foldedNames.set(towns, names);
  }
  return names;
}

/** In every language, because people search in the one that they speak. */
const nearForm =
  /^(?:(?:near|cerca del?|perto d[aeo]s?|pr[eè]s (?:de|du|des)|(?:in der )?n[aä]he(?: von)?|vicino (?:ad?|al|alla|ai)|(?:بال)?قرب(?: من)?|ליד|בקרבת)\s+|(?:pr[eè]s d|vicino all)['’]\s*)(.*)$/iu;
/** The words of a search after "near"; no search of a town is longer. */
const wordsOf = (search: string) =>
  search.length > 200
    ? undefined
    : nearForm.exec(withLatinDigits(withoutUnseen(search.normalize('NFC'))))?.[1];

/** Whether a search names a town, as `findNear` reads it. */
export const isNearSearch = (search: string): boolean => wordsOf(search) !== undefined;

/**
 * Reads a search such as "near Lyon", "near Lyon, FR" or "cerca de Lyon 50 km". Of several towns with the name,
 * the largest; without one, the largest whose name begins with it. `otherNames` is the decompressed
 * assets/basemap/town-names.bin (written by scripts/basemap/town-names.mjs); without it, towns are found by
 * the name that Waypost shows. Null for a search of another form.
 */
export function findNear(towns: Towns, search: string, otherNames = ''): NearSearch | null {
  const words = wordsOf(search);
  if (words === undefined) return null;
  const [, before = '', size = '', unit = ''] =
    /^(.*\S)\s+(\d+(?:[.,٫]\d+)?)\s*(\p{L}[\p{L}\s"'׳״’”]*)$/u.exec(words) ?? [];
  const inUnit = metresPer.get(unitKey(unit));
  const metres = inUnit === undefined ? defaultMetres : Number(size.replace(/[,٫]/, '.')) * inUnit;
  const asked = inUnit === undefined ? words : before;
  const [, name, country] = /^(.*?)(?:[,،]\s*(\p{L}{2}))?$/u.exec(asked)!;
  const town = searchForm(name!.trim())
    .split(otherSpelling)
    .map((spelling) => ({ name: spelling, country: country?.toUpperCase() ?? null }))
    .reduce((found, wanted) => (found < 0 ? findTown(towns, wanted, otherNames) : found), -1);
  if (town < 0) return { asked, centre: null, metres };
  return {
    asked,
    centre: {
      town: towns.names.of(town),
      country: towns.regions[towns.region[town]!]![0],
      latitude: towns.latitude[town]!,
      longitude: towns.longitude[town]!,
    },
    metres,
  };
}

interface WantedTown {
  /** Without case and accents. */
  name: string;
  country: string | null;
}

/** A town of at least this size is not hidden by a larger one that has the name in another language. */
const knownPopulation = 15_000;

const isIn = (towns: Towns, town: number, country: string | null) =>
  country === null || towns.regions[towns.region[town]!]![0] === country;

/** The larger of two towns; -1 is none. */
function largerOf(towns: Towns, a: number, b: number): number {
  if (a < 0 || b < 0) return Math.max(a, b);
  return towns.population[b]! > towns.population[a]! ? b : a;
}

function findTown(towns: Towns, wanted: WantedTown, otherNames: string): number {
  const names = namesOf(towns);
  const { name, country } = wanted;
  let exact = -1;
  let partial = -1;
  for (let town = 0; town < towns.count; town++) {
    if (!names[town]!.startsWith(name) || !isIn(towns, town, country)) continue;
    if (names[town]!.length === name.length) exact = largerOf(towns, exact, town);
    else partial = largerOf(towns, partial, town);
  }
  if (exact >= 0 && towns.population[exact]! >= knownPopulation) return exact;
  exact = largerOf(towns, exact, findByOtherName(towns, wanted, otherNames));
  return exact >= 0 ? exact : partial;
}

/** The largest town that has exactly this other name; -1 if there is none. */
function findByOtherName(towns: Towns, { name, country }: WantedTown, otherNames: string): number {
  const cell = `\t${name}\t`;
  let found = -1;
  for (let at = otherNames.indexOf(cell); at >= 0; at = otherNames.indexOf(cell, at + 1)) {
    const line = otherNames.lastIndexOf('\n', at) + 1;
    const town = Number(otherNames.slice(line, otherNames.indexOf('\t', line)));
    if (town < towns.count && isIn(towns, town, country)) found = largerOf(towns, found, town);
  }
  return found;
}

/** Whether a position is within the distance; one that is not known (NaN) is not. */
export function isWithin({ centre, metres }: NearSearch, latitude: number, longitude: number) {
  if (!centre || Number.isNaN(latitude) || Number.isNaN(longitude)) return false;
  return metresBetween(centre.latitude, centre.longitude, latitude, longitude) <= metres;
}
