import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Fault, Outcome } from '#shared/fault';
import { wordFinder } from '#lib/find-text';
import { inOrder, turned, type Sort, type SortValue } from '#lib/in-order';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import type { Format } from '#lib/format';
import { usePagedSelection, useSelection, type TableSelection } from './selection';

interface FilterChip {
  id: string;
  word: string;
  /** An explanation of the word. */
  title?: string | undefined;
  count: number;
  /** Offered even if no row passes. */
  isAlwaysOffered?: boolean | undefined;
}

/** The state of a list, for `ListBoard` and `ListTable`: what is shown, selected and current. */
export interface List<Row> {
  /** The rows have not been loaded yet. */
  isLoading: boolean;
  /** There are rows, even if none of them is shown. */
  hasRows: boolean;
  /** The number of rows that are shown. */
  count: number;
  rowAt: (index: number) => Row | undefined;
  search: string;
  setSearch: (text: string) => void;
  chips: readonly FilterChip[];
  /** The number of rows without a filter. */
  all: number;
  /** null: no filter. */
  filter: string | null;
  setFilter: (id: string | null) => void;
  clearFilters: () => void;
  /** Names the filter and the search; empty without one. */
  filterText: string;
  /** null: the rows cannot be sorted. */
  sort: Sort<string> | null;
  sortBy: (column: string) => void;
  /** By column; the others cannot be sorted by. */
  sortValues: Readonly<Record<string, unknown>>;
  selection: TableSelection;
  /** The row that the keyboard and the details are at. */
  current: Row | undefined;
  /** -1: none of the shown rows. */
  currentIndex: number;
  /** null: none. */
  setCurrent: (index: number | null) => void;
  /** For a list that is read by page. */
  onRange?: (from: number, to: number) => void;
  fault: Fault | null;
}

export interface ListFilter<Row> extends Omit<FilterChip, 'count'> {
  /** The same function as long as it gives the same answers: another one filters and counts the rows again. */
  passes: (row: Row) => boolean;
  /** Its rows are not counted among "All". */
  isApart?: boolean;
}

interface ListOptions<Row> {
  /** null: not loaded yet. */
  rows: readonly Row[] | null;
  /** Why the last read failed. */
  fault?: Fault | null;
  labelOf: (row: Row) => string;
  /** The searched text. */
  textOf: (row: Row) => string;
  filters?: readonly ListFilter<Row>[];
  /** Which rows are shown without a filter; absent: every row. */
  unfiltered?: (row: Row) => boolean;
  /** The rows that the page is about at present: filters and counts are of these. Absent: every row. */
  within?: ((row: Row) => boolean) | undefined;
  /** By column; absent: the rows stay in their order. A column without an entry is sorted by the label. */
  sortValues?: Readonly<Record<string, (row: Row) => SortValue>>;
  initialSort?: string;
  /** Whether a selected row that is not in `rows` still counts as selected; absent: it does not. */
  exists?: (id: string) => boolean;
  /** Who keeps which row is current; absent: the list itself. */
  current?: { id: string | null; onChange: (id: string | null) => void };
}

export interface WindowList<Row> extends List<Row> {
  shown: readonly Row[];
  /** The ids of the shown rows. */
  order: readonly string[];
  /** How many of the shown rows count, and of how many. */
  matched: number;
  total: number;
  setCurrentId: (id: string | null) => void;
}

const noRows: readonly never[] = [];
const noFilters: readonly never[] = [];
const noSortValues = {};
const every = () => true;
const nothing = () => false;

