import { z } from 'zod';
import { editSchema } from './field';
import { groupFields } from './group';
import { userFields } from './user';

const calendarDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Write the day as YYYY-MM-DD.');
const limit = z
  .number({ error: 'Write a whole number, or leave it empty for no limit.' })
  .int('Write a whole number.')
  .nonnegative('A limit cannot be below zero.')
  .nullable();

/** The changes to a user: only the edited fields. null clears a field. */
export const userEditSchema = editSchema(userFields);
export type UserEdit = z.infer<typeof userEditSchema>;

export const groupEditSchema = editSchema(groupFields);
export type GroupEdit = z.infer<typeof groupEditSchema>;

/** The writable settings of section 2.3; the counters are never editable. */
export const limitsEditSchema = z
  .object({
    expires: z.boolean(),
    expirationDate: calendarDay.nullable(),
    dailyEmailLimit: limit,
    dailySmsLimit: limit,
  })
  .partial();
export type LimitsEdit = z.infer<typeof limitsEditSchema>;

export const recordKinds = ['user', 'group', 'limits'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** A field that another user also changed since the record was read. */
export const fieldConflictSchema = z.object({
  field: z.string(),
  base: z.unknown(),
  theirs: z.unknown(),
  mine: z.unknown(),
});
export type FieldConflict = z.infer<typeof fieldConflictSchema>;

/** The result of an edit. A conflict has changed nothing; the user chooses and saves again. */
export const savedSchema = <T extends z.ZodType>(record: T) =>
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

/** One entry of the local journal: what this app changed at the service, and how to undo it. */
export const journalEntrySchema = z.object({
  id: z.string(),
  at: z.number(),
  /** The account that made the change: user name and address. */
  by: z.string(),
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
  /** The job it was part of. */
  jobId: z.string().nullable(),
  undo: z.enum(['possible', 'done', 'impossible']),
  /** Why it cannot be undone. */
  undoReason: z.string().nullable(),
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
