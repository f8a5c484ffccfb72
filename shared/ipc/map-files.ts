import { z } from 'zod';
import { mapFileOfferSchema, mapFileSchema } from '../domain/map-file';
import { call, event } from './define';
import { id, nothing } from './fields';

const list = z.array(mapFileSchema);
const offer = mapFileOfferSchema.nullable();

/** Maps in files of this computer. The window names a file by its id, never by a path. */
export const mapFiles = {
  list: call(nothing, list),
  changed: event(list),
  /** Opens a file dialog; the chosen file becomes the offer. */
  choose: call(nothing, nothing),
  /** The file that waits for the decision of the user. */
  offer: call(nothing, offer),
  offerChanged: event(offer),
  /** Adds the offered file; `copy`: into the profile. Resolves when that is done or has failed. */
  add: call(z.object({ id, copy: z.boolean() }), nothing),
  /** Drops the offer, and stops copying it. */
  dismiss: call(z.object({ id }), nothing),
  /** Takes a file off the list. A copy is deleted, other files stay as they are. */
  remove: call(z.object({ id }), nothing),
  /** The size of what is cached of online maps on this disk. */
  onlineCacheBytes: call(nothing, z.number()),
  /** Clears it; resolves to the size that is left. */
  clearOnlineCache: call(nothing, z.number()),
};
