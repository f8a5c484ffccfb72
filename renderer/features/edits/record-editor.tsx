import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { recordFields, type EditOf, type RecordOf } from '#shared/domain/change';
import type { Fault } from '#shared/fault';
import { ConflictDialog } from './conflict-dialog';
import { SaveBar, type FieldProblem } from './save-bar';
import { useDraft, type DraftEditing } from './use-draft';
import { Dialog } from '#ui/dialog';
import { EditorPage } from '#ui/page';
import type { EditedKind } from './draft-after';
import { recordMessages } from './record-messages';
import { texts } from './records-texts';
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
  const label = record ? labelOf(record) : recordMessages[kind].new;
  const draft = useDraft<RecordOf[K], EditOf[K]>(draftKey, kind, label, record);
  const isNew = draft.base === null;
  const saving = useSaving({
    kind,
    draftKey,
    draft,
    onSaved: (saved, journalId) => editing.onSaved(saved, journalId, isNew),
  });
  const title = draft.base === null ? recordMessages[kind].new : labelOf(draft.base);
  return { draft, saving, isNew, title };
}

/** Asked once per form. */
export interface SaveQuestion {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  onCancel: () => void;
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
  unstored?: string | null;
  /** What the user has to agree to before the record is saved; null: nothing. */
  question?: SaveQuestion | null;
  /** Save was requested although a field is invalid. */
  onBlocked?: () => void;
  /** Formats a value, if the page can do it better than the default. */
  show?: (field: string, value: unknown) => string;
  children: ReactNode;
}

/** The editor of a group or user: faults above the fields, the save bar below, and dialogs. */
export function RecordEditor<K extends EditedKind>(props: RecordEditorProps<K>) {
  const { kind, editing, draft, saving, title, problems, question = null } = props;
  const { base, edit } = draft;
  const isNew = base === null;
  const words = recordMessages[kind];
  const [isReplacing, setReplacing] = useState(false);
  const [asked, setAsked] = useState<'not' | 'now' | 'agreed'>('not');
  const save = () => {
    if (question && asked !== 'agreed') setAsked('now');
    else saving.save();
  };
  return (
    <EditorPage
      label={words.edit}
      title={title}
      backLabel={words.back}
      onBack={editing.onBack}
      actions={
        base && (
          <RecordMenu
            kind={kind}
            onReplace={() => setReplacing(true)}
            onDelete={() => editing.onDelete(base)}
          />
        )
      }
      banner={
        saving.fault && (
          <SaveFault
            fault={namedFault(kind, saving.fault, props.wordOf)}
            kind={kind}
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
          newTitle={isNew ? title : null}
          problems={problems}
          isBusy={saving.isBusy}
          saveLabel={isNew ? words.create : texts.save}
          unstored={props.unstored ?? null}
          onSave={save}
          {...(props.onBlocked && { onBlocked: props.onBlocked })}
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
      {question && asked === 'now' && (
        <QuestionDialog
          question={question}
          onAgree={() => {
            setAsked('agreed');
            saving.save();
          }}
          onCancel={() => {
            setAsked('not');
            question.onCancel();
          }}
        />
      )}
      {isReplacing && (
        <ReplaceDialog
          kind={kind}
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

/** A fault that names a field by its label, not by its name in the record. */
function namedFault(kind: EditedKind, fault: Fault, wordOf: (field: string) => string): Fault {
  if (fault.kind !== 'invalid' || fault.field === undefined) return fault;
  return recordFields(kind)[fault.field] ? { ...fault, field: wordOf(fault.field) } : fault;
}

interface QuestionDialogProps {
  question: SaveQuestion;
  onAgree: () => void;
  onCancel: () => void;
}

function QuestionDialog({ question, onAgree, onCancel }: QuestionDialogProps) {
  return (
    <Dialog opened onClose={onCancel} title={question.title}>
      <Text size="sm">{question.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {question.cancelLabel}
        </Button>
        <Button onClick={onAgree}>{question.confirmLabel}</Button>
      </Group>
    </Dialog>
  );
}

interface RecordMenuProps {
  kind: EditedKind;
  onReplace: () => void;
  onDelete: () => void;
}

function RecordMenu({ kind, onReplace, onDelete }: RecordMenuProps) {
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDots size={14} aria-hidden />}>
          {texts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onReplace}>{texts.replaceWholeRecord}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={onDelete}>
          {recordMessages[kind].delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
