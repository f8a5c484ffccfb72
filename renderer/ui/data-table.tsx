import { UnstyledButton } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import classes from './data-table.module.css';
import { nextIndex } from '#lib/list-keys';

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

/** Rows marked for a bulk action; independent of the selected row. */
export interface RowMarking {
  isMarked: (index: number) => boolean;
  /** `toggle`: marks or unmarks this row. `range`: marks from the row marked last to this one. */
  mark: (index: number, how: 'toggle' | 'range') => void;
  markAll: () => void;
  clear: () => void;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  count: number;
  /** undefined: not loaded yet. */
  rowAt: (index: number) => Row | undefined;
  /** The accessible name of a row. */
  rowLabel: (row: Row) => string;
  rowHeight?: number;
  sort?: { column: string; descending: boolean };
  onSort?: (column: string) => void;
  /** Index of the selected row, or -1. */
  selectedIndex: number;
  /** The row is scrolled into view when this changes. */
  selectedKey: string | null;
  onSelect: (index: number) => void;
  /** Enter, or a click. */
  onOpen?: (index: number) => void;
  /** Enter only, if a click does not open. */
  onEnter?: (index: number) => void;
  onEscape?: () => void;
  /** Space, Ctrl+click, Shift+click, Shift+arrows and Ctrl+A mark rows. */
  marking?: RowMarking;
  /** Called when a row is dragged. The same has to be possible by keyboard. */
  onDragRow?: (index: number, event: DragEvent) => void;
  /** Called with the drawn rows: `from` inclusive, `to` exclusive. */
  onRange?: (from: number, to: number) => void;
  /** Shown if there are no rows. */
  empty?: ReactNode;
}

const headerHeight = 32;

