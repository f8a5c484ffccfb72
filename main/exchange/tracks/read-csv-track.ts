import { inEveryLanguage, cellProblem, cellToText } from '../cell-text';
import { readCoordinates } from '#shared/domain/coordinates';
import { metresPerSecond, type SpeedUnit } from '#shared/domain/settings';
import { speedUnits } from '#shared/domain/units';
import { sentences, message, type PlainKey } from '#shared/i18n/translate';
import { readCsv } from '../csv';
import { columnName, type SourceRow, speedTitle } from '../table';
import { refuseFile, type TableLimits } from '../table-limits';
import {
  mostPoints,
  rawValue,
  readNumber,
  shortText,
  type Findings,
  type RawPoint,
  type RawTrack,
  type RawValue,
} from './read-point';
import { isTimeName, timeNamed } from './track-times';

const titleName = (title: string) => columnName(title).replaceAll('_', ' ');

/** What exports call a column, in any language. */
const titlesOf = (...keys: PlainKey[]): string[] =>
  keys.flatMap((key) => inEveryLanguage(message(key)).map(titleName));

/** “latitude (deg)”, “latitude [°]”, “latitude degrees” */
const withoutUnit = (title: string) =>
  title.replace(/ ?(?:\([^()]*\)|\[[^[\]]*\]| deg(?:rees)?| wgs ?84)$/, '');

const names = {
  latitude: ['latitude', 'lat', 'y', 'gps latitude', 'position latitude', 'latitude n/s'].concat([
    'breite',
    'breitengrad',
    'latitud',
    'latitudine',
    'szerokość geograficzna',
    'широта',
    ...titlesOf('columns.latitude'),
  ]),
  longitude: ['longitude', 'lon', 'lng', 'long', 'x', 'gps longitude', 'position longitude'].concat(
    ['longitude e/w', 'länge', 'längengrad', 'longitud', 'longitudine'],
    ['długość geograficzna', 'долгота', ...titlesOf('columns.longitude')],
  ),
  // N or S, and E or W, beside numbers without a sign.
  northOrSouth: ['n/s', 'ns', 'lat hemisphere', 'latitude hemisphere', 'lat dir', 'lat ref'],
  eastOrWest: ['e/w', 'ew', 'lon hemisphere', 'longitude hemisphere', 'lon dir', 'lon ref'],
  place: ['coordinates', 'position', 'location', 'place'],
  course: ['course', 'heading', 'bearing', ...titlesOf('columns.course', 'columns.courseDegrees')],
  battery: ['battery', ...titlesOf('columns.battery')],
  device: ['deviceid', ...titlesOf('columns.deviceId', 'columns.device')],
};

const trackLimits: TableLimits = {
  rows: mostPoints,
  columns: 1_000,
  cells: 60_000_000,
  cellCharacters: 100_000,
  characters: 200_000_000,
};

/** Rows per progress report. */
const toldEvery = 5_000;

/**
 * Rows with a time and a position as one track, or as one for each named device, with the zone that the title
 * of the time column names, and the line in which the file is cut off.
 */
