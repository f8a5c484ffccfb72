import { z } from 'zod';
import { mostPlaces, placeSchema } from '../domain/places';
import { call } from './define';
import { nothing } from './fields';

/** Places to store, by their ids in place of those before, and ids of places to delete. */
const placesChangeSchema = z.object({
  put: z.array(placeSchema).max(mostPlaces),
  removed: z.array(z.uuid()).max(mostPlaces),
});
export type PlacesChange = z.infer<typeof placesChangeSchema>;

/** The user's places, on this computer only. */
export const places = {
  all: call(nothing, z.array(placeSchema)),
  /** Stores a change in one write, and returns the change that undoes it. */
  change: call(placesChangeSchema, placesChangeSchema),
};
