import { IconFileImport, IconPencil, IconPlus, IconTable, IconTrash } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EditOf, RecordOf } from '#shared/domain/change';
import { linkTo } from '#shared/domain/link';
import { message } from '#shared/i18n/translate';
import type { CachedItems } from '#shared/ipc/fields';
import { useFleetStore } from '#features/fleet';
import type { Format } from '#lib/format';
import type { SortValue } from '#lib/in-order';
import { gapText } from '#lib/known-values';
import type { Mirrored } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { CopyButton } from '#ui/copy-button';
import type { DataColumn } from '#ui/data-table';
import { ConfirmDialog } from '#ui/dialog';
import { ExportMenu } from '#ui/export-menu';
import { FaultNotice } from '#ui/fault-notice';
import { ListAge, ListBoard, ListDetail, ListTable } from '#ui/list-board';
import type { TableSelection } from '#ui/selection';
import { useList, type ListFilter } from '#ui/use-list';
import { groupsMirror, isRefused, knownListOf, ListUnknown, usersMirror } from './account-lists';
import {
  draftStore,
  recordLabel,
  sendEdit,
  useDrafts,
  useOpenedDraft,
  type EditedKind,
} from './drafts';
import { gridMode, useEditInTable, type GridField, type ProblemsOf } from './edit-in-table';
import classes from './edits.module.css';
import type { RecordEditing } from './record-editor';
import { UndoNotice, type Done } from './use-save';

interface RecordPageOptions<K extends EditedKind> {
  kind: K;
  records: readonly RecordOf[K][];
  onSelect: (id: string | null) => void;
}

/** What the page of a kind passes to its list. */
export interface RecordListActions<K extends EditedKind> {
  /** The result of the last action. */
  notice: ReactNode;
  onSelect: (id: string | null) => void;
  onNew: () => void;
  onEdit: (record: RecordOf[K]) => void;
  onDelete: (record: RecordOf[K]) => void;
}

/** The state of the groups or users page: list, editor, deletion and the last result. */
export function useRecordPage<K extends EditedKind>(options: RecordPageOptions<K>) {
  type R = RecordOf[K];
  const { kind, records, onSelect } = options;
  const labelOf = (record: R) => recordLabel(kind, record as never);
  /** With the record when the editor opened: it may leave the list while it is open. */
  const [opened, setOpened] = useState<{ key: string; record: R | null } | null>(null);
  const [deleting, setDeleting] = useState<R | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const open = (record: R | null) => {
    setDone(null);
    setOpened({ key: record ? `${kind}:${record.id}` : newKey(kind), record });
  };
  useOpenedDraft(
    kind,
    useCallback((key: string) => {
      const base = draftStore.getState().drafts.get(key)?.base ?? null;
      setOpened({ key, record: base as R | null });
    }, []),
  );
  const onSaved = (record: R, journalId: string | null, isNew: boolean) => {
    setOpened(null);
    onSelect(record.id);
    const saved = journalId === null ? 'upToDate' : 'saved';
    setDone({
      title: message(`edits.done.${isNew ? 'created' : saved}`, { record: labelOf(record) }),
      journalIds: idsOf(journalId),
    });
  };
  /** `journalId` is null if someone else had already deleted the record. */
  const onDeleted = (
    record: R,
    journalId: string | null,
    more: Pick<Done, 'note' | 'afterUndo'>,
  ) => {
    setDeleting(null);
    setOpened(null);
    onSelect(null);
    draftStore.discard(`${kind}:${record.id}`);
    const title = message(`edits.done.${journalId === null ? 'alreadyDeleted' : 'deleted'}`, {
      record: labelOf(record),
    });
    setDone({ title, journalIds: idsOf(journalId), ...more });
  };
  /** Opens a new record with these fields: those of a deleted one, or what was selected before. */
  const createAnew = (whole: EditOf[K]) => {
    setDone(null);
    const key = newKey(kind);
    const label = whole.name?.trim() ?? '';
    draftStore.stage({ key, kind, label, base: null }, whole as Record<string, unknown>);
    setOpened({ key, record: null });
  };
  const editing: RecordEditing<K> | null = opened && {
    draftKey: opened.key,
    record: records.find(({ id }) => id === opened.record?.id) ?? opened.record,
    onBack: () => setOpened(null),
    onSaved,
    onDelete: setDeleting,
    onCreateAnew: createAnew,
  };
  const list: RecordListActions<K> = {
    notice: done && (
      <UndoNotice key={JSON.stringify(done.title)} done={done} onDismiss={() => setDone(null)} />
    ),
    onSelect,
    onNew: () => open(null),
    onEdit: open,
    onDelete: setDeleting,
  };
  return { editing, deleting, createAnew, onDeleted, keepIt: () => setDeleting(null), list };
}

