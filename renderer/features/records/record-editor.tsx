import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { EditOf, RecordOf } from '#shared/domain/change';
import {
  ConflictDialog,
  SaveBar,
  useDraft,
  type DraftEditing,
  type FieldProblem,
} from '#features/drafts';
import { EditorPage } from '#ui/editor-page';
import type { EditedKind } from './draft-after';
import { ReplaceDialog } from './replace-dialog';
import { SaveFault } from './save-fault';
import { useSaving, type Saving } from './use-saving';

/** The properties that a page passes to the editor of a record. */
export interface RecordEditing<R, E> {
  draftKey: string;
  /** The current record; null for a new one. */
  record: R | null;
  onBack: () => void;
  onSaved: (record: R, journalId: string | null, isNew: boolean) => void;
  onDelete: (record: R) => void;
  /** Creates a new record from the draft and the deleted record. */
  onCreateAnew: (edit: E) => void;
}

/** The draft of a record, and how it is saved. */
export function useRecordDraft<K extends EditedKind>(
  kind: K,
  labelOf: (record: RecordOf[K]) => string,
  editing: RecordEditing<RecordOf[K], EditOf[K]>,
) {
  const { draftKey, record } = editing;
  const label = record ? labelOf(record) : `New ${kind}`;
  const draft = useDraft<RecordOf[K], EditOf[K]>(draftKey, kind, label, record);
  const isNew = draft.base === null;
  const saving = useSaving({
    kind,
    draft,
    onSaved: (saved, journalId) => editing.onSaved(saved, journalId, isNew),
  });
  const title = draft.base === null ? `New ${kind}` : labelOf(draft.base);
  return { draft, saving, isNew, title };
}

interface RecordEditorProps<K extends EditedKind> {
  kind: K;
  editing: RecordEditing<RecordOf[K], EditOf[K]>;
  draft: DraftEditing<RecordOf[K], EditOf[K]>;
  saving: Saving;
  title: string;
  problems: readonly FieldProblem[];
  /** The label of a field. */
  wordOf: (field: string) => string;
  /** Every writable field of a deleted record, to create it again. */
  editOfAll: (record: RecordOf[K]) => EditOf[K];
  /** A part that the draft does not store: "without the password". */
  unkept?: string | null;
  /** Formats a value, if the page can do it better than the default. */
  show?: (field: string, value: unknown) => string;
  children: ReactNode;
}

/** The editor of a group or user: faults above the fields, the save bar below, and dialogs. */
export function RecordEditor<K extends EditedKind>(props: RecordEditorProps<K>) {
  const { kind, editing, draft, saving, title, problems } = props;
  const { base, edit } = draft;
  const isNew = base === null;
  const [isReplacing, setReplacing] = useState(false);
  return (
    <EditorPage
      label={`Edit ${kind}`}
      title={title}
      backLabel={`Back to ${kind}s`}
      onBack={editing.onBack}
      actions={
        base && (
          <RecordMenu
            noun={kind}
            onReplace={() => setReplacing(true)}
            onDelete={() => editing.onDelete(base)}
          />
        )
      }
      banner={
        saving.fault && (
          <SaveFault
            fault={saving.fault}
            noun={kind}
            isNew={isNew}
            onDismiss={saving.dismissFault}
            onCreateAnew={() => {
              editing.onCreateAnew({ ...(base && props.editOfAll(base)), ...edit });
              draft.discard();
            }}
            onDiscard={() => {
              draft.discard();
              editing.onBack();
            }}
          />
        )
      }
      footer={
        <SaveBar
          changed={draft.changed.map(props.wordOf)}
          problems={problems}
          isBusy={saving.isBusy}
          saveLabel={isNew ? `Create ${kind}` : 'Save'}
          unkept={props.unkept ?? null}
          onSave={saving.save}
          onDiscard={() => {
            draft.discard();
            if (isNew) editing.onBack();
          }}
        />
      }
    >
      {props.children}
      {saving.conflicts && (
        <ConflictDialog
          label={title}
          kind={kind}
          conflicts={saving.conflicts}
          {...(props.show && { show: props.show })}
          isBusy={saving.isBusy}
          onSave={saving.resolve}
          onCancel={saving.leaveConflict}
        />
      )}
      {isReplacing && (
        <ReplaceDialog
          noun={kind}
          title={title}
          isBlocked={problems.length > 0}
          onReplace={() => {
            setReplacing(false);
            saving.replace();
          }}
          onCancel={() => setReplacing(false)}
        />
      )}
    </EditorPage>
  );
}

interface RecordMenuProps {
  noun: string;
  onReplace: () => void;
  onDelete: () => void;
}

function RecordMenu({ noun, onReplace, onDelete }: RecordMenuProps) {
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDots size={14} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onReplace}>Replace whole record…</Menu.Item>
        <Menu.Item color="red" onClick={onDelete}>
          Delete {noun}…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