/** A list whose rows are all in the window. */
export function useList<Row extends { id: string }>(options: ListOptions<Row>): WindowList<Row> {
  const { filters = noFilters, unfiltered = every, sortValues } = options;
  const { within } = options;
  const format = useFormat();
  const all = options.rows ?? noRows;
  const rows = useMemo(() => (within ? all.filter(within) : all), [all, within]);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<string | null>(null);
  const [sort, setSort] = useState<Sort<string>>({
    column: options.initialSort ?? 'name',
    descending: false,
  });
  const [ownId, setOwnId] = useState<string | null>(null);
  const text = useDeferredValue(search);
  const chosen = filters.find(({ id }) => id === filter);
  // A filter that is no longer offered still applies: nothing passes it.
  const passes = chosen?.passes ?? (filter === null ? unfiltered : nothing);
  const shown = useShownRows({ ...options, rows, passes, text, sort });
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const ids = useMemo(() => new Set(all.map(({ id }) => id)), [all]);
  const isInRows = useCallback((id: string) => ids.has(id), [ids]);
  const counts = useCounts(rows, shown, filters, chosen);
  const currentId = options.current ? options.current.id : ownId;
  const setCurrentId = options.current?.onChange ?? setOwnId;
  const currentIndex = currentId === null ? -1 : order.indexOf(currentId);
  return {
    isLoading: options.rows === null && !options.fault,
    hasRows: all.length > 0,
    count: shown.length,
    rowAt: (index) => shown[index],
    shown,
    order,
    search,
    setSearch,
    ...counts,
    filter,
    setFilter,
    clearFilters: () => {
      setSearch('');
      setFilter(null);
    },
    filterText: filterText([chosen?.title ?? chosen?.word], search, format),
    sort: sortValues ? sort : null,
    sortBy: (column) => setSort(turned(sort, column)),
    sortValues: sortValues ?? noSortValues,
    selection: useSelection(order, options.exists ?? isInRows),
    current: currentId === null ? undefined : all.find(({ id }) => id === currentId),
    currentIndex,
    setCurrent: (index) => setCurrentId(index === null ? null : (order[index] ?? null)),
    setCurrentId,
    fault: options.fault ?? null,
  };
}

interface ShownRowsOptions<Row> extends Pick<
  ListOptions<Row>,
  'labelOf' | 'textOf' | 'sortValues'
> {
  rows: readonly Row[];
  passes: (row: Row) => boolean;
  text: string;
  sort: Sort<string>;
}

