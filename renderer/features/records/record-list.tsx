import { Button } from '@mantine/core';
import { IconPlus, IconTableImport, IconTablePlus } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { RecordOf } from '#shared/domain/change';
import type { Draft } from '#shared/domain/edit';
import type { CachedItems } from '#shared/ipc/fields';
import { ExportMenu } from '#features/exchange';
import { useSelection, type TableSelection } from '#features/jobs';
import {
  draftStore,
  SaveBar,
  useDrafts,
  useStagedSaving,
  type FieldProblem,
  type StagedKind,
} from '#features/drafts';
import { withWords } from '#lib/find-text';
import { inOrder, turned, type Sort, type SortValue } from '#lib/in-order';
import { gapText } from '#lib/known-text';
import type { Mirrored } from '#lib/mirror';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { focusGridInput } from '#ui/grid-input';
import { ListAge } from '#ui/list-age';
import { ListPage } from '#ui/list-page';
import { PageHead } from '#ui/page-head';
import type { EditedKind } from './draft-after';
import { gridColumns, type GridField } from './grid-columns';
import type { RecordDetailActions } from './record-detail';
import { ListUnknown } from './list-unknown';
import { gridMode, isRefused, knownListOf } from './store';
import { useWaits } from './use-waits';

/** The properties that a page passes to its list. */
export interface RecordListActions<R> {
  notice: ReactNode;
  onSelect: (id: string | null) => void;
  hasDraft: (id: string) => boolean;
  onNew: () => void;
  onEdit: (record: R) => void;
  onDelete: (record: R) => void;
}

export interface RecordFilter<R> {
  id: string;
  word: string;
  title: string;
  passes: (record: R) => boolean;
}

type List<R> = Mirrored<CachedItems<R>>;

interface RecordListProps<K extends EditedKind> extends RecordListActions<RecordOf[K]> {
  kind: K;
  /** "Groups". */
  title: string;
  mirror: StoreApi<List<RecordOf[K]>>;
  labelOf: (record: RecordOf[K]) => string;
  /** The searched text. */
  textOf: (record: RecordOf[K]) => string;
  selectedId: string | null;
  columns: readonly DataColumn<RecordOf[K]>[];
  /** The sort values of the sortable columns. */
  sortValues: Readonly<Record<string, (record: RecordOf[K]) => SortValue>>;
  filterLabel: string;
  filters: readonly RecordFilter<RecordOf[K]>[];
  /** Shown beside the filters. */
  views?: ReactNode;
  /** The fields that can be edited in the table. */
  grid: readonly GridField<K>[];
  staged: StagedKind<RecordOf[K]>;
  problemsOf: (draft: Draft) => ReadonlyMap<string, string>;
  wordOf: (field: string) => string;
  /** The bulk actions. */
  actions: (selection: TableSelection, records: readonly RecordOf[K][], shown: number) => ReactNode;
  detail: (record: RecordOf[K], actions: RecordDetailActions) => ReactNode;
  /** The message if the account has no records. */
  none: string;
}

const noRecords: readonly never[] = [];

