import { CloseButton, UnstyledButton } from '@mantine/core';
import { useMemo, type DragEvent, type ReactNode } from 'react';
import { useEscape } from '#lib/use-escape';
import { useFormat } from '#lib/use-format';
import { AgeText } from './age-text';
import { DataTable, type DataColumn } from './data-table';
import type { PrintedColumn } from './print-table';
import { EmptyList, type NextStep } from './empty-list';
import { FaultNotice } from './fault-notice';
import classes from './list-board.module.css';
import { page, PageHead } from './page';
import { ActionBar, type SelectableRow } from './selection';
import type { List } from './use-list';

export interface ListBoardProps<Row> extends Omit<ListTableProps<Row>, 'label' | 'isSelectable'> {
  title: string;
  /** The name of the table; absent: the heading. */
  tableLabel?: string;
  search?: { label: string; placeholder?: string };
  /** "3 of 12". */
  matches?: ReactNode;
  /** How old the list is, and what it leaves out. */
  note?: ReactNode;
  /** The actions of the page, at the end of its head. */
  actions?: ReactNode;
  /** Below the head, full width. */
  overview?: ReactNode;
  /** The name of the group of filters. */
  filterLabel?: string;
  /** Further filters, before those of the list. */
  filters?: ReactNode;
  notices?: ReactNode;
  /** What is selected for bulk actions; absent: rows cannot be selected. */
  noun?: SelectableRow;
  bulkActions?: ReactNode;
  /** Beside the table, such as a map. */
  beside?: ReactNode;
  /** The details of the current row: a `ListDetail`. */
  detail?: ReactNode;
  /** At the bottom: unsaved changes. */
  footer?: ReactNode;
}

/** A page with a list: search, filters, selection, the table, and the details of the current row. */
export function ListBoard<Row extends { id: string }>(props: ListBoardProps<Row>) {
  const { title, tableLabel = title, list, search, filters, filterLabel, noun } = props;
  const table = (
    <ListTable
      {...props}
      label={tableLabel}
      isSelectable={noun !== undefined}
      onEscape={props.onEscape ?? (() => list.setCurrent(null))}
    />
  );
  const hasFilters = filterLabel !== undefined && list.chips.length > 0;
  return (
    <div className={page.scrollingPage}>
      <PageHead
        title={title}
        matches={props.matches}
        note={props.note}
        actions={props.actions}
        {...(search && { search: { ...search, value: list.search, onChange: list.setSearch } })}
      />
      {props.overview}
      {(filters || hasFilters) && (
        <div className={classes.filters}>
          {filters}
          {hasFilters && <ListFilters label={filterLabel} list={list} />}
        </div>
      )}
      {list.fault && <FaultNotice fault={list.fault} context="open" />}
      {props.notices}
      {noun && (
        <ActionBar selection={list.selection} noun={noun}>
          {props.bulkActions}
        </ActionBar>
      )}
      <div className={page.work}>
        {props.beside ? (
          <div className={`${page.rest} ${classes.panes}`}>
            <div className={classes.mainPane}>{table}</div>
            {props.beside}
          </div>
        ) : (
          <div className={page.rest}>{table}</div>
        )}
        {props.detail}
      </div>
      {props.footer}
    </div>
  );
}

/** The filters of a list, of which at most one is active, each with its count once the rows are known. */
export function ListFilters<Row>({ label, list }: { label: string; list: List<Row> }) {
  const { t, count } = useFormat();
  const all = { id: null, word: t('ui.all'), count: list.all, title: undefined };
  return (
    <div role="group" aria-label={label} className={classes.chips}>
      {[all, ...list.chips].map(({ id, word, title, count: rows }) => (
        <UnstyledButton
          key={id}
          className={page.chip}
          aria-pressed={list.filter === id}
          title={title}
          onClick={() => list.setFilter(list.filter === id ? null : id)}
        >
          {word} {!list.isLoading && <span className={page.dimmed}>({count(rows)})</span>}
        </UnstyledButton>
      ))}
    </div>
  );
}

