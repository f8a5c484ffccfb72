import { Button } from '@mantine/core';
import { IconFileImport, IconPlus, IconTable } from '@tabler/icons-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { RecordOf } from '#shared/domain/change';
import type { CachedItems } from '#shared/ipc/fields';
import type { SortValue } from '#lib/in-order';
import { gapText } from '#lib/known-values';
import type { Mirrored } from '#lib/mirror';
import { useFormat } from '#lib/use-format';
import type { DataColumn } from '#ui/data-table';
import { ExportMenu } from '#ui/export-menu';
import { ListAge, ListBoard } from '#ui/list-board';
import type { TableSelection } from '#ui/selection';
import { useList, type ListFilter } from '#ui/use-list';
import { groupsMirror, isRefused, knownListOf, ListUnknown, usersMirror } from './account-lists';
import { gridMode, useEditInTable, type GridField, type ProblemsOf } from './edit-in-table';
import type { RecordDetailActions, RecordListActions } from './record-page';
import { recordLabel, type EditedKind } from './save-drafts';

interface RecordListProps<K extends EditedKind> extends RecordListActions<K> {
  kind: K;
  /** "Groups". */
  title: string;
  /** The searched text. */
  textOf: (record: RecordOf[K]) => string;
  selectedId: string | null;
  columns: readonly DataColumn<RecordOf[K]>[];
  /** By column, and by field of the edit mode. */
  sortValues: Readonly<Record<string, (record: RecordOf[K]) => SortValue>>;
  filterLabel: string;
  filters: readonly ListFilter<RecordOf[K]>[];
  /** Shown beside the filters. */
  views?: ReactNode;
  /** The fields that can be edited in the table. */
  grid: readonly GridField<K>[];
  problemsOf: ProblemsOf<K>;
  bulkActions: (selection: TableSelection, records: readonly RecordOf[K][]) => ReactNode;
  detail: (record: RecordOf[K], actions: RecordDetailActions) => ReactNode;
}

const mirrors = { user: usersMirror, group: groupsMirror };
const noRecords: readonly never[] = [];

/** The list of groups or users, with the details of the selected one, or edited in the table. */
export function RecordList<K extends EditedKind>(props: RecordListProps<K>) {
  type R = RecordOf[K];
  const { kind, title, selectedId, onSelect } = props;
  const format = useFormat();
  const { t } = format;
  const noun: EditedKind = kind;
  const labelOf = useCallback((record: R) => recordLabel(kind, record as never), [kind]);
  const mirror = mirrors[kind] as unknown as StoreApi<Mirrored<CachedItems<R>>>;
  const { value: cached, fault } = useStore(mirror);
  const known = knownListOf(cached);
  const all: readonly R[] = cached?.items ?? noRecords;
  const isGrid = useStore(gridMode, (modes) => modes[kind]);
  const grid = useEditInTable({
    kind,
    fields: props.grid,
    problemsOf: props.problemsOf,
    all,
    onEdit: props.onEdit,
  });
  const { columnsFor } = grid;
  const list = useList<R>({
    rows: cached ? all : null,
    fault,
    labelOf,
    textOf: props.textOf,
    filters: props.filters,
    sortValues: props.sortValues,
    current: isGrid ? grid.current : { id: selectedId, onChange: onSelect },
  });
  const { order } = list;
  const gridColumns = useMemo(() => columnsFor(order), [columnsFor, order]);
  const notKnown = known.is !== 'value' && (
    <>
      {t(`edits.${noun}.notKnown`)} <ListUnknown name={`${kind}s`} known={known} />
    </>
  );
  return (
    <>
      <ListBoard
        title={title}
        list={list}
        rowLabel={labelOf}
        search={{ label: t(`edits.${noun}.search`) }}
        matches={
          known.is === 'value'
            ? format.t('ui.list.matches', { shown: list.count, all: all.length })
            : (gapText(known, format) ?? '')
        }
        note={
          cached && (
            <ListAge
              receivedAt={cached.asOf}
              isRefused={isRefused(cached)}
              skippedRecords={cached.skippedRecords}
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
              {t(`edits.${noun}.new`)}
            </Button>
            <Button
              size="xs"
              variant={isGrid ? 'light' : 'default'}
              aria-pressed={isGrid}
              leftSection={<IconTable size={14} aria-hidden />}
              onClick={() => gridMode.setState({ [kind]: !isGrid })}
            >
              {t('edits.list.editInTable')}
            </Button>
            <Button
              size="xs"
              variant="default"
              component="a"
              href="#/import"
              leftSection={<IconFileImport size={14} aria-hidden />}
            >
              {t('edits.list.import')}
            </Button>
            <ExportMenu
              what={`${kind}s`}
              ids={() => order}
              filter={list.filterText || t(`edits.${noun}.noFilter`)}
              printed={{ table: title }}
            />
          </>
        }
        filterLabel={props.filterLabel}
        filters={props.views}
        notices={
          <>
            {all.length > 0 && notKnown && <div>{notKnown}</div>}
            {props.notice}
            {grid.notice}
          </>
        }
        noun={kind}
        bulkActions={props.bulkActions(list.selection, all)}
        empty={{
          loading: t(`edits.${noun}.loading`),
          noMatch: t(`edits.${noun}.noMatch`),
          none: t(`edits.${noun}.none`),
          ...(notKnown
            ? { unknown: notKnown }
            : { nextStep: { label: t(`edits.${noun}.createFirst`), onClick: props.onNew } }),
        }}
        onEscape={() => onSelect(null)}
        {...(isGrid
          ? { columns: gridColumns, rowHeight: 34, onEnter: grid.enter, footer: grid.footer(order) }
          : {
              columns: props.columns,
              rowHeight: 32,
              onOpen: ({ id }: R) => onSelect(id),
              detail:
                list.current &&
                props.detail(list.current, {
                  onClose: () => onSelect(null),
                  onEdit: () => list.current && props.onEdit(list.current),
                  onDelete: () => list.current && props.onDelete(list.current),
                }),
            })}
      />
      {grid.dialogs}
    </>
  );
}
