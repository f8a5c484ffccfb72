// Why it is so: docs/decisions/0052-own-table-and-date-fields.md
import { UnstyledButton } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type Range,
  type Virtualizer,
  defaultRangeExtractor,
  useVirtualizer,
} from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { inlineSign } from '#lib/language';
import { nextIndex } from '#lib/list-keys';
import { ariaShortcuts, isShortcut, modifierText } from '#lib/shortcuts';
import { useFormat } from '#lib/use-format';
import classes from './data-table.module.css';
import { EdgeHandle } from './edge-handle';
import { PrintedRows, usePrintRequest, type PrintedColumn } from './print-table';

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
  /** How columns are resized and moved; absent: they are not. */
  layout?: ColumnLayout;
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
  /** Right-click, the Menu key or Shift+F10 on a row; where to open its menu. */
  onRowMenu?: (index: number, at: { x: number; y: number }) => void;
  /** Called when a row is dragged. The same has to be possible by keyboard. */
  onDragRow?: (index: number, event: DragEvent) => void;
  /** Called with the drawn rows: `from` inclusive, `to` exclusive. */
  onRange?: (from: number, to: number) => void;
  /** Whether the pointer is over the table, or the keyboard focus in it. */
  onUse?: (isInUse: boolean) => void;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  /** What is printed of it, where this is not what is on screen. */
  printed?: {
    columns?: readonly PrintedColumn<Row>[];
    /** Rows that are not on screen; absent: `rowAt` has all of them. */
    rowsBetween?: (from: number, to: number) => Promise<readonly Row[]>;
  };
}

const headerHeight = 32;

/** A virtual table of any length with full keyboard support. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, count, rowAt, selectedIndex, selectedKey, onRange, rowHeight = 32 } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  // The keyboard continues where the last selection was.
  const [lastSelected, setLastSelected] = useState(selectedIndex);
  if (selectedIndex >= 0 && selectedIndex !== lastSelected) setLastSelected(selectedIndex);
  const activeIndex = Math.min(Math.max(0, lastSelected), Math.max(0, count - 1));

  const virtualizer = useRows(scroller, { count, rowHeight, activeIndex });
  const items = virtualizer.getVirtualItems();
  useDrawnRange(virtualizer, count, onRange);
  useRevealed(virtualizer, selectedIndex, selectedKey);
  const onRowFocus = useRowFocus(body, activeIndex);
  const onKeyDown = useTableKeys(props, {
    activeIndex,
    lastSelected,
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2,
    reveal: (index) => virtualizer.scrollToIndex(index),
  });

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
  const onRowMenu = useRowMenu(props.onRowMenu);
  const inUse = useInUse(props.onUse);
  const printRequest = usePrintRequest(props.label);

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={columnStyle(columns)}
      role="table"
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      {...inUse}
    >
      {printRequest && (
        <PrintedRows
          request={printRequest}
          columns={props.printed?.columns ?? columns}
          count={count}
          rowsBetween={props.printed?.rowsBetween ?? rowsOf(rowAt)}
        />
      )}
      <TableHead
        columns={columns}
        height={headerHeight}
        sort={props.sort}
        onSort={props.onSort}
        layout={props.layout}
        scroller={scroller}
      />
      {count === 0 && props.empty && (
        // A table may contain rows only.
        <div role="rowgroup">
          <div role="row">
            <div role="cell" aria-colspan={columns.length}>
              {props.empty}
            </div>
          </div>
        </div>
      )}
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <DataRow
            key={index}
            index={index}
            top={start - headerHeight}
            height={rowHeight}
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
            onMenu={props.onRowMenu && onRowMenu}
          />
        ))}
      </div>
    </div>
  );
}

/** Of a table that has all rows. */
const rowsOf =
  <Row,>(rowAt: (index: number) => Row | undefined) =>
  (from: number, to: number): Promise<Row[]> =>
    Promise.resolve(
      Array.from({ length: to - from }, (_, at) => rowAt(from + at)).filter(
        (row) => row !== undefined,
      ),
    );

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Rows outside the view. At rest each costs a search as much as a row in view. */
const restingOverscan = 2;
const scrollingOverscan = 8;

