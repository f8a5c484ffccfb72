import { z } from 'zod';
import { deviceStates } from '#shared/domain/device-state';
import { initialQuery, sortColumns, type FleetQuery } from '#features/fleet-data';

/**
 * The layout and filters of the fleet page, stored per profile. The search text is not stored: it may
 * contain a device name, and names are never stored unencrypted.
 */
export const preferencesSchema = z.object({
  states: z.array(z.enum(deviceStates)).default([]),
  group: z.string().nullable().default(null),
  olderThanMs: z.number().positive().nullable().default(null),
  sort: z
    .object({ column: z.enum(sortColumns), descending: z.boolean() })
    .default(initialQuery.sort),
  hiddenColumns: z.array(z.string()).default([]),
  isComfortable: z.boolean().default(false),
  panes: z.enum(['both', 'map', 'table']).default('both'),
  /** Percent of the width, or of the height if both panes are stacked. */
  tableShare: z.number().min(10).max(90).default(50),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = preferencesSchema.parse({});

/** localStorage, or a map in tests. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (profileId: string) => `waypost.fleet.${profileId}`;

/** Reads the stored preferences; the defaults if they are missing or invalid. */
export function readPreferences(store: TextStore, profileId: string): Preferences {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(profileId)) ?? '{}');
    return preferencesSchema.catch(defaultPreferences).parse(stored);
  } catch {
    return defaultPreferences;
  }
}

export function writePreferences(store: TextStore, profileId: string, value: Preferences): void {
  store.setItem(keyOf(profileId), JSON.stringify(value));
}

/** The initial query. */
export function queryOf({ states, group, olderThanMs, sort }: Preferences): FleetQuery {
  return { search: '', states, group, olderThanMs, sort };
}
