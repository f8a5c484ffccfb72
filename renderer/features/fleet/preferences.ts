import { z } from 'zod';
import { deviceStates } from '#shared/domain/device-state';
import { initialQuery, sortColumns, type FleetQuery } from '#features/fleet-data';

/**
 * How a person likes the fleet page, kept per profile. The search text is not kept: it may hold a
 * device's name, and names are written nowhere in clear.
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
  /** Per cent of the width, or of the height where both are stacked. */
  tableShare: z.number().min(10).max(90).default(50),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = preferencesSchema.parse({});

/** Where texts can be kept; the window's localStorage, or a map in tests. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (profileId: string) => `waypost.fleet.${profileId}`;

/** Reads what was kept; what cannot be read counts as nothing kept. */
export function readPreferences(store: TextStore, profileId: string): Preferences {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(profileId)) ?? '{}');
    return preferencesSchema.catch(defaultPreferences).parse(kept);
  } catch {
    return defaultPreferences;
  }
}

export function writePreferences(store: TextStore, profileId: string, value: Preferences): void {
  store.setItem(keyOf(profileId), JSON.stringify(value));
}

/** The preferences as the beginning of a query. */
export function queryOf({ states, group, olderThanMs, sort }: Preferences): FleetQuery {
  return { search: '', states, group, olderThanMs, sort };
}
