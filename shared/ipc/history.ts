import { z } from 'zod';
import { exportProgressSchema } from '../domain/export-progress';
import {
  cachedHistorySchema,
  coverageSchema,
  fetchPlanSchema,
  fetchStateSchema,
  logKinds,
  rangeSchema,
} from '../domain/history';
import { tripRulesSchema } from '../domain/trip';
import { call, event } from './define';
import { id, ids, nothing, writtenFileSchema } from './fields';

const someIds = ids.min(1);
const fewIds = z.array(id).min(1).max(1_000);

/** Tracks of the past: downloads, the cached days, export. */
export const history = {
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
    writtenFileSchema,
  ),
  /** How far the file is that is being writtenFileSchema, of tracks or of the alert log; null: none is. */
  exportProgress: call(nothing, exportProgressSchema.nullable()),
  /** The call that asked for the file answers null then, and nothing of it is left. */
  cancelExport: call(nothing, nothing),
  /** Sent a few times a second while one is written. */
  exportChanged: event(exportProgressSchema.nullable()),
};
