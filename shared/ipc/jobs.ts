import { z } from 'zod';
import { jobKinds, jobRowSchema, jobSchema, jobStepSchema, rowStates } from '../domain/job';
import { call, event } from './define';
import { id, ids, nothing } from './fields';
import { draftKeySchema } from '../domain/edit';
import { sentMessageSchema } from '../i18n/translate';
import {
  fileReadProgressSchema,
  importedTrackSchema,
  trackImportSchema,
  typedAlertSchema,
  typedLocationSchema,
  trackChoicesSchema,
} from '../domain/submission';

const rowIndexes = z.array(z.number().int().min(0)).max(200_000).nullable();

/** Bulk actions: planned, run, paused, retried, undone. */
export const jobs = {
  list: call(nothing, z.array(jobSchema)),
  /** Plans without sending anything. */
  plan: call(
    z.object({
      title: z.union([z.string().max(300), sentMessageSchema]),
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
  planUndoOfEntries: call(z.object({ ids }), jobSchema),
  remove: call(z.object({ id }), nothing),
  changed: event(z.array(jobSchema)),
};

/** The draft that the form is stored in. */
const draft = draftKeySchema.optional();

/** Submitting locations, tracks and alerts. */
export const submit = {
  /**
   * Plans a job of one row per record; nothing is sent before `jobs.start`, which removes the draft if it
   * is still as it was planned.
   */
  planLocation: call(z.object({ deviceId: id, location: typedLocationSchema, draft }), jobSchema),
  planAlert: call(z.object({ deviceId: id, alert: typedAlertSchema, draft }), jobSchema),
  /**
   * Opens a GPX, KML, GeoJSON or CSV file with a file dialog; null if cancelled. The points of each
   * track arrive on the history port.
   */
  openTrack: call(nothing, trackImportSchema.nullable()),
  /** Opens the file that the system handed over, which is then no longer pending. */
  openReceivedFile: call(z.object({ id }), trackImportSchema.nullable()),
  /** Reads the opened file again with other choices; it gets another token. */
  readAgain: call(
    z.object({ token: id, choices: trackChoicesSchema }),
    trackImportSchema.nullable(),
  ),
  /** Retries the file that could not be opened. */
  openAgain: call(nothing, trackImportSchema.nullable()),
  /** The opened file of this account, with its points sent to the port again; null: none. */
  opened: call(nothing, trackImportSchema.nullable()),
  closeTrack: call(nothing, nothing),
  /** The file that is being read; null: none. */
  readProgress: call(nothing, fileReadProgressSchema.nullable()),
  /** The call that requested the file then returns null; a file opened before stays open. */
  cancelRead: call(nothing, nothing),
  readProgressChanged: event(fileReadProgressSchema.nullable()),
  /** Plans a submission of the valid points of one track of an opened file, in time order. */
  planTrack: call(
    z.object({ token: id, track: importedTrackSchema.shape.index, deviceId: id }),
    jobSchema,
  ),
};
