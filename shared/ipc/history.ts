import { z } from 'zod';
import {
  alertEntrySchema,
  alertOverviewSchema,
  isDocumentedKind,
  severities,
} from '../domain/alert';
import {
  cachedHistorySchema,
  coverageSchema,
  fetchPlanSchema,
  fetchStateSchema,
  logKinds,
  rangeSchema,
  tripRulesSchema,
  mostReportedDevices,
  mostReportedMaps,
  reportFormats,
} from '../domain/history';
import { call, event } from './define';
import { id, ids, nothing, writtenFileSchema } from './fields';

/** Progress of the file that is being written. */
const exportProgressSchema = z.object({
  /** The file name without the folder. */
  file: z.string(),
  done: z.number(),
  /** Total rows; null while cached data is still being read. */
  total: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

const someIds = ids.min(1);
const fewIds = z.array(id).min(1).max(1_000);

/** Tracks: downloads, the cached days, export. */
export const history = {
  /** Requests a new MessagePort; it arrives as a window message "waypost:history-port". */
  openPort: call(nothing, nothing),
  /**
   * Reads a track from the cache, without calls to the service. The columns arrive on the port as a
   * `HistoryMessage` with the same `request`, before this call returns.
   */
  load: call(
    z.object({ request: z.number().int(), deviceId: id, range: rangeSchema }),
    z.object({ fixes: z.number(), coverage: coverageSchema }),
  ),
  /** The cost of a download; `again` includes the parts that are already cached. */
  plan: call(
    z.object({
      log: z.enum(logKinds),
      deviceIds: someIds,
      range: rangeSchema,
      again: z.boolean().optional(),
    }),
    fetchPlanSchema,
  ),
  /** Starts a download of what is missing; progress is sent as `fetchChanged`. */
  fetch: call(
    z.object({
      log: z.enum(logKinds),
      deviceIds: someIds,
      range: rangeSchema,
      again: z.boolean().optional(),
      /** Of the alerts, only this kind: a documented name. */
      alertName: z.string().refine(isDocumentedKind).optional(),
    }),
    fetchStateSchema,
  ),
  fetches: call(nothing, z.array(fetchStateSchema)),
  pauseFetch: call(z.object({ id }), fetchStateSchema),
  resumeFetch: call(z.object({ id }), fetchStateSchema),
  cancelFetch: call(z.object({ id }), fetchStateSchema),
  /**
   * Every fetch of this session and those interrupted before it, latest last. Sent a few times a
   * second while one runs.
   */
  fetchChanged: event(z.array(fetchStateSchema)),
  cached: call(nothing, z.array(cachedHistorySchema)),
  /** null: all devices. Acknowledgements and notes are not deleted. */
  clearCached: call(z.object({ deviceIds: ids.nullable() }), nothing),
  /** Exports cached tracks as fixes, or as the trips and stops found in them. */
  exportTracks: call(
    z.object({
      what: z.enum(['fixes', 'trips']),
      format: z.enum(['csv', 'xlsx', 'geojson', 'kml', 'gpx']),
      deviceIds: fewIds,
      range: rangeSchema,
      rules: tripRulesSchema,
      timeZone: z.string().max(100),
    }),
    writtenFileSchema,
  ),
  /** Progress of the file being written, of tracks or of the alert log; null: none. */
  exportProgress: call(nothing, exportProgressSchema.nullable()),
  /** The call that requested the file then returns null, and the incomplete file is deleted. */
  cancelExport: call(nothing, nothing),
  /** Sent a few times a second while a file is written. */
  exportChanged: event(exportProgressSchema.nullable()),
};

const filterFields = {
  deviceIds: ids.nullable(),
  range: rangeSchema,
  /** Wire names; an alert with any of them matches. */
  names: z.array(z.string().max(200)).max(200).nullable(),
  acknowledged: z.boolean().nullable(),
  /** Only alerts of which the most urgent kind is this urgent. */
  severity: z.enum(severities).nullable(),
};
/** A filter of the cached alert log; null in a field: all. */
export type AlertFilter = {
  readonly [F in keyof typeof filterFields]: Readonly<z.output<(typeof filterFields)[F]>>;
};

const alertPageSchema = z.object({
  total: z.number(),
  /** How many of `total` are not acknowledged. */
  unacknowledged: z.number(),
  /** How many there are of each severity, whichever of them is chosen. */
  severities: z.record(z.enum(severities), z.number()),
  entries: z.array(alertEntrySchema),
  /** Requested devices for which part of the range was never fetched. */
  incompleteDevices: z.number(),
});
export type AlertPage = z.infer<typeof alertPageSchema>;

const alertPlacesSchema = z.object({
  /** Entry i of each list is one place, with the number of alerts there. */
  latitude: z.array(z.number()),
  longitude: z.array(z.number()),
  count: z.array(z.number()),
  /** How many alerts these are, and how many more have no position. */
  alerts: z.number(),
  withoutPosition: z.number(),
  /** Devices for which part of the range was never fetched. */
  incompleteDevices: z.number(),
});
export type AlertPlaces = z.infer<typeof alertPlacesSchema>;

/** The alert log with acknowledgements, and live notifications. */
export const alerts = {
  /** The cached alerts that match: open calls for help, then the newest. */
  list: call(
    z.object({
      ...filterFields,
      /** Alerts that were acknowledged since then count as open for the filter, so that they stay on screen. */
      workingSince: z.number().optional(),
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(5_000),
    }),
    alertPageSchema,
  ),
  /** Where the cached alerts of all devices were. */
  places: call(z.object({ range: rangeSchema }), alertPlacesSchema),
  acknowledge: call(
    z.object({ ids: z.array(id).max(5_000), note: z.string().max(2_000) }),
    nothing,
  ),
  unacknowledge: call(z.object({ ids: z.array(id).max(5_000) }), nothing),
  exportAlerts: call(
    z.object({
      format: z.enum(['csv', 'xlsx', 'geojson', 'kml']),
      ...filterFields,
      filter: z.string().max(1_000),
      /** What the file is of, for its name; null: the devices, or all. */
      of: z.string().max(200).nullable(),
      timeZone: z.string().max(100),
    }),
    writtenFileSchema,
  ),
  /** The alerts of the last 24 hours of all devices, and how far they are loaded. */
  overview: call(nothing, alertOverviewSchema),
  changed: event(alertOverviewSchema),
  /** When snoozed notifications resume, by device and `allDevices`, and by `callsForHelpOf` each of them. */
  snoozes: call(nothing, z.record(z.string(), z.number())),
  /**
   * `until` null ends the snooze. `deviceId` null: all devices. Calls for help are notified all the same, unless
   * `withCallsForHelp`.
   */
  snooze: call(
    z.object({
      deviceId: id.nullable(),
      until: z.number().nullable(),
      withCallsForHelp: z.boolean().optional(),
    }),
    nothing,
  ),
};

const reportMapSchema = z.object({
  deviceId: id,
  day: z.iso.date(),
  /** The picture of the ground in base64, without the route; null: it could not be drawn. */
  png: z.string().min(1).max(12_000_000).nullable(),
  /** What it shows, in Mercator units. */
  box: z.object({ west: z.number(), north: z.number(), east: z.number(), south: z.number() }),
  /** CSS pixels. */
  width: z.number().positive().max(2_000),
  height: z.number().positive().max(2_000),
  attribution: z.string().max(2_000),
});
export type ReportMap = z.infer<typeof reportMapSchema>;

/** Reports of days from cached history. Progress and cancelling are those of `history`. */
export const reports = {
  /** Asks for a file and writes the report; null if cancelled. */
  write: call(
    z.object({
      deviceIds: z.array(id).min(1).max(mostReportedDevices),
      /** YYYY-MM-DD in this zone, both inclusive. */
      days: z.object({ from: z.iso.date(), to: z.iso.date() }),
      timeZone: z.string().max(100),
      format: z.enum(reportFormats),
      /** The name on the document; '': none. */
      company: z.string().max(200),
      withAlerts: z.boolean(),
      withCoordinates: z.boolean(),
      maps: z.array(reportMapSchema).max(mostReportedMaps),
    }),
    writtenFileSchema,
  ),
};
