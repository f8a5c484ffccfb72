import { useMemo, useState } from 'react';
import type { DataColumn, RowMarking } from '#ui/data-table';
import { selectionColumn } from './selection-column';
import {
  allSelected,
  coverage,
  extended,
  nothingSelected,
  retained,
  toggled,
  type Selection,
} from './selection';

export interface TableSelection {
  ids: ReadonlySet<string>;
  /** What was picked and the filters hide now. */
  hidden: number;
  clear: () => void;
  selectAll: () => void;
  /** For the table's `marking`. */
  marking: RowMarking;
  /** The column of boxes, to stand first. */
  column: <Row extends { id: string }>(labelOf: (row: Row) => string) => DataColumn<Row>;
}

/**
 * Multi-select for a table: boxes, Ctrl+click, Shift+click, Space, Shift+arrows and Ctrl+A.
 * `order` is the ids as they stand on screen, `exists` whether a record is still there at all.
 */
export function useSelection(
  order: readonly string[],
  exists: (id: string) => boolean,
): TableSelection {
  const [stored, setStored] = useState<Selection>(nothingSelected);
  return useMemo(() => {
    const selection = retained(stored, exists);
    const { ids } = selection;
    const shown = new Set(order);
    const clear = () => setStored(nothingSelected);
    const selectAll = () => setStored(allSelected(selection, order));
    const mark = (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      setStored(how === 'toggle' ? toggled(selection, id) : extended(selection, id, order));
    };
    return {
      ids,
      hidden: [...ids].filter((id) => !shown.has(id)).length,
      clear,
      selectAll,
      marking: {
        isMarked: (index) => ids.has(order[index] ?? ''),
        mark: (index, how) => mark(order[index], how),
        markAll: selectAll,
        clear,
      },
      column: (labelOf) =>
        selectionColumn({ ids, all: coverage(selection, order), labelOf, mark, selectAll, clear }),
    };
  }, [stored, order, exists]);
}
