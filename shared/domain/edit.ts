import { z } from 'zod';
import { type PlainKey, saidSchema } from '../i18n/translate';
import { deviceSchema, type Device } from './device';
import { groupSchema, type Group, groupFields } from './group';
import { userSchema, type User, userFields } from './user';
import { day, editSchema } from './field';
import type { Fault } from '../fault';

const notALimit = 'fields.problem.limit' satisfies PlainKey;
const limit = z.number(notALimit).int(notALimit).nonnegative(notALimit).nullable();

/** The changes to a user: only the edited fields. null clears a field. */
export const userEditSchema = editSchema(userFields);
export type UserEdit = z.infer<typeof userEditSchema>;

export const groupEditSchema = editSchema(groupFields);
export type GroupEdit = z.infer<typeof groupEditSchema>;

/** The writable settings of section 2.3; the counters are never editable. */
export const limitsEditSchema = z
  .object({
    expires: z.boolean(),
    expirationDate: day.nullable(),
    dailyEmailLimit: limit,
    dailySmsLimit: limit,
  })
  .partial();
export type LimitsEdit = z.infer<typeof limitsEditSchema>;

export const recordKinds = ['user', 'group', 'limits'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A field that another user also changed since the record was read. */
const fieldConflictSchema = z.object({
  field: z.string(),
  base: z.unknown(),
  theirs: z.unknown(),
  mine: z.unknown(),
});
export type FieldConflict = z.infer<typeof fieldConflictSchema>;

/** The result of an edit. A conflict has changed nothing; the user chooses and saves again. */
const savedSchema = <T extends z.ZodType>(record: T) =>
  z.discriminatedUnion('status', [
    z.object({
      status: z.literal('saved'),
      record,
      /** The journal entry, for undo; null if nothing had to be sent. */
      journalId: z.string().nullable(),
    }),
    z.object({
      status: z.literal('conflict'),
      conflicts: z.array(fieldConflictSchema),
      /** The current record of the service, the new base. */
      theirs: record,
    }),
  ]);
export type Saved<T> =
  | { status: 'saved'; record: T; journalId: string | null }
  | { status: 'conflict'; conflicts: FieldConflict[]; theirs: T };

/** The kinds of unsaved data: changes of a record, a form to submit, or a local note on a device. */
export const draftKinds = [...recordKinds, 'submission', 'note'] as const;
export type DraftKind = (typeof draftKinds)[number];

/** `user:ID`, `group:ID`, `limits:ID`, `submission:alert`; `user:new:UUID` for new records. */
export const draftKeySchema = z.string().min(1).max(600);

/** Unsaved changes, preserved over a crash, a reload and being offline. Without the password. */
export const draftSchema = z.object({
  key: draftKeySchema,
  kind: z.enum(draftKinds),
  /** Its name in a list. */
  label: z.string(),
  /** The record when editing began, or an empty form; null for a new record. */
  base: z.record(z.string(), z.unknown()).nullable(),
  edit: z.record(z.string(), z.unknown()),
  savedAt: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;

/** A draft with the password that was typed in it; main has it while the account is locked, and nowhere else. */
export const typedPasswordSchema = draftSchema
  .omit({ savedAt: true, edit: true })
  .extend({ password: z.string().max(4096) });
export type TypedPassword = z.infer<typeof typedPasswordSchema>;

/** One entry of the local journal: what this app changed at the service, and how to undo it. */
export const journalEntrySchema = z.object({
  id: z.string(),
  at: z.number(),
  /** The account that made the change: user name and address. */
  by: saidSchema,
  /** `report`: what a job submitted for a device, one entry for the whole job. */
  kind: z.enum([...recordKinds, 'report']),
  action: z.enum(['create', 'change', 'replace', 'delete', 'activate', 'submit']),
  recordId: z.string(),
  label: z.string(),
  /** Field by field; a password shows as "(set)". */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      isBeforeMissing: z.boolean().optional(),
    }),
  ),
  jobId: z.string().nullable(),
  undo: z.enum(['possible', 'done', 'impossible']),
  /** Why it cannot be undone. */
  undoReason: saidSchema.nullable(),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** A search in the journal; all conditions must match. */
export const journalFindSchema = z.object({
  /** Words of the action, the kind of record, and its name or id. */
  text: z.string().max(200),
  undo: z.enum(['possible', 'done', 'impossible']).nullable(),
});
export type JournalFind = z.infer<typeof journalFindSchema>;

/** How many entries can be undone, were undone, and cannot be. */
export const journalCountsSchema = z.object({
  possible: z.number(),
  done: z.number(),
  impossible: z.number(),
});
export type JournalCounts = z.infer<typeof journalCountsSchema>;

const id = z.string().min(1).max(512);

/**
 * The draft of the record: what was sent of it is removed in the write of the journal entry, all of it
 * with the record.
 */
const draft = draftKeySchema.optional();

const userCommand = z.discriminatedUnion('action', [
  z.object({ kind: z.literal('user'), action: z.literal('create'), edit: userEditSchema, draft }),
  /** JSON Patch of the changes to `base`, merged with later changes by others. */
  z.object({
    kind: z.literal('user'),
    action: z.literal('change'),
    base: userSchema,
    edit: userEditSchema,
    draft,
  }),
  /** PUT of the whole record, including fields unknown to Waypost. */
  z.object({
    kind: z.literal('user'),
    action: z.literal('replace'),
    base: userSchema,
    edit: userEditSchema,
    draft,
  }),
  z.object({ kind: z.literal('user'), action: z.literal('delete'), id, draft }),
]);

const groupCommand = z.discriminatedUnion('action', [
  z.object({ kind: z.literal('group'), action: z.literal('create'), edit: groupEditSchema, draft }),
  z.object({
    kind: z.literal('group'),
    action: z.literal('change'),
    base: groupSchema,
    edit: groupEditSchema,
    draft,
  }),
  z.object({
    kind: z.literal('group'),
    action: z.literal('replace'),
    base: groupSchema,
    edit: groupEditSchema,
    draft,
  }),
  z.object({ kind: z.literal('group'), action: z.literal('delete'), id, draft }),
]);

const limitsCommand = z.discriminatedUnion('action', [
  z.object({
    kind: z.literal('limits'),
    action: z.literal('change'),
    base: deviceSchema,
    edit: limitsEditSchema,
    draft,
  }),
  /** Uses a free licence; otherwise fails with `conflict` and the reason from the service. */
  z.object({ kind: z.literal('limits'), action: z.literal('activate'), id }),
]);

/** All commands for one record at the service. */
export const editCommandSchema = z.discriminatedUnion('kind', [
  userCommand,
  groupCommand,
  limitsCommand,
]);
export type EditCommand = z.infer<typeof editCommandSchema>;

/** The record that each kind of edit belongs to: limits are part of a device. */
export interface EntityOf {
  user: User;
  group: Group;
  limits: Device;
}

/** The record was deleted, and the journal has the entry for undo. */
export interface Deleted {
  status: 'deleted';
  journalId: string;
}

/** The result of a command; that of a deletion has no record. */
export type EditResult<C extends EditCommand = EditCommand> = C extends { action: 'delete' }
  ? Deleted
  : Saved<EntityOf[C['kind']]>;

export const editResultSchema = z.union([
  savedSchema(userSchema),
  savedSchema(groupSchema),
  savedSchema(deviceSchema),
  z.object({ status: z.literal('deleted'), journalId: z.string() }),
]);

/**
 * A create whose response was lost: whether the service may still carry it out, and which records
 * may be its result.
 */

/** The maximum difference between the clocks of this computer and the service. */
export const clockToleranceMs = 10 * 60_000;

/** Whether a record may come from an attempt: not created before it. Both in epoch milliseconds. */
export function mayBeFromAttempt(createdAt: number | null, attemptedAt: number): boolean {
  return createdAt === null || createdAt >= attemptedAt - clockToleranceMs;
}

/**
 * The service may still be working on the request: our timeout or that of a gateway ended the wait.
 * A record that is not there yet may still appear.
 */
export function mayStillArrive(fault: Fault): boolean {
  if (fault.kind === 'offline') return fault.layer === 'timeout';
  return fault.kind === 'busy' && (fault.status === 408 || fault.status === 504);
}
