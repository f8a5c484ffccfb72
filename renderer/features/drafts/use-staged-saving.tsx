import { useState, type ReactNode } from 'react';
import type { Draft } from '#shared/domain/edit';
import { ConflictDialog, draftBook, editAfterChoice, type Choices } from '#features/drafts';
import { api } from '#lib/api';
import { putDevice } from './devices';
import { limitsDraftOf } from './limits-draft';
import { ReviewDialog } from './review-dialog';
import { nothingSaved, saveLimits, type SavedLimits } from './save-limits';

export interface Saving {
  /** Saves one draft at once, several after a review. */
  ask: (drafts: readonly Draft[]) => void;
  isBusy: boolean;
  /** What became of the last saving; null: nothing was saved, or it was dismissed. */
  result: SavedLimits | null;
  dismiss: () => void;
  dialogs: ReactNode;
}

/** Review, saving and conflicts, one after the other. */
export function useSaving(): Saving {
  const [reviewed, setReviewed] = useState<readonly Draft[] | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [result, setResult] = useState<SavedLimits | null>(null);
  const save = async (drafts: readonly Draft[], before: SavedLimits = nothingSaved) => {
    setDone(0);
    const now = await saveLimits(
      drafts,
      (input) => api.editLimits.change(input),
      (key, record) => {
        draftBook.discard(key);
        putDevice(record);
      },
      setDone,
    );
    setDone(null);
    setReviewed(null);
    setResult({
      saved: before.saved + now.saved,
      journalIds: [...before.journalIds, ...now.journalIds],
      conflicts: [...before.conflicts, ...now.conflicts],
      failed: [...before.failed, ...now.failed],
    });
  };
  const conflict = result?.conflicts[0];
  const rest = result && { ...result, conflicts: result.conflicts.slice(1) };
  const choose = (choices: Choices) => {
    if (!conflict || !rest) return;
    const { draft, conflicts, theirs } = conflict;
    const edit = editAfterChoice(draft.edit, conflicts, choices);
    draftBook.rebase(limitsDraftOf(theirs), edit);
    putDevice(theirs);
    const next = draftBook.getState().drafts.get(draft.key);
    if (next) void save([next], rest);
    else setResult(rest);
  };
  return {
    ask: (drafts) => {
      setResult(null);
      if (drafts.length === 1) void save(drafts);
      else setReviewed(drafts);
    },
    isBusy: done !== null,
    result,
    dismiss: () => setResult(null),
    dialogs: (
      <>
        {reviewed && (
          <ReviewDialog
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
            kind="limits"
            conflicts={conflict.conflicts}
            isBusy={done !== null}
            onSave={choose}
            onCancel={() => setResult(rest)}
          />
        )}
      </>
    ),
  };
}