/** Which rows exist, and where they are. */
function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  { count, rowHeight, activeIndex }: { count: number; rowHeight: number; activeIndex: number },
): Rows {
  const rows = useRef<Rows>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: restingOverscan,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    // The focused row exists even if it is scrolled out of view.
    rangeExtractor: useCallback(
      (range: Range) => {
        const overscan = rows.current?.isScrolling ? scrollingOverscan : range.overscan;
        const indexes = defaultRangeExtractor({ ...range, overscan });
        return indexes.includes(activeIndex) || range.count === 0
          ? indexes
          : [...indexes, activeIndex].sort((a, b) => a - b);
      },
      [activeIndex],
    ),
  });
  rows.current = virtualizer;
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer;
}

/** Reports which rows are drawn. */
function useDrawnRange(
  virtualizer: Rows,
  count: number,
  onRange: ((from: number, to: number) => void) | undefined,
): void {
  const seen = virtualizer.range;
  const from = Math.max(0, (seen?.startIndex ?? 0) - scrollingOverscan);
  const to = Math.min(count, (seen?.endIndex ?? -1) + 1 + scrollingOverscan);
  useEffect(() => {
    onRange?.(from, to);
  }, [onRange, from, to]);
}

/** Scrolls to the selected row when another one is selected. */
function useRevealed(virtualizer: Rows, selectedIndex: number, selectedKey: string | null): void {
  // Follows the key, not the index: a list that is sorted again must not scroll the view.
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    const key = selectedIndex < 0 ? null : selectedKey;
    if (key !== null && key !== revealed.current) virtualizer.scrollToIndex(selectedIndex);
    revealed.current = key;
  }, [virtualizer, selectedKey, selectedIndex]);
}

/** Keeps the focus on the active row; the result is its handler of focus and blur. */
function useRowFocus(body: RefObject<HTMLDivElement | null>, activeIndex: number) {
  // The focused row may have been scrolled or sorted out of view, and have lost the focus.
  const holdsFocus = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.parentElement === body.current;
    if (!holdsFocus.current || !isFree) return;
    const active = body.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    active?.focus({ preventScroll: true });
  }, [body, activeIndex]);
  return useCallbackRef((event: FocusEvent) => {
    holdsFocus.current = event.type === 'focus' || event.relatedTarget === null;
  });
}

/** Handlers that tell whether the pointer is over an element, or the keyboard focus in it. */
function useInUse(onUse: ((isInUse: boolean) => void) | undefined) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isInUse = isPointed || isFocused;
  useEffect(() => {
    onUse?.(isInUse);
  }, [onUse, isInUse]);
  return {
    onMouseEnter: () => setPointed(true),
    onMouseLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget as Node | null)),
  };
}

/** Opens the menu of a row where it was right-clicked. */
function useRowMenu(
  onRowMenu: ((index: number, at: { x: number; y: number }) => void) | undefined,
) {
  return useCallbackRef((event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    onRowMenu?.(Number(event.currentTarget.dataset.index), { x: event.clientX, y: event.clientY });
  });
}

interface KeyTargets {
  activeIndex: number;
  /** Index of the row that is selected, or was last; -1: none. */
  lastSelected: number;
  /** How many rows fit into the view. */
  pageRows: () => number;
  reveal: (index: number) => void;
}

