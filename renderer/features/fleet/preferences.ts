import { z } from 'zod';
import { columnChoiceSchema, defaultColumns, type ColumnChoice } from './column-choice';

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
export type TextStore = Pick<Storage, 'getItem' | 'setItem'>;

const layoutKey = 'waypost.fleet-layout';
const columnsKey = 'waypost.fleet-columns';
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
  columnChoiceSchema.catch(defaultColumns).parse(readJson(store, columnsKey));

export const writeColumns = (store: TextStore, choice: ColumnChoice): void =>
  store.setItem(columnsKey, JSON.stringify(choice));
