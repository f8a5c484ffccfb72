import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { DataColumn, RowMarking } from '#ui/data-table';
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
  const [kept, setKept] = useState<Selection>(nothingSelected);
  return useMemo(() => {
    const selection = retained(kept, exists);
    const { ids } = selection;
    const shown = new Set(order);
    const clear = () => setKept(nothingSelected);
    const selectAll = () => setKept(allSelected(selection, order));
    const mark = (id: string | undefined, how: 'toggle' | 'range') => {
      if (id === undefined) return;
      setKept(how === 'toggle' ? toggled(selection, id) : extended(selection, id, order));
    };
    const all = coverage(selection, order);
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
      column: <Row extends { id: string }>(labelOf: (row: Row) => string): DataColumn<Row> => ({
        id: 'selection',
        header: 'Selected',
        width: 38,
        headerCell: (
          <Checkbox
            size="xs"
            aria-label="Select all shown"
            checked={all === 'all'}
            indeterminate={all === 'some'}
            onChange={() => (all === 'all' ? clear() : selectAll())}
          />
        ),
        cell: (row) => (
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select ${labelOf(row)}`}
            checked={ids.has(row.id)}
            onClick={(event) => {
              event.stopPropagation();
              // The keyboard goes on from the row, not from the box.
              event.currentTarget.closest<HTMLElement>('[role=row]')?.focus();
              mark(row.id, event.shiftKey ? 'range' : 'toggle');
            }}
            readOnly
          />
        ),
      }),
    };
  }, [kept, order, exists]);
}