export function readCsvTrack(text: string, findings: Findings, onShare: (share: number) => void) {
  const table = readCsv(new TextEncoder().encode(text), isTitle, trackLimits);
  const { header, lineOf } = table;
  if (table.reading.rowsAbove.length > 0) {
    const line = String(lineOf(table.headerRow));
    findings.note(message('exchange-files.track.tableBegins', { line }));
  }
  const last = table.rows.at(-1);
  const isCut = last?.problems?.some(({ column }) => column === null) === true;
  const rows = isCut ? table.rows.slice(0, -1) : table.rows;
  const titles = header.map(titleName);
  const columnOf = (known: readonly string[]) =>
    titles.findIndex((title) => known.includes(title) || known.includes(withoutUnit(title)));
  const filled = (column: number) => rows.some(({ cells }) => cells[column]?.trim());
  const hasOnly = (column: number, pattern: RegExp) =>
    rows.every(({ cells }) => pattern.test(cells[column]?.trim() ?? ''));
  const timeTitleIn = (isIn: (column: number) => boolean) =>
    timeNamed(titles, (title) => {
      const column = titles.indexOf(title);
      return (filled(column) && isIn(column)) || null;
    });
  // A whole time before a time of day, whose day is in another column, and that before a day alone.
  const timeTitle =
    timeTitleIn((column) => !hasOnly(column, dayOrTimeOfDay)) ??
    timeTitleIn((column) => !hasOnly(column, dayAlone)) ??
    timeTitleIn(() => true);
  const columns = {
    at: timeTitle === undefined ? titles.findIndex(isTimeName) : titles.indexOf(timeTitle),
    // The date and the time of day in columns of their own.
    day: -1,
    latitude: columnOf(names.latitude),
    longitude: columnOf(names.longitude),
    northOrSouth: columnOf(names.northOrSouth),
    eastOrWest: columnOf(names.eastOrWest),
    place: columnOf(names.place),
    course: columnOf(names.course),
    battery: columnOf(names.battery),
    device: columnOf(names.device),
    // A speed is used only if the title names its unit.
    speed: titles.findIndex((title) => unitIn(title) !== null),
  };
  const isTimeOfDay = rows.some(({ cells }) => timeOfDay.test(cells[columns.at]?.trim() ?? ''));
  const isDigits = filled(columns.at) && hasOnly(columns.at, /^\d{0,6}$/);
  if (isTimeOfDay || isDigits) {
    const days = [...titles.keys()].filter(
      (i) =>
        i !== columns.at &&
        dayTitle.test(titles[i]!) &&
        rows.some(({ cells }) => /\d/.test(cells[i] ?? '')),
    );
    const clock = clockNamed(titles[columns.at]!);
    columns.day = days.find((i) => clockNamed(titles[i]!) === clock) ?? days[0] ?? -1;
  }
  const hasPlaces = columns.latitude >= 0 && columns.longitude >= 0;
  if (hasPlaces) columns.place = -1;
  if (columns.at < 0 || (columns.place < 0 && !hasPlaces)) {
    const titles = header
      .filter((title) => title.trim() !== '')
      .slice(0, 12)
      .map((title) => message('fields.is.text', { text: shortText(title) }));
    return refuseFile(message('exchange-files.track.noColumns', { titles }));
  }
  nameUnused(header, rows, new Set(Object.values(columns)), findings);
  const unit = unitIn(titles[columns.speed] ?? '');
  const tracks = new Map<string, RawTrack>();
  for (const [i, { number, cells }] of rows.entries()) {
    const device = cellToText(cells[columns.device] ?? '').trim();
    const name = device === '' ? message('exchange-files.track.name.rows') : device;
    const track = tracks.get(device) ?? { name, points: [] };
    tracks.set(device, track);
    track.points.push(pointOf(cells, lineOf(number)));
    if (i % toldEvery === 0) onShare(i / rows.length);
  }
  const isUtc = [columns.at, columns.day].some(
    (column) => clockNamed(titles[column] ?? '') === 'utc',
  );
  const timeZone = isUtc ? 'UTC' : null;
  const cutOffLine = isCut ? lineOf(last.number) : null;
  return { tracks: [...tracks.values()], timeZone, cutOffLine };

  function pointOf(cells: readonly string[], line: number): RawPoint {
    const cell = (column: number) => cellToText(cells[column] ?? '').trim();
    const place =
      columns.place >= 0
        ? placeIn(cell(columns.place))
        : placeOf(
            `${cell(columns.latitude)} ${cell(columns.northOrSouth)}`.trim(),
            `${cell(columns.longitude)} ${cell(columns.eastOrWest)}`.trim(),
          );
    const time =
      isDigits && columns.day >= 0 ? cell(columns.at).padStart(6, '0') : cell(columns.at);
    const problem = cellProblem(time);
    const speed = speedIn(cell(columns.speed), unit);
    const surplus = cells.slice(header.length).filter((each) => each.trim() !== '');
    return {
      line,
      time: rawValue(columns.day < 0 ? time : `${cell(columns.day)} ${time}`),
      ...place,
      metresPerSecond: speed,
      course: rawValue(cell(columns.course)),
      battery: rawValue(cell(columns.battery)),
      ...(problem !== null && {
        refusal: sentences([message('exchange-files.point.timeUnread'), problem])!,
      }),
      ...(surplus.length > 0 && {
        refusal: message('exchange-files.point.surplus', {
          cells: cells.length,
          columns: header.length,
          text: shortText(surplus[0]!),
        }),
      }),
    };
  }
}

