import { z } from 'zod';
import { faultSchema } from '../fault';
import { saidSchema } from '../i18n/translate';
import { groupEditSchema, limitsEditSchema, recordKinds, userEditSchema } from './edit';
import { heldBackSchema } from './alert-channels';
import { typedAlertSchema, typedLocationSchema } from './submission';
import { submissionResultSchema } from './submission-result';

const id = z.string();

/**
 * One row of a bulk action: an edit command of a record, based on the record that the plan shows, or one
 * of the actions that only jobs have.
 */
export const jobStepSchema = z.discriminatedUnion('kind', [
  z.discriminatedUnion('action', [
    z.object({ kind: z.literal('user'), action: z.literal('create'), edit: userEditSchema }),
    z.object({ kind: z.literal('user'), action: z.literal('change'), id, edit: userEditSchema }),
    z.object({ kind: z.literal('user'), action: z.literal('delete'), id }),
  ]),
  z.discriminatedUnion('action', [
    z.object({ kind: z.literal('group'), action: z.literal('create'), edit: groupEditSchema }),
    z.object({ kind: z.literal('group'), action: z.literal('change'), id, edit: groupEditSchema }),
    z.object({ kind: z.literal('group'), action: z.literal('delete'), id }),
  ]),
  z.discriminatedUnion('action', [
    z.object({
      kind: z.literal('limits'),
      action: z.literal('change'),
      id,
      edit: limitsEditSchema,
    }),
    /** Activates an expired device; with a date, sets its new expiration date first. */
    z.object({
      kind: z.literal('limits'),
      action: z.literal('renew'),
      id,
      expirationDate: z.string().nullable(),
    }),
  ]),
  z.discriminatedUnion('action', [
    /** `id` is the device's. */
    z.object({
      kind: z.literal('report'),
      action: z.literal('submitLocation'),
      id,
      location: typedLocationSchema,
    }),
    z.object({
      kind: z.literal('report'),
      action: z.literal('submitAlert'),
      id,
      alert: typedAlertSchema,
    }),
  ]),
]);
export type JobStep = z.infer<typeof jobStepSchema>;

/** The kind of a row: a record, or a submitted report of a device. */
const rowKinds = [...recordKinds, 'report'] as const;
export type RowKind = (typeof rowKinds)[number];

/** The kind of records of a job; `mixed`: several kinds. */
export const jobKinds = [...rowKinds, 'mixed'] as const;
export type JobKind = (typeof jobKinds)[number];

export function rowKindsOf(kind: JobKind): readonly RowKind[] {
  return kind === 'mixed' ? recordKinds : [kind];
}

const rowActions = [
  'create',
  'change',
  'delete',
  'renew',
  'submitLocation',
  'submitAlert',
] as const satisfies readonly JobStep['action'][];

export const rowStates = ['refused', 'waiting', 'running', 'done', 'failed', 'undone'] as const;
export type RowState = (typeof rowStates)[number];

/** One row of a plan and its result. */
export const jobRowSchema = z.object({
  index: z.number().int(),
  label: z.string(),
  kind: z.enum(rowKinds),
  action: z.enum(rowActions),
  state: z.enum(rowStates),
  /** What will change (or changed), field by field. */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      isBeforeMissing: z.boolean().optional(),
    }),
  ),
  refusal: saidSchema.nullable(),
  /** What else happens, for the user: who loses access when a group is deleted. */
  note: saidSchema.optional(),
  fault: faultSchema.nullable(),
  /** Of a submission that was sent: what the service answered. */
  result: submissionResultSchema.optional(),
});
export type JobRow = z.infer<typeof jobRowSchema>;

const jobPhases = ['planned', 'running', 'paused', 'done', 'cancelled'] as const;

/** A bulk action: planned first, then run, paused, resumed after a restart, undone. */
export const jobSchema = z.object({
  id: z.string(),
  title: saidSchema,
  kind: z.enum(jobKinds),
  createdAt: z.number(),
  phase: z.enum(jobPhases),
  /** Why it is paused: a fault (offline, key refused, limit), or null if the user paused it. */
  pausedBy: faultSchema.nullable(),
  /** The app was closed while it ran: it resumes automatically when the service answers. */
  pausedByRestart: z.boolean().optional(),
  /** When it resumes automatically, epoch milliseconds. */
  resumesAt: z.number().nullable(),
  rows: z.number(),
  /** Steps that were skipped because there was nothing to change. */
  unchanged: z.number().optional(),
  /** Submissions whose answer is not the record as it was submitted. */
  unconfirmed: z.number().optional(),
  /** Of submissions that are as submitted otherwise: how many a daily limit held back, by channel. */
  heldBack: z.array(heldBackSchema.extend({ records: z.number() })).optional(),
  /** Devices whose Expires the service switched off with their activation. */
  expiresOff: z.number().optional(),
  counts: z.record(z.enum(rowStates), z.number()),
  /** How many calls the whole job costs. */
  calls: z.number(),
  callsPerMinute: z.number(),
  /** How long the remaining rows take at the present limit. */
  estimatedSeconds: z.number(),
  canUndo: z.boolean(),
});
export type Job = z.infer<typeof jobSchema>;
