import { metresBetween } from '#shared/history/distance';
import { readNumber, shortText, type RawValue } from './read-point';

/** One position as in the file; `place` is the text of one that cannot be taken apart. */
export interface ListedPlace {
  longitude: RawValue;
  latitude: RawValue;
  place?: string;
}

/**
 * The positions `longitude,latitude[,altitude]` of KML, which are separated by blanks. Files written by
 * hand also have blanks after commas, commas or semicolons between positions, or blanks instead of
 * commas. Whatever can be read in two ways is one unreadable position, never fewer positions.
 */
export function readCoordinateList(given: string): ListedPlace[] {
  const text = given.replaceAll(/[\u200B\u2060]/g, '').trim();
  if (text === '') return [];
  const parts = text.split(/\s+/);
  const plain = parts.map((part) => part.split(','));
  if (plain.every(isPosition)) return plain.map(placeOf);

  const readings = candidates(text, parts).filter((each) => each.every(isPosition));
  const [best, second] = readings
    .map((positions) => ({ places: positions.map(placeOf), longest: longestStep(positions) }))
    .toSorted((a, b) => a.longest - b.longest);
  const isOne = best && best.longest < longestLikelyStep;
  if (isOne && (!second || best.longest * 10 < second.longest)) return best.places;
  return joined(text).map((part) => {
    const values = part.split(',');
    return isPosition(values) ? placeOf(values) : oddPlace(part);
  });
}

/** Neighbours on a line that was recorded or drawn by hand are nearer, in metres. */
const longestLikelyStep = 200_000;

type Position = readonly string[];

const oddPlace = (part: string): ListedPlace => ({
  longitude: null,
  latitude: null,
  place: shortText(part),
});

/** Two or three numbers. */
const isPosition = (values: Position) =>
  (values.length === 2 || values.length === 3) &&
  values.every((value) => readNumber(value) !== null);

const placeOf = ([longitude, latitude]: Position): ListedPlace => ({
  longitude: longitude!,
  latitude: latitude!,
});

/** The parts without blanks beside commas, separated by blanks or semicolons. */
function joined(text: string): string[] {
  const found: string[] = [];
  for (const part of text.split(/[\s;|]+/)) {
    const last = found.at(-1);
    if (last !== undefined && (last.endsWith(',') || part.startsWith(','))) {
      found[found.length - 1] = last + part;
    } else if (part !== '') found.push(part);
  }
  return found.map((part) => (part.endsWith(',') ? part.slice(0, -1) : part));
}

/** The ways in which the numbers may belong together. */
function candidates(text: string, parts: readonly string[]): Position[][] {
  const together = joined(text);
  const found = [
    // A comma at the end of each position.
    parts.map((part) => part.replace(/[,;|]$/, '').split(',')),
    // Blanks beside the commas.
    together.map((part) => part.split(',')),
  ];
  const isBlanksOnly = !text.includes(',');
  // A line for each position.
  if (isBlanksOnly) found.push(text.split(/[\r\n;|]+/).map((line) => line.trim().split(/\s+/)));
  // One kind of separator, within the positions and between them.
  const numbers = together.length === 1 ? together[0]!.split(',') : isBlanksOnly ? parts : [];
  for (const size of [2, 3]) {
    if (numbers.length === 0 || numbers.length % size !== 0) continue;
    const count = numbers.length / size;
    found.push(Array.from({ length: count }, (_, i) => numbers.slice(i * size, (i + 1) * size)));
  }
  return found.filter((each, i) => found.findIndex((other) => isSame(each, other)) === i);
}

const isSame = (a: readonly Position[], b: readonly Position[]) =>
  a.length === b.length &&
  a.every((position, i) => position[0] === b[i]![0] && position[1] === b[i]![1]);

/** The longest distance between neighbours in metres; infinite if one is no place. */
function longestStep(positions: readonly Position[]): number {
  let longest = 0;
  const degrees = positions.map(([longitude, latitude]) => ({
    longitude: readNumber(longitude)!,
    latitude: readNumber(latitude)!,
  }));
  for (const [i, to] of degrees.entries()) {
    if (Math.abs(to.latitude) > 90 || Math.abs(to.longitude) > 180) return Infinity;
    const from = degrees[i - 1];
    if (!from) continue;
    longest = Math.max(
      longest,
      metresBetween(from.latitude, from.longitude, to.latitude, to.longitude),
    );
  }
  return longest;
}
