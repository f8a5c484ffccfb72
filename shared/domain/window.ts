import { z } from 'zod';

/** More than a wall screen goes through. */
export const mostWallViews = 20;

/** What a further window shows: the map alone, perhaps with a device that it follows, a page, or a wall screen. */
export const furtherWindowSchema = z.discriminatedUnion('shows', [
  z.object({ shows: z.literal('map'), device: z.string().min(1).max(512).nullable() }),
  z.object({ shows: z.literal('page'), page: z.string().regex(/^[a-z]{1,20}$/) }),
  z.object({
    shows: z.literal('wall'),
    /** Saved views by their ids or names; empty: those of the settings. */
    views: z.array(z.string().max(100)).max(mostWallViews),
  }),
]);
export type FurtherWindow = z.infer<typeof furtherWindowSchema>;

/** The part of its address that says what it shows. The hash is the page, as in the main window. */
export function furtherWindowAddress(shown: FurtherWindow): string {
  if (shown.shows === 'page') return `?shows=page#/${shown.page}`;
  if (shown.shows === 'wall') {
    // A name that was cut off may end with half a character.
    const views = shown.views.map((view) => `&view=${encodeURIComponent(view.toWellFormed())}`);
    return `?shows=wall${views.join('')}#/fleet`;
  }
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

/** A window beside the main one that is opened again with it. */
export const openWindowSchema = z.object({
  /** null: whatever its account showed last. */
  shows: furtherWindowSchema.nullable(),
  place: windowPlaceSchema,
  /** The id of its account; null: that of the main window. */
  account: z.string().max(512).nullable().default(null),
});
export type OpenWindow = z.infer<typeof openWindowSchema>;
