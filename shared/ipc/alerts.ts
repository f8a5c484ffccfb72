import { z } from 'zod';
import { alertEntrySchema, alertOverviewSchema } from '../domain/alert';
import { rangeSchema } from '../domain/history';
import { call, event } from './define';
import { id, ids, nothing, writtenFileSchema } from './fields';

const filterFields = {
  deviceIds: ids.nullable(),
  range: rangeSchema,
  /** Wire names; an alert with any of them matches. */
  names: z.array(z.string().max(200)).max(200).nullable(),
  acknowledged: z.boolean().nullable(),
};
/** A filter of the cached alert log; null in a field: all. */
export type AlertFilter = {
  readonly [F in keyof typeof filterFields]: Readonly<z.output<(typeof filterFields)[F]>>;
};

const alertPageSchema = z.object({
  total: z.number(),
  /** How many of `total` are not acknowledged. */
  unacknowledged: z.number(),
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
  /** The cached alerts that match, newest first. */
  list: call(
    z.object({
      ...filterFields,
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
      timeZone: z.string().max(100),
    }),
    writtenFileSchema,
  ),
  /** The alerts of the last 24 hours of all devices, and how far they are loaded. */
  overview: call(nothing, alertOverviewSchema),
  changed: event(alertOverviewSchema),
  /** When snoozed notifications resume, by device; also by `allDevices` and `callsForHelp`. */
  snoozes: call(nothing, z.record(z.string(), z.number())),
  /**
   * `until` null ends the snooze. `deviceId` null: all devices, but for calls for help, which are notified
   * unless `withCallsForHelp`.
   */
  snooze: call(
    z.object({
      deviceId: id.nullable(),
      until: z.number().nullable(),
      withCallsForHelp: z.boolean().optional(),
    }),
    nothing,
  ),
  /** A notification was clicked: show this device or, with null, the alert log. */
  clicked: event(z.object({ deviceId: z.string().nullable() })),
};