/** The keys of a focused row. */
function useTableKeys<Row>(
  props: DataTableProps<Row>,
  { activeIndex, lastSelected, pageRows, reveal }: KeyTargets,
) {
  const { count, selectedIndex } = props;
  return useCallbackRef((event: KeyboardEvent<HTMLElement>) => {
    // Keys typed into a field inside a row belong to the field.
    if (event.target !== event.currentTarget) return;
    const { marking } = props;
    // On some systems these keys open no context menu by themselves.
    if (props.onRowMenu && isShortcut(event, 'rowActions')) {
      event.preventDefault();
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      // After this event, which would close the menu that it opens.
      requestAnimationFrame(() => props.onRowMenu?.(activeIndex, { x: left + 48, y: bottom }));
      return;
    }
    if (marking && isShortcut(event, 'selectAll')) {
      event.preventDefault();
      marking.markAll();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return;
    // A screen reader may focus another row than the active one.
    const focused = Number(event.currentTarget.dataset['index'] ?? activeIndex);
    if (marking && event.key === ' ') {
      event.preventDefault();
      marking.mark(focused, event.shiftKey ? 'range' : 'toggle');
      // So that the arrow keys continue from here.
      if (focused !== selectedIndex) props.onSelect(focused);
      return;
    }
    if (event.key === 'Escape' && props.onEscape) {
      event.preventDefault();
      props.onEscape();
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      (props.onEnter ?? props.onOpen)?.(focused);
      return;
    }
    const next = nextIndex(event.key, lastSelected, count, pageRows());
    if (next === null) return;
    event.preventDefault();
    reveal(next);
    if (marking && event.shiftKey) marking.mark(next, 'range');
    props.onSelect(next);
  });
}

/** Plain text, which an ellipsis may shorten, can be read in full under the pointer. */
const shortened = (content: ReactNode) =>
  typeof content === 'string' ? <bdi title={content}>{content}</bdi> : content;

interface DataRowProps<Row> {
  index: number;
  top: number;
  height: number;
  columns: readonly DataColumn<Row>[];
  row: Row | undefined;
  rowLabel: (row: Row) => string;
  isSelected: boolean;
  isMarked: boolean;
  isActive: boolean;
  onPress: (event: MouseEvent<HTMLElement>) => void;
  onPick: (index: number, event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onRowFocus: (event: FocusEvent) => void;
  onDragRow: ((index: number, event: DragEvent) => void) | undefined;
  onMenu: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

const DataRow = memo(function DataRow<Row>(props: DataRowProps<Row>) {
  const { t } = useFormat();
  const { index, row, columns, onDragRow } = props;
  return (
    <div
      role="row"
      className={classes.row}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={row === undefined ? t('ui.loading') : props.rowLabel(row)}
      aria-current={props.isSelected || undefined}
      data-marked={props.isMarked || undefined}
      tabIndex={props.isActive ? 0 : -1}
      style={{
        height: props.height,
        top: props.top,
      }}
      draggable={onDragRow ? true : undefined}
      onDragStart={onDragRow && ((event) => onDragRow(index, event))}
      onMouseDown={props.onPress}
      onClick={(event) => props.onPick(index, event)}
      onContextMenu={props.onMenu}
      onKeyDown={props.onKeyDown}
      onFocus={props.onRowFocus}
      onBlur={props.onRowFocus}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="cell"
          className={classes.cell}
          style={cellStyle(at)}
          data-align={column.align}
          data-sticks={column.sticks || undefined}
          data-spare={column.isSpare || undefined}
        >
          {row !== undefined && shortened(column.cell(row))}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: DataRowProps<Row>) => ReactNode;

export interface DataColumn<Row> extends PrintedColumn<Row> {
  /** Shown instead of the header text, which is then the accessible name. */
  headerCell?: ReactNode;
  /** Pixels; the least width where `grows` is set. */
  width: number;
  grows?: boolean;
  /** Stays visible while the rest scrolls horizontally. */
  sticks?: boolean;
  /** Left out where the table is too narrow for all columns. */
  isSpare?: boolean;
  isSortable?: boolean;
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
const columnWidths = { min: 56, max: 900 } as const;

/** The column beside another one that can be moved to its place; null at the ends. */
function neighbourOf(
  columns: readonly { id: string }[],
  column: string,
  step: -1 | 1,
  fixed: readonly string[],
): string | null {
  const next = columns[columns.findIndex(({ id }) => id === column) + step]?.id;
  return next === undefined || fixed.includes(next) || fixed.includes(column) ? null : next;
}

const least = '--data-table-width';
const leastOfNarrow = '--data-table-narrow-width';
const columnVariable = (index: number) => `--data-table-column-${index}`;

/** The columns as variables, so that a column is resized without rendering a row. */
function columnStyle(columns: readonly ColumnWidth[]): CSSProperties {
  const flexes = columns.map(({ width, grows }, index) => [
    columnVariable(index),
    `${grows ? 1 : 0} 0 ${width}px`,
  ]);
  return {
    ...Object.fromEntries(flexes),
    [least]: `${widthOf(columns)}px`,
    [leastOfNarrow]: `${widthOf(columns.filter(({ isSpare }) => !isSpare))}px`,
  } as CSSProperties;
}

type ColumnWidth = Pick<DataColumn<never>, 'width' | 'grows' | 'isSpare'>;

const widthOf = (columns: readonly ColumnWidth[]) =>
  columns.reduce((sum, { width }) => sum + width, 0);

const cellStyles: CSSProperties[] = [];

/** The width of the cells of a column. */
const cellStyle = (index: number): CSSProperties =>
  (cellStyles[index] ??= { flex: `var(${columnVariable(index)})` });

interface TableHeadProps<Row> {
  columns: readonly DataColumn<Row>[];
  height: number;
  sort?: { column: string; descending: boolean } | undefined;
  onSort?: ((column: string) => void) | undefined;
  layout?: ColumnLayout | undefined;
  scroller: RefObject<HTMLDivElement | null>;
}

/** The names of the columns, which sort, resize and move them. */
const TableHead = memo(function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, height, scroller, ...rest } = props;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow} style={{ height }}>
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            index={index}
            columns={columns}
            scroller={scroller}
            {...rest}
          />
        ))}
      </div>
    </div>
  );
}) as <Row>(props: TableHeadProps<Row>) => ReactNode;

