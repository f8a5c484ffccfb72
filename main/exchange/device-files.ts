import { startOfDayInZone } from '#shared/domain/calendar';
import { type Device, deviceLabel } from '#shared/domain/device';
import {
  knownLimit,
  sentCount,
  type CounterName,
  type LimitName,
} from '#shared/domain/device-limits';
import { expiryOf, expiryNotes } from '#shared/domain/expiry';
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
import {
  createTranslate,
  type Message,
  type PlainKey,
  type Translate,
} from '#shared/i18n/translate';
import { momentText } from './cell-text';
import {
  distanceTitle,
  speedTitle,
  column,
  tableOf,
  type Cell,
  type ColumnOf,
  type ExportContext,
  type Table,
  exportNotes,
  cellText,
  titled,
  wordingIn,
  type CellKind,
  type Note,
} from './table';
import { knownCell } from './known-cell';
import { escaped, escapedHtml, geoJsonText, isoTime, kmlText } from './map-formats';
import { encodedPieces, joinedPieces } from './pieces';

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
  const t = createTranslate(units.language);
  const factor = convertSpeed(1, units.serviceSpeedUnit, units.speedUnit);
  const inUnit = (speed: number) => Math.round(speed * factor * 100) / 100;
  return [
    column('id', 'columns.deviceId', 'text', ({ device }) => device.id),
    column('name', 'columns.name', 'text', ({ device }) => plain(t, device, 'name')),
    column('description', 'columns.description', 'text', ({ device }) =>
      plain(t, device, 'description'),
    ),
    column('phone', 'columns.phone', 'text', ({ device }) => plain(t, device, 'phone')),
    column('tags', 'columns.tags', 'map', ({ device }) => plain(t, device, 'tags')),
    column('groups', 'columns.groups', 'list', ({ groups }) => groups),
    ...reportColumns(t, units, inUnit),
    ...expiryColumns(t, units),
    ...limitColumns(t, units),
    column('unlistedAt', 'columns.unlistedAt', 'moment', ({ device }) => device.unlistedAt),
    ...noteColumns(units),
  ];
}

function noteColumns({ noteOn }: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  if (!noteOn) return [];
  return [column('note', 'columns.note', 'text', ({ device }) => noteOn(device.id))];
}

