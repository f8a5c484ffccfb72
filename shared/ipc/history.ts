import { z } from 'zod';
import { alertEntrySchema } from '../domain/alert-log';
import { exportProgressSchema } from '../domain/export-progress';
import {
  cachedHistorySchema,
  coverageSchema,
  fetchPlanSchema,
  fetchStateSchema,
  logKinds,
  rangeSchema,
} from '../domain/history';
import { jobSchema } from '../domain/job';
import {
  fileReadingSchema,
  importedTrackSchema,
  trackImportSchema,
  typedAlertSchema,
  typedLocationSchema,
} from '../domain/submission';
import { tripRulesSchema } from '../domain/trip';
import { call, event } from './define';

const nothing = z.undefined();
const id = z.string().min(1).max(512);
const ids = z.array(id).max(200_000);
const someIds = ids.min(1);
const fewIds = z.array(id).min(1).max(1_000);
const written = z.object({ file: z.string(), rows: z.number() }).nullable();

/** The words of what was: tracks, the alert log, live alerts, submitting. */
export const history = {
  history: {
    /** Asks for a fresh MessagePort; it arrives as a window message "waypost:history-port". */
    openPort: call(nothing, nothing),
    /**
     * Reads a track from what is kept, without asking the service. The columns arrive on the port as
     * a `HistoryMessage` with the same `request`, before this call is answered.
     */
    load: call(
      z.object({ request: z.number().int(), deviceId: id, range: rangeSchema }),
      z.object({ fixes: z.number(), coverage: coverageSchema }),
    ),
    /** What asking the service would cost; `again` asks anew also for what is here already. */
    plan: call(
      z.object({
        log: z.enum(logKinds),
        deviceIds: someIds,
        range: rangeSchema,
        again: z.boolean().optional(),
      }),
      fetchPlanSchema,
    ),
    /** Asks the service for what is missing; goes on behind `fetchChanged`. */
    fetch: call(
      z.object({
        log: z.enum(logKinds),
        deviceIds: someIds,
        range: rangeSchema,
        again: z.boolean().optional(),
      }),
      fetchStateSchema,
    ),
    fetches: call(nothing, z.array(fetchStateSchema)),
    pauseFetch: call(z.object({ id }), fetchStateSchema),
    resumeFetch: call(z.object({ id }), fetchStateSchema),
    cancelFetch: call(z.object({ id }), fetchStateSchema),
    /**
     * Every fetch of this session and what was interrupted before it, latest last; sent a few times a
     * second while one runs.
     */
    fetchChanged: event(z.array(fetchStateSchema)),
    cached: call(nothing, z.array(cachedHistorySchema)),
    /** null: of every device. Acknowledgements and notes stay. */
    clearCached: call(z.object({ deviceIds: ids.nullable() }), nothing),
    /** Tracks as fixes, or the trips and stops found in them, of what is kept. */
    exportTracks: call(
      z.object({
        what: z.enum(['fixes', 'trips']),
        format: z.enum(['csv', 'xlsx', 'geojson', 'kml', 'gpx']),
        deviceIds: fewIds,
        range: rangeSchema,
        rules: tripRulesSchema,
        timeZone: z.string().max(100),
      }),
      written,
    ),
    /** How far the file is that is being written, of tracks or of the alert log; null: none is. */
    exportProgress: call(nothing, exportProgressSchema.nullable()),
    /** The call that asked for the file answers null then, and nothing of it is left. */
    cancelExport: call(nothing, nothing),
    /** Sent a few times a second while one is written. */
    exportChanged: event(exportProgressSchema.nullable()),
  },
  alertLog: {
    /** Newest first, of what is kept; `names` and `deviceIds` null: all. */
    list: call(
      z.object({
        deviceIds: ids.nullable(),
        range: rangeSchema,
        names: z.array(z.string()).max(200).nullable(),
        acknowledged: z.boolean().nullable(),
        from: z.number().int().min(0),
        limit: z.number().int().min(1).max(5_000),
      }),
      z.object({
        total: z.number(),
        /** Of `total`, those nobody acknowledged. */
        unacknowledged: z.number(),
        entries: z.array(alertEntrySchema),
        /** Devices asked about of which a part of the range was never fetched. */
        incompleteDevices: z.number(),
      }),
    ),
    acknowledge: call(
      z.object({ ids: z.array(id).max(5_000), note: z.string().max(2_000) }),
      nothing,
    ),
    unacknowledge: call(z.object({ ids: z.array(id).max(5_000) }), nothing),
    exportLog: call(
      z.object({
        format: z.enum(['csv', 'xlsx', 'geojson', 'kml']),
        deviceIds: ids.nullable(),
        range: rangeSchema,
        names: z.array(z.string()).max(200).nullable(),
        acknowledged: z.boolean().nullable(),
        filter: z.string().max(1_000),
        timeZone: z.string().max(100),
      }),
      written,
    ),
    /** Of all that is kept. */
    unacknowledged: call(nothing, z.number()),
    changed: event(z.object({ unacknowledged: z.number() })),
  },
  liveAlerts: {
    /** Until when notifications are put off, by device; key "" is all of them. */
    snoozes: call(nothing, z.record(z.string(), z.number())),
    /** `until` null ends it. `deviceId` null: all devices. */
    snooze: call(z.object({ deviceId: id.nullable(), until: z.number().nullable() }), nothing),
    /** A notification was clicked: show this device, or with null the alert log. */
    clicked: event(z.object({ deviceId: z.string().nullable() })),
  },
  submit: {
    /** Plans a job of one row per record; nothing is sent before `jobs.start`. */
    planLocation: call(z.object({ deviceId: id, location: typedLocationSchema }), jobSchema),
    planAlert: call(z.object({ deviceId: id, alert: typedAlertSchema }), jobSchema),
    /**
     * Asks for a GPX, KML, GeoJSON or CSV file; null where the person cancelled. The points of each
     * track arrive on the history port.
     */
    openTrack: call(nothing, trackImportSchema.nullable()),
    /** The same with the file that the system handed over, which does not wait any more then. */
    openGiven: call(z.object({ id }), trackImportSchema.nullable()),
    /** The file that could not be opened, tried again. */
    openAgain: call(nothing, trackImportSchema.nullable()),
    /** The file that this account has open, its points on the port again; null: none is. */
    opened: call(nothing, trackImportSchema.nullable()),
    /** Forgets it. */
    closeTrack: call(nothing, nothing),
    /** The file that is being read; null: none is. */
    reading: call(nothing, fileReadingSchema.nullable()),
    /** The call that asked for the file answers null then; what was open before stays open. */
    cancelReading: call(nothing, nothing),
    readingChanged: event(fileReadingSchema.nullable()),
    /** Plans what can be sent of one track of an opened file, in the order of time. */
    planTrack: call(
      z.object({ token: id, track: importedTrackSchema.shape.index, deviceId: id }),
      jobSchema,
    ),
  },
};
