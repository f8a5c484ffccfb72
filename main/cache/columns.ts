import type { Device } from '#shared/domain/device';
import type { Fix } from '#shared/domain/fix';
import type { AnswerEffect, LastPosition } from '#shared/domain/last-report';
import {
  flagAheadAnswer,
  flagCritical,
  flagNoPosition,
  flagNotUnderstood,
  flagOlderAnswer,
  packTexts,
  textAt,
  type FixColumns,
  type FleetColumns,
} from '#shared/fleet/columns';
import type { DeviceColumns } from './chunks';

const orNaN = (value: number | null | undefined): number => value ?? Number.NaN;
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
    (fix === null || hasPosition(fix) ? 0 : flagNoPosition);
}

const answerFlags: Record<Exclude<AnswerEffect, 'taken'>, number> = {
  notUnderstood: flagNotUnderstood,
  older: flagOlderAnswer,
  olderPosition: flagOlderAnswer,
  ahead: flagAheadAnswer,
  none: 0,
};
const anyAnswerFlag = flagNotUnderstood | flagOlderAnswer | flagAheadAnswer;

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
    expiresAt: orNull(columns.expiresAt[slot]!),
    limits: null,
    extra: {},
    unlistedAt: orNull(columns.unlistedAt[slot]!),
  };
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
  asOf: number | null,
): DeviceColumns {
  const count = records.length;
  const texts = (name: 'name' | 'description' | 'phone') =>
    packTexts(
      records.map((record, i) => (record ? (record[name] ?? '') : textAt(old[name], from + i))),
    );
  const expiresAt = new Float64Array(count);
  const unlistedAt = new Float64Array(count);
  records.forEach((record, i) => {
    const before = old.unlistedAt[from + i]!;
    expiresAt[i] = record ? orNaN(record.expiresAt) : old.expiresAt[from + i]!;
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
    unlistedAt,
  };
}

function tagText(tags: Device['tags']): string {
  return Object.entries(tags)
    .map(([key, value]) => `${key}${tagColon}${value}`)
    .join(tagSeparator);
}
