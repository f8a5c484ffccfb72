import type { LanguageTag } from '../i18n/languages';
import type { PlainKey } from '../i18n/translate';
import { withLatinDigits } from './text';

/** A position in degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

export const coordinateStyles = ['dd', 'ddm', 'dms'] as const;
/** Decimal degrees, degrees and decimal minutes, or degrees, minutes and seconds. */
export type CoordinateStyle = (typeof coordinateStyles)[number];

export type ReadCoordinates =
  | ({ ok: true } & Coordinates & {
        /** The text says which number is the latitude. */
        isMarked: boolean;
      })
  | RefusedCoordinates;

interface RefusedCoordinates {
  ok: false;
  /** Before how coordinates are written. */
  message: PlainKey;
  /** The position if the longitude was written first; absent: that is not one either. */
  swapped?: Coordinates;
}

/** No notation is longer, and no link to a place. The expressions below take the square of the length. */
const longestText = 2_048;
const longestAngle = 64;

/** One of the two numbers: degrees and, if present, minutes and seconds. */
interface Angle {
  value: number;
  hemisphere: 'N' | 'S' | 'E' | 'W' | null;
}

/**
 * Reads coordinates in common notations: decimal degrees, degrees and minutes, or degrees, minutes
 * and seconds; with signs, or N, S, E, W before or after; with points or commas as decimal marks;
 * separated by a comma, semicolon, slash or space. Latitude comes first unless the letters say
 * otherwise. Words and letters are those of any language, a letter with two meanings that of `language`. A `geo:`
 * URI (RFC 5870), as shared by phones and map apps, and links of common maps are read too.
 */
export function readCoordinates(given: string, language: LanguageTag = 'en'): ReadCoordinates {
  if (given.length > longestText) return refused('map.coordinates.tooLong');
  const text = placeOfGeoUri(given.trim()) ?? placeOfMapLink(given) ?? given;
  if (isLink(text)) return refused('map.coordinates.noneInLink');
  const plain = normalised(text, language);
  if (plain === '') return refused('map.coordinates.empty');
  const halves = halvesOf(plain);
  if (!halves) return refused('map.coordinates.notTwo');
  const angles = halves.map(readAngle);
  const [first, second] = angles;
  if (!first || !second) return refused('map.coordinates.unreadable');
  const isSwapped =
    isLongitude(first.hemisphere) ||
    (first.hemisphere === null && isLatitude(second.hemisphere)) ||
    (first.hemisphere === null && second.hemisphere === null && longitudeFirst.test(text));
  const latitude = isSwapped ? second : first;
  const longitude = isSwapped ? first : second;
  if (isLongitude(latitude.hemisphere) || isLatitude(longitude.hemisphere)) {
    return refused('map.coordinates.sameMarks');
  }
  if (Math.abs(latitude.value) > 90) {
    if (Math.abs(longitude.value) > 90 || Math.abs(latitude.value) > 180) {
      return refused('map.coordinates.latitude');
    }
    return {
      ...refused('map.coordinates.swapped'),
      swapped: { latitude: longitude.value, longitude: latitude.value },
    };
  }
  if (Math.abs(longitude.value) > 180) return refused('map.coordinates.longitude');
  const isMarked =
    text !== given ||
    first.hemisphere !== null ||
    second.hemisphere !== null ||
    latitudeFirst.test(text) ||
    longitudeFirst.test(text);
  return { ok: true, latitude: latitude.value, longitude: longitude.value, isMarked };
}

/**
 * The latitude and longitude in a `geo:` URI; null for anything else. Android writes 0,0 there and
 * the position after `q=`.
 */
function placeOfGeoUri(text: string): string | null {
  const [, place = '', rest = ''] = /^geo:([-+\d.,]+)(.*)$/i.exec(text) ?? [];
  if (place === '') return null;
  const crs = /;crs=([^;?]*)/i.exec(rest)?.[1] ?? 'wgs84';
  if (crs.toLowerCase() !== 'wgs84') return null;
  const query = /[?&]q=([-+\d.]+(?:,|%2C)[-+\d.]+)/i.exec(rest)?.[1];
  const [latitude, longitude] = (query ?? place).replace(/%2C/i, ',').split(',');
  return longitude === undefined ? null : `${latitude}; ${longitude}`;
}

const isLatitude = (letter: Angle['hemisphere']) => letter === 'N' || letter === 'S';
const isLongitude = (letter: Angle['hemisphere']) => letter === 'E' || letter === 'W';

const refused = (message: PlainKey): RefusedCoordinates => ({ ok: false, message });

