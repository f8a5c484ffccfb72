import { Button, Group, Progress, Radio, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { statusMirror } from '#features/status';
import { api } from '#lib/api';
import { faultText } from '#lib/faults';
import { changeText, fieldWord, valueText } from '#lib/field-values';
import { showToast } from '#lib/toasts';
import { useWorkPlace } from '#lib/unsaved-work';
import { useAction } from '#lib/use-action';
import { currentFormat, useFormat } from '#lib/use-format';
import type { Format } from '#lib/format';
import { changesOf } from '#shared/domain/change';
import type { FieldConflict, RecordKind } from '#shared/domain/edit';
import type { Fault } from '#shared/fault';
import { message, type Message } from '#shared/i18n/translate';
import { ActionButton } from '#ui/action-button';
import { type DataColumn, DataTable } from '#ui/data-table';
import { Dialog, DialogActions } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import {
  type RecordDraft,
  type Choices,
  type HowToSave,
  type SaveResult,
  draftName,
  editedPart,
  resolveConflict,
  saveDrafts,
} from './drafts';
import classes from './edits.module.css';
import { useSaveKey } from './save-bar';

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
      const { t } = currentFormat();
      showToast({
        tone: 'info',
        title: t('edits.offline.saved'),
        text: t('edits.offline.sentLater'),
      });
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
  const { t } = useFormat();
  return mode === 'offline' ? t('edits.offline') : null;
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
  const { t } = format;
  const place = useWorkPlace();
  const { saved, failed } = result;
  if (saved.length === 0 && failed.length === 0) return null;
  return (
    <div className={page.notices}>
      {saved.length > 0 && (
        <UndoNotice
          done={{
            title: message(`edits.saved.${kind}`, { count: saved.length }),
            journalIds: saved.flatMap(({ journalId }) => journalId ?? []),
            undoneTitle: (refused) =>
              message('edits.undone.changes', { count: saved.length - refused }),
          }}
          onDismiss={onDismiss}
        />
      )}
      {failed.length > 0 && (
        <Notice
          tone="fault"
          isAlert
          title={t(`edits.notSaved.${kind}`, {
            count: failed.length,
            drafts: t(`edits.unsent.${place}`),
          })}
          onDismiss={saved.length > 0 ? undefined : onDismiss}
        >
          {failed.slice(0, maxFailed).map(({ draft, fault }) => {
            const { title, what, todo } = faultText(fault, 'open', format);
            const record = draftName(draft, format);
            return (
              <div key={draft.key}>{t('edits.notSaved.reason', { record, title, what, todo })}</div>
            );
          })}
          {failed.length > maxFailed && (
            <div>{t('common.more', { count: failed.length - maxFailed })}</div>
          )}
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

const columnsFor = (kind: RecordKind, { t }: Format): DataColumn<ReviewRow>[] => [
  {
    id: 'label',
    header: kind === 'limits' ? t('common.device') : t(`edits.drafts.${kind}`),
    width: 180,
    grows: true,
    cell: (row) => row.label,
  },
  { id: 'name', header: t('common.field'), width: 150, cell: (row) => row.name },
  {
    id: 'before',
    header: t('common.before'),
    width: 110,
    grows: true,
    cell: (row) => row.before,
  },
  {
    id: 'after',
    header: t('common.after'),
    width: 110,
    grows: true,
    cell: (row) => row.after,
  },
];
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
  const { t } = format;
  const [selected, setSelected] = useState(-1);
  const rows = useMemo(
    () =>
      drafts.flatMap((draft) =>
        changesOf(kind, draft.base && editedPart(kind, draft.base), draft.edit).map(
          (change): ReviewRow => {
            const { field, before, after } = change;
            const shown = show && { before: show(field, before), after: show(field, after) };
            const label = draftName(draft, format);
            return {
              id: `${draft.key} ${field}`,
              label,
              ...changeText(kind, change, format),
              ...shown,
            };
          },
        ),
      ),
    [drafts, kind, show, format],
  );
  const columns = useMemo(() => columnsFor(kind, format), [kind, format]);
  const isSaving = done !== null;
  // Handled while saving too, so that the page below does not react to the key.
  useSaveKey(() => !isSaving && onSave());
  return (
    <Dialog
      opened
      onClose={() => !isSaving && onCancel()}
      size="xl"
      title={t(`edits.review.${kind}`, { changes: rows.length, records: drafts.length })}
      closeButtonProps={{ 'aria-label': t('edits.closeWithoutSaving') }}
    >
      <Text size="sm">{t(`edits.review.separately.${kind}`)}</Text>
      {drafts.map((draft) => {
        const warning = warningOf?.(draft);
        return (
          warning && (
            <Notice key={draft.key} tone="warning" title={draftName(draft, format)}>
              <div>{warning}</div>
            </Notice>
          )
        );
      })}
      <div className={classes.review}>
        <DataTable
          label={t('edits.review.table')}
          columns={columns}
          count={rows.length}
          rowAt={(index) => rows[index]}
          rowLabel={({ label, name, before, after }) =>
            t('edits.review.row', { record: label, field: name, before, after })
          }
          selectedIndex={selected}
          selectedKey={rows[selected]?.id ?? null}
          onSelect={setSelected}
        />
      </div>
      {isSaving && (
        <Progress
          value={(done / drafts.length) * 100}
          aria-label={t('edits.review.progress')}
          mt="sm"
        />
      )}
      <DialogActions>
        <Button variant="default" onClick={onCancel} disabled={isSaving}>
          {t('edits.review.keep')}
        </Button>
        <Button onClick={onSave} loading={isSaving} data-autofocus>
          {t('edits.review.save', { count: rows.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConflictDialogProps {
  label: string;
  conflicts: readonly FieldConflict[];
  kind: RecordKind;
  /** Formats a value, for example a group's id as its name. */
  show?: (field: string, value: unknown) => string;
  isBusy?: boolean;
  /** Saves again on top of the service's current record. */
  onSave: (choices: Choices) => void;
  /** Closes without saving; the draft stays. */
  onCancel: () => void;
}

/** Someone else changed the same fields: shows base, theirs and mine, and asks for a choice. */
function ConflictDialog(props: ConflictDialogProps) {
  const { conflicts, kind, onCancel } = props;
  const format = useFormat();
  const { t } = format;
  const show =
    props.show ?? ((field: string, value: unknown) => valueText(kind, field, value, format));
  const [choices, setChoices] = useState<Choices>({});
  const decided = conflicts.every(({ field }) => choices[field] !== undefined);
  const chooseAll = (whose: 'mine' | 'theirs') =>
    setChoices(Object.fromEntries(conflicts.map(({ field }) => [field, whose])));
  const save = () => decided && !props.isBusy && props.onSave(choices);
  useSaveKey(save);
  return (
    <Dialog
      opened
      onClose={onCancel}
      size="xl"
      title={t('edits.conflict.title', { record: props.label })}
      closeButtonProps={{ 'aria-label': t('edits.closeWithoutSaving') }}
    >
      <Text size="sm">{t('edits.conflict.help')}</Text>
      <div className={classes.conflicts}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('common.field')}</th>
              <th scope="col">{t('edits.conflict.was')}</th>
              <th scope="col">{t('edits.conflict.theirs')}</th>
              <th scope="col">{t('edits.conflict.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <ConflictRow
                key={conflict.field}
                conflict={conflict}
                name={fieldWord(kind, conflict.field, format)}
                show={show}
                choice={choices[conflict.field]}
                onChoose={(whose) => setChoices({ ...choices, [conflict.field]: whose })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="space-between" mt="lg">
        <Group gap="xs">
          <Button size="xs" variant="subtle" onClick={() => chooseAll('theirs')}>
            {t('edits.conflict.allTheirs')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => chooseAll('mine')}>
            {t('edits.conflict.allMine')}
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('edits.conflict.back')}
          </Button>
          <Button
            onClick={save}
            loading={props.isBusy}
            disabled={!decided}
            title={decided ? undefined : t('edits.conflict.undecided')}
          >
            {t('edits.conflict.save')}
          </Button>
        </Group>
      </Group>
    </Dialog>
  );
}

interface ConflictRowProps {
  conflict: FieldConflict;
  name: string;
  show: (field: string, value: unknown) => string;
  choice: 'mine' | 'theirs' | undefined;
  onChoose: (whose: 'mine' | 'theirs') => void;
}

function ConflictRow({ conflict, name, show, choice, onChoose }: ConflictRowProps) {
  const { t } = useFormat();
  const { field } = conflict;
  const option = (whose: 'mine' | 'theirs') => {
    const text = show(field, conflict[whose]);
    return (
      <td data-chosen={choice === whose || undefined}>
        <Radio
          name={`conflict-${field}`}
          aria-label={t('edits.conflict.choice', { whose, field: name, value: text })}
          label={<bdi>{text}</bdi>}
          checked={choice === whose}
          onChange={() => onChoose(whose)}
        />
      </td>
    );
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <bdi>{show(field, conflict.base)}</bdi>
      </td>
      {option('theirs')}
      {option('mine')}
    </tr>
  );
}

/** An action that may be undone. */
export interface Done {
  /** "Depot North was deleted." */
  title: Message;
  /** The entries of the journal, in their order; none if there is nothing to undo. */
  journalIds: readonly string[];
  note?: Message | null;
  /** Replaces the note after Undo. */
  afterUndo?: ReactNode;
  /** The title after Undo, of which some may have been refused; absent: "Undone: " and the title. */
  undoneTitle?: (refused: number) => Message;
}

/** The result of an action, with Undo. It stays until it is dismissed. */
export function UndoNotice({ done, onDismiss }: { done: Done; onDismiss: () => void }) {
  const { t } = useFormat();
  const { title, journalIds, undoneTitle } = done;
  /** Why entries were not undone; null before Undo. */
  const [refusals, setRefusals] = useState<readonly string[] | null>(null);
  const undo = useAction(async () => {
    const refused: string[] = [];
    for (const id of journalIds.toReversed()) {
      const outcome = await api.journal.undo({ id });
      if (!outcome.ok) return outcome;
      if (outcome.value.status === 'refused')
        refused.push(currentFormat().said(outcome.value.reason));
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
        title={t(
          isUndone
            ? (undoneTitle?.(refusals.length) ?? message('edits.undone', { what: title }))
            : title,
        )}
        onDismiss={onDismiss}
        actions={
          journalIds.length > 0 &&
          !isUndone && (
            <ActionButton
              loading={undo.isBusy}
              icon={IconArrowBackUp}
              onClick={() => void undo.run()}
            >
              {t('common.undo')}
            </ActionButton>
          )
        }
      >
        {isUndone ? done.afterUndo : done.note && t(done.note)}
        {refusals?.map((reason, index) => (
          <div key={index}>{t('edits.undone.not', { reason })}</div>
        ))}
      </Notice>
    </div>
  );
}
