import { z } from 'zod';
import { deviceStates } from '#shared/domain/device-state';
import { attentionKinds, initialQuery, sortColumns, type FleetQuery } from '#features/fleet-data';
import { choiceWithout, columnChoiceSchema, type ColumnChoice } from './column-choice';

/** The layout of the fleet page on this computer. What an account shows in it is stored by main. */
export const preferencesSchema = z.object({
  isComfortable: z.boolean().default(false),
  panes: z.enum(['both', 'map', 'table']).default('both'),
  /** Percent of the width, or of the height if both panes are stacked; null: not set by the user. */
  tableShare: z.number().min(10).max(90).nullable().default(null),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = preferencesSchema.parse({});

/** localStorage, or a map in tests. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const layoutKey = 'waypost.fleet-layout';
const columnsKey = 'waypost.fleet-columns';
/** Where earlier versions kept layout, columns and filters of a profile. */
const earlierPrefix = 'waypost.fleet.';

const earlierSchema = z.object({
  states: z.array(z.enum(deviceStates)).default([]),
  olderThanMs: z.number().positive().nullable().default(null),
  attention: z.enum(attentionKinds).nullable().default(null),
  sort: z
    .object({ column: z.enum(sortColumns), descending: z.boolean() })
    .default(initialQuery.sort),
  hiddenColumns: z.array(z.string()).default([]),
});

function readJson(store: TextStore, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export const readPreferences = (store: TextStore): Preferences =>
  preferencesSchema.catch(defaultPreferences).parse(readJson(store, layoutKey) ?? {});

export const writePreferences = (store: TextStore, value: Preferences): void =>
  store.setItem(layoutKey, JSON.stringify(value));

/** The columns of the table on this computer, for every account. */
export const readColumns = (store: TextStore): ColumnChoice =>
  columnChoiceSchema.catch(choiceWithout([])).parse(readJson(store, columnsKey));

export const writeColumns = (store: TextStore, choice: ColumnChoice): void =>
  store.setItem(columnsKey, JSON.stringify(choice));

/**
 * Takes over what an earlier version stored for a profile, and removes it: layout and columns become the
 * ones of the computer if it has none. Returns the filter; null if there was nothing.
 */
export function takeEarlier(store: TextStore, profileId: string): FleetQuery | null {
  const key = earlierPrefix + profileId;
  const stored = readJson(store, key);
  store.removeItem(key);
  const { data } = earlierSchema.safeParse(stored);
  if (!data) return null;
  const layout = preferencesSchema.safeParse(stored).data;
  if (layout && store.getItem(layoutKey) === null) writePreferences(store, layout);
  const { hiddenColumns, states, olderThanMs, attention, sort } = data;
  const isChosen = hiddenColumns.length > 0 && store.getItem(columnsKey) === null;
  if (isChosen) writeColumns(store, choiceWithout(hiddenColumns));
  return { search: '', states, group: null, olderThanMs, attention, sort };
}

/** Removes what an earlier version stored for profiles that are gone. */
export function forgetEarlier(store: TextStore, isKept: (profileId: string) => boolean): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  for (const key of keys) {
    const isOfProfile = key.startsWith(earlierPrefix);
    if (isOfProfile && !isKept(key.slice(earlierPrefix.length))) store.removeItem(key);
  }
}
