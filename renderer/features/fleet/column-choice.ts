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
