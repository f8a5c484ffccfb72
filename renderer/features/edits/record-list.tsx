import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { RecordOf } from '#shared/domain/change';
import type { Draft } from '#shared/domain/edit';
import type { CachedItems } from '#shared/ipc/fields';
import { draftStore, useDrafts } from './drafts';
import { SaveBar, type FieldProblem } from './save-bar';
import type { StagedKind } from './staged-kind';
import { useStagedSaving } from './use-staged-saving';
import { commonTexts } from '#lib/common-texts';
import type { SortValue } from '#lib/in-order';
import type { Mirrored } from '#lib/mirror';
import { DataTable, type DataColumn } from '#ui/data-table';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { FilterChips } from '#ui/filter-chips';
import { focusGridInput } from '#ui/grid-input';
import { ListPage } from '#ui/list-page';
import { useSelection, type TableSelection } from '#ui/selection';
import type { EditedKind } from './draft-after';
import { gridColumns, type GridField } from './grid-columns';
import type { RecordDetailActions } from './record-detail';
import { messages, recordMessages } from './record-messages';
import { ListUnknown } from './list-unknown';
import { RecordListHead } from './record-list-head';
import { gridMode, knownListOf } from './store';
import { useShownRecords, type RecordFilter } from './use-shown-records';
import { useWaits } from './use-waits';
import { texts } from './records-texts';

/** The properties that a page passes to its list. */
export interface RecordListActions<R> {
  notice: ReactNode;
  onSelect: (id: string | null) => void;
  hasDraft: (id: string) => boolean;
  onNew: () => void;
  onEdit: (record: R) => void;
  onDelete: (record: R) => void;
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
}

const noRecords: readonly never[] = [];

/** The list of groups or users: search, filters, sorting, selection, editing in the table, details. */
export function RecordList<K extends EditedKind>(props: RecordListProps<K>) {
  type R = RecordOf[K];
  const { kind, labelOf, selectedId, onSelect } = props;
  const texts = recordMessages[kind];
  const { value: list, fault } = useStore(props.mirror);
  const known = knownListOf(list);
  const all: readonly R[] = list?.items ?? noRecords;
  const isGrid = useStore(gridMode, (modes) => modes[kind]);
  const { shown, order, ...view } = useShownRecords({
    all,
    filters: props.filters,
    labelOf,
    textOf: props.textOf,
    sortValues: props.sortValues,
  });
  const ids = useMemo(() => new Set(all.map(({ id }) => id)), [all]);
  const selection = useSelection(
    order,
    useCallback((id: string) => ids.has(id), [ids]),
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
      {texts.notKnown} <ListUnknown name={`${kind}s`} known={known} />
    </>
  );
  return (
    <>
      <ListPage
        head={
          <RecordListHead
            kind={kind}
            title={props.title}
            list={list}
            known={known}
            search={view.search}
            onSearch={view.setSearch}
            order={order}
            filterText={view.filterText}
            isGrid={isGrid}
            onNew={props.onNew}
          />
        }
        filters={
          (props.views || view.chips.length > 0) && (
            <>
              {props.views}
              <FilterChips
                label={props.filterLabel}
                chips={view.chips}
                chosen={view.filter}
                onChoose={view.setFilter}
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
            sort={view.sort}
            onSort={view.sortBy}
            selectedIndex={currentId === null ? -1 : order.indexOf(currentId)}
            selectedKey={currentId}
            onSelect={isGrid ? grid.setCurrent : select}
            {...(isGrid ? { onEnter: grid.enter } : { onOpen: select })}
            onEscape={() => onSelect(null)}
            marking={selection.marking}
            empty={
              <Empty
                kind={kind}
                view={view}
                notKnown={list !== null && known.is !== 'value' ? loading : null}
                isLoading={list === null}
                onNew={props.onNew}
              />
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

interface EmptyProps {
  kind: EditedKind;
  view: {
    search: string;
    filter: string | null;
    setSearch: (text: string) => void;
    setFilter: (id: string | null) => void;
  };
  isLoading: boolean;
  /** Why the list is not known; null: it is. */
  notKnown: ReactNode | null;
  onNew: () => void;
}

/** What stands in place of an empty list. */
function Empty({ kind, view, isLoading, notKnown, onNew }: EmptyProps) {
  const texts = recordMessages[kind];
  if (view.search || view.filter) {
    const clear = () => {
      view.setSearch('');
      view.setFilter(null);
    };
    return (
      <EmptyList action={{ label: commonTexts.clearFilters, onClick: clear }}>
        {texts.noMatch}
      </EmptyList>
    );
  }
  if (isLoading) return <EmptyList>{texts.loading}</EmptyList>;
  if (notKnown) return <EmptyList>{notKnown}</EmptyList>;
  return <EmptyList action={{ label: texts.createFirst, onClick: onNew }}>{texts.none}</EmptyList>;
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
      name: messages.shownOfAll(props.wordOf(field), draft.label),
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
        saveLabel={drafts.length > 1 ? texts.reviewAndSave : texts.save}
        isBusy={saving.isBusy}
        waits={waits}
        onSave={() => saving.ask(drafts)}
        onDiscard={() => drafts.forEach(({ key }) => draftStore.discard(key))}
      />
    ),
  };
}