/** Of a dragged column; nothing else can be dropped on a header. */
const dragType = 'application/x-waypost-column';

interface HeaderCellProps<Row> extends Omit<TableHeadProps<Row>, 'height'> {
  column: DataColumn<Row>;
  index: number;
}

function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const format = useFormat();
  const { t } = format;
  const { column, index, columns, sort, onSort, layout, scroller } = props;
  const isSorted = sort?.column === column.id;
  const direction = sort?.descending ? 'descending' : 'ascending';
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  const isSortable = column.isSortable && onSort;
  const canMove = layout !== undefined && isSortable && !layout.fixed.includes(column.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove || !isShortcut(event, 'moveColumn')) return;
    event.preventDefault();
    const step = (event.key === 'ArrowRight') === inlineSign() > 0 ? 1 : -1;
    const target = neighbourOf(columns, column.id, step, layout.fixed);
    if (target !== null) layout.move(column.id, target);
  };
  return (
    <div
      role="columnheader"
      className={classes.headCell}
      style={cellStyle(index)}
      data-align={column.align}
      data-sticks={column.sticks || undefined}
      data-spare={column.isSpare || undefined}
      aria-sort={isSortable ? (isSorted ? direction : 'none') : undefined}
      {...(canMove && dropHandlers(column.id, layout))}
    >
      {isSortable ? (
        <UnstyledButton
          className={classes.sort}
          aria-keyshortcuts={canMove ? ariaShortcuts('moveColumn') : undefined}
          title={
            canMove ? t('ui.column.sortAndMove', { key: modifierText('Alt+', format) }) : undefined
          }
          onClick={() => onSort(column.id)}
          onKeyDown={onKeyDown}
          draggable={canMove || undefined}
          onDragStart={canMove ? (event) => beginDrag(event, column.id) : undefined}
        >
          {column.header}
          {isSorted && <Arrow size={13} aria-hidden />}
        </UnstyledButton>
      ) : (
        (column.headerCell ?? column.header)
      )}
      {layout && isSortable && (
        <ResizeHandle column={column} columns={columns} layout={layout} scroller={scroller} />
      )}
    </div>
  );
}

function beginDrag({ dataTransfer }: DragEvent, column: string): void {
  dataTransfer.setData(dragType, column);
  dataTransfer.effectAllowed = 'move';
}

/** A column is moved by dropping its name on another one. */
function dropHandlers(column: string, layout: ColumnLayout) {
  const isColumn = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  return {
    onDragOver: (event: DragEvent) => {
      if (isColumn(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!isColumn(event)) return;
      event.preventDefault();
      const moved = event.dataTransfer.getData(dragType);
      if (moved !== column) layout.move(moved, column);
    },
  };
}

interface ResizeHandleProps<Row> {
  column: DataColumn<Row>;
  columns: readonly DataColumn<Row>[];
  layout: ColumnLayout;
  scroller: RefObject<HTMLDivElement | null>;
}

/** The right edge of a column. */
function ResizeHandle<Row>({ column, columns, layout, scroller }: ResizeHandleProps<Row>) {
  const { t } = useFormat();
  const show = (width: number) => {
    const shown = columns.map((each) =>
      each.id === column.id ? { ...each, width, grows: false } : each,
    );
    for (const [name, value] of Object.entries(columnStyle(shown))) {
      scroller.current?.style.setProperty(name, String(value));
    }
  };
  return (
    <EdgeHandle
      label={t('ui.column.width', { column: column.header })}
      title={t('ui.column.resize')}
      className={classes.resize}
      limits={columnWidths}
      onDrag={show}
      onResize={(width) => layout.resize(column.id, width)}
    />
  );
}