/** The rows that pass the filter and contain every word of the search, sorted. */
function useShownRows<Row>(options: ShownRowsOptions<Row>): readonly Row[] {
  const { rows, passes, text, textOf, labelOf, sortValues, sort } = options;
  const { locale } = useFormat().language;
  // Sorted, and folded for the search, once for all keys of a search.
  const find = useMemo(() => {
    const sorted = sortValues
      ? inOrder(rows, sortValues[sort.column] ?? labelOf, labelOf, sort.descending)
      : rows;
    return wordFinder(sorted, textOf);
    // Texts are in the order of the locale.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, textOf, labelOf, sortValues, sort, locale]);
  return useMemo(() => find(text).filter(passes), [find, text, passes]);
}

/** A filter without rows is not offered, unless it is chosen. */
const offered = <Chip extends FilterChip>(chips: readonly Chip[], chosen: string | null): Chip[] =>
  chips.filter(({ id, count, isAlwaysOffered }) => isAlwaysOffered || count > 0 || id === chosen);

/** The chips of the filters with their counts, and how many of the shown rows count of how many. */
function useCounts<Row>(
  rows: readonly Row[],
  shown: readonly Row[],
  filters: readonly ListFilter<Row>[],
  chosen: ListFilter<Row> | undefined,
) {
  const countIn = useMemo(() => rowCounter(rows), [rows]);
  const countShown = useMemo(() => rowCounter(shown), [shown]);
  const counted = filters.map((each) => ({ ...each, count: countIn(each.passes) }));
  const isApart = chosen?.isApart ?? false;
  const apart = isApart ? [] : filters.filter((each) => each.isApart);
  const matched = apart.reduce((count, { passes }) => count - countShown(passes), shown.length);
  const all = counted.reduce((sum, each) => sum - (each.isApart ? each.count : 0), rows.length);
  const isChosen = ({ id }: { id: string }) => id === chosen?.id;
  return {
    chips: offered(counted, chosen?.id ?? null),
    all,
    matched,
    total: isApart ? (counted.find(isChosen)?.count ?? 0) : all,
  };
}

/** Counts the rows that pass a filter: once for each filter, also if others are replaced with each key in a table. */
function rowCounter<Row>(rows: readonly Row[]): (passes: (row: Row) => boolean) => number {
  const counts = new WeakMap<(row: Row) => boolean, number>();
  return (passes) => {
    const count = counts.get(passes) ?? rows.filter(passes).length;
    counts.set(passes, count);
    return count;
  };
}

/** What a list that is read by page asks for. */
export interface ListQuery {
  text: string;
  /** null: no filter. */
  filter: string | null;
}

interface PagedListOptions<Row> {
  /** Reads a part of the rows that match. The same function as long as it gives the same answers. */
  read: (query: ListQuery, from: number, limit: number) => Promise<Outcome<ListPart<Row>>>;
  /** The ids of all rows that match, in their order. */
  readIds: (query: ListQuery) => Promise<Outcome<readonly string[]>>;
  chips: readonly FilterChip[];
  /** The number of rows without a filter. */
  all: number;
  /** Changes when the rows do, so that they are read again. */
  version: unknown;
  initialFilter?: string | null;
}

/** Longer searches are cut off. */
const mostSearched = 200;

/** A list whose rows are in main and are read by page; main searches and filters. */
export function usePagedList<Row extends { id: string }>(options: PagedListOptions<Row>) {
  const { read, readIds, chips, all, version } = options;
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<string | null>(options.initialFilter ?? null);
  const text = useDeferredValue(search).trim().slice(0, mostSearched);
  const query = useMemo<ListQuery>(() => ({ text, filter }), [text, filter]);
  const readPage = useCallback(
    (from: number, limit: number) => read(query, from, limit),
    [read, query],
  );
  const { total, rowAt, onRange, fault, isRead } = usePages(readPage, version);
  const readOrder = useCallback(() => readIds(query), [readIds, query]);
  const selection = usePagedSelection({
    readOrder,
    idAt: useCallback((index: number) => rowAt(index)?.id, [rowAt]),
    shown: total,
    version,
  });
  const [picked, setPicked] = useState<{ index: number; row: Row } | null>(null);
  // Rows may have been added above it. Out of the rows that were read, it stays as it was.
  const near = picked && findNear(rowAt, picked.index, picked.row.id);
  const isFiltered = text !== '' || filter !== null;
  const list: List<Row> = {
    isLoading: !isRead,
    hasRows: total > 0 || isFiltered,
    count: total,
    rowAt,
    onRange,
    search,
    setSearch,
    chips: offered(chips, filter),
    all,
    filter,
    setFilter: (id) => {
      setFilter(id);
      setPicked(null);
    },
    clearFilters: () => {
      setSearch('');
      setFilter(null);
    },
    filterText: filterText([chips.find(({ id }) => id === filter)?.word], text, format),
    sort: null,
    sortBy: () => undefined,
    sortValues: noSortValues,
    selection,
    current: near?.row ?? picked?.row,
    currentIndex: near?.index ?? picked?.index ?? -1,
    setCurrent: (index) => {
      const row = index === null ? undefined : rowAt(index);
      if (index === null) setPicked(null);
      else if (row) setPicked({ index, row });
    },
    fault: fault ?? selection.fault,
  };
  return { ...list, query, isFiltered, readOrder };
}

/** Finds a row that was at `index` and may have moved by a few rows. */
function findNear<Row extends { id: string }>(
  rowAt: (index: number) => Row | undefined,
  index: number,
  id: string,
): { index: number; row: Row } | null {
  for (let step = 0; step <= 20; step += 1) {
    for (const at of [index + step, index - step]) {
      const row = at >= 0 ? rowAt(at) : undefined;
      if (row?.id === id) return { index: at, row };
    }
  }
  return null;
}

/** A part of a long list in main. */
interface ListPart<Row> {
  total: number;
  rows: readonly Row[];
}

/**
 * The rows on screen of a long list, requested by range and again with each `version`. The old rows stay
 * until the new ones arrive; superseded answers are ignored.
 */
function usePages<Row>(
  read: (from: number, limit: number) => Promise<Outcome<ListPart<Row>>>,
  version: unknown,
) {
  const [range, setRange] = useState({ from: 0, to: 40 });
  const { value, fault } = useAnswer(
    async () => {
      const outcome = await read(range.from, Math.min(500, Math.max(1, range.to - range.from)));
      return outcome.ok ? { ...outcome, value: { ...outcome.value, from: range.from } } : outcome;
    },
    [read, range, version],
    { keepsValue: true },
  );
  const onRange = useCallback((from: number, to: number) => {
    // An empty list has an empty range; request the first page in that case.
    const next = to <= from ? { from: 0, to: 40 } : { from, to };
    setRange((known) => (known.from === next.from && known.to === next.to ? known : next));
  }, []);
  const rowAt = useCallback((index: number) => value?.rows[index - value.from], [value]);
  return {
    total: value?.total ?? 0,
    rowAt,
    onRange,
    fault,
    isRead: value !== null || fault !== null,
  };
}

/** The chosen filters and the search, for the head of an exported file; empty without any. */
export function filterText(
  filters: readonly (string | null | undefined)[],
  search: string,
  { t }: Format,
): string {
  const typed = search.trim();
  const parts = [...filters, typed === '' ? null : t('common.search', { typed })];
  return parts
    .flatMap((part) => part || [])
    .reduce((first, second) => (first ? t('common.filters', { first, second }) : second), '');
}
