import { z } from 'zod';
import { fieldValue, isSameValue, recordFields, type FieldChange } from './change';
import { deviceLabel, type Device } from './device';
import type { JournalEntry } from './edit';
import { groupLabel, type Group } from './group';
import { userLabel, type User } from './user';

/** A device counts as moved if it is farther than this from where it was, in a straight line. */
export const movedMetres = 500;
/** An absence shorter than this is not reported. */
export const shortestAbsenceMs = 3_600_000;
/** How far back a comparison reaches, apart from the last absence: yesterday, late in the evening. */
export const longestLookBackMs = 31 * 3_600_000;
/** The most devices or records that are listed under a heading; the totals count all. */
export const mostListed = 200;

/** What is compared of a device: a position, and which of the conditions hold. */
export interface DeviceMark {
  /** Degrees; both NaN together: no position is known. */
  latitude: number;
  longitude: number;
  isExpired: boolean;
  /** The end of the day for which the device is over a limit of messages; NaN: it is not over one. */
  overLimitUntil: number;
}

/** The values of the fleet from which a mark is made; NaN is "not provided". */
export type MarkInputs = Omit<DeviceMark, 'isExpired'> & { expiredFrom: number };

export function markOf({ expiredFrom, ...inputs }: MarkInputs, now: number): DeviceMark {
  const overLimitUntil = inputs.overLimitUntil > now ? inputs.overLimitUntil : Number.NaN;
  return { ...inputs, isExpired: expiredFrom <= now, overLimitUntil };
}

interface MarkDifference {
  isNewlyExpired: boolean;
  isNewlyOverLimit: boolean;
  /** How far it is from where it was; null: not farther than `movedMetres`, or not known. */
  movedBy: number | null;
}

/** What is new about a device since an earlier mark of it. */
export function differenceOf(
  before: DeviceMark,
  after: DeviceMark,
  metresBetween: (latA: number, lonA: number, latB: number, lonB: number) => number,
): MarkDifference {
  const { latitude, longitude } = before;
  const metres = metresBetween(latitude, longitude, after.latitude, after.longitude);
  return {
    isNewlyExpired: after.isExpired && !before.isExpired,
    // Over the limit of another day is new: the counts begin again every day.
    isNewlyOverLimit:
      !Number.isNaN(after.overLimitUntil) && after.overLimitUntil !== before.overLimitUntil,
    movedBy: metres > movedMetres ? metres : null,
  };
}

const changedRecordKinds = ['device', 'group', 'user'] as const;

/** A change of a record that was seen in an answer of the service. */
export const seenChangeSchema = z.object({
  kind: z.enum(changedRecordKinds),
  id: z.string(),
  label: z.string(),
  action: z.enum(['create', 'change', 'delete']),
  /** The changed fields; empty for a new or deleted record. */
  fields: z.array(z.object({ field: z.string(), after: z.unknown() })),
  /** When the record was last seen without the change; null: not recorded. */
  knownAt: z.number().nullable(),
  /** When the answer with the change was received. */
  seenAt: z.number(),
});
export type SeenChange = z.infer<typeof seenChangeSchema>;

/** The changes of a device that people make: its name and texts, its limits and its expiry. */
export function deviceChanges(before: Device, after: Device): FieldChange[] {
  const changes: FieldChange[] = [];
  const texts = ['name', 'description', 'phone'] as const;
  for (const field of texts) {
    if (before[field] === after[field]) continue;
    changes.push({ field, before: before[field], after: after[field] });
  }
  if (!isSameValue('map', before.tags, after.tags)) {
    changes.push({ field: 'tags', before: before.tags, after: after.tags });
  }
  if (before.limits !== null && after.limits !== null) {
    changes.push(...fieldChanges('limits', before.limits, after.limits));
  }
  const hasExpiry = changes.some(({ field }) => field === 'expires' || field === 'expirationDate');
  if (!hasExpiry && before.expiresAt !== after.expiresAt) {
    changes.push({ field: 'expiresAt', before: before.expiresAt, after: after.expiresAt });
  }
  return changes;
}

function fieldChanges(kind: 'user' | 'group' | 'limits', before: object, after: object) {
  return Object.entries(recordFields(kind)).flatMap(([field, { kind: valueKind }]) => {
    if (valueKind === 'secret') return [];
    const [was, is] = [fieldValue(kind, before, field), fieldValue(kind, after, field)];
    return isSameValue(valueKind, was, is) ? [] : [{ field, before: was, after: is }];
  });
}

interface ListedRecord {
  user: User;
  group: Group;
}

