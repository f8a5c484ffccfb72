import { CloseButton, VisuallyHidden } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import { useAnswer } from '#lib/use-answer';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import type { DataColumn, RowMarking } from './data-table';
import classes from './selection.module.css';

/** The selected records of a table, and the anchor of a range. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The last selected record; null if there is none. */
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** Ctrl+click, Space or the checkbox: toggles one record. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Shift: adds everything between the anchor and this record, in the order on screen. */
export function extended(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (to < 0) return selection;
  if (from < 0) return { ids: new Set([...selection.ids, id]), anchor: id };
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
}

/** Adds all filtered records. */
export function allSelected(selection: Selection, order: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...order]), anchor: selection.anchor };
}

/** Removes records that no longer exist; returns the same object if there are none. */
export function retained(selection: Selection, exists: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(exists);
  if (ids.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(ids), anchor: anchor !== null && exists(anchor) ? anchor : null };
}

/** How many of the shown records are selected, for the checkbox in the header. */
export function coverage(selection: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  let count = 0;
  for (const id of order) if (selection.ids.has(id)) count += 1;
  if (count === 0) return 'none';
  return count === order.length ? 'all' : 'some';
}

interface SelectionColumnParts<Row> {
  t: Format['t'];
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
  const { t, ids, all } = parts;
  return {
    id: 'selection',
    isControl: true,
    header: t('ui.selection.column'),
    width: 38,
    headerCell: (
      <input
        type="checkbox"
        className={classes.check}
        ref={(box) => {
          if (box) box.indeterminate = all === 'some';
        }}
        aria-label={t('ui.selection.all')}
        checked={all === 'all'}
        onChange={all === 'all' ? parts.clear : parts.selectAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        className={classes.check}
        tabIndex={-1}
        aria-label={t('ui.selection.select', { row: parts.labelOf(row) })}
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

interface SelectionParts extends Pick<TableSelection, 'ids' | 'hidden' | 'clear' | 'selectAll'> {
  t: Format['t'];
  /** How many of the shown rows are selected. */
  all: 'none' | 'some' | 'all';
  /** The id of a row on screen. */
  idAt: (index: number) => string | undefined;
  mark: (id: string, how: 'toggle' | 'range') => void;
}

/** Boxes, Ctrl+click, Shift+click, Space, Shift+arrows and Ctrl+A. */
function tableSelection({ all, idAt, mark, t, ...selection }: SelectionParts): TableSelection {
  const { ids, clear, selectAll } = selection;
  return {
    ...selection,
    marking: {
      isMarked: (index) => ids.has(idAt(index) ?? ''),
      mark: (index, how) => {
        const id = idAt(index);
        if (id !== undefined) mark(id, how);
      },
      markAll: selectAll,
      clear,
    },
    column: (labelOf) => selectionColumn({ t, ids, all, labelOf, mark, selectAll, clear }),
  };
}

/**
 * Multi-select for a table. `order` is the ids as they stand on screen, `exists` whether a record is still
 * there at all.
 */
export function useSelection(
  order: readonly string[],
  exists: (id: string) => boolean,
): TableSelection {
  const { t } = useFormat();
  const [stored, setStored] = useState<Selection>(nothingSelected);
  return useMemo(() => {
    const selection = retained(stored, exists);
    const { ids } = selection;
    const shown = new Set(order);
    return tableSelection({
      t,
      ids,
      hidden: [...ids].filter((id) => !shown.has(id)).length,
      all: coverage(selection, order),
      idAt: (index) => order[index],
      mark: (id, how) =>
        setStored(how === 'toggle' ? toggled(selection, id) : extended(selection, id, order)),
      selectAll: () => setStored(allSelected(selection, order)),
      clear: () => setStored(nothingSelected),
    });
  }, [t, stored, order, exists]);
}

interface PagedSelectionOptions {
  /** Requests the ids of all filtered rows from main, in order. */
  readOrder: () => Promise<Outcome<readonly string[]>>;
  /** The id of a row on screen. */
  idAt: (index: number) => string | undefined;
  /** The number of filtered rows. */
  shown: number;
  /** Changes with the list, so that hidden selected rows are counted again. */
  version: unknown;
}

const noOrder: readonly string[] = [];

/**
 * Multi-select for a list that is read from main by page. The order of all rows is requested when a
 * range or everything is selected, and while anything is selected.
 */
export function usePagedSelection(
  options: PagedSelectionOptions,
): TableSelection & { fault: Fault | null } {
  const { readOrder, idAt, shown, version } = options;
  const { t } = useFormat();
  const [stored, setStored] = useState<Selection>(nothingSelected);
  const [failed, setFailed] = useState<Fault | null>(null);
  const isEmpty = stored.ids.size === 0;
  const answer = useAnswer(isEmpty ? null : readOrder, [readOrder, version], { keepsValue: true });
  const order = answer.value ?? noOrder;
  const selection = useMemo(() => {
    const change = async (next: (known: Selection, all: readonly string[]) => Selection) => {
      const outcome = await readOrder();
      setFailed(outcome.ok ? null : outcome.fault);
      if (outcome.ok) setStored((known) => next(known, outcome.value));
    };
    const { ids } = stored;
    const inOrder = order.reduce((sum, id) => sum + Number(ids.has(id)), 0);
    const isAll = inOrder > 0 && inOrder >= shown;
    return tableSelection({
      t,
      ids,
      // Until the order is loaded, no row counts as hidden.
      hidden: order.length === 0 ? 0 : ids.size - inOrder,
      all: ids.size === 0 ? 'none' : isAll ? 'all' : 'some',
      idAt,
      mark: (id, how) => {
        if (how === 'toggle') setStored((known) => toggled(known, id));
        else void change((known, all) => extended(known, id, all));
      },
      selectAll: () => void change(allSelected),
      clear: () => {
        setStored(nothingSelected);
        setFailed(null);
      },
    });
  }, [t, stored, order, shown, idAt, readOrder]);
  return { ...selection, fault: failed ?? answer.fault };
}

/** What the rows of a table are, for the number of those that are selected. */
export type SelectableRow = 'device' | 'user' | 'group' | 'alert' | 'change' | 'row';

/** "3 devices selected, 1 of them not shown": how many are selected, and how many of them the filters hide. */
const selectedText = (row: SelectableRow, count: number, hidden: number, { t }: Format): string =>
  hidden > 0
    ? t(`ui.selectedHidden.${row}`, { count, hidden })
    : t(`ui.selected.${row}`, { count });

interface ActionBarProps {
  selection: Pick<TableSelection, 'ids' | 'hidden' | 'clear'>;
  noun: SelectableRow;
  children: ReactNode;
}

/** The number of selected rows and the bulk actions; hidden without a selection. */
export function ActionBar({ selection, noun, children }: ActionBarProps) {
  const format = useFormat();
  const { t } = format;
  const { ids, hidden, clear } = selection;
  const message = selectedText(noun, ids.size, hidden, format);
  if (ids.size === 0) return <span aria-live="polite" />;
  return (
    <section className={classes.actionBar} aria-label={t('ui.selection')}>
      <strong className={classes.count} title={message} aria-live="polite">
        <VisuallyHidden>{message}</VisuallyHidden>
        <span aria-hidden>
          {hidden > 0
            ? t('ui.selectedShortHidden', { count: ids.size, hidden })
            : t('ui.selectedShort', { count: ids.size })}
        </span>
      </strong>
      <CloseButton
        size="sm"
        aria-label={t('ui.selection.clear')}
        title={t('ui.selection.clear')}
        onClick={clear}
      />
      <span className={classes.actions}>{children}</span>
    </section>
  );
}
