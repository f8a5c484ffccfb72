import { z } from 'zod';
import { placeEventSchema, placeRuleSchema, mostPlaceRules } from '../domain/place-rules';
import { mostPlaces, placeSchema } from '../domain/places';
import { messageSchema } from '../i18n/translate';
import { call, event } from './define';
import { ids, nothing, writtenFileSchema } from './fields';

/** Places to store, by their ids in place of those before, and ids of places to delete. */
const placesChangeSchema = z.object({
  put: z.array(placeSchema).max(mostPlaces),
  removed: z.array(z.uuid()).max(mostPlaces),
});
export type PlacesChange = z.infer<typeof placesChangeSchema>;

export const placesFormats = ['csv', 'xlsx', 'geojson', 'kml', 'gpx'] as const;
export type PlacesFormat = (typeof placesFormats)[number];

export const placesFileSchema = z.object({
  /** Without what Waypost adds; with an id where the file was written by Waypost. */
  places: z
    .array(placeSchema.omit({ id: true, updatedAt: true }).extend({ id: z.uuid().nullable() }))
    .max(mostPlaces),
  /** What is no place, by its name or number in the file. */
  refused: z.array(z.object({ name: z.string(), reason: messageSchema })),
});
export type PlacesFile = z.infer<typeof placesFileSchema>;

/** The user's places, on this computer only. */
export const places = {
  all: call(nothing, z.array(placeSchema)),
  /** Stores a change in one write, and returns the change that undoes it. */
  change: call(placesChangeSchema, placesChangeSchema),
  /** Another window stored a change. */
  changed: event(placesChangeSchema),
  /** Asks for a file and reads it; nothing is stored. null: cancelled. */
  open: call(nothing, placesFileSchema.extend({ file: z.string() }).nullable()),
  /** Asks for a file and writes these places, or all; null: cancelled. */
  save: call(
    z.object({ format: z.enum(placesFormats), ids: z.array(z.uuid()).max(mostPlaces).nullable() }),
    writtenFileSchema,
  ),
};

/** Rules to store, by their ids in place of those before, and ids of rules to delete. */
const placeRulesChangeSchema = z.object({
  put: z.array(placeRuleSchema).max(mostPlaceRules),
  removed: z.array(z.uuid()).max(mostPlaceRules),
});
export type PlaceRulesChange = z.infer<typeof placeRulesChangeSchema>;

const placeEventsOverviewSchema = z.object({
  /** Events that are not acknowledged. */
  open: z.number(),
  /** Increases when the list or a rule changes, so that they are read again. */
  revision: z.number(),
});
export type PlaceEventsOverview = z.infer<typeof placeEventsOverviewSchema>;

/** When to notify of devices and places, and what was found; on this computer only. */
export const placeRules = {
  all: call(nothing, z.array(placeRuleSchema)),
  /** Stores a change in one write, and returns the change that undoes it. */
  change: call(placeRulesChangeSchema, placeRulesChangeSchema),
  /** What was found, newest first. */
  events: call(nothing, z.array(placeEventSchema)),
  overview: call(nothing, placeEventsOverviewSchema),
  /** `isDone` false: they are open again. */
  acknowledge: call(z.object({ ids, isDone: z.boolean() }), nothing),
  changed: event(placeEventsOverviewSchema),
};
