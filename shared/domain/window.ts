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
