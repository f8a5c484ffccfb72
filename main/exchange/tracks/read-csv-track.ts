import { readCoordinates } from '#shared/domain/coordinates';
import { metresPerSecond, type SpeedUnit } from '#shared/domain/settings';
import { fail } from '#shared/fault';
import { cellToText, parseMoment } from '../cell-text';
import { readCsv } from '../csv';
import { columnName } from '../table';
import type { TableLimits } from '../table-limits';
import { mostPoints, readNumber, type ReadPoint, type ReadTrack } from './read-point';

const names = {
  at: ['time', 'date time', 'datetime', 'timestamp', 'at', 'date'],
  latitude: ['latitude', 'lat', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'x'],
  place: ['coordinates', 'position', 'location', 'place'],
  course: ['course', 'course (°)', 'heading', 'bearing'],
  battery: ['battery', 'battery (%)'],
  device: ['device id', 'deviceid', 'device'],
} as const;

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
 * Rows with a time and a position as one track, or as one for each named device. Times without a
 * zone are in `timeZone`.
 */
export function readCsvTrack(
  bytes: Uint8Array,
  timeZone: string,
  onShare: (share: number) => void,
): ReadTrack[] {
  const { header, rows, lineOf } = readCsv(bytes, [], trackLimits);
  const titles = header.map(columnName);
  const columnOf = (known: readonly string[]) => titles.findIndex((title) => known.includes(title));
  const columns = {
    at: columnOf(names.at),
    latitude: columnOf(names.latitude),
    longitude: columnOf(names.longitude),
    place: columnOf(names.place),
    course: columnOf(names.course),
    battery: columnOf(names.battery),
    device: columnOf(names.device),
    // A speed is used only if the title names its unit.
    speed: titles.findIndex((title) => unitIn(title) !== null),
  };
  const hasPlace = columns.place >= 0 || (columns.latitude >= 0 && columns.longitude >= 0);
  if (columns.at < 0 || !hasPlace) {
    return fail({
      kind: 'invalid',
      field: 'file',
      message: 'The table needs a column “time” and the columns “latitude” and “longitude”.',
    });
  }
  const unit = unitIn(titles[columns.speed] ?? '');
  const tracks = new Map<string, ReadTrack>();
  for (const [i, { number, cells }] of rows.entries()) {
    const device = cellToText(cells[columns.device] ?? '').trim();
    const name = device === '' ? 'Rows' : device;
    const track = tracks.get(device) ?? { name, points: [] };
    tracks.set(device, track);
    track.points.push(pointOf(cells, lineOf(number)));
    if (i % toldEvery === 0) onShare(i / rows.length);
  }
  return [...tracks.values()];

  function pointOf(cells: readonly string[], line: number): ReadPoint {
    const cell = (column: number) => cells[column]?.trim() ?? '';
    const place =
      columns.place >= 0
        ? placeIn(cell(columns.place))
        : placeOf(cell(columns.latitude), cell(columns.longitude));
    const speed = readNumber(cell(columns.speed));
    return {
      line,
      at: parseMoment(cell(columns.at), timeZone),
      ...place,
      metresPerSecond: speed === null || unit === null ? null : speed * metresPerSecond[unit],
      course: readNumber(cell(columns.course)),
      battery: readNumber(cell(columns.battery)),
    };
  }
}

interface Place {
  latitude: number | null;
  longitude: number | null;
}

function placeIn(text: string): Place {
  const read = readCoordinates(text);
  if (!read.ok) return { latitude: null, longitude: null };
  return { latitude: read.latitude, longitude: read.longitude };
}

/** Plain numbers are not normalised, so that one out of range can be reported. */
function placeOf(latitudeText: string, longitudeText: string): Place {
  const latitude = readNumber(latitudeText);
  const longitude = readNumber(longitudeText);
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  return placeIn(`${latitudeText}; ${longitudeText}`);
}

function unitIn(title: string): SpeedUnit | null {
  const [, unit] = /^speed \((.+)\)$/.exec(title) ?? [];
  const known = (Object.keys(metresPerSecond) as SpeedUnit[]).find((each) => each === unit);
  return known ?? null;
}
