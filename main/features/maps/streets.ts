import type { Coordinates } from '#shared/domain/coordinates';
import type { Street } from '#shared/places/place';
import { mercatorMetres, mercatorX, mercatorY } from '#shared/domain/mercator';
import { plainText, refuse, type TilePlace } from './container';
import { contentOf, fieldsOf, varint } from './tile-content';

// Streets in words: the nearest named street of a position, read from vector tiles as they are drawn on a map
// (https://github.com/mapbox/vector-tile-spec, version 2). The tiles come from anywhere.

/** Only the deepest tiles of a map have all streets, from this zoom on. */
export const streetZoom = 14;
/** A street further away is not where the position is. */
const streetMetres = 60;
const numberMetres = 30;
/** So many house numbers near a position are compared with its street. */
const comparedNumbers = 8;
/** A tile of a city has a twentieth of it. */
const mostPoints = 500_000;
const longestText = 120;
const longestNumber = 20;

/** The layers with names of streets in each schema. */
const streetLayers = new Set(['transportation_name', 'roads', 'street_labels']);
/** The layers with house numbers, and the keys of number and street. */
const numberLayers = new Map([
  ['housenumber', { number: 'housenumber', street: 'street' }],
  ['buildings', { number: 'addr_housenumber', street: 'addr_street' }],
  ['addresses', { number: 'housenumber', street: 'street' }],
]);
/** Lines with a name that nobody calls a street, in the words of each schema. */
const noStreet =
  /rail|transit|ferry|aerialway|aeroway|runway|taxiway|waterway|pier|construction|proposed/;

type Tags = Record<string, string>;

/** What a tile says about streets; x and y are shares of its side, from the north-west corner. */
export interface StreetTile {
  streets: { names: Tags; lines: number[][] }[];
  numbers: { number: string; street: string | null; x: number; y: number }[];
}

export const noStreets: StreetTile = { streets: [], numbers: [] };

/** Reads a tile as it is stored; null: it is no vector tile, or damaged. Never throws. */
export function readStreets(stored: Uint8Array): StreetTile | null {
  try {
    if (stored.length === 0) return noStreets;
    const content = contentOf(stored);
    return content?.kind === 'vector' ? streetsOf(content.bytes) : null;
  } catch {
    return null;
  }
}

function streetsOf(bytes: Uint8Array): StreetTile {
  const tile: StreetTile = { streets: [], numbers: [] };
  let points = 0;
  for (const { field, body } of fieldsOf(bytes)) {
    if (field !== 3 || !body) continue;
    const name = nameOfLayer(body);
    const numberKeys = numberLayers.get(name);
    if (!numberKeys && !streetLayers.has(name)) continue;
    for (const { tags, type, lines } of featuresOf(body)) {
      points += lines.reduce((sum, line) => sum + line.length / 2, 0);
      if (points > mostPoints) refuse('excessive');
      const number = numberKeys && textOf(tags[numberKeys.number], longestNumber);
      const [[x, y] = []] = lines;
      if (number && type === 1 && x !== undefined && y !== undefined) {
        tile.numbers.push({ number, street: tags[numberKeys.street] ?? null, x, y });
      }
      const isStreet = !numberKeys && type === 2 && isOpenStreet(tags) && nameIn(tags, '') !== '';
      if (isStreet) tile.streets.push({ names: tags, lines });
    }
  }
  return tile;
}

/** No position is known in a tunnel: what is above it is meant. */
const isOpenStreet = (tags: Tags) =>
  !noStreet.test(tags['class'] ?? tags['kind'] ?? '') &&
  tags['brunnel'] !== 'tunnel' &&
  !['is_tunnel', 'tunnel'].some((key) => ['1', 'true', 'yes'].includes(tags[key] ?? ''));

const text = new TextDecoder();
const textOf = (value: string | undefined, longest: number) =>
  value === undefined ? '' : plainText(value).trim().slice(0, longest);

function nameOfLayer(layer: Uint8Array): string {
  for (const { field, body } of fieldsOf(layer)) {
    if (field === 1 && body) return text.decode(body.subarray(0, longestText));
  }
  return '';
}

/** Features with those tags that are read here. */
function* featuresOf(
  layer: Uint8Array,
): Generator<{ tags: Tags; type: number; lines: number[][] }> {
  const keys: string[] = [];
  const values: Uint8Array[] = [];
  const features: Uint8Array[] = [];
  let extent = 4096;
  for (const { field, body, value } of fieldsOf(layer)) {
    if (field === 2 && body) features.push(body);
    else if (field === 3 && body) keys.push(text.decode(body.subarray(0, longestText)));
    else if (field === 4 && body) values.push(body);
    else if (field === 5 && value > 0) extent = value;
  }
  for (const feature of features) {
    const tags: Tags = {};
    let type = 0;
    let lines: number[][] = [];
    for (const { field, body, value } of fieldsOf(feature)) {
      if (field === 3) type = value;
      else if (field === 4 && body) lines = linesOf(body, extent);
      else if (field === 2 && body) {
        for (let at = 0; at < body.length;) {
          const key = varint(body, at);
          const of = varint(body, key.next);
          at = of.next;
          const name = keys[key.value] ?? '';
          const stored = isRead(name) ? values[of.value] : undefined;
          if (stored) tags[name] = valueOf(stored);
        }
      }
    }
    yield { tags, type, lines };
  }
}

const isRead = (key: string) =>
  /^(?:name(?:[:_][\w-]+)?|ref|class|kind|brunnel|(?:is_)?tunnel|(?:addr_)?(?:housenumber|street))$/.test(
    key,
  );

