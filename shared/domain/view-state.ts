import { z } from 'zod';
import { fleetFilterSchema } from './saved-view';

/** What the map shows. */
const cameraSchema = z.object({
  longitude: z.number(),
  latitude: z.number().min(-90).max(90),
  zoom: z.number().min(0).max(30),
  bearing: z.number(),
});

/**
 * What an account had on screen. Page, states and columns are texts here, so that the record of another
 * version stays readable; the window leaves out what it does not know.
 */
export const viewStateSchema = z.object({
  page: z.string().max(100),
  filter: fleetFilterSchema,
  selected: z.object({ id: z.string().min(1).max(1_000), isOpen: z.boolean() }).nullable(),
  /** null: the whole fleet. */
  camera: cameraSchema.nullable(),
});
export type ViewState = z.infer<typeof viewStateSchema>;
