import { useCallbackRef } from '@mantine/hooks';
import { useState } from 'react';
import type { FieldConflict, Saved } from '#shared/domain/edit';
import type { Fault, Outcome } from '#shared/fault';
import { editAfterChoice, sameValue, type Choices, type DraftEditing } from '#features/drafts';

interface SavingOptions<R, E> {
  draft: DraftEditing<R, E>;
  create: (edit: E) => Promise<Outcome<Saved<R>>>;
  change: (base: R, edit: E) => Promise<Outcome<Saved<R>>>;
  /** The whole record, on purpose. */
  replace: (base: R, edit: E) => Promise<Outcome<Saved<R>>>;
  /** `journalId` is null where nothing had to be sent. */
  onSaved: (record: R, journalId: string | null) => void;
}

interface Conflict<R> {
  theirs: R;
  conflicts: FieldConflict[];
  how: 'change' | 'replace';
}

export interface Saving {
  /** Creates the record, or sends what was changed. */
  save: () => void;
  /** Sends the whole record with what was changed in it. */
  replace: () => void;
  isBusy: boolean;
  fault: Fault | null;
  dismissFault: () => void;
  /** Fields that somebody else changed too; nothing was saved. */
  conflicts: readonly FieldConflict[] | null;
  /** Saves again on top of the service's present record. */
  resolve: (choices: Choices) => void;
  /** Back to the draft. */
  leaveConflict: () => void;
}

/** Saves a draft: what was typed meanwhile stays, and a conflict is for the person to decide. */
export function useSaving<R extends object, E extends object>(
  options: SavingOptions<R, E>,
): Saving {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [conflict, setConflict] = useState<Conflict<R> | null>(null);

  const settle = useCallbackRef((record: R, sent: E, journalId: string | null, isNew: boolean) => {
    const { draft } = options;
    const typedMeanwhile = Object.entries(draft.edit).filter(
      ([field, value]) => !sameValue(value, Reflect.get(sent, field)),
    );
    if (isNew || typedMeanwhile.length === 0) draft.discard();
    else draft.rebase(record, Object.fromEntries(typedMeanwhile) as E);
    options.onSaved(record, journalId);
  });
  const send = useCallbackRef(async (base: R | null, edit: E, how: 'change' | 'replace') => {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    const outcome = await (base === null ? options.create(edit) : options[how](base, edit));
    setBusy(false);
    if (!outcome.ok) return setFault(outcome.fault);
    const saved = outcome.value;
    if (saved.status === 'conflict') return setConflict({ ...saved, how });
    setConflict(null);
    settle(saved.record, edit, saved.journalId, base === null);
  });

  return {
    save: () => void send(options.draft.base, options.draft.edit, 'change'),
    replace: () => void send(options.draft.base, options.draft.edit, 'replace'),
    isBusy,
    fault,
    dismissFault: () => setFault(null),
    conflicts: conflict?.conflicts ?? null,
    resolve: (choices) => {
      if (!conflict) return;
      const { draft } = options;
      const next = editAfterChoice(draft.edit, conflict.conflicts, choices);
      draft.rebase(conflict.theirs, next);
      setConflict(null);
      if (Object.keys(next).length > 0) void send(conflict.theirs, next, conflict.how);
    },
    leaveConflict: () => setConflict(null),
  };
}
