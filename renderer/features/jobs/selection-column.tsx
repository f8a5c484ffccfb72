import type { DataColumn } from '#ui/data-table';
import { texts } from './jobs-texts';
import classes from './jobs.module.css';
import { messages } from './job-messages';

interface SelectionColumnParts<Row> {
  ids: ReadonlySet<string>;
  /** How many of the shown rows are selected. */
  all: 'none' | 'some' | 'all';
  labelOf: (row: Row) => string;
  mark: (id: string, how: 'toggle' | 'range') => void;
  selectAll: () => void;
  clear: () => void;
}

/**
 * The checkbox column of a table with multi-select; it should be the first column. The boxes are those of the browser:
 * each row has one, and all of them are rendered with each key in a search.
 */
export function selectionColumn<Row extends { id: string }>(
  parts: SelectionColumnParts<Row>,
): DataColumn<Row> {
  const { ids, all } = parts;
  return {
    id: 'selection',
    header: texts.selected,
    width: 38,
    headerCell: (
      <input
        type="checkbox"
        className={classes.check}
        ref={(box) => {
          if (box) box.indeterminate = all === 'some';
        }}
        aria-label={texts.selectAllShown}
        checked={all === 'all'}
        onChange={all === 'all' ? parts.clear : parts.selectAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        className={classes.check}
        tabIndex={-1}
        aria-label={messages.select(parts.labelOf(row))}
        checked={ids.has(row.id)}
        onClick={(event) => {
          event.stopPropagation();
          // Keeps the keyboard focus on the row.
          event.currentTarget.closest<HTMLElement>('[role=row]')?.focus();
          parts.mark(row.id, event.shiftKey ? 'range' : 'toggle');
        }}
        readOnly
      />
    ),
  };
}
