import { startOfDayInZone } from '#shared/domain/calendar';
import { type Device, deviceLabel } from '#shared/domain/device';
import {
  knownLimit,
  sentCount,
  type CounterName,
  type LimitName,
} from '#shared/domain/device-limits';
import { expiryOf, type Expiry, expiryNotes } from '#shared/domain/expiry';
import type { Fix, LastPosition } from '#shared/domain/fix';
import { knownOf, mapKnown, valueOf, type Known } from '#shared/domain/known';
import {
  convertSpeed,
  metresPer,
  unitsOf,
  type DistanceUnit,
  type SpeedUnit,
  type UnitChoice,
} from '#shared/domain/units';
import { englishT } from '#shared/i18n/english';
import { momentText } from './cell-text';
import { knownCell } from './known-cell';
import { escaped, escapedHtml, geoJsonText, isoTime, kmlText } from './map-formats';
import { encodedPieces, joinedPieces } from './pieces';
import {
  column,
  tableOf,
  type Cell,
  type ColumnOf,
  type ExportContext,
  type Table,
  exportNotes,
  cellText,
} from './table';

/** An exported device with its last report, its last position and the names of its groups. */
export interface DeviceRow {
  device: Device;
  fix: Fix | null;
  /** The last report that had a position, which may be older than `fix`. */
  position: LastPosition | null;
  /** null: not known, because the groups or their members were not received. */
  groups: readonly string[] | null;
}

/** The unit the service sends speeds in, and the units shown to the user. */
interface ExportUnits extends UnitChoice {
  serviceSpeedUnit: SpeedUnit;
}

export interface DeviceExportContext extends ExportContext, ExportUnits {
  /** The user's note on a device, if notes are to be exported. */
  noteOn?: (deviceId: string) => string | null;
  /** "4 km NE of Turin, IT"; null without the list of towns. */
  nearestTown?: (latitude: number, longitude: number) => string | null;
}

/** The exported columns of a device; empty means "not provided", never 0 and not "not understood". */
export function deviceColumns(units: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const factor = convertSpeed(1, units.serviceSpeedUnit, units.speedUnit);
  const inUnit = (speed: number) => Math.round(speed * factor * 100) / 100;
  return [
    column('id', 'Device id', 'text', ({ device }) => device.id),
    column('name', 'Name', 'text', ({ device }) => plain(device, 'name')),
    column('description', 'Description', 'text', ({ device }) => plain(device, 'description')),
    column('phone', 'Telephone', 'text', ({ device }) => plain(device, 'phone')),
    column('tags', 'Tags', 'map', ({ device }) => plain(device, 'tags')),
    column('groups', 'Groups', 'list', ({ groups }) => groups),
    ...reportColumns(units, inUnit),
    ...expiryColumns(units),
    ...limitColumns(units),
    column('unlistedAt', 'No longer listed since', 'moment', ({ device }) => device.unlistedAt),
    ...noteColumns(units),
  ];
}

function noteColumns({ noteOn }: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  if (!noteOn) return [];
  return [column('note', 'Note', 'text', ({ device }) => noteOn(device.id))];
}