/** What changed about one record of a list; undefined: it is not in that list. null: nothing. */
export function recordChange<K extends keyof ListedRecord>(
  kind: K,
  before: ListedRecord[K] | undefined,
  after: ListedRecord[K] | undefined,
): Pick<SeenChange, 'kind' | 'id' | 'label' | 'action' | 'fields'> | null {
  const shown = after ?? before;
  if (!shown || before === after) return null;
  const label = kind === 'user' ? userLabel(shown as User) : groupLabel(shown as Group);
  const named = { kind, id: shown.id, label };
  if (!before) return { ...named, action: 'create', fields: [] };
  if (!after) return { ...named, action: 'delete', fields: [] };
  const fields = fieldChanges(kind, before, after).map(({ field, after: value }) => ({
    field,
    after: value,
  }));
  return fields.length === 0 ? null : { ...named, action: 'change', fields };
}

/** The change of a device that was seen; null: nothing that people change. */
export function deviceChange(
  before: Device,
  after: Device,
): Pick<SeenChange, 'kind' | 'id' | 'label' | 'action' | 'fields'> | null {
  const fields = deviceChanges(before, after).map(({ field, after: value }) => ({
    field,
    after: value,
  }));
  if (fields.length === 0) return null;
  return { kind: 'device', id: after.id, label: deviceLabel(after), action: 'change', fields };
}

/** A change is journalled when its answer arrives, shortly before or after the list that shows it. */
const journalToleranceMs = 60_000;
const journalKind = { device: 'limits', group: 'group', user: 'user' } as const;
/** Follows from the limits, where they say when a device expires. */
const follows: Readonly<Record<string, readonly string[]>> = {
  expiresAt: ['expires', 'expirationDate', 'active'],
};

/** What of a change was not made with this app, by its journal; null: nothing. */
export function withoutOwn(
  change: SeenChange,
  journal: readonly Pick<JournalEntry, 'at' | 'kind' | 'action' | 'recordId' | 'changes'>[],
): SeenChange | null {
  const own = journal.filter(
    ({ at, kind, recordId }) =>
      kind === journalKind[change.kind] &&
      recordId === change.id &&
      at <= change.seenAt + journalToleranceMs &&
      (change.knownAt === null || at >= change.knownAt - journalToleranceMs),
  );
  if (change.action !== 'change') {
    return own.some(({ action }) => action === change.action) ? null : change;
  }
  const table: Readonly<Record<string, { kind: Parameters<typeof isSameValue>[0] }>> = recordFields(
    journalKind[change.kind],
  );
  const fields = change.fields.filter(({ field, after }) => {
    const isOwn = own.some(({ changes }) =>
      changes.some((each) =>
        each.field === field
          ? isSameValue(table[field]?.kind ?? 'text', each.after, after)
          : (follows[field]?.includes(each.field) ?? false),
      ),
    );
    return !isOwn;
  });
  return fields.length === 0 ? null : { ...change, fields };
}

const listedDevice = z.object({ id: z.string(), label: z.string() });
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ total: z.number(), items: z.array(item) });

/** What is different now from a moment, as far as this app knows. */
export const handoverNoteSchema = z.object({
  since: z.number(),
  /** The moment of the positions and limits that were compared; null: none are known of that time. */
  comparedAt: z.number().nullable(),
  madeAt: z.number(),
  /** Silent since the moment or later, by the time of the last report. */
  silent: listOf(listedDevice.extend({ reportedAt: z.number() })),
  expired: listOf(listedDevice.extend({ expiredAt: z.number().nullable() })),
  /** Farthest first. */
  moved: listOf(listedDevice.extend({ metres: z.number() })),
  overLimit: listOf(listedDevice),
  /** Newest first. */
  changed: listOf(seenChangeSchema),
  /** The time from which on all changes are recorded; null: since before `since`. */
  changesFrom: z.number().nullable(),
  /** About these the service has not been asked since the moment. */
  notChecked: listOf(listedDevice),
});
export type HandoverNote = z.infer<typeof handoverNoteSchema>;

/** The headings of a note, in their order. */
export const handoverHeadings = ['silent', 'expired', 'moved', 'overLimit', 'changed'] as const;
export type HandoverHeading = (typeof handoverHeadings)[number];

/**
 * From when on the entries under a heading are known; null: since the moment of the note. Silence and
 * expiry follow from the dates of a device alone.
 */
export function knownFrom(heading: HandoverHeading, note: HandoverNote): number | null {
  if (heading === 'changed') return note.changesFrom;
  const isCompared = heading === 'moved' || heading === 'overLimit';
  const { comparedAt, since } = note;
  return isCompared && comparedAt !== null && comparedAt > since ? comparedAt : null;
}

/** Whether a note has something to say. */
export const hasNews = (note: HandoverNote): boolean =>
  handoverHeadings.some((heading) => note[heading].total > 0);

/** The last absence of the user. */
export const absenceSchema = z.object({
  leftAt: z.number(),
  /** Whether the user has closed the line about it. */
  isDismissed: z.boolean(),
});
export type Absence = z.infer<typeof absenceSchema>;
