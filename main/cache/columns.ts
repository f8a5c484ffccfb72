import type { Device } from '#shared/domain/device';
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
