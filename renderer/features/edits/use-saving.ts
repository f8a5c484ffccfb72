import { useCallbackRef } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { EditOf, RecordOf } from '#shared/domain/change';
import type { FieldConflict, Saved, EditCommand } from '#shared/domain/edit';
import type { Fault, Outcome } from '#shared/fault';
import type { Choices } from './conflict-choice';
import type { DraftEditing } from './use-draft';
import { draftAfterConflict, draftAfterSave, type EditedKind } from './draft-after';
import { sendEdit } from './send-edit';

interface SavingOptions<K extends EditedKind, R = RecordOf[K], E = EditOf[K]> {
  kind: K;
  draftKey: string;
  draft: DraftEditing<R, E>;
  /** `journalId` is null if nothing had to be sent. */
  onSaved: (record: R, journalId: string | null) => void;
}

interface Conflict<K extends EditedKind> {
  base: RecordOf[K];
  theirs: RecordOf[K];
  conflicts: FieldConflict[];
  how: 'change' | 'replace';
}

export interface Saving {
  /** Creates the record or sends the changes. */
  save: () => void;
  /** Sends the whole record with the changes. */
  replace: () => void;
  isBusy: boolean;
  fault: Fault | null;
  dismissFault: () => void;
  /** Fields that someone else changed too; nothing was saved. */
  conflicts: readonly FieldConflict[] | null;
  /** Saves again on top of the service's current record. */
  resolve: (choices: Choices) => void;
  /** Returns to the draft. */
  leaveConflict: () => void;
}

/** Saves a draft. Edits typed meanwhile stay, and the user decides conflicts. */
export function useSaving<K extends EditedKind>(options: SavingOptions<K>): Saving {
  type R = RecordOf[K];
  type E = EditOf[K];
  const { kind } = options;
  const [isBusy, setBusy] = useState(false);
  // A ref, because the state is not updated yet for an input right after a response.
  const isRunning = useRef(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [conflict, setConflict] = useState<Conflict<K> | null>(null);

  const save = (base: R | null, edit: E, how: 'change' | 'replace') => {
    const command = base === null ? { action: 'create', edit } : { action: how, base, edit };
    const sent = sendEdit({ kind, ...command, draft: options.draftKey } as unknown as EditCommand);
    return sent as Promise<Outcome<Saved<R>>>;
  };
  const settle = useCallbackRef((base: R | null, sent: E, record: R, journalId: string | null) => {
    const { draft } = options;
    if (base === null) draft.discard();
    else draft.rebase(record, draftAfterSave(kind, base, sent, record, draft.edit));
    options.onSaved(record, journalId);
  });
  const send = useCallbackRef(async (base: R | null, edit: E, how: 'change' | 'replace') => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFault(null);
    const outcome = await save(base, edit, how);
    isRunning.current = false;
    setBusy(false);
    if (!outcome.ok) return setFault(outcome.fault);
    const saved = outcome.value;
    if (saved.status === 'conflict' && base !== null) {
      return setConflict({ base, theirs: saved.theirs, conflicts: saved.conflicts, how });
    }
    if (saved.status === 'conflict') return;
    setConflict(null);
    settle(base, edit, saved.record, saved.journalId);
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
      const { base, theirs, how } = conflict;
      const { draft } = options;
      const next = draftAfterConflict(kind, base, theirs, draft.edit, choices);
      draft.rebase(theirs, next);
      setConflict(null);
      if (Object.keys(next).length > 0) void send(theirs, next, how);
    },
    leaveConflict: () => setConflict(null),
  };
}
