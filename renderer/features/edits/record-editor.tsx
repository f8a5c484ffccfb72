import { Button, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { recordFields, type EditOf, type RecordOf } from '#shared/domain/change';
import type { Fault } from '#shared/fault';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { ConfirmDialog } from '#ui/dialog';
import { EditorPage } from '#ui/page';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { useDraft, type DraftEditing, recordLabel, type EditedKind } from './drafts';
import classes from './edits.module.css';
import { fieldName, focusField, RecordFormProvider, type RecordForm } from './field';
import { SaveBar } from './save-bar';
import type { ProblemsOf } from './edit-in-table';
import { useSave } from './use-save';

/** What a page passes to the editor of a record. */
export interface RecordEditing<K extends EditedKind> {
  draftKey: string;
  /** The current record; null for a new one. */
  record: RecordOf[K] | null;
  onBack: () => void;
  onSaved: (record: RecordOf[K], journalId: string | null, isNew: boolean) => void;
  onDelete: (record: RecordOf[K]) => void;
  onCreateAnew: (edit: EditOf[K]) => void;
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
  editing: RecordEditing<K>;
  problemsOf: ProblemsOf<K>;
  /** What the fields of a new record begin with; it is part of the draft as soon as something is typed. */
  start?: EditOf[K];
  /** What the user has to agree to before a new record is saved; null: nothing. */
  questionOf?: (edit: EditOf[K], format: Format) => SaveQuestion | null;
  /** Formats a value, if the page can do it better than the default. */
  show?: (field: string, value: unknown) => string;
  /** The fields; they find the draft by `useField`. */
  children: ReactNode;
}

/** The editor of a group or user: faults above the fields, the save bar below, and dialogs. */
export function RecordEditor<K extends EditedKind>(props: RecordEditorProps<K>) {
  const { kind, editing, show } = props;
  const format = useFormat();
  const { t } = format;
  const noun: EditedKind = kind;
  const labelOf = (record: RecordOf[K]) => recordLabel(kind, record as never);
  const { draftKey, record } = editing;
  const label = record ? labelOf(record) : '';
  const stored = useDraft<RecordOf[K], EditOf[K]>(draftKey, kind, label, record);
  const isBlank = stored.base === null && stored.changed.length === 0;
  const draft = isBlank && props.start ? startedWith(stored, props.start) : stored;
  const { base, edit } = draft;
  const isNew = base === null;
  const title = isNew ? t(`edits.${noun}.new`) : labelOf(base);
  const saving = useSave({
    kind,
    ...(show && { show }),
    onDrafted: editing.onBack,
    onSaved: (saved) =>
      editing.onSaved(saved.record as RecordOf[K], saved.journalId, saved.draft.base === null),
  });
  const [isReplacing, setReplacing] = useState(false);
  const [asked, setAsked] = useState<'not' | 'now' | 'agreed'>('not');
  const [visited, setVisited] = useState<ReadonlySet<string> | 'all'>(new Set());
  const problems = props.problemsOf(edit, base, format);
  const toSave = { key: draftKey, kind, label, base: base as Fields | null, edit: edit as Fields };
  const question = isNew ? (props.questionOf?.(edit, format) ?? null) : null;
  const nameOf = (field: string) => fieldName(kind, field, format, isNew);
  const { fault } = saving;
  const form = {
    kind,
    draft,
    problems,
    refused: fault?.kind === 'invalid' && fault.field !== undefined ? fault : null,
    isVisited: (field: string) => visited === 'all' || visited.has(field),
    visit: (field: string) =>
      setVisited((before) => (before === 'all' ? before : new Set([...before, field]))),
  } as unknown as RecordForm;
  return (
    <EditorPage
      label={t(`edits.${noun}.edit`)}
      title={title}
      backLabel={t(`edits.${noun}.back`)}
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
        fault && (
          <SaveFault
            fault={namedFault(kind, fault, nameOf)}
            kind={kind}
            isNew={isNew}
            onDismiss={saving.dismiss}
            onCreateAnew={() => {
              editing.onCreateAnew({ ...(base && writableFields(kind, base)), ...edit });
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
          changed={draft.changed.map(nameOf)}
          newTitle={isNew ? title : null}
          problems={[...problems].map(([field, message]) => ({
            name: nameOf(field),
            message,
            focus: () => focusField(kind, field),
          }))}
          isBusy={saving.isBusy}
          saveLabel={t(isNew ? `edits.${noun}.create` : 'edits.save')}
          lacksPassword={draft.changed.some((field) => isSecret(kind, field))}
          onSave={() => {
            if (question && asked !== 'agreed') setAsked('now');
            else saving.save([toSave]);
          }}
          onBlocked={() => setVisited('all')}
          onDiscard={() => {
            draft.discard();
            if (isNew) editing.onBack();
          }}
        />
      }
    >
      <RecordFormProvider value={form}>
        <div className={classes.editor} inert={saving.isBusy && isNew}>
          {props.children}
        </div>
      </RecordFormProvider>
      {saving.dialogs}
      {question && asked === 'now' && (
        <ConfirmDialog
          title={question.title}
          confirmLabel={question.confirmLabel}
          cancelLabel={question.cancelLabel}
          isCancelAdvised
          onConfirm={() => {
            setAsked('agreed');
            saving.save([toSave]);
          }}
          onCancel={() => {
            setAsked('not');
            question.onCancel();
          }}
        >
          <Text size="sm">{question.text}</Text>
        </ConfirmDialog>
      )}
      {isReplacing && (
        <ConfirmDialog
          title={t('edits.replace.title', { record: title })}
          confirmLabel={t('edits.replace.confirm')}
          isBlocked={problems.size > 0 && t('edits.replace.blocked')}
          onConfirm={() => {
            setReplacing(false);
            saving.replace(toSave);
          }}
          onCancel={() => setReplacing(false)}
        >
          <Text size="sm">{t(`edits.${noun}.replace`)}</Text>
        </ConfirmDialog>
      )}
    </EditorPage>
  );
}

type Fields = Record<string, unknown>;

/** A draft that shows these fields and stages them together with the first change. */
const startedWith = <B, E extends object>(
  draft: DraftEditing<B, E>,
  start: E,
): DraftEditing<B, E> => ({
  ...draft,
  edit: start,
  isChanged: (field) => Object.hasOwn(start, field),
  set: (changes) => draft.set({ ...start, ...changes }),
});

const isSecret = (kind: EditedKind, field: string) => recordFields(kind)[field]?.kind === 'secret';

/** Every writable field of a deleted record that has a value, to create it again. */
function writableFields(kind: EditedKind, record: object): object {
  const fields = Object.keys(recordFields(kind)).flatMap((field) => {
    const value: unknown = Reflect.get(record, field);
    return value === null || value === undefined ? [] : [[field, value] as const];
  });
  return Object.fromEntries(fields);
}

/** A fault that names a field by its label, not by its name in the record. */
function namedFault(kind: EditedKind, fault: Fault, nameOf: (field: string) => string): Fault {
  if (fault.kind !== 'invalid' || typeof fault.field !== 'string') return fault;
  return recordFields(kind)[fault.field] ? { ...fault, field: nameOf(fault.field) } : fault;
}

interface SaveFaultProps {
  fault: Fault;
  kind: EditedKind;
  isNew: boolean;
  onDismiss: () => void;
  onCreateAnew: () => void;
  onDiscard: () => void;
}

/** Faults after which main checked whether the record was created, and did not find it. */
const unsure: ReadonlySet<Fault['kind']> = new Set(['offline', 'busy', 'notThisService']);

/** Why a draft could not be saved, and the possible actions. */
function SaveFault({ fault, kind, isNew, onDismiss, onCreateAnew, onDiscard }: SaveFaultProps) {
  const { t } = useFormat();
  if (fault.kind === 'notFound' && !isNew) {
    return (
      <Notice
        tone="warning"
        title={t(`edits.${kind}.deletedByOthers`)}
        isAlert
        actions={
          <>
            <ActionButton onClick={onDiscard}>{t('edits.deleted.discard')}</ActionButton>
            <Button size="xs" onClick={onCreateAnew}>
              {t('edits.deleted.createAgain')}
            </Button>
          </>
        }
        onDismiss={onDismiss}
      >
        {t(`edits.${kind}.createdAgain`)}
      </Notice>
    );
  }
  return (
    <>
      <FaultNotice fault={fault} context="open" onDismiss={onDismiss} />
      {isNew && unsure.has(fault.kind) && (
        <Notice tone="info" title={t(`edits.${kind}.safeToRepeat`)}>
          {t(`edits.${kind}.notCreated`)}
        </Notice>
      )}
    </>
  );
}

interface RecordMenuProps {
  kind: EditedKind;
  onReplace: () => void;
  onDelete: () => void;
}

function RecordMenu({ kind, onReplace, onDelete }: RecordMenuProps) {
  const { t } = useFormat();
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <ActionButton icon={IconDots}>{t('edits.menu.more')}</ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onReplace}>{t('edits.menu.replace')}</Menu.Item>
        <Menu.Item color="var(--mantine-color-error)" onClick={onDelete}>
          {t(`edits.${kind}.delete`)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