/** The last report, and the last position with its speed and course. */
function reportColumns(
  t: Translate,
  context: DeviceExportContext,
  inUnit: (speed: number) => number,
): readonly ColumnOf<DeviceRow>[] {
  const { speedUnit, nearestTown } = context;
  const { distance } = unitsOf(context);
  const number = (value: number) => value;
  const place = (key: PlaceField, title: PlainKey | Message, cell = number) =>
    column<DeviceRow>(key, title, 'number', (row) =>
      knownCell(t, knownPlace(row, key), cell, null),
    );
  return [
    column('at', 'columns.lastReport', 'moment', ({ fix }) => plain(t, fix, 'at')),
    column('positionAt', 'columns.lastPosition', 'moment', ({ position }) => position?.at ?? null),
    place('latitude', 'columns.latitude'),
    place('longitude', 'columns.longitude'),
    column(
      'nearestTown',
      'columns.nearestTown',
      'text',
      ({ position }) => (position && nearestTown?.(position.latitude, position.longitude)) ?? null,
    ),
    place('speed', speedTitle('columns.speed', speedUnit), inUnit),
    place('course', 'columns.courseDegrees'),
    column('battery', 'columns.battery', 'number', ({ fix }) => plain(t, fix, 'battery')),
    column('mileage', distanceTitle('columns.mileage', distance), 'number', ({ fix }) =>
      knownCell<Cell>(
        t,
        mapKnown(knownOf(fix, 'mileageKm'), (km) => inDistance(km, distance)),
        (value) => value,
        null,
      ),
    ),
    column('alerts', 'columns.alerts', 'list', ({ fix }) =>
      textsCell(t, [knownOf(fix, 'alerts'), knownOf(fix, 'alertTexts')]),
    ),
    column('warnings', 'columns.warnings', 'list', ({ fix }) =>
      textsCell(t, [knownOf(fix, 'warnings'), knownOf(fix, 'warningTexts')]),
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
  t: Translate,
  record: R | null,
  field: F & keyof R & string,
): Cell {
  return knownCell<Cell>(t, knownOf(record, field), (value) => value, null);
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
function textsCell(t: Translate, lists: readonly Known<readonly string[]>[]): Cell {
  const cells = lists.flatMap((list): Cell[] => {
    const unread = list.is === 'value' ? (list.unread ?? []) : [];
    const members = unread.map(
      (original) => ({ is: 'notUnderstood', original, asOf: null }) as const,
    );
    return [
      knownCell(
        t,
        mapKnown(list, (texts) => texts as Cell),
        (cell) => cell,
        null,
      ),
      ...members.map((member) => knownCell(t, member, () => null, null)),
    ];
  });
  const known = cells.filter((cell) => cell !== null);
  return known.length === 0 ? null : [...new Set(known.flat() as string[])];
}

function expiryColumns(t: Translate, context: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const zone = context.accountTimeZone ?? context.timeZone;
  const expiry = ({ device }: DeviceRow) => expiryOf(device, zone, context.exportedAt);
  return [
    // A moment that begins the day is written as that day: in another zone it is on the day before.
    column('expiresAt', 'columns.expires', 'moment', (row) =>
      knownCell(
        t,
        expiry(row).date,
        ({ isDay, day, at }) => (isDay || at === startOfDayInZone(day, zone) ? day : at),
        t('exchange-files.cell.noExpiry'),
      ),
    ),
    column(
      'expirationDate',
      'fields.limits.expirationDate',
      'day',
      (row) => valueOf(expiry(row).date)?.day ?? null,
    ),
    column('expiryState', 'columns.expiryState', 'text', (row) => {
      const { state } = expiry(row);
      return state === 'unknown' ? null : t(`exchange-files.cell.${state}`);
    }),
    column(
      'expiryNotes',
      'columns.expiryNotes',
      'text',
      (row) =>
        expiryNotes(expiry(row))
          .map((note) => t(note))
          .join(' ') || null,
    ),
  ];
}

/** The limits, and the counters with the account's day that they belong to. */
function limitColumns(t: Translate, context: DeviceExportContext): readonly ColumnOf<DeviceRow>[] {
  const zone = context.accountTimeZone ?? context.timeZone;
  const sent = ({ device }: DeviceRow, name: CounterName) =>
    sentCount(device, name, zone, context.exportedAt);
  const limit = (key: LimitName) =>
    column<DeviceRow>(key, `fields.limits.${key}`, 'number', ({ device }) =>
      knownCell(t, knownLimit(device, key), (value) => value, t('exchange-files.cell.noLimit')),
    );
  const counter = (key: CounterName, title: PlainKey) =>
    column<DeviceRow>(key, title, 'number', (row) =>
      knownCell(t, sent(row, key), ({ count }) => count, null),
    );
  return [
    limit('dailyEmailLimit'),
    counter('emailsSentToday', 'columns.emailsSent'),
    limit('dailySmsLimit'),
    counter('smsSentToday', 'columns.smsSent'),
    column(
      'countersDay',
      'columns.countersDay',
      'day',
      (row) =>
        (valueOf(sent(row, 'emailsSentToday')) ?? valueOf(sent(row, 'smsSentToday')))?.day ?? null,
    ),
  ];
}

export function devicesTable(rows: readonly DeviceRow[], context: DeviceExportContext): Table {
  const table = tableOf('exchange-files.table.devices', deviceColumns(context), rows, context);
  const unknown = rows.filter(({ groups }) => groups === null).length;
  if (unknown === 0) return table;
  return {
    ...table,
    notes: [
      ...table.notes,
      [createTranslate(context.language)('exchange-files.about.groupsUnknown'), String(unknown)],
    ],
  };
}

/** Devices for a map; one without a position is listed without a place. */
export function devicesMap(
  format: 'geojson' | 'kml',
  rows: readonly DeviceRow[],
  context: DeviceExportContext,
): Uint8Array {
  const columns = deviceColumns(context);
  const notes = exportNotes('exchange-files.table.devices', rows.length, context);
  const features = () => rows.map((row) => featureOf(row, columns, context));
  const text =
    format === 'geojson'
      ? geoJsonText(context.language, notes, features())
      : devicesKml(notes, rows, columns, context);
  return joinedPieces(encodedPieces(text));
}

function devicesKml(
  notes: readonly Note[],
  rows: readonly DeviceRow[],
  columns: DeviceColumns,
  { language, timeZone }: DeviceExportContext,
): Iterable<string> {
  const t = createTranslate(language);
  const titles = titled(columns, t).map(({ title }) => title);
  const wording = wordingIn(language, t);
  return kmlText(
    t('exchange-files.map.devices'),
    notes,
    rows.map((row) =>
      placemarkOf(row, columns, titles, (cell, kind) => cellText(cell, kind, timeZone, wording)),
    ),
  );
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
function placemarkOf(
  row: DeviceRow,
  columns: DeviceColumns,
  titles: readonly string[],
  textOf: (cell: Cell, kind: CellKind) => string,
) {
  const { device, position, fix } = row;
  const data = columns.flatMap(({ key, kind, of }, index) => {
    const text = textOf(of(row), kind);
    if (text === '') return [];
    return `<Data name="${escaped(key)}"><displayName>${escapedHtml(titles[index]!)}</displayName><value>${escapedHtml(text)}</value></Data>`;
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