/** The last report, and the last position with its speed and course. */
function reportColumns(
  context: DeviceExportContext,
  inUnit: (speed: number) => number,
): readonly ColumnOf<DeviceRow>[] {
  const { speedUnit, nearestTown } = context;
  const { distance } = unitsOf(context);
  const number = (value: number) => value;
  const place = (key: PlaceField, title: string, cell = number): ColumnOf<DeviceRow> => ({
    key,
    title,
    kind: 'number',
    of: (row) => knownCell(knownPlace(row, key), cell, null),
  });
  return [
    column('at', 'Last report', 'moment', ({ fix }) => plain(fix, 'at')),
    column('positionAt', 'Last position', 'moment', ({ position }) => position?.at ?? null),
    place('latitude', 'Latitude'),
    place('longitude', 'Longitude'),
    column(
      'nearestTown',
      'Nearest town',
      'text',
      ({ position }) => (position && nearestTown?.(position.latitude, position.longitude)) ?? null,
    ),
    place('speed', `Speed (${speedUnit})`, inUnit),
    place('course', 'Course (degrees)'),
    column('battery', 'Battery (%)', 'number', ({ fix }) => plain(fix, 'battery')),
    column('mileage', `Mileage (${distance})`, 'number', ({ fix }) =>
      knownCell<Cell>(
        mapKnown(knownOf(fix, 'mileageKm'), (km) => inDistance(km, distance)),
        (value) => value,
        null,
      ),
    ),
    column('alerts', 'Alerts', 'list', ({ fix }) =>
      textsCell([knownOf(fix, 'alerts'), knownOf(fix, 'alertTexts')]),
    ),
    column('warnings', 'Warnings', 'list', ({ fix }) =>
      textsCell([knownOf(fix, 'warnings'), knownOf(fix, 'warningTexts')]),
    ),
  ];
}

/** Up to three decimals. */
const inDistance = (km: number | null, unit: DistanceUnit) =>
  km === null || unit === 'km'
    ? km
    : Math.round(((km * metresPer.km) / metresPer[unit]) * 1000) / 1000;

/** A field that is exported as the service sent it. */
function plain<F extends string, R extends { [K in F]: Cell } & Pick<Device, 'gaps'>>(
  record: R | null,
  field: F & keyof R & string,
): Cell {
  return knownCell<Cell>(knownOf(record, field), (value) => value, null);
}

type PlaceField = 'latitude' | 'longitude' | 'speed' | 'course';

/** A value of the last position; of the last report if that had a value that was not understood. */
function knownPlace({ fix, position }: DeviceRow, field: PlaceField): Known<number | null> {
  const reported = knownOf(fix, field);
  const isLast = position === null || position.at === fix?.at;
  if (reported.is === 'notUnderstood' && isLast) return reported;
  return { is: 'value', value: position?.[field] ?? null, asOf: null };
}

/**
 * Names and texts of alerts or warnings, which often are the same, with the originals of those that
 * were not understood. Empty list: only if the service states that there are none.
 */
function textsCell(lists: readonly Known<readonly string[]>[]): Cell {
  const cells = lists.flatMap((list): Cell[] => {
    const unread = list.is === 'value' ? (list.unread ?? []) : [];
    const members = unread.map(
      (original) => ({ is: 'notUnderstood', original, asOf: null }) as const,
    );
    return [
      knownCell(
        mapKnown(list, (texts) => texts as Cell),
        (cell) => cell,
        null,
      ),
      ...members.map((member) => knownCell(member, () => null, null)),
    ];
  });
  const known = cells.filter((cell) => cell !== null);
  return known.length === 0 ? null : [...new Set(known.flat() as string[])];
}

function expiryColumns(context: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const zone = context.accountTimeZone ?? context.timeZone;
  const expiry = ({ device }: DeviceRow) => expiryOf(device, zone, context.exportedAt);
  return [
    {
      key: 'expiresAt',
      title: 'Expires',
      kind: 'moment',
      // A moment that begins the day is written as that day: in another zone it is on the day before.
      of: (row) =>
        knownCell(
          expiry(row).date,
          ({ isDay, day, at }) => (isDay || at === startOfDayInZone(day, zone) ? day : at),
          'No expiry',
        ),
    },
    column(
      'expirationDate',
      'Expiration date',
      'day',
      (row) => valueOf(expiry(row).date)?.day ?? null,
    ),
    column('expiryState', 'Expiry state', 'text', (row) => expiryStates[expiry(row).state]),
    column(
      'expiryNotes',
      'Expiry notes',
      'text',
      (row) =>
        expiryNotes(expiry(row))
          .map((note) => englishT(note))
          .join(' ') || null,
    ),
  ];
}

const expiryStates: Record<Expiry['state'], string | null> = {
  active: 'Active',
  expired: 'Expired',
  unknown: null,
};