/** A text, a whole number, or 1 for true; others are ''. */
function valueOf(stored: Uint8Array): string {
  for (const { field, body, value } of fieldsOf(stored)) {
    if (field === 1 && body) return text.decode(body.subarray(0, 4 * longestText));
    if (field === 4 || field === 5 || field === 7) return String(value);
  }
  return '';
}

/** The lines or points of a feature, each as x, y, x, y … */
function linesOf(geometry: Uint8Array, extent: number): number[][] {
  const lines: number[][] = [];
  let x = 0;
  let y = 0;
  const step = (from: number) => {
    const { value, next } = varint(geometry, from);
    return { by: (value % 2 === 0 ? value : -value - 1) / 2, next };
  };
  for (let at = 0; at < geometry.length;) {
    const { value, next } = varint(geometry, at);
    at = next;
    const command = value % 8;
    // A closed ring is not read as a street.
    if (command === 7) continue;
    if (command !== 1 && command !== 2) refuse('damaged');
    // An invented count ends with the bytes.
    for (let count = Math.floor(value / 8); count > 0; count -= 1) {
      const right = step(at);
      const down = step(right.next);
      at = down.next;
      x += right.by;
      y += down.by;
      if (command === 1 || lines.length === 0) lines.push([]);
      lines.at(-1)!.push(x / extent, y / extent);
    }
  }
  return lines;
}

/** The name in a language, else the local one, else the number of the road. */
function nameIn(names: Tags, language: string): string {
  const [short = ''] = language.split('-');
  const keys = [language, short].flatMap((tag) => [`name:${tag}`, `name_${tag}`]);
  for (const key of [...keys, 'name', 'name:latin', 'name:nonlatin', 'ref']) {
    const name = textOf(names[key], longestText);
    if (name !== '') return name;
  }
  return '';
}

const sameName = (a: Tags | null, b: Tags) => a !== null && nameIn(a, '') === nameIn(b, '');

/** Where a position is on the grid of tiles of a zoom, and how far streets are looked for, in tiles. */
function onGrid({ latitude, longitude }: Coordinates, zoom: number) {
  const size = 2 ** zoom;
  const tileMetres = mercatorMetres(latitude) / size;
  const x = mercatorX(longitude) * size;
  const y = mercatorY(latitude) * size;
  return { x, y, tileMetres, reach: streetMetres / tileMetres, size };
}

/** The tiles of a zoom in which the street of a position can be: mostly one, near an edge up to four. */
export function tilesAround(position: Coordinates, zoom: number): TilePlace[] {
  // Beyond, there are no tiles.
  if (Math.abs(position.latitude) > 85) return [];
  const { x, y, reach, size } = onGrid(position, zoom);
  const tiles: TilePlace[] = [];
  for (let column = Math.floor(x - reach); column <= x + reach; column += 1) {
    for (
      let row = Math.max(0, Math.floor(y - reach));
      row <= Math.min(y + reach, size - 1);
      row += 1
    ) {
      tiles.push({ zoom, x: (column + size) % size, y: row });
    }
  }
  return tiles;
}

/** The deepest tiles of a map. */
export interface StreetSource {
  zoom: number;
  /** null: it is not known what is there. */
  tileOf: (place: TilePlace) => Promise<StreetTile | null> | StreetTile | null;
}

/** The street of a position, in the language with this tag; null: none is within reach, or it is not known. */
export async function streetAt(
  position: Coordinates,
  language: string,
  { zoom, tileOf }: StreetSource,
): Promise<Street | null> {
  const { x, y, tileMetres, size } = onGrid(position, zoom);
  const near: Near[] = [];
  for (const place of tilesAround(position, zoom)) {
    const tile = await tileOf(place);
    // Another street could be nearer there.
    if (!tile) return null;
    // The tile beyond the antimeridian is next to this one.
    const left = place.x + Math.round((x - place.x) / size) * size;
    near.push({ tile, left, top: place.y, metres: tileMetres });
  }
  const names = nearestStreet(near, x, y);
  if (!names) return null;
  return { street: nameIn(names, language), number: numberOn(names, near, x, y) };
}

/** A tile with its corner on the grid and the length of its side. */
interface Near {
  tile: StreetTile;
  left: number;
  top: number;
  metres: number;
}

function nearestStreet(near: readonly Near[], x: number, y: number): Tags | null {
  let found: Tags | null = null;
  let least = streetMetres;
  for (const { tile, left, top, metres } of near) {
    for (const { names, lines } of tile.streets) {
      for (const line of lines) {
        const distance = distanceTo(line, x - left, y - top) * metres;
        if (distance > least) continue;
        found = names;
        least = distance;
      }
    }
  }
  return found;
}

/** From a point to a line, in the unit of both. */
function distanceTo(line: readonly number[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const share =
      length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
    least = Math.min(least, Math.hypot(ax + share * dx - x, ay + share * dy - y));
  }
  return least;
}

/** The nearest house number that is on this street, by what the tile says or by where the number is. */
function numberOn(street: Tags, near: readonly Near[], x: number, y: number): string | null {
  const candidates = near
    .flatMap(({ tile, left, top, metres }) =>
      tile.numbers.flatMap(({ number, street: named, ...at }) => {
        const [atX, atY] = [left + at.x, top + at.y];
        const away = Math.hypot(atX - x, atY - y) * metres;
        return away <= numberMetres ? [{ number, named, atX, atY, away }] : [];
      }),
    )
    .toSorted((a, b) => a.away - b.away)
    .slice(0, comparedNumbers);
  const isOn = ({ named, atX, atY }: (typeof candidates)[number]) =>
    named === null
      ? sameName(nearestStreet(near, atX, atY), street)
      : Object.values(street).includes(named);
  return candidates.find(isOn)?.number ?? null;
}