/** Single letters that mean another point in each language: O is east in German and west in Spanish. */
const ownLetters: Partial<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  es: { O: 'W' },
  'pt-BR': { O: 'W', L: 'E' },
  fr: { O: 'W' },
  de: { O: 'E' },
  it: { O: 'W' },
};

/** Words of all languages, longer ones before those that are a part of them: "oeste" before "este". */
const words: readonly (readonly [RegExp, string])[] = [
  [/NORTH|NORTE|NORD|شمال(?:ا|ًا)?|צפון/gu, 'N'],
  [/SOUTH|SUR|SUL|SUD|SÜD|جنوب(?:ا|ًا)?|דרום/gu, 'S'],
  [/WEST|OESTE|OUEST|OVEST|غرب(?:ا|ًا)?|מערב/gu, 'W'],
  [/EAST|LESTE|ESTE|EST|OST|شرق(?:ا|ًا)?|מזרח/gu, 'E'],
  [/DEGREES?|DEGR[EÉ]S?|DEG|GRADOS?|GRADI|GRAD|GRAUS?|درجات|درجة|מעלות|[º°˚]/gu, '°'],
  [/MINUT(?:ES?|OS?|EN|I)|MIN|دقائق|دقيقة|דקות|[′’‘`´]/gu, "'"],
  [/SECON(?:DS?|DES?|DI)|SEGUNDOS?|SEKUNDEN|SEC|ثوان|ثانية|שניות|''|[″”“"]/gu, '"'],
  [/LATITUD(?:E|INE)?|BREITE|LAT|خط العرض|קו רוחב/gu, ' '],
  [/LONGITUD(?:E|INE)?|LÄNGE|LONG|LON|LNG|خط الطول|קו אורך/gu, ' '],
];

const longitudeFirst =
  /(?<!\p{L})(?:lon|lng|länge|خط الطول|קו אורך).*(?<!\p{L})(?:lat|breite|خط العرض|קו רוחב)/iu;
const latitudeFirst =
  /(?<!\p{L})(?:lat|breite|خط العرض|קו רוחב).*(?<!\p{L})(?:lon|lng|länge|خط الطول|קו אורך)/iu;

/** Digits, marks and words in one form. */
function normalised(text: string, language: LanguageTag): string {
  let plain = withLatinDigits(text.normalize('NFC'))
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('٫', '.')
    .replaceAll('،', ',')
    .replaceAll('؛', ';');
  for (const [word, mark] of words) plain = plain.replaceAll(word, mark);
  for (const [letter, point] of Object.entries(ownLetters[language] ?? {})) {
    plain = plain.replaceAll(new RegExp(`(?<!\\p{L})${letter}(?!\\p{L})`, 'gu'), point);
  }
  return plain
    .replaceAll(/[:=()]|\s/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** Splits the text of the two angles. */
function halvesOf(text: string): [string, string] | null {
  for (const divided of [/;/, /\//, /,\s/, /\s,/]) {
    const parts = text
      .split(divided)
      .map((part) => part.trim())
      .filter(Boolean);
    if (parts.length === 2) return [parts[0]!, parts[1]!];
  }
  const commas = text.match(/,/g)?.length ?? 0;
  // In "40.4,-3.7" the only comma separates; in "40,4,-3,7" the middle one of three does.
  if (!text.includes(' ') && (commas === 1 || commas === 3)) {
    const at = commas === 1 ? text.indexOf(',') : text.indexOf(',', text.indexOf(',') + 1);
    return [text.slice(0, at), text.slice(at + 1)];
  }
  const leading = /^([NSEW][^NSEW]+)([NSEW][^NSEW]+)$/.exec(text);
  const trailing = /^([^NSEW]+[NSEW])([^NSEW]+[NSEW])$/.exec(text);
  const marked = leading ?? trailing;
  if (marked) return [marked[1]!.replace(/[, ]+$/, ''), marked[2]!.replace(/^[, ]+/, '')];
  const signed = /^(\S.*?) ([-+].*)$/.exec(text);
  const bare = text.replaceAll(/["'°]/g, ' ').trim().split(/ +/);
  if (
    bare.length % 2 === 0 &&
    bare.length <= 6 &&
    bare.every((part) => /^[-+]?[\d.,]+$/.test(part))
  ) {
    return halved(text, bare.length / 2);
  }
  return signed ? [signed[1]!, signed[2]!] : null;
}

/** Splits the text after its n-th number and the mark that belongs to it. */
function halved(text: string, numbers: number): [string, string] | null {
  const cut = new RegExp(`^((?:[-+]?[\\d.,]+ ?["'°]? ?){${numbers}})(.+)$`).exec(text);
  return cut ? [cut[1]!.trim(), cut[2]!.trim()] : null;
}

/** Degrees, degrees and minutes, or all three; null for anything else. */
function readAngle(text: string): Angle | null {
  if (text.length > longestAngle) return null;
  const match =
    /^([NSEW])? ?([-+])? ?(\d+(?:[.,]\d+)?) ?°?(?: ?(\d+(?:[.,]\d+)?) ?'?)?(?: ?(\d+(?:[.,]\d+)?) ?"?)? ?([NSEW])?$/.exec(
      text.trim(),
    );
  if (!match) return null;
  const [, before, sign, degreesText, minutesText, secondsText, after] = match;
  if (before && after) return null;
  const hemisphere = (before ?? after ?? null) as Angle['hemisphere'];
  if (sign && hemisphere) return null;
  const number = (part: string | undefined) => Number((part ?? '0').replace(',', '.'));
  const [degrees, minutes, seconds] = [degreesText, minutesText, secondsText].map(number);
  const isWhole = (part: string | undefined) => part === undefined || /^\d+$/.test(part);
  // Only the last part may have a fraction; minutes and seconds are below 60.
  if (minutesText !== undefined && !isWhole(degreesText)) return null;
  if (secondsText !== undefined && !isWhole(minutesText)) return null;
  if (minutes! >= 60 || seconds! >= 60) return null;
  const value = degrees! + minutes! / 60 + seconds! / 3600;
  const isNegative = sign === '-' || hemisphere === 'S' || hemisphere === 'W';
  return { value: isNegative ? -value : value, hemisphere };
}

/** A rounded number of degrees; zero has no sign. */
export const degreesText = (degrees: number, digits: number): string =>
  degrees.toFixed(digits).replace(/^-(?=[0.]+$)/, '');

/** Coordinates for a field that `readCoordinates` reads, to less than a metre. */
export const writeCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${degreesText(latitude, 6)}, ${degreesText(longitude, 6)}`;

/** The address of a position on a public map, for a browser or a message. */
export function browserMapAddress(latitude: number, longitude: number): string {
  const at = `${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
  return `https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=16/${at}`;
}

const number = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`;
/** Two numbers as maps write them in an address. */
const pair = new RegExp(`^${number}(?:,|~|%2C|/)\\+?${number}`, 'i');

/** Parameters that contain latitude and longitude in one text, the exact place first. */
const pairParameters = ['q', 'query', 'll', 'coordinate', 'center', 'cp', 'daddr', 'sll', 'pt'];
/** Parameters with one of the two numbers each. */
const singleParameters = [
  ['mlat', 'mlon'],
  ['lat', 'lon'],
  ['lat', 'lng'],
  ['latitude', 'longitude'],
] as const;

/** Whether a text is the address of a page, in which a position may be written. */
export const isLink = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

/**
 * The latitude and longitude in a link of OpenStreetMap, Google Maps, Apple Maps, Bing and others that
 * write them alike, as "40.4168; -3.7038"; null if there is none. Nothing is requested.
 */
function placeOfMapLink(text: string): string | null {
  if (!isLink(text) || !URL.canParse(text.trim())) return null;
  const { searchParams, pathname, hash } = new URL(text.trim());
  for (const [first, second] of singleParameters) {
    const [latitude, longitude] = [searchParams.get(first), searchParams.get(second)];
    if (latitude && longitude) return joined(numberOf(latitude), numberOf(longitude));
  }
  // Google writes the place of a pin after !3d and !4d, and the centre of the map after @.
  const pin = new RegExp(`!3d${number}!4d${number}`).exec(pathname);
  if (pin) return joined(pin[1], pin[2]);
  for (const name of pairParameters) {
    const found = pair.exec(
      (searchParams.get(name) ?? '').replace(/^loc:/i, '').replace(', ', ','),
    );
    if (found) return joined(found[1], found[2]);
  }
  const inPath = new RegExp(`/@${number},${number}`).exec(pathname);
  if (inPath) return joined(inPath[1], inPath[2]);
  const inPlace = new RegExp(`/(?:place|search|dir)/${number},\\+?${number}`).exec(pathname);
  if (inPlace) return joined(inPlace[1], inPlace[2]);
  // #map=zoom/latitude/longitude, or #zoom/latitude/longitude.
  const inHash = new RegExp(`^#(?:.*&)?(?:map=)?[\\d.]+/${number}/${number}`).exec(hash);
  return inHash ? joined(inHash[1], inHash[2]) : null;
}

const numberOf = (text: string) => new RegExp(`^${number}$`).exec(text.trim())?.[1];

const joined = (latitude: string | undefined, longitude: string | undefined): string | null =>
  latitude === undefined || longitude === undefined ? null : `${latitude}; ${longitude}`;
