import { z } from 'zod';
import { keyedMapIds, keyedMapStateSchema } from '../domain/keyed-map';
import { call, event } from './define';
import { nothing, shortText } from './fields';

const states = z.array(keyedMapStateSchema);
const id = z.enum(keyedMapIds);

/** Online maps with a key of the user's. A key goes to main once and never comes back. */
export const keyedMaps = {
  /** The maps that were set up. */
  list: call(nothing, states),
  changed: event(states),
  /** Checks a key with the server and stores it. Empty `key`: the map has none, or keeps the stored one. */
  use: call(z.object({ id, address: shortText, key: shortText }), nothing),
  /** Loads a map again whose key was refused or whose quota was exhausted. */
  retry: call(z.object({ id }), nothing),
  /** Removes the key from the keychain, and the map from the list. */
  remove: call(z.object({ id }), nothing),
};
