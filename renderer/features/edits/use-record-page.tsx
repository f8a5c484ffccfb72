import { useCallback, useState, type ReactNode } from 'react';
import type { EditOf, RecordOf } from '#shared/domain/change';
import { draftStore, useDrafts, useOpenedDraft } from './drafts';
import type { EditedKind } from './draft-after';
import { UndoNotice, type Done } from './undo-notice';
import { recordMessages } from './record-messages';
import { messages } from './record-messages';

export interface Editing<R> {
  key: string;
  /** The record when the editor opened: it may leave the list while it is open. */
  record: R | null;
}

interface RecordPageOptions<K extends EditedKind> {
  kind: K;
  records: readonly RecordOf[K][];
  labelOf: (record: RecordOf[K]) => string;
  onSelect: (id: string | null) => void;
}

/** The state of the groups or users page: list, editor, deletion and the last result. */
export function useRecordPage<K extends EditedKind>(options: RecordPageOptions<K>) {
  type R = RecordOf[K];
  const { kind, records, labelOf, onSelect } = options;
  const drafts = useDrafts();
  const [editing, setEditing] = useState<Editing<R> | null>(null);
  const [deleting, setDeleting] = useState<R | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const open = (record: R | null) => {
    setDone(null);
    setEditing({ key: record ? `${kind}:${record.id}` : newKey(kind), record });
  };
  useOpenedDraft(
    kind,
    useCallback((key: string) => {
      const base = draftStore.getState().drafts.get(key)?.base ?? null;
      setEditing({ key, record: base as R | null });
    }, []),
  );
  const onSaved = (record: R, journalId: string | null, isNew: boolean) => {
    const name = labelOf(record);
    setEditing(null);
    onSelect(record.id);
    const saved = journalId === null ? messages.alreadyUpToDate(name) : messages.saved(name);
    setDone({ title: isNew ? messages.created(name) : saved, journalId });
  };
  /** `journalId` is null if someone else had already deleted the record. */
  const onDeleted = (
    record: R,
    journalId: string | null,
    more: Pick<Done, 'note' | 'afterUndo'>,
  ) => {
    setDeleting(null);
    setEditing(null);
    onSelect(null);
    draftStore.discard(`${kind}:${record.id}`);
    const name = labelOf(record);
    const title = journalId === null ? messages.alreadyDeleted(name) : messages.deleted(name);
    setDone({ title, journalId, ...more });
  };
  /** Opens a new record with these fields: those of a deleted one, or what was selected before. */
  const createAnew = (whole: EditOf[K]) => {
    setDone(null);
    const key = newKey(kind);
    const label = whole.name?.trim() || recordMessages[kind].new;
    draftStore.stage({ key, kind, label, base: null }, whole as Record<string, unknown>);
    setEditing({ key, record: null });
  };
  const notice: ReactNode = done && (
    <UndoNotice key={done.title} done={done} onDismiss={() => setDone(null)} />
  );
  return {
    editing: editing && {
      draftKey: editing.key,
      record: records.find(({ id }) => id === editing.record?.id) ?? editing.record,
      onBack: () => setEditing(null),
      onSaved,
      onDelete: setDeleting,
      onCreateAnew: createAnew,
    },
    deleting,
    createAnew,
    onDeleted,
    keepIt: () => setDeleting(null),
    list: {
      notice,
      onSelect,
      hasDraft: (id: string) => drafts.has(`${kind}:${id}`),
      onNew: () => open(null),
      onEdit: open,
      onDelete: setDeleting,
    },
  };
}

const newKey = (kind: EditedKind) => `${kind}:new:${crypto.randomUUID()}`;
