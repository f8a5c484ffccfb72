import { z } from 'zod';
import { alertNames } from '../domain/alert';
import { exportProgressSchema } from '../domain/export-progress';
import {
  cachedHistorySchema,
  coverageSchema,
  fetchPlanSchema,
  fetchStateSchema,
  logKinds,
  rangeSchema,
  tripRulesSchema,
} from '../domain/history';
import { call, event } from './define';
import { id, ids, nothing, writtenFileSchema } from './fields';

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
      alertName: z
        .string()
        .refine((name) => Object.hasOwn(alertNames, name), 'This is not the name of an alert.')
        .optional(),
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