const newKey = (kind: EditedKind) => `${kind}:new:${crypto.randomUUID()}`;
const idsOf = (journalId: string | null) => (journalId === null ? [] : [journalId]);

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
            <ActionButton variant="filled" icon={IconPlus} onClick={props.onNew}>
              {t(`edits.${noun}.new`)}
            </ActionButton>
            <ActionButton
              variant={isGrid ? 'light' : 'default'}
              aria-pressed={isGrid}
              icon={IconTable}
              onClick={() => gridMode.setState({ [kind]: !isGrid })}
            >
              {t('edits.list.editInTable')}
            </ActionButton>
            <ActionButton component="a" href="#/import" icon={IconFileImport}>
              {t('edits.list.import')}
            </ActionButton>
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

interface DeleteRecordProps<K extends EditedKind> {
  kind: K;
  record: RecordOf[K];
  /** What the deletion changes for others. */
  children: ReactNode;
  size?: 'lg';
  /** `journalId` is null if someone else had already deleted the record. */
  onDeleted: (journalId: string | null) => void;
  onCancel: () => void;
}

/** Asks for confirmation and deletes a record with its draft. */
export function DeleteRecord<K extends EditedKind>(props: DeleteRecordProps<K>) {
  const { kind, record, size, onDeleted, onCancel } = props;
  const { id } = record;
  const { t } = useFormat();
  const noun: EditedKind = kind;
  const remove = useAction(async () => {
    const outcome = await sendEdit({
      kind: noun,
      action: 'delete',
      id,
      draft: `${kind}:${id}`,
    });
    if (outcome.ok) onDeleted(outcome.value.journalId);
    else if (outcome.fault.kind === 'notFound') onDeleted(null);
    return outcome;
  });
  return (
    <ConfirmDialog
      size={size}
      title={t('edits.delete.title', { record: recordLabel(kind, record as never) })}
      confirmLabel={t(`edits.${noun}.confirmDelete`)}
      isDangerous
      isBusy={remove.isBusy}
      onConfirm={() => void remove.run()}
      onCancel={onCancel}
    >
      {props.children}
      {remove.fault && <FaultNotice fault={remove.fault} context="open" />}
    </ConfirmDialog>
  );
}

/** The actions of the details of a record. */
export interface RecordDetailActions {
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

interface RecordDetailProps extends RecordDetailActions {
  kind: EditedKind;
  id: string;
  label: string;
  title: string;
  children: ReactNode;
}

/** The details of a group or a user, with Edit, Delete and a link. */
export function RecordDetail(props: RecordDetailProps) {
  const { t } = useFormat();
  const hasDraft = useDrafts().has(`${props.kind}:${props.id}`);
  const link = linkTo(props.kind, props.id);
  return (
    <ListDetail
      label={props.label}
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <ActionButton variant="filled" icon={IconPencil} onClick={props.onEdit}>
            {t(hasDraft ? 'edits.detail.continue' : 'edits.detail.edit')}
          </ActionButton>
          <ActionButton icon={IconTrash} onClick={props.onDelete}>
            {t('common.delete')}
          </ActionButton>
          {link !== null && (
            <CopyButton size="xs" text={link}>
              {t('common.copyLink')}
            </CopyButton>
          )}
        </>
      }
    >
      {props.children}
    </ListDetail>
  );
}

interface DetailDevice {
  id: string;
  label: string;
  note: string;
  isListed: boolean;
}

interface DetailDevicesProps {
  /** The accessible name of the table. */
  label: string;
  rows: readonly DetailDevice[];
  noteHeader: string;
  empty: string;
}

const deviceLabel = ({ label }: DetailDevice) => label;

/** The devices of a group or a user; Enter or a click shows one on the fleet page, if it is listed. */
export function DetailDevices({ label, rows, noteHeader, empty }: DetailDevicesProps) {
  const store = useFleetStore();
  const list = useList({ rows, labelOf: deviceLabel, textOf: deviceLabel });
  const { t } = useFormat();
  const columns = useMemo(() => detailColumns(noteHeader, t), [noteHeader, t]);
  return (
    <div className={classes.devices}>
      <ListTable
        label={label}
        list={list}
        columns={columns}
        rowLabel={deviceLabel}
        onOpen={({ id, isListed }) => {
          list.setCurrentId(id);
          if (!isListed) return;
          store.show(id);
          window.location.hash = '#/fleet';
        }}
        empty={{ loading: '', noMatch: '', none: empty }}
      />
    </div>
  );
}

const text = (value: string, title = value) => value && <span title={title}>{value}</span>;
const detailColumns = (noteHeader: string, t: Format['t']): DataColumn<DetailDevice>[] => [
  {
    id: 'name',
    header: t('common.device'),
    width: 180,
    grows: true,
    cell: ({ id, label }) => text(label, `${label} (${id})`),
  },
  {
    id: 'note',
    header: noteHeader,
    width: 140,
    grows: true,
    cell: ({ note }) => text(note),
  },
];
