import { z } from 'zod';

/** What a further window shows: the map alone, perhaps with a device that it follows, or a page. */
export const furtherWindowSchema = z.discriminatedUnion('shows', [
  z.object({ shows: z.literal('map'), device: z.string().min(1).max(512).nullable() }),
  z.object({ shows: z.literal('page'), page: z.string().regex(/^[a-z]{1,20}$/) }),
]);
export type FurtherWindow = z.infer<typeof furtherWindowSchema>;

/** The part of its address that says what it shows. The hash is the page, as in the main window. */
export function furtherWindowAddress(shown: FurtherWindow): string {
  if (shown.shows === 'page') return `?shows=page#/${shown.page}`;
  const device = shown.device === null ? '' : `&device=${encodeURIComponent(shown.device)}`;
  return `?shows=map${device}#/fleet`;
}

const rectangleSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** Where a window is, in pixels independent of the scale of the displays, in the plane that has them side by side. */
export const windowPlaceSchema = z.object({
  /** As it is when it is neither maximized nor full screen. */
  bounds: rectangleSchema,
  isMaximized: z.boolean().default(false),
  isFullScreen: z.boolean().default(false),
  /** The display that has most of it. */
  display: z.object({ id: z.number(), bounds: rectangleSchema }).nullable().default(null),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** A further window that is opened again with its account. */
export const openWindowSchema = z.object({ shows: furtherWindowSchema, place: windowPlaceSchema });
export type OpenWindow = z.infer<typeof openWindowSchema>;
