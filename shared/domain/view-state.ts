import { z } from 'zod';

const names = z.array(z.string().max(100)).max(100);

const fleetFilterSchema = z.object({
  search: z.string().max(500),
  /** Those that are set, by name; what they mean is the page's business. */
  filters: z.record(z.string().max(100), z.union([z.string().max(1_000), z.number(), names])),
  sort: z.object({ column: z.string().max(100), descending: z.boolean() }),
});
export type FleetFilter = z.infer<typeof fleetFilterSchema>;

/**
 * A filter, order and columns of the fleet page under a name. The names of states and columns are texts
 * here, so that a view of another version stays readable; the page leaves out what it does not know.
 */
export const savedViewSchema = fleetFilterSchema.extend({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(60),
  columns: z.object({ shown: names, widths: z.record(z.string().max(100), z.number()) }),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** More than anyone has, and few enough for one menu. */
export const mostSavedViews = 100;

/** What the map shows. */
const cameraSchema = z.object({
  longitude: z.number(),
  latitude: z.number().min(-90).max(90),
  zoom: z.number().min(0).max(30),
  bearing: z.number(),
});

/** Something that was opened: its kind, such as "device", and its id. */
const openedSchema = z.object({ kind: z.string().max(100), id: z.string().min(1).max(1_000) });
export type Opened = z.infer<typeof openedSchema>;

/** What was opened before that is not offered again. */
export const mostOpened = 12;

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
  /** What was opened last, the newest first; absent in older versions. */
  opened: z.array(openedSchema).max(mostOpened).default([]),
});
export type ViewState = z.infer<typeof viewStateSchema>;
