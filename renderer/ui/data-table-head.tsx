import classes from './data-table.module.css';
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  memo,
  useEffect,
  useRef,
  useState,
} from 'react';
import { texts, uiMessages } from '#lib/ui-texts';

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
const columnWidths = { min: 56, max: 900 } as const;

const widthWithin = (width: number) =>
  Math.round(Math.min(Math.max(width, columnWidths.min), columnWidths.max));

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
const columnVariable = (index: number) => `--data-table-column-${index}`;

/** The columns as variables, so that a column is resized without rendering a row. */
export function columnStyle(columns: readonly { width: number; grows?: boolean }[]): CSSProperties {
  const flexes = columns.map(({ width, grows }, index) => [
    columnVariable(index),
    `${grows ? 1 : 0} 0 ${width}px`,
  ]);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return { ...Object.fromEntries(flexes), [least]: `${width}px` } as CSSProperties;
}

const cellStyles: CSSProperties[] = [];

/** The width of the cells of a column. */
export const cellStyle = (index: number): CSSProperties =>
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
export const TableHead = memo(function TableHead<Row>(props: TableHeadProps<Row>) {
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
  const { column, index, columns, sort, onSort, layout, scroller } = props;
  const isSorted = sort?.column === column.id;
  const direction = sort?.descending ? 'descending' : 'ascending';
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  const isSortable = column.isSortable && onSort;
  const canMove = layout !== undefined && isSortable && !layout.fixed.includes(column.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove || !event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const step = event.key === 'ArrowLeft' ? -1 : 1;
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
      aria-sort={isSortable ? (isSorted ? direction : 'none') : undefined}
      {...(canMove && dropHandlers(column.id, layout))}
    >
      {isSortable ? (
        <UnstyledButton
          className={classes.sort}
          aria-keyshortcuts={canMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
          title={canMove ? texts.clickToSortDragOr : undefined}
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

/** The width on screen in px: a column that grows is wider than its own width. */
function useShownWidth(handle: RefObject<HTMLElement | null>, own: number): number {
  const [shown, setShown] = useState(own);
  useEffect(() => {
    const cell = handle.current?.parentElement;
    if (!cell) return;
    const observer = new ResizeObserver(() => setShown(cell.offsetWidth));
    observer.observe(cell);
    return () => observer.disconnect();
  }, [handle]);
  return shown;
}

/** The right edge of a column: drag it, or use the arrow keys; Enter or a double click resets it. */
function ResizeHandle<Row>({ column, columns, layout, scroller }: ResizeHandleProps<Row>) {
  const dragged = useRef<{ from: number; width: number; next: number } | null>(null);
  const handle = useRef<HTMLDivElement>(null);
  const shownWidth = useShownWidth(handle, column.width);
  const widthOf = (edge: HTMLElement) => edge.parentElement?.offsetWidth ?? column.width;
  const show = (width: number) => {
    const shown = columns.map((each) =>
      each.id === column.id ? { ...each, width, grows: false } : each,
    );
    for (const [name, value] of Object.entries(columnStyle(shown))) {
      scroller.current?.style.setProperty(name, String(value));
    }
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const width = widthOf(event.currentTarget);
    dragged.current = { from: event.clientX, width, next: width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragged.current) return;
    dragged.current.next = widthWithin(
      dragged.current.width + event.clientX - dragged.current.from,
    );
    show(dragged.current.next);
  };
  const end = () => {
    const drag = dragged.current;
    dragged.current = null;
    if (drag && drag.next !== drag.width) layout.resize(column.id, drag.next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.shiftKey ? 40 : 10;
    if (event.key === 'Enter') layout.resize(column.id, null);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const sign = event.key === 'ArrowLeft' ? -1 : 1;
      layout.resize(column.id, widthWithin(widthOf(event.currentTarget) + sign * step));
    } else return;
    event.preventDefault();
  };
  return (
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={uiMessages.widthOf(column.header)}
      aria-valuenow={shownWidth}
      aria-valuemin={columnWidths.min}
      aria-valuemax={columnWidths.max}
      tabIndex={0}
      className={classes.resize}
      title={texts.dragToResizeDoubleClick}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => layout.resize(column.id, null)}
      onKeyDown={onKeyDown}
    />
  );
}
