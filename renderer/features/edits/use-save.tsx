import { Button, Group, Progress, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { faultText } from '#lib/fault-text';
import { changeText } from '#lib/field-messages';
import { moreText } from '#lib/list-text';
import { showToast } from '#lib/toasts';
import { useWorkPlace } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { changesOf } from '#shared/domain/change';
import type { RecordKind } from '#shared/domain/edit';
import type { Fault } from '#shared/fault';
import { type DataColumn, DataTable } from '#ui/data-table';
import { Dialog } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { ConflictDialog } from './conflict-dialog';
import type { RecordDraft } from './draft-store';
import { messages, stagedMessages, texts, unsentDraftTexts } from './edits-texts';
import classes from './edits.module.css';
import { useSaveKey } from './save-bar';
import {
  type Choices,
  type HowToSave,
  type SaveResult,
  editedPart,
  resolveConflict,
  saveDrafts,
} from './save-drafts';

export interface SaveOptions {
  kind: RecordKind;
  /** Formats a value, if the page can do it better than the default. */
  show?: (field: string, value: unknown) => string;
  /** What the user should know before a draft is saved; null: nothing beside its changes. */
  warningOf?: (draft: RecordDraft) => string | null;
  onSaved?: (saved: SaveResult['saved'][number]) => void;
  /** There is no connection, so the drafts stay what they are. */
  onDrafted?: () => void;
}

interface Saving {
  /** Saves one draft immediately, several after a review, and one with a warning too. */
  save: (drafts: readonly RecordDraft[]) => void;
  /** Sends a whole record with its changes. */
  replace: (draft: RecordDraft) => void;
  isBusy: boolean;
  /** Why the first draft was not saved. */
  fault: Fault | null;
  /** Removes the result of the last save. */
  dismiss: () => void;
  /** The result of the last save, with Undo. */
  notice: ReactNode;
  /** The review, and the conflicts one after the other. */
  dialogs: ReactNode;
}

/** Saves drafts of records: with a review of several, questions about conflicts, and Undo. */
export function useSave(options: SaveOptions): Saving {
  const { kind, show, warningOf } = options;
  const [reviewed, setReviewed] = useState<readonly RecordDraft[] | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<SaveResult | null>(null);
  // A ref, because the state is not updated yet for an input right after a response.
  const isRunning = useRef(false);
  const send = async (
    drafts: readonly RecordDraft[],
    how: HowToSave = 'change',
    before?: SaveResult,
  ) => {
    if (isRunning.current) return;
    if (statusMirror.getState().value?.mode === 'offline') {
      showToast({ tone: 'info', title: texts.savedAsADraft, text: texts.sentWhenOnline });
      setReviewed(null);
      options.onDrafted?.();
      return;
    }
    isRunning.current = true;
    setDone(0);
    if (!before) setResult(null);
    const now = await saveDrafts(drafts, how, setDone);
    isRunning.current = false;
    setDone(null);
    setReviewed(null);
    setResult({
      saved: [...(before?.saved ?? []), ...now.saved],
      conflicts: [...(before?.conflicts ?? []), ...now.conflicts],
      failed: [...(before?.failed ?? []), ...now.failed],
    });
    for (const saved of now.saved) options.onSaved?.(saved);
  };
  const conflict = result?.conflicts[0];
  const rest = result && { ...result, conflicts: result.conflicts.slice(1) };
  const choose = (choices: Choices) => {
    if (!conflict || !rest) return;
    const draft = resolveConflict(conflict, choices);
    setResult(rest);
    if (draft) void send([draft], conflict.how, rest);
  };
  return {
    save: (drafts) => {
      const [only, ...others] = drafts;
      if (only && others.length === 0 && !warningOf?.(only)) return void send(drafts);
      setResult(null);
      setReviewed(drafts);
    },
    replace: (draft) => void send([draft], 'replace'),
    isBusy: done !== null,
    fault: result?.failed[0]?.fault ?? null,
    dismiss: () => setResult(null),
    notice: result && <SavedNotice kind={kind} result={result} onDismiss={() => setResult(null)} />,
    dialogs: (
      <>
        {reviewed && (
          <ReviewDialog
            {...options}
            drafts={reviewed}
            done={done}
            onSave={() => void send(reviewed)}
            onCancel={() => setReviewed(null)}
          />
        )}
        {conflict && (
          <ConflictDialog
            key={conflict.draft.key}
            label={conflict.draft.label}
            kind={kind}
            conflicts={conflict.conflicts}
            {...(show && { show })}
            isBusy={done !== null}
            onSave={choose}
            onCancel={() => setResult(rest)}
          />
        )}
      </>
    ),
  };
}

/** Why saving has to wait; null if it does not. */
export function useWaits(): string | null {
  const mode = useStore(statusMirror, ({ value }) => value?.mode);
  return mode === 'offline' ? texts.offlineYouCanSendThe : null;
}

const maxFailed = 5;

interface SavedNoticeProps {
  kind: RecordKind;
  result: SaveResult;
  onDismiss: () => void;
}

/** What was saved, with Undo, and what was not. */
function SavedNotice({ kind, result, onDismiss }: SavedNoticeProps) {
  const format = useFormat();
  const place = useWorkPlace();
  const { saved, failed } = result;
  if (saved.length === 0 && failed.length === 0) return null;
  return (
    <div className={classes.notices}>
      {saved.length > 0 && (
        <UndoNotice
          done={{
            title: stagedMessages[kind].saved(saved.length, format),
            journalIds: saved.flatMap(({ journalId }) => journalId ?? []),
            undoneTitle: (refused) => messages.undoneChanges(saved.length - refused, format),
          }}
          onDismiss={onDismiss}
        />
      )}
      {failed.length > 0 && (
        <Notice
          tone="fault"
          isAlert
          title={stagedMessages[kind].notSaved(failed.length, format, {
            drafts: unsentDraftTexts[place],
          })}
          onDismiss={saved.length > 0 ? undefined : onDismiss}
        >
          {failed.slice(0, maxFailed).map(({ draft, fault }) => (
            <div key={draft.key}>{messages.notSaved(draft.label, faultText(fault, 'open'))}</div>
          ))}
          {failed.length > maxFailed && <div>{moreText(failed.length - maxFailed, format)}</div>}
        </Notice>
      )}
    </div>
  );
}

interface ReviewRow {
  id: string;
  label: string;
  name: string;
  before: string;
  after: string;
}

const text = (value: string) => <span title={value}>{value}</span>;
const columnsFor = (kind: RecordKind): DataColumn<ReviewRow>[] => [
  {
    id: 'label',
    header: stagedMessages[kind].column,
    width: 180,
    grows: true,
    cell: (row) => text(row.label),
  },
  { id: 'name', header: commonTexts.field, width: 150, cell: (row) => text(row.name) },
  {
    id: 'before',
    header: commonTexts.before,
    width: 110,
    grows: true,
    cell: (row) => text(row.before),
  },
  {
    id: 'after',
    header: commonTexts.after,
    width: 110,
    grows: true,
    cell: (row) => text(row.after),
  },
];
const rowLabel = ({ label, name, before, after }: ReviewRow) =>
  messages.rowLabel(label, name, before, after);

interface ReviewDialogProps extends SaveOptions {
  drafts: readonly RecordDraft[];
  /** The number of saved drafts; null before saving. */
  done: number | null;
  onSave: () => void;
  onCancel: () => void;
}

/** Shows all staged changes before they are sent. */
function ReviewDialog(props: ReviewDialogProps) {
  const { kind, show, warningOf, drafts, done, onSave, onCancel } = props;
  const format = useFormat();
  const [selected, setSelected] = useState(-1);
  const rows = useMemo(
    () =>
      drafts.flatMap(({ key, label, base, edit }) =>
        changesOf(kind, base && editedPart(kind, base), edit).map((change): ReviewRow => {
          const { field, before, after } = change;
          const shown = show && { before: show(field, before), after: show(field, after) };
          return { id: `${key} ${field}`, label, ...changeText(kind, change, format), ...shown };
        }),
      ),
    [drafts, kind, show, format],
  );
  const { reviewOne, reviewMany } = stagedMessages[kind];
  const review = rows.length === 1 ? reviewOne : reviewMany;
  const isSaving = done !== null;
  // Handled while saving too, so that the page below does not react to the key.
  useSaveKey(() => !isSaving && onSave());
  return (
    <Dialog
      opened
      onClose={() => !isSaving && onCancel()}
      size="xl"
      title={review(drafts.length, format, { changes: format.count(rows.length) })}
      closeButtonProps={{ 'aria-label': texts.closeWithoutSaving }}
    >
      <Text size="sm">{stagedMessages[kind].separately}</Text>
      {drafts.map((draft) => {
        const warning = warningOf?.(draft);
        return (
          warning && (
            <Notice key={draft.key} tone="warning" title={draft.label}>
              <div>{warning}</div>
            </Notice>
          )
        );
      })}
      <div className={classes.review}>
        <DataTable
          label={texts.changesToSave}
          columns={columnsFor(kind)}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={rowLabel}
          selectedIndex={selected}
          selectedKey={rows[selected]?.id ?? null}
          onSelect={setSelected}
        />
      </div>
      {isSaving && (
        <Progress
          value={(done / drafts.length) * 100}
          aria-label={texts.progressOfSaving}
          mt="sm"
        />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          {texts.keepAsDrafts}
        </Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>
          {messages.saveChanges(rows.length, format)}
        </Button>
      </Group>
    </Dialog>
  );
}

/** An action that may be undone. */
export interface Done {
  /** "Depot North was deleted." */
  title: string;
  /** The entries of the journal, in their order; none if there is nothing to undo. */
  journalIds: readonly string[];
  note?: ReactNode;
  /** Replaces the note after Undo. */
  afterUndo?: ReactNode;
  /** The title after Undo, of which some may have been refused; absent: "Undone: " and the title. */
  undoneTitle?: (refused: number) => string;
}

/** The result of an action, with Undo. It stays until it is dismissed. */
export function UndoNotice({ done, onDismiss }: { done: Done; onDismiss: () => void }) {
  const { title, journalIds, undoneTitle } = done;
  /** Why entries were not undone; null before Undo. */
  const [refusals, setRefusals] = useState<readonly string[] | null>(null);
  const undo = useAction(async () => {
    const refused: string[] = [];
    for (const id of journalIds.toReversed()) {
      const outcome = await api.journal.undo({ id });
      if (!outcome.ok) return outcome;
      if (outcome.value.status === 'refused') refused.push(outcome.value.reason);
    }
    setRefusals(refused);
    return { ok: true as const, value: refused };
  });
  if (undo.fault) {
    return <FaultNotice fault={undo.fault} context="open" onDismiss={undo.dismiss} />;
  }
  const isUndone = refusals !== null && refusals.length < journalIds.length;
  return (
    <div role="status">
      <Notice
        tone={refusals && refusals.length > 0 ? 'warning' : 'info'}
        title={isUndone ? (undoneTitle?.(refusals.length) ?? messages.undone(title)) : title}
        onDismiss={onDismiss}
        actions={
          journalIds.length > 0 &&
          !isUndone && (
            <Button
              size="xs"
              variant="default"
              loading={undo.isBusy}
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => void undo.run()}
            >
              {commonTexts.undo}
            </Button>
          )
        }
      >
        {isUndone ? done.afterUndo : done.note}
        {refusals?.map((reason) => (
          <div key={reason}>{messages.notUndone(reason)}</div>
        ))}
      </Notice>
    </div>
  );
}
