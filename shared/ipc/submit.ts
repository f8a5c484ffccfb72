import { z } from 'zod';
import { jobSchema } from '../domain/job';
import {
  fileReadProgressSchema,
  importedTrackSchema,
  trackImportSchema,
  typedAlertSchema,
  typedLocationSchema,
} from '../domain/submission';
import { call, event } from './define';
import { id, nothing } from './fields';

/** Submitting locations, tracks and alerts. */
export const submit = {
  /** Plans a job of one row per record; nothing is sent before `jobs.start`. */
  planLocation: call(z.object({ deviceId: id, location: typedLocationSchema }), jobSchema),
  planAlert: call(z.object({ deviceId: id, alert: typedAlertSchema }), jobSchema),
  /**
   * Asks for a GPX, KML, GeoJSON or CSV file; null where the person cancelled. The points of each
   * track arrive on the history port.
   */
  openTrack: call(nothing, trackImportSchema.nullable()),
  /** The same with the file that the system handed over, which does not wait any more then. */
  openReceivedFile: call(z.object({ id }), trackImportSchema.nullable()),
  /** The file that could not be opened, tried again. */
  openAgain: call(nothing, trackImportSchema.nullable()),
  /** The file that this account has open, its points on the port again; null: none is. */
  opened: call(nothing, trackImportSchema.nullable()),
  /** Forgets it. */
  closeTrack: call(nothing, nothing),
  /** The file that is being read; null: none is. */
  readProgress: call(nothing, fileReadProgressSchema.nullable()),
  /** The call that asked for the file answers null then; what was open before stays open. */
  cancelRead: call(nothing, nothing),
  readProgressChanged: event(fileReadProgressSchema.nullable()),
  /** Plans what can be sent of one track of an opened file, in the order of time. */
  planTrack: call(
    z.object({ token: id, track: importedTrackSchema.shape.index, deviceId: id }),
    jobSchema,
  ),
};