interface ListTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  list: List<Row>;
  columns: readonly DataColumn<Row>[];
  /** The accessible name of a row. */
  rowLabel: (row: Row) => string;
  rowHeight?: number;
  /** Whether rows can be selected for a bulk action. */
  isSelectable?: boolean;
  empty: EmptyMessages;
  /** Enter, or a click; absent: the row becomes the current one. */
  onOpen?: (row: Row) => void;
  /** Enter only, if a click does not open. */
  onEnter?: (row: Row) => void;
  /** Absent: the key is for what is around the table; of a `ListBoard`: no row is current any more. */
  onEscape?: () => void;
  onDragRow?: (row: Row, event: DragEvent) => void;
  /** What is printed, where this is not what is on screen. */
  printedColumns?: readonly PrintedColumn<Row>[];
}

/** What stands in place of the rows. */
interface EmptyMessages {
  loading: string;
  noMatch: string;
  /** Why the list is not known, if it is not. */
  unknown?: ReactNode;
  none: ReactNode;
  /** What the user can do if there are no rows at all. */
  nextStep?: NextStep;
}

/** The rows of a list: a table with the boxes of the selection, or why there are none. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, columns, rowLabel, isSelectable = false, onOpen, onEnter, onDragRow } = props;
  const { sort, sortValues } = list;
  const { column: boxes, marking } = list.selection;
  const shownColumns = useMemo(
    () => [
      ...(isSelectable ? [boxes<Row>(rowLabel)] : []),
      ...columns.map((column) => ({ ...column, isSortable: column.id in sortValues })),
    ],
    [isSelectable, boxes, sortValues, rowLabel, columns],
  );
  const withRow = (use: (row: Row) => void) => (index: number) => {
    const row = list.rowAt(index);
    if (row) use(row);
  };
  const enter = onEnter ?? onOpen;
  return (
    <DataTable
      label={props.label}
      columns={shownColumns}
      count={list.count}
      rowAt={list.rowAt}
      rowLabel={rowLabel}
      selectedIndex={list.currentIndex}
      selectedKey={list.current?.id ?? null}
      onSelect={list.setCurrent}
      onEnter={enter ? withRow(enter) : list.setCurrent}
      empty={<Empty list={list} messages={props.empty} />}
      {...(props.rowHeight === undefined ? {} : { rowHeight: props.rowHeight })}
      {...(sort && { sort, onSort: list.sortBy })}
      {...(onOpen && { onOpen: withRow(onOpen) })}
      {...(props.onEscape && { onEscape: props.onEscape })}
      {...(isSelectable && { marking })}
      {...(list.onRange && { onRange: list.onRange })}
      {...(props.printedColumns && { printed: { columns: props.printedColumns } })}
      {...(onDragRow && {
        onDragRow: (index: number, event: DragEvent) =>
          withRow((row) => onDragRow(row, event))(index),
      })}
    />
  );
}

function Empty({ list, messages }: { list: List<unknown>; messages: EmptyMessages }) {
  const { t } = useFormat();
  if (list.isLoading) return <EmptyList>{messages.loading}</EmptyList>;
  if (list.hasRows) {
    return (
      <EmptyList action={{ label: t('common.clearFilters'), onClick: list.clearFilters }}>
        {messages.noMatch}
      </EmptyList>
    );
  }
  return <EmptyList action={messages.nextStep}>{messages.unknown ?? messages.none}</EmptyList>;
}

interface ListDetailProps {
  label: string;
  title: string;
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** The details of the current row, as a region beside the table. */
export function ListDetail({ label, title, onClose, actions, children }: ListDetailProps) {
  const { t } = useFormat();
  useEscape(onClose);
  return (
    <section className={classes.detail} aria-label={label}>
      <div className={classes.detailHead}>
        <h2 className={classes.detailTitle}>{title}</h2>
        <CloseButton aria-label={t('ui.closeDetails')} onClick={onClose} />
      </div>
      {actions && <div className={classes.detailActions}>{actions}</div>}
      <div className={page.body}>{children}</div>
    </section>
  );
}

interface ListAgeProps {
  /** null: the service never sent this list. */
  receivedAt: number | null;
  /** The service refuses to send it now. */
  isRefused?: boolean;
  skippedRecords: number;
}

/** How old a list is, and how much of it could not be read. */
export function ListAge({ receivedAt, isRefused = false, skippedRecords }: ListAgeProps) {
  const { t } = useFormat();
  return (
    <>
      {receivedAt !== null && (
        <AgeText at={receivedAt} text={(age) => t('ui.list.updated', { age })} />
      )}
      {receivedAt !== null && isRefused && ` · ${t('ui.list.noLongerProvided')}`}
      {skippedRecords > 0 && ` · ${t('ui.list.unreadable', { count: skippedRecords })}`}
    </>
  );
}
