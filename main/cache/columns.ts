import type { Device } from '#shared/domain/device';
import { expiryColumns } from '#shared/domain/expiry';
import type { Fix } from '#shared/domain/fix';
import {
  flagCritical,
  packTexts,
  textAt,
  type FixColumns,
  type FleetColumns,
} from '#shared/fleet/columns';
import type { DeviceColumns } from './chunks';

const orNaN = (value: number | null | undefined): number => value ?? Number.NaN;
const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** U+001F, between the tags of one device. */
const tagSeparator = '\u001f';
const tagColon = ': ';

/** Writes a fix (null: the service has none for this device) into the columns; NaN is "not provided". */
export function applyFixToColumns(
  columns: FixColumns,
  slot: number,
  fix: Fix | null,
  checkedAt: number,
): void {
  columns.checkedAt[slot] = checkedAt;
  columns.latitude[slot] = orNaN(fix?.latitude);
  columns.longitude[slot] = orNaN(fix?.longitude);
  columns.fixAt[slot] = orNaN(fix?.at);
  columns.speed[slot] = orNaN(fix?.speed);
  columns.course[slot] = orNaN(fix?.course);
  columns.battery[slot] = orNaN(fix?.battery);
  columns.inactiveSeconds[slot] = orNaN(fix?.inactiveSeconds);
  columns.flags[slot] = fix?.hasCriticalAlert === true ? flagCritical : 0;
}

/** The fix from the columns alone, for a lost record; null if there is none. */
export function fixFromColumns(columns: FixColumns, slot: number): Fix | null {
  const at = orNull(columns.fixAt[slot]!);
  const latitude = orNull(columns.latitude[slot]!);
  if (at === null && latitude === null) return null;
  return {
    at,
    latitude,
    longitude: orNull(columns.longitude[slot]!),
    speed: orNull(columns.speed[slot]!),
    course: orNull(columns.course[slot]!),
    battery: orNull(columns.battery[slot]!),
    fuel: null,
    fuel2: null,
    temperature: null,
    temperature2: null,
    sensorTimes: [],
    inactiveSeconds: orNull(columns.inactiveSeconds[slot]!),
    rpm: null,
    mileageKm: null,
    warningTexts: [],
    alertTexts: [],
    alerts: [],
    warnings: [],
    hasCriticalAlert: (columns.flags[slot]! & flagCritical) !== 0 ? true : null,
    attributes: {},
    accessories: [],
    inputs: [],
    outputs: [],
    extra: {},
  };
}

/** The device from the columns alone, for a lost record. */
export function deviceFromColumns(columns: FleetColumns, slot: number): Device {
  const text = (name: 'name' | 'description' | 'phone') => textAt(columns[name], slot) || null;
  const tags = textAt(columns.tags, slot);
  return {
    id: textAt(columns.id, slot),
    name: text('name'),
    description: text('description'),
    phone: text('phone'),
    tags: Object.fromEntries(
      (tags ? tags.split(tagSeparator) : []).map((tag) => {
        const [key = '', ...value] = tag.split(tagColon);
        return [key, value.join(tagColon)];
      }),
    ),
    expiresAt: finiteOrNull(columns.expiresAt[slot]!),
    limits: null,
    extra: {},
    unlistedAt: orNull(columns.unlistedAt[slot]!),
  };
}

/** The times with which new records become columns. */
export interface ColumnTimes {
  /** When the list was received; null: single records. */
  asOf: number | null;
  /** When the list before it was received. */
  previousAsOf: number | null;
  /** The time zone in which a day begins: the account's. */
  timeZone: string;
}

/**
 * Device columns of the slots from `from`. `records[i]` is the device as listed; undefined if it is
 * missing: it keeps the columns of `old` and is marked unlisted since `asOf`. Without a list (`asOf`
 * null) the marks do not change.
 */
export function deviceColumnsAfter(
  old: DeviceColumns,
  from: number,
  records: readonly (Device | undefined)[],
  { asOf, previousAsOf, timeZone }: ColumnTimes,
): DeviceColumns {
  const count = records.length;
  const texts = (name: 'name' | 'description' | 'phone') =>
    packTexts(
      records.map((record, i) => (record ? (record[name] ?? '') : textAt(old[name], from + i))),
    );
  const expiresAt = new Float64Array(count);
  const expiredFrom = new Float64Array(count);
  const receivedAt = new Float64Array(count);
  const unlistedAt = new Float64Array(count);
  records.forEach((record, i) => {
    const before = old.unlistedAt[from + i]!;
    if (record) {
      const received = record.receivedAt ?? asOf;
      const expiry = expiryColumns({ ...record, receivedAt: received }, timeZone);
      expiresAt[i] = expiry.expiresAt;
      expiredFrom[i] = expiry.expiredFrom;
      receivedAt[i] = orNaN(record.receivedAt);
    } else {
      expiresAt[i] = old.expiresAt[from + i]!;
      expiredFrom[i] = old.expiredFrom[from + i]!;
      // It was last listed before this list.
      const isLeaving = asOf !== null && Number.isNaN(before);
      const last = old.receivedAt[from + i]!;
      receivedAt[i] = isLeaving && Number.isNaN(last) ? orNaN(previousAsOf) : last;
    }
    if (asOf === null) unlistedAt[i] = before;
    else if (record) unlistedAt[i] = Number.NaN;
    else unlistedAt[i] = Number.isNaN(before) ? asOf : before;
  });
  return {
    count,
    id: packTexts(records.map((record, i) => record?.id ?? textAt(old.id, from + i))),
    name: texts('name'),
    description: texts('description'),
    phone: texts('phone'),
    tags: packTexts(
      records.map((record, i) => (record ? tagText(record.tags) : textAt(old.tags, from + i))),
    ),
    expiresAt,
    expiredFrom,
    receivedAt,
    unlistedAt,
  };
}

/** The columns with the expiry of all devices in another time zone. */
export function withExpiryIn<C extends DeviceColumns>(
  columns: C,
  devices: Iterable<Device>,
  timeZone: string,
): C {
  const expiresAt = new Float64Array(columns.count);
  const expiredFrom = new Float64Array(columns.count);
  let slot = 0;
  for (const device of devices) {
    const expiry = expiryColumns(device, timeZone);
    expiresAt[slot] = expiry.expiresAt;
    expiredFrom[slot] = expiry.expiredFrom;
    slot += 1;
  }
  return { ...columns, expiresAt, expiredFrom };
}

function tagText(tags: Device['tags']): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}${tagColon}${value}`)
    .join(tagSeparator);
}