/** The list of groups or users: search, filters, sorting, selection, editing in the table, details. */
export function RecordList<K extends EditedKind>(props: RecordListProps<K>) {
  type R = RecordOf[K];
  const { kind, labelOf, textOf, filters, sortValues, selectedId, onSelect } = props;
  const { value: list, fault } = useStore(props.mirror);
  const known = knownListOf(list);
  const all: readonly R[] = list?.items ?? noRecords;
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<string | null>(null);
  const [sort, setSort] = useState<Sort<string>>({ column: 'name', descending: false });
  const isGrid = useStore(gridMode, (modes) => modes[kind]);
  const wanted = useDeferredValue(search);
  const chosen = filters.find(({ id }) => id === filter);
  const shown = useMemo(() => {
    const fitting = chosen ? all.filter(chosen.passes) : all;
    const found = withWords(fitting, wanted, textOf);
    return inOrder(found, sortValues[sort.column] ?? labelOf, labelOf, sort.descending);
  }, [all, chosen, wanted, textOf, labelOf, sortValues, sort]);
  const order = useMemo(() => shown.map(({ id }) => id), [shown]);
  const ids = useMemo(() => new Set(all.map(({ id }) => id)), [all]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
  );
  const chips = useMemo(
    () =>
      filters
        .map(({ id, word, title, passes }) => ({
          id,
          word,
          title,
          count: all.filter(passes).length,
        }))
        .filter(({ id, count }) => count > 0 || id === filter),
    [filters, all, filter],
  );
  const grid = useGrid(props, order, all);
  const shownColumns = isGrid ? grid.columns : props.columns;
  const columns = useMemo(
    () => [selection.column<R>(labelOf), ...shownColumns],
    [selection, labelOf, shownColumns],
  );
  const selected = isGrid ? undefined : all.find(({ id }) => id === selectedId);
  const select = (index: number) => onSelect(order[index] ?? null);
  const currentId = isGrid ? grid.currentId : selectedId;
  const loading = (
    <>
      The {kind}s are not known yet. <ListUnknown name={`${kind}s`} known={known} />
    </>
  );
  const filterText = [chosen?.title, search.trim() && `search “${search.trim()}”`]
    .filter(Boolean)
    .join('; ');
  return (
    <>
      <ListPage
        head={
          <PageHead
            title={props.title}
            search={{ label: `Search ${kind}s`, value: search, onChange: setSearch }}
            matches={
              known.is === 'value'
                ? `${format.count(shown.length)} of ${format.count(all.length)}`
                : (gapText(known) ?? '')
            }
            note={
              list && (
                <ListAge
                  age={list.asOf === null ? null : <AgeText at={list.asOf} />}
                  isRefused={isRefused(list)}
                  skippedRecords={list.skippedRecords}
                />
              )
            }
            actions={
              <>
                <Button
                  size="xs"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  onClick={props.onNew}
                >
                  New {kind}
                </Button>
                <Button
                  size="xs"
                  variant={isGrid ? 'light' : 'default'}
                  aria-pressed={isGrid}
                  leftSection={<IconTablePlus size={14} aria-hidden />}
                  onClick={() => gridMode.setState({ [kind]: !isGrid })}
                >
                  Edit in table
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  component="a"
                  href="#/import"
                  leftSection={<IconTableImport size={14} aria-hidden />}
                >
                  Import
                </Button>
                <ExportMenu
                  what={`${kind}s`}
                  ids={() => order}
                  filter={filterText || `none: all ${kind}s`}
                />
              </>
            }
          />
        }
        filters={
          (props.views || chips.length > 0) && (
            <>
              {props.views}
              <FilterChips
                label={props.filterLabel}
                chips={chips}
                chosen={filter}
                onChoose={setFilter}
              />
            </>
          )
        }
        banner={
          <>
            {fault && <FaultNotice fault={fault} context="open" />}
            {known.is !== 'value' && all.length > 0 && <div>{loading}</div>}
            {props.notice}
            {grid.notice}
            {props.actions(selection, all, shown.length)}
          </>
        }
        list={
          <DataTable
            label={props.title}
            columns={columns}
            count={shown.length}
            rowAt={(index) => shown[index]}
            rowLabel={labelOf}
            rowHeight={isGrid ? 34 : 32}
            sort={sort}
            onSort={(column) => setSort(turned(sort, column))}
            selectedIndex={currentId === null ? -1 : order.indexOf(currentId)}
            selectedKey={currentId}
            onSelect={isGrid ? grid.setCurrent : select}
            {...(isGrid ? { onEnter: grid.enter } : { onOpen: select })}
            onEscape={() => onSelect(null)}
            marking={selection.marking}
            empty={
              <EmptyList>
                {search || filter
                  ? `No ${kind}s match the search and the filter.`
                  : list === null
                    ? `Loading ${kind}s…`
                    : known.is === 'value'
                      ? props.none
                      : loading}
              </EmptyList>
            }
          />
        }
        detail={
          selected &&
          props.detail(selected, {
            hasDraft: props.hasDraft(selected.id),
            onClose: () => onSelect(null),
            onEdit: () => props.onEdit(selected),
            onDelete: () => props.onDelete(selected),
          })
        }
        footer={isGrid && grid.footer}
      />
      {grid.dialogs}
    </>
  );
}

/** The edit mode of the table: the current row, the staged changes, and how they are saved. */
function useGrid<K extends EditedKind>(
  props: RecordListProps<K>,
  order: readonly string[],
  all: readonly RecordOf[K][],
) {
  const { kind, grid, labelOf, problemsOf } = props;
  const allDrafts = useDrafts();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const saving = useStagedSaving(props.staged);
  const waits = useWaits();
  const drafts = useMemo(
    () => [...allDrafts.values()].filter((draft) => draft.kind === kind && draft.base !== null),
    [allDrafts, kind],
  );
  const onStep = useCallback(
    (record: { id: string }, field: string, step: 1 | -1) => {
      const next = order[order.indexOf(record.id) + step];
      if (next === undefined) return;
      setCurrentId(next);
      focusGridInput(`${field}:${next}`);
    },
    [order],
  );
  const columns = useMemo(
    () =>
      gridColumns({
        kind,
        fields: grid,
        labelOf,
        drafts: allDrafts,
        problemsOf,
        currentId,
        onStep,
      }),
    [kind, grid, labelOf, allDrafts, problemsOf, currentId, onStep],
  );
  const isTyped = (field: string) => grid.some((each) => each.field === field);
  const focus = (draft: Draft, field: string) => {
    const id = draft.key.slice(kind.length + 1);
    const record = all.find((each) => each.id === id);
    if (record && (!isTyped(field) || !order.includes(id))) return props.onEdit(record);
    setCurrentId(id);
    focusGridInput(`${field}:${id}`);
  };
  const problems = drafts.flatMap((draft): FieldProblem[] =>
    [...problemsOf(draft)].map(([field, message]) => ({
      name: `${props.wordOf(field)} of ${draft.label}`,
      message,
      focus: () => focus(draft, field),
    })),
  );
  return {
    columns,
    currentId,
    setCurrent: (index: number) => setCurrentId(order[index] ?? null),
    /** Enter on a row focuses its first field. */
    enter: (index: number) => {
      const id = order[index];
      if (id === undefined) return;
      setCurrentId(id);
      focusGridInput(`${grid[0]?.field ?? ''}:${id}`);
    },
    notice: saving.notice,
    dialogs: saving.dialogs,
    footer: (
      <SaveBar
        changed={drafts.map(({ label }) => label)}
        problems={problems}
        saveLabel={drafts.length > 1 ? 'Review and save…' : 'Save'}
        isBusy={saving.isBusy}
        waits={waits}
        onSave={() => saving.ask(drafts)}
        onDiscard={() => drafts.forEach(({ key }) => draftStore.discard(key))}
      />
    ),
  };
}