const knownTitles = new Set<string>(Object.values(names).flat());
const isTitle = (text: string) =>
  knownTitles.has(titleName(text)) ||
  knownTitles.has(withoutUnit(titleName(text))) ||
  isTimeName(text);

const timeOfDay = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?(\s?[ap]\.?\s?m\.?)?$/i;
const dayTitle =
  /^((utc|gps|local) )?(date|day|datum|tag|fecha|día|data|dia|jour|giorno|дата|التاريخ|اليوم|תאריך|יום)( \(?utc\)?)?$/;
const dayAlone = /^(?:\d{1,4}([-/.])\d{1,2}\1\d{1,4}|\d{8})?$/;
const dayOrTimeOfDay = new RegExp(`${dayAlone.source}|${timeOfDay.source}|^\\d{1,6}$`, 'i');
/** Whose clock a title names. */
const clockNamed = (title: string) =>
  /\b(?:utc|gmt|gps|local)\b/.exec(title)?.[0].replace('gmt', 'utc');

/** Names the columns that are not used, with the number of their values. */
function nameUnused(
  header: readonly string[],
  rows: readonly SourceRow[],
  used: ReadonlySet<number>,
  { ignore }: Findings,
): void {
  header.forEach((title, column) => {
    if (used.has(column)) return;
    let count = 0;
    for (const { cells } of rows) if (cells[column]?.trim()) count += 1;
    if (count === 0) return;
    const number = String(column + 1);
    ignore(title.trim() || message('exchange-files.track.ignored.column', { number }), count);
  });
}

type Place = Pick<RawPoint, 'latitude' | 'longitude' | 'place'>;

function placeIn(text: string): Place {
  const read = readCoordinates(text);
  if (read.ok) return { latitude: read.latitude, longitude: read.longitude };
  const place = shortText(text);
  return { latitude: null, longitude: null, ...(place !== '' && { place }) };
}

/** Plain numbers are not normalised, so that one out of range can be reported. */
function placeOf(latitudeText: string, longitudeText: string): Place {
  const latitude = readNumber(latitudeText);
  const longitude = readNumber(longitudeText);
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  if (latitudeText === '' && longitudeText === '') return { latitude, longitude };
  return placeIn(`${latitudeText}; ${longitudeText}`);
}

/** Metres per second; the text of the file for what is no speed, which a message then shows. */
function speedIn(text: string, unit: SpeedUnit | null): RawValue {
  const [, number = '', ownUnit = ''] = /^([^a-z]*)([a-z/]*)$/i.exec(text) ?? [];
  const isOfUnit = ownUnit === '' || unitWords[squeezed(ownUnit)] === unit;
  const speed = isOfUnit ? readNumber(number) : null;
  return speed === null || speed < 0 || unit === null
    ? rawValue(text)
    : speed * metresPerSecond[unit];
}

/** “Speed (km/h)”, “speed_kmh” and “SPEED [km/h]” are the same title. */
const squeezed = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const unitWords: Readonly<Record<string, SpeedUnit>> = {
  kmh: 'km/h',
  kph: 'km/h',
  kmph: 'km/h',
  mph: 'mph',
  ms: 'm/s',
  mps: 'm/s',
  kn: 'kn',
  kt: 'kn',
  kts: 'kn',
  knots: 'kn',
};

const unitsByTitle = new Map<string, SpeedUnit>([
  ...speedUnits.flatMap((unit) =>
    inEveryLanguage(speedTitle('columns.speed', unit)).map(
      (title) => [squeezed(title), unit] as const,
    ),
  ),
  ...[
    'speed',
    'velocity',
    'velocidad',
    'velocidade',
    'vitesse',
    'geschwindigkeit',
    'velocità',
  ].flatMap((name) =>
    Object.entries(unitWords).map(([word, unit]) => [`${name}${word}`, unit] as const),
  ),
]);

const unitIn = (title: string): SpeedUnit | null => unitsByTitle.get(squeezed(title)) ?? null;
