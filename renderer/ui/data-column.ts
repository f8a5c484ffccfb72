import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  id: string;
  header: string;
  /** Shown instead of the header text, which is then the accessible name. */
  headerCell?: ReactNode;
  /** Pixels; the least width where `grows` is set. */
  width: number;
  grows?: boolean;
  align?: 'end';
  /** Stays visible while the rest scrolls horizontally. */
  sticks?: boolean;
  isSortable?: boolean;
  cell: (row: Row) => ReactNode;
}

/** How the user arranges the columns; widths in pixels. */
export interface ColumnLayout {
  /** null: the width of the column's own. */
  resize: (column: string, width: number | null) => void;
  /** Puts a column in the place of another one. */
  move: (column: string, target: string) => void;
  /** Columns that keep their place. */
  fixed: readonly string[];
}

/** No column can be made narrower, or wider, than this. */
export const columnWidths = { min: 56, max: 900 } as const;

export const widthWithin = (width: number) =>
  Math.round(Math.min(Math.max(width, columnWidths.min), columnWidths.max));

/** The column beside another one that can be moved to its place; null at the ends. */
export function neighbourOf(
  columns: readonly { id: string }[],
  column: string,
  step: -1 | 1,
  fixed: readonly string[],
): string | null {
  const next = columns[columns.findIndex(({ id }) => id === column) + step]?.id;
  return next === undefined || fixed.includes(next) || fixed.includes(column) ? null : next;
}