/** The limits, and the counters with the account's day that they belong to. */
function limitColumns(context: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const zone = context.accountTimeZone ?? context.timeZone;
  const sent = ({ device }: DeviceRow, name: CounterName) =>
    sentCount(device, name, zone, context.exportedAt);
  const limit = (key: LimitName, title: string): ColumnOf<DeviceRow> => ({
    key,
    title,
    kind: 'number',
    of: ({ device }) => knownCell(knownLimit(device, key), (value) => value, 'No limit'),
  });
  const counter = (key: CounterName, title: string): ColumnOf<DeviceRow> => ({
    key,
    title,
    kind: 'number',
    of: (row) => knownCell(sent(row, key), ({ count }) => count, null),
  });
  return [
    limit('dailyEmailLimit', 'Daily e-mail limit'),
    counter('emailsSentToday', 'E-mails sent on that day'),
    limit('dailySmsLimit', 'Daily SMS limit'),
    counter('smsSentToday', 'SMS sent on that day'),
    column(
      'countersDay',
      'Day of the counters',
      'day',
      (row) =>
        (valueOf(sent(row, 'emailsSentToday')) ?? valueOf(sent(row, 'smsSentToday')))?.day ?? null,
    ),
  ];
}

export function devicesTable(rows: readonly DeviceRow[], context: DeviceExportContext): Table {
  const table = tableOf('Devices', deviceColumns(context), rows, context);
  const unknown = rows.filter(({ groups }) => groups === null).length;
  if (unknown === 0) return table;
  return {
    ...table,
    notes: [...table.notes, ['Devices whose groups are not known', String(unknown)]],
  };
}

/** Devices for a map; one without a position is listed without a place. */
export function devicesMap(
  format: 'geojson' | 'kml',
  rows: readonly DeviceRow[],
  context: DeviceExportContext,
): Uint8Array {
  const columns = deviceColumns(context);
  const notes = exportNotes('Devices', rows.length, context);
  const text =
    format === 'geojson'
      ? geoJsonText(
          notes,
          rows.map((row) => featureOf(row, columns, context)),
        )
      : kmlText(
          'Waypost devices',
          notes,
          rows.map((row) => placemarkOf(row, columns, context)),
        );
  return joinedPieces(encodedPieces(text));
}

type DeviceColumns = ReturnType<typeof deviceColumns>;

/** A feature with all values as properties; timestamps are in ISO 8601. */
function featureOf(row: DeviceRow, columns: DeviceColumns, { timeZone }: DeviceExportContext) {
  const { device, position } = row;
  const properties: Record<string, Cell> = { label: deviceLabel(device) };
  for (const { key, kind, of } of columns) {
    const cell = of(row);
    const isMoment = kind === 'moment' && typeof cell === 'number';
    properties[key] = isMoment ? momentText(cell, timeZone) : cell;
  }
  return JSON.stringify({
    type: 'Feature',
    id: device.id,
    geometry: position && {
      type: 'Point',
      coordinates: [position.longitude, position.latitude],
    },
    properties,
  });
}

/** A placemark with all values as ExtendedData and the time of the last position as TimeStamp. */
function placemarkOf(row: DeviceRow, columns: DeviceColumns, { timeZone }: DeviceExportContext) {
  const { device, position, fix } = row;
  const data = columns.flatMap(({ key, title, kind, of }) => {
    const text = cellText(of(row), kind, timeZone);
    if (text === '') return [];
    return `<Data name="${escaped(key)}"><displayName>${escapedHtml(title)}</displayName><value>${escapedHtml(text)}</value></Data>`;
  });
  const at = position?.at ?? fix?.at ?? null;
  return [
    '<Placemark>',
    `<name>${escaped(deviceLabel(device))}</name>`,
    ...(at === null ? [] : [`<TimeStamp><when>${isoTime(at)}</when></TimeStamp>`]),
    `<ExtendedData>${data.join('')}</ExtendedData>`,
    ...(position
      ? [`<Point><coordinates>${position.longitude},${position.latitude}</coordinates></Point>`]
      : []),
    '</Placemark>',
  ].join('\n');
}
