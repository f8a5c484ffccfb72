import { severityOf } from '#shared/domain/alert';
import type { Device } from '#shared/domain/device';
import { overLimitUntil } from '#shared/domain/device-limits';
import { expiryColumns } from '#shared/domain/expiry';
import type { Fix, AnswerEffect, LastPosition } from '#shared/domain/fix';
import {
  flagAheadAnswer,
  flagBehindAnswer,
  flagAlert,
  flagCritical,
  flagNoPosition,
  flagNotUnderstood,
  flagOlderAnswer,
  flagSos,
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

const hasPosition = (fix: Fix | null) =>
  fix !== null && fix.latitude !== null && fix.longitude !== null;

/** Writes the place of a fix (null: none) into the columns. */
function applyPosition(columns: FixColumns, slot: number, fix: Fix | null): void {
  columns.latitude[slot] = orNaN(fix?.latitude);
  columns.longitude[slot] = orNaN(fix?.longitude);
  columns.positionAt[slot] = orNaN(fix?.at);
  columns.speed[slot] = orNaN(fix?.speed);
  columns.course[slot] = orNaN(fix?.course);
}

/** Writes a whole fix (null: none) into the columns; NaN is "not provided". */
export function applyFixToColumns(columns: FixColumns, slot: number, fix: Fix | null): void {
  applyPosition(columns, slot, hasPosition(fix) ? fix : null);
  applyReport(columns, slot, fix);
}

function applyReport(columns: FixColumns, slot: number, fix: Fix | null): void {
  columns.fixAt[slot] = orNaN(fix?.at);
  columns.battery[slot] = orNaN(fix?.battery);
  columns.inactiveSeconds[slot] = orNaN(fix?.inactiveSeconds);
  columns.flags[slot] =
    (fix?.hasCriticalAlert === true ? flagCritical : 0) |
    (fix !== null && fix.alerts.length > 0 ? flagAlert : 0) |
    (fix !== null && severityOf(fix.alerts) === 'sos' ? flagSos : 0) |
    (fix === null || hasPosition(fix) ? 0 : flagNoPosition);
}

const answerFlags: Record<Exclude<AnswerEffect, 'taken'>, number> = {
  notUnderstood: flagNotUnderstood,
  older: flagOlderAnswer,
  olderPosition: flagOlderAnswer,
  ahead: flagAheadAnswer,
  behind: flagBehindAnswer,
  none: 0,
};
const anyAnswerFlag = flagNotUnderstood | flagOlderAnswer | flagAheadAnswer | flagBehindAnswer;

/** Writes an answer into the columns. A report without a position leaves the last known place. */
export function applyAnswerToColumns(
  columns: FixColumns,
  slot: number,
  effect: AnswerEffect,
  fix: Fix | null,
): void {
  if ((effect === 'taken' || effect === 'olderPosition') && hasPosition(fix)) {
    applyPosition(columns, slot, fix);
  }
  if (effect === 'taken') applyReport(columns, slot, fix);
  else columns.flags[slot] = (columns.flags[slot]! & ~anyAnswerFlag) | answerFlags[effect];
}

/** The place from the columns alone; null if there is none. */
export function positionFromColumns(columns: FixColumns, slot: number): LastPosition | null {
  const latitude = orNull(columns.latitude[slot]!);
  const longitude = orNull(columns.longitude[slot]!);
  if (latitude === null || longitude === null) return null;
  return {
    at: orNull(columns.positionAt[slot]!),
    latitude,
    longitude,
    speed: orNull(columns.speed[slot]!),
    course: orNull(columns.course[slot]!),
  };
}

/** The last report from the columns alone, for a lost record; null if there is none. */
export function fixFromColumns(columns: FixColumns, slot: number): Fix | null {
  const at = orNull(columns.fixAt[slot]!);
  const isOther = (columns.flags[slot]! & flagNoPosition) !== 0;
  const position = isOther ? null : positionFromColumns(columns, slot);
  if (at === null && position === null) return null;
  return {
    at,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    speed: position?.speed ?? null,
    course: position?.course ?? null,
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
    gaps: { notProvided: lostLists },
  };
}

/** Lists that the columns do not contain: they are unknown, not empty. */
const lostLists =
  'warningTexts alertTexts alerts warnings attributes accessories inputs outputs'.split(' ');

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
  const overLimit = new Float64Array(count);
  const receivedAt = new Float64Array(count);
  const unlistedAt = new Float64Array(count);
  records.forEach((record, i) => {
    const before = old.unlistedAt[from + i]!;
    if (record) {
      const received = record.receivedAt ?? asOf;
      const timed = { ...record, receivedAt: received };
      const expiry = expiryColumns(timed, timeZone);
      overLimit[i] = orNaN(overLimitUntil(timed, timeZone));
      expiresAt[i] = expiry.expiresAt;
      expiredFrom[i] = expiry.expiredFrom;
      receivedAt[i] = orNaN(record.receivedAt);
    } else {
      expiresAt[i] = old.expiresAt[from + i]!;
      expiredFrom[i] = old.expiredFrom[from + i]!;
      overLimit[i] = old.overLimitUntil[from + i]!;
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
    overLimitUntil: overLimit,
    receivedAt,
    unlistedAt,
  };
}

/** The columns with what depends on the days of all devices in another time zone. */
export function withExpiryIn<C extends DeviceColumns>(
  columns: C,
  devices: Iterable<Device>,
  timeZone: string,
): C {
  const expiresAt = new Float64Array(columns.count);
  const expiredFrom = new Float64Array(columns.count);
  const overLimit = new Float64Array(columns.count);
  let slot = 0;
  for (const device of devices) {
    const expiry = expiryColumns(device, timeZone);
    expiresAt[slot] = expiry.expiresAt;
    expiredFrom[slot] = expiry.expiredFrom;
    overLimit[slot] = orNaN(overLimitUntil(device, timeZone));
    slot += 1;
  }
  return { ...columns, expiresAt, expiredFrom, overLimitUntil: overLimit };
}

function tagText(tags: Device['tags']): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}${tagColon}${value}`)
    .join(tagSeparator);
}
