import { useState, type ReactNode } from 'react';
import type { Draft } from '#shared/domain/edit';
import type { Choices } from './conflict-choice';
import { ConflictDialog } from './conflict-dialog';
import { ReviewDialog } from './review-dialog';
import { sameValue } from './same-value';
import { saveDrafts, typedSince, type SavedDrafts } from './save-drafts';
import { SavedNotice } from './saved-notice';
import type { StagedKind } from './staged-kind';
import { draftStore } from './drafts';

export interface StagedSaving {
  /** Saves one draft immediately, several after a review, and one with a warning too. */
  ask: (drafts: readonly Draft[]) => void;
  isBusy: boolean;
  /** The result of the last save. */
  notice: ReactNode;
  dialogs: ReactNode;
}

/** Reviews and saves staged edits, and handles their conflicts one after the other. */
export function useStagedSaving<R>(staged: StagedKind<R>): StagedSaving {
  const [reviewed, setReviewed] = useState<readonly Draft[] | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<SavedDrafts<R> | null>(null);
  const settle = (sent: Draft, record: R) => {
    const now = draftStore.getState().drafts.get(sent.key);
    const typed = typedSince(sent.edit, now?.edit, sameValue);
    draftStore.rebase(staged.draftOf(record), staged.afterSave(sent, record, typed));
  };
  const save = async (drafts: readonly Draft[], before?: SavedDrafts<R>) => {
    setDone(0);
    const now = await saveDrafts(drafts, staged.change, settle, setDone);
    setDone(null);
    setReviewed(null);
    setResult({
      saved: (before?.saved ?? 0) + now.saved,
      journalIds: [...(before?.journalIds ?? []), ...now.journalIds],
      conflicts: [...(before?.conflicts ?? []), ...now.conflicts],
      failed: [...(before?.failed ?? []), ...now.failed],
    });
  };
  const conflict = result?.conflicts[0];
  const rest = result && { ...result, conflicts: result.conflicts.slice(1) };
  const choose = (choices: Choices) => {
    if (!conflict || !rest) return;
    const { draft, theirs } = conflict;
    const edit = draftStore.getState().drafts.get(draft.key)?.edit ?? draft.edit;
    draftStore.rebase(staged.draftOf(theirs), staged.afterConflict(conflict, edit, choices));
    const next = draftStore.getState().drafts.get(draft.key);
    if (next) void save([next], rest);
    else setResult(rest);
  };
  return {
    ask: (drafts) => {
      setResult(null);
      const [only, ...others] = drafts;
      const isPlain = only && others.length === 0 && !staged.warningOf?.(only);
      if (isPlain) void save(drafts);
      else setReviewed(drafts);
    },
    isBusy: done !== null,
    notice: result && (
      <SavedNotice staged={staged} result={result} onDismiss={() => setResult(null)} />
    ),
    dialogs: (
      <>
        {reviewed && (
          <ReviewDialog
            staged={staged}
            drafts={reviewed}
            done={done}
            onSave={() => void save(reviewed)}
            onCancel={() => setReviewed(null)}
          />
        )}
        {conflict && (
          <ConflictDialog
            key={`${conflict.draft.key} ${conflict.draft.savedAt}`}
            label={conflict.draft.label}
            kind={staged.kind}
            conflicts={conflict.conflicts}
            {...(staged.show && { show: staged.show })}
            isBusy={done !== null}
            onSave={choose}
            onCancel={() => setResult(rest)}
          />
        )}
      </>
    ),
  };
}
