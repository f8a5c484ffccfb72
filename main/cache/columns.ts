import { severityOf } from '#shared/domain/alert';
import type { Device } from '#shared/domain/device';
import { overLimitUntil } from '#shared/domain/device-limits';
import { expiryColumns } from '#shared/domain/expiry';
import {
  type Fix,
  type AnswerEffect,
  type LastPosition,
  fixSchema,
  effectOf,
  lastPositionSchema,
  otherAnswerSchema,
  positionOf,
  type OtherAnswer,
} from '#shared/domain/fix';
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
import { z } from 'zod';
import type { Vault } from './vault';

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

/** The answer to a request for the last location of a device. */
export interface FixUpdate {
  slot: number;
  /** null: there is none. Absent: nothing new, only `checkedAt` changes. */
  fix?: Fix | null;
  /** The JSON of the answer. */
  raw?: unknown;
  /** False: the answer has content, but no usable time and place. */
  isUnderstood?: boolean;
  /** When it was requested, epoch milliseconds. */
  checkedAt: number;
}

/** What is cached of the reports of a device. Raw texts are the original JSON. */
export interface CachedReports {
  /** The last report. */
  fix: Fix | null;
  rawFix: string | null;
  position: LastPosition | null;
  /** Time of the first report without a position since then; null while reports have one. */
  noPositionSince: number | null;
  /** The last answer, if it is not the last report. */
  otherAnswer: OtherAnswer | null;
  rawOtherAnswer: string | null;
}

const extrasSchema = z.object({
  position: lastPositionSchema.nullable(),
  noPositionSince: z.number().nullable(),
  otherAnswer: otherAnswerSchema.nullable(),
});
type Extras = z.infer<typeof extrasSchema>;

const noExtras: Extras = { position: null, noPositionSince: null, otherAnswer: null };

interface FixRecord {
  fix: string;
  raw: string;
  extras: Extras;
  rawOtherAnswer: string;
}

/**
 * Reads a fix record. JSON contains no raw line break, so one separates the texts: the last report,
 * its JSON as received and, if there is more to say, the extras and the JSON of the last answer.
 */
function recordOf(text: string): FixRecord {
  const [fix = '', raw = '', extras, rawOtherAnswer = ''] = text.split('\n');
  const read = extras ? extrasSchema.safeParse(JSON.parse(extras)) : null;
  return {
    fix,
    raw,
    extras: read?.success ? read.data : noExtras,
    rawOtherAnswer,
  };
}

function textOf({ fix, raw, extras, rawOtherAnswer }: FixRecord): string {
  const isPlain = Object.values(extras).every((value) => value === null);
  return [fix, raw, isPlain ? '' : JSON.stringify(extras), rawOtherAnswer].join('\n');
}

/** The reports of a slot; null if nothing is stored. */
export function readReports(vault: Vault, slot: number): CachedReports | null {
  const text = vault.read('fix_records', slot)?.toString();
  if (!text) return null;
  const { fix: json, raw, extras, rawOtherAnswer } = recordOf(text);
  const parsed = json ? fixSchema.safeParse(JSON.parse(json)) : null;
  const fix = parsed?.success ? parsed.data : null;
  return {
    ...extras,
    fix,
    rawFix: raw || null,
    position: extras.position ?? positionOf(fix),
    rawOtherAnswer: rawOtherAnswer || null,
  };
}

/** Applies an answer to the columns and stages what is stored of it. */
export function stageAnswer(vault: Vault, columns: FleetColumns, update: FixUpdate): void {
  const { slot, fix, checkedAt, isUnderstood = true } = update;
  const raw = JSON.stringify(update.raw) ?? '';
  if (fix === null && isUnderstood) {
    applyFixToColumns(columns, slot, null);
    columns.checkedAt[slot] = checkedAt;
    vault.stage('fix_records', slot, Buffer.from(''));
    return;
  }
  const known = { fixAt: columns.fixAt[slot]!, positionAt: columns.positionAt[slot]! };
  const answer = { fix: fix ?? null, isUnderstood };
  const effect = effectOf(answer, known, checkedAt);
  applyAnswerToColumns(columns, slot, effect, answer.fix);
  columns.checkedAt[slot] = checkedAt;
  if (effect === 'taken') {
    const extras = positionOf(answer.fix) ? noExtras : withoutPosition(vault, slot, answer.fix);
    const text = textOf({ fix: JSON.stringify(fix), raw, extras, rawOtherAnswer: '' });
    vault.stage('fix_records', slot, Buffer.from(text));
    return;
  }
  const stored = recordOf(vault.read('fix_records', slot)?.toString() ?? '');
  // A device that never reported has nothing to store.
  if (effect === 'none' && stored.fix === '' && stored.rawOtherAnswer === '') return;
  const isKept = effect === 'none' && stored.fix === '';
  const extras: Extras = {
    ...stored.extras,
    ...(effect === 'olderPosition' && {
      position: positionOf(answer.fix),
      noPositionSince: sinceAfter(stored.extras.noPositionSince, answer.fix?.at, known.fixAt),
    }),
    otherAnswer: isKept
      ? null
      : { is: effect === 'olderPosition' ? 'older' : effect, at: answer.fix?.at ?? null },
  };
  const text = textOf({ ...stored, extras, rawOtherAnswer: effect === 'none' ? '' : raw });
  vault.stageIfChanged('fix_records', slot, Buffer.from(text));
}

/** The first report without a position after `at`; `last` is the last one, which has none. */
function sinceAfter(since: number | null, at: number | null | undefined, last: number): number {
  return since !== null && since > (at ?? since) ? since : last;
}

/** What stays of the last position when a report comes without one. */
function withoutPosition(vault: Vault, slot: number, fix: Fix | null): Extras {
  const before = readReports(vault, slot);
  return {
    position: before?.position ?? null,
    noPositionSince: before?.noPositionSince ?? fix?.at ?? null,
    otherAnswer: null,
  };
}
