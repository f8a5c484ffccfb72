import { z } from 'zod';
import { sortColumns, type SortColumn } from '#engines/fleet';

/** The columns of the table: which ones in which order, and the widths that the user set. */
export interface ColumnChoice {
  shown: readonly SortColumn[];
  /** Pixels; a column without one has its own. */
  widths: Partial<Record<SortColumn, number>>;
}

export const defaultColumns: ColumnChoice = {
  shown: ['name', 'state', 'place', 'fixAt', 'alerts'],
  widths: {},
};

/** Columns that are always the first one and cannot be hidden. */
export const fixedColumns: readonly SortColumn[] = ['name'];

const isColumn = (name: string): name is SortColumn =>
  (sortColumns as readonly string[]).includes(name);

/** Columns of other versions are left out. */
export const columnChoiceSchema = z
  .object({
    shown: z.array(z.string()),
    widths: z.record(z.string(), z.number().min(20).max(2_000)).default({}),
  })
  .transform(({ shown, widths }): ColumnChoice => ({
    shown: withFixed(shown.filter(isColumn)),
    widths: Object.fromEntries(Object.entries(widths).filter(([name]) => isColumn(name))),
  }));

function withFixed(shown: readonly SortColumn[]): SortColumn[] {
  return [...new Set([...fixedColumns, ...shown])];
}

/** Shows a hidden column at the end, or hides it. */
export function toggledColumn(choice: ColumnChoice, column: SortColumn): ColumnChoice {
  if (fixedColumns.includes(column)) return choice;
  const { shown } = choice;
  return {
    ...choice,
    shown: shown.includes(column) ? shown.filter((each) => each !== column) : [...shown, column],
  };
}

/** Puts a column in the place of another one. */
export function movedColumn(
  choice: ColumnChoice,
  column: SortColumn,
  target: SortColumn,
): ColumnChoice {
  const to = choice.shown.indexOf(target);
  const isMovable = choice.shown.includes(column) && !fixedColumns.includes(column);
  if (!isMovable || to < 0 || fixedColumns.includes(target)) return choice;
  const shown = choice.shown.filter((each) => each !== column);
  return { ...choice, shown: [...shown.slice(0, to), column, ...shown.slice(to)] };
}

/** null: the width of the column's own. */
export function resizedColumn(
  choice: ColumnChoice,
  column: SortColumn,
  width: number | null,
): ColumnChoice {
  const { [column]: _, ...widths } = choice.widths;
  return { ...choice, widths: width === null ? widths : { ...widths, [column]: width } };
}

/** The map alone, the list beside it, or the table alone with all its columns. */
export const fleetLayouts = ['map', 'split', 'table'] as const;
export type FleetLayout = (typeof fleetLayouts)[number];

/** The width of the list beside the map in pixels. */
export const listWidths = { min: 340, max: 720 } as const;

/** The layout of the fleet page on this computer. What an account shows in it is stored by main. */
const preferencesSchema = z.object({
  isComfortable: z.boolean().default(false),
  layout: z.enum(fleetLayouts).default('split'),
  /** Pixels; null: not set by the user. */
  listWidth: z.number().min(listWidths.min).max(listWidths.max).nullable().default(null),
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

/** The columns in a text of another computer; null if it has none. */
export function columnsFrom(stored: string): ColumnChoice | null {
  try {
    return columnChoiceSchema.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

export const writeColumns = (store: TextStore, choice: ColumnChoice): void =>
  store.setItem(columnsKey, JSON.stringify(choice));
