import { z } from 'zod';
import { draftKeySchema } from '../domain/edit';
import { jobSchema } from '../domain/job';
import {
  fileReadProgressSchema,
  importedTrackSchema,
  trackImportSchema,
  typedAlertSchema,
  typedLocationSchema,
  trackChoicesSchema,
} from '../domain/submission';
import { call, event } from './define';
import { id, nothing } from './fields';

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
  /** Closes the opened file. */
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
