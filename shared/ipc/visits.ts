import { z } from 'zod';
import { loadedStates } from '../domain/history';
import { call } from './define';
import { id, ids, shortText, writtenFileSchema } from './fields';
import { tableFormats } from './exchange';

/** The most days of all devices together that are looked at in one call, and the most visits in an answer. */
export const mostDeviceDays = 15_000;
export const mostVisits = 20_000;

const querySchema = z.object({
  deviceIds: ids.min(1).max(mostDeviceDays),
  /** Calendar days in the zone, both inclusive. */
  from: z.string().max(10),
  to: z.string().max(10),
  timeZone: z.string().max(100),
});
export type VisitsQuery = z.infer<typeof querySchema>;

/** A visit as of `shared/history/visits`; times are epoch milliseconds. */
const deviceVisitSchema = z.object({
  id: z.string(),
  deviceId: id,
  /** The name of the device. */
  device: z.string(),
  placeId: z.string(),
  place: z.string(),
  /** null: nothing is known before. */
  arrivedAfter: z.number().nullable(),
  arrivedBy: z.number(),
  leftAfter: z.number(),
  /** null: no loaded fix says that it left. */
  leftBy: z.number().nullable(),
  /** Milliseconds between the first and the last fix inside in which nothing is known. */
  silentMs: z.number(),
  /** Along the fixes since the last one at any place; null: none is loaded. */
  metresSince: z.number().nullable(),
  /** No later fix of the device is loaded that is from outside. */
  isOpen: z.boolean(),
});
export type DeviceVisit = z.infer<typeof deviceVisitSchema>;

/** How a device was used on one day, as far as its history is loaded. */
const deviceDaySchema = z.object({
  id: z.string(),
  deviceId: id,
  device: z.string(),
  /** `YYYY-MM-DD`, and its moments in the zone, `to` exclusive: a day has 23 to 25 hours. */
  day: z.string(),
  from: z.number(),
  to: z.number(),
  state: z.enum(loadedStates),
  /** Trips within the day, oldest first. */
  trips: z.array(z.object({ from: z.number(), to: z.number() })),
  /** null: no position of the day is loaded. */
  use: z
    .object({
      metres: z.number(),
      drivingMs: z.number(),
      standingMs: z.number(),
      /** At customers: certainly, and possibly. */
      customersMs: z.object({ least: z.number(), most: z.number() }),
    })
    .nullable(),
});
export type DeviceDay = z.infer<typeof deviceDaySchema>;

/** Visits and days of use, from the history that is loaded; no call to the service. */
export const visits = {
  /** By arrival; `leftOut` is how many more there are. */
  list: call(querySchema, z.object({ visits: z.array(deviceVisitSchema), leftOut: z.number() })),
  /** For each device its days, oldest first. Days that have not begun are left out. */
  days: call(querySchema, z.array(deviceDaySchema)),
  /** Asks for a file and writes these rows in this order; null: cancelled. */
  save: call(
    querySchema.extend({
      what: z.enum(['visits', 'days']),
      format: z.enum(tableFormats),
      rows: ids,
      /** The filter as text. */
      filter: shortText,
    }),
    writtenFileSchema,
  ),
};