/** A virtual table of any length with full keyboard support. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, count, rowAt, selectedIndex, selectedKey, onRange, rowHeight = 32 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const activeIndex = Math.min(Math.max(0, selectedIndex), Math.max(0, count - 1));

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    // The focused row exists even if it is scrolled out of view.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        return indexes.includes(activeIndex) || range.count === 0
          ? indexes
          : [...indexes, activeIndex].sort((a, b) => a - b);
      },
      [activeIndex],
    ),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const items = virtualizer.getVirtualItems();
  const seen = virtualizer.range;
  const from = Math.max(0, (seen?.startIndex ?? 0) - 8);
  const to = Math.min(count, (seen?.endIndex ?? -1) + 9);
  useEffect(() => onRange?.(from, to), [onRange, from, to]);

  // Follows the key, not the index: a list that is sorted again must not scroll the view.
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    const key = selectedIndex < 0 ? null : selectedKey;
    if (key !== null && key !== revealed.current) virtualizer.scrollToIndex(selectedIndex);
    revealed.current = key;
  }, [virtualizer, selectedKey, selectedIndex]);

  // The focused row may have been scrolled or sorted out of view, and have lost the focus.
  const holdsFocus = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.parentElement === body.current;
    if (!holdsFocus.current || !isFree) return;
    const active = body.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    active?.focus({ preventScroll: true });
  }, [activeIndex]);
  const onRowFocus = useCallbackRef((event: FocusEvent) => {
    holdsFocus.current = event.type === 'focus' || event.relatedTarget === null;
  });

  const onKeyDown = useCallbackRef((event: KeyboardEvent) => {
    // Keys typed into a field inside a row belong to the field.
    if (event.target !== event.currentTarget) return;
    const { marking } = props;
    const isMarkAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if (marking && isMarkAll) {
      event.preventDefault();
      marking.markAll();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return;
    if (marking && event.key === ' ') {
      event.preventDefault();
      marking.mark(activeIndex, event.shiftKey ? 'range' : 'toggle');
      // So that the arrow keys continue from here.
      if (activeIndex !== selectedIndex) props.onSelect(activeIndex);
      return;
    }
    if (event.key === 'Escape' && props.onEscape) {
      event.preventDefault();
      props.onEscape();
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      (props.onEnter ?? props.onOpen)?.(activeIndex);
      return;
    }
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2;
    const next = nextIndex(event.key, selectedIndex, count, page);
    if (next === null) return;
    event.preventDefault();
    virtualizer.scrollToIndex(next);
    if (marking && event.shiftKey) marking.mark(next, 'range');
    props.onSelect(next);
  });

  const template = columns
    .map(({ width, grows }) => (grows ? `minmax(${width}px, 1fr)` : `${width}px`))
    .join(' ');
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const onPick = useCallbackRef((index: number, event: MouseEvent) => {
    const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : null;
    if (!props.marking || how === null) return (props.onOpen ?? props.onSelect)(index);
    props.marking.mark(index, how);
    props.onSelect(index);
  });

  // Shift+click would also select the text in between.
  const onPress = useCallbackRef((event: MouseEvent<HTMLElement>) => {
    const { target } = event;
    const isText = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (!props.marking || !event.shiftKey || isText) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
  });
  const onDragRow = useCallbackRef(props.onDragRow);

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="table"
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
    >
      <div role="rowgroup" className={classes.head} style={{ minWidth: width }}>
        <div
          role="row"
          aria-rowindex={1}
          className={classes.headRow}
          style={{ gridTemplateColumns: template, height: headerHeight }}
        >
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      {count === 0 && props.empty}
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ minWidth: width, height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <DataRow
            key={index}
            index={index}
            top={start - headerHeight}
            height={rowHeight}
            template={template}
            columns={columns}
            row={rowAt(index)}
            rowLabel={props.rowLabel}
            isSelected={index === selectedIndex}
            isMarked={props.marking?.isMarked(index) ?? false}
            isActive={index === activeIndex}
            onPress={onPress}
            onPick={onPick}
            onKeyDown={onKeyDown}
            onRowFocus={onRowFocus}
            onDragRow={props.onDragRow && onDragRow}
          />
        ))}
      </div>
    </div>
  );
}

interface HeaderCellProps<Row> {
  column: DataColumn<Row>;
  sort?: { column: string; descending: boolean };
  onSort?: (column: string) => void;
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const isSorted = sort?.column === column.id;
  const direction = sort?.descending ? 'descending' : 'ascending';
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  const isSortable = column.isSortable && onSort;
  return (
    <div
      role="columnheader"
      className={classes.headCell}
      data-align={column.align}
      data-sticks={column.sticks || undefined}
      aria-sort={isSortable ? (isSorted ? direction : 'none') : undefined}
    >
      {isSortable ? (
        <UnstyledButton className={classes.sort} onClick={() => onSort(column.id)}>
          {column.header}
          {isSorted && <Arrow size={13} aria-hidden />}
        </UnstyledButton>
      ) : (
        (column.headerCell ?? column.header)
      )}
    </div>
  );
}

interface DataRowProps<Row> {
  index: number;
  top: number;
  height: number;
  template: string;
  columns: readonly DataColumn<Row>[];
  row: Row | undefined;
  rowLabel: (row: Row) => string;
  isSelected: boolean;
  isMarked: boolean;
  isActive: boolean;
  onPress: (event: MouseEvent<HTMLElement>) => void;
  onPick: (index: number, event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onRowFocus: (event: FocusEvent) => void;
  onDragRow: ((index: number, event: DragEvent) => void) | undefined;
}

const DataRow = memo(function DataRow<Row>(props: DataRowProps<Row>) {
  const { index, row, columns, onDragRow } = props;
  return (
    <div
      role="row"
      className={classes.row}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={row === undefined ? 'Loading' : props.rowLabel(row)}
      aria-current={props.isSelected || undefined}
      data-marked={props.isMarked || undefined}
      tabIndex={props.isActive ? 0 : -1}
      style={{
        gridTemplateColumns: props.template,
        height: props.height,
        transform: `translateY(${props.top}px)`,
      }}
      draggable={onDragRow ? true : undefined}
      onDragStart={onDragRow && ((event) => onDragRow(index, event))}
      onMouseDown={props.onPress}
      onClick={(event) => props.onPick(index, event)}
      onKeyDown={props.onKeyDown}
      onFocus={props.onRowFocus}
      onBlur={props.onRowFocus}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-sticks={column.sticks || undefined}
        >
          {row !== undefined && column.cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: DataRowProps<Row>) => ReactNode;
