import { z } from 'zod';
import { jobKinds, jobRowSchema, jobSchema, jobStepSchema, rowStates } from '../domain/job';
import { call, event } from './define';
import { id, ids, nothing } from './fields';

const rowIndexes = z.array(z.number().int().min(0)).max(200_000).nullable();

/** Bulk actions: planned, run, paused, retried, undone. */
export const jobs = {
  list: call(nothing, z.array(jobSchema)),
  /** Plans without sending anything. */
  plan: call(
    z.object({
      title: z.string().max(300),
      kind: z.enum(jobKinds),
      steps: z.array(jobStepSchema).max(200_000),
    }),
    jobSchema,
  ),
  rows: call(
    z.object({
      id,
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      state: z.enum(rowStates).nullable(),
    }),
    z.object({ total: z.number(), rows: z.array(jobRowSchema) }),
  ),
  start: call(z.object({ id }), jobSchema),
  pause: call(z.object({ id }), jobSchema),
  cancel: call(z.object({ id }), jobSchema),
  /** The state of every row, in plan order. */
  rowStates: call(z.object({ id }), z.array(z.enum(rowStates))),
  /** Runs failed rows again; `rows` are indexes into the plan, null means all. */
  retryFailed: call(z.object({ id, rows: rowIndexes }), jobSchema),
  /** Plans the undo of a job as a separate job; `rows` as above. */
  planUndo: call(z.object({ id, rows: rowIndexes }), jobSchema),
  /** Plans the undo of journal entries as one job. */
  planUndoOfEntries: call(z.object({ ids }), jobSchema),
  remove: call(z.object({ id }), nothing),
  changed: event(z.array(jobSchema)),
};
