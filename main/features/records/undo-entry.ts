import type { EditCommand, EntityOf, JournalEntry, RecordKind } from '#shared/domain/edit';
import type { EditOf } from '#shared/domain/change';
import { fail, type Fault } from '#shared/fault';
import type { Journal } from '#main/features/journal/journal';
import type { ExecuteEdit } from './edit-pipeline';
import { faultIn, isRefusal } from './fault-kinds';
import type { Remotes } from './remote';
import { changedAgain, inverseOf, undoRefusal, type Done, type Inverse } from './undo';

export type Undone = { status: 'undone' } | { status: 'refused'; reason: string };

export interface UndoOptions extends Remotes {
  execute: ExecuteEdit;
  journal: Pick<Journal, 'get' | 'settle'>;
}

/**
 * Undoes a journal entry by its inverse command. Rejects with FaultError if the service does not
 * respond, so that it can be retried.
 */
export async function undoEntry(id: string, options: UndoOptions): Promise<Undone> {
  const { journal } = options;
  const entry = journal.get(id) ?? fail({ kind: 'notFound' });
  const refusal = undoRefusal(entry);
  if (refusal !== null || entry.kind === 'report') return refused(refusal ?? '');
  try {
    const reason = await applyInverse({ ...entry, kind: entry.kind }, options);
    if (reason !== null) return refused(reason);
  } catch (error) {
    const fault = faultIn(error);
    if (fault.kind === 'notFound') {
      const reason = 'It no longer exists: another user deleted it.';
      journal.settle(id, 'impossible', reason);
      return refused(reason);
    }
    const isFinal = isRefusal(fault) || fault.kind === 'forbidden' || fault.kind === 'declined';
    if (!isFinal) throw error;
    return refused(messageOf(fault));
  }
  journal.settle(id, 'done');
  return { status: 'undone' };
}

const refused = (reason: string): Undone => ({ status: 'refused', reason });

function messageOf(fault: Fault): string {
  const message = 'message' in fault ? fault.message?.trim() : '';
  return message || 'The service refused it.';
}

/** The change that an entry made to a record. */
export function doneBy({ kind, action, recordId, changes }: JournalEntry & { kind: RecordKind }) {
  const done: Done = {
    kind,
    action: action === 'create' || action === 'delete' ? action : 'change',
    recordId,
    changes,
  };
  return done;
}

/** Returns the reason for a refusal; null if it was undone. */
async function applyInverse(
  entry: JournalEntry & { kind: RecordKind },
  { execute, ...remotes }: UndoOptions,
): Promise<string | null> {
  const { kind, recordId } = entry;
  const done = doneBy(entry);
  // A deleted record cannot be read.
  const latest = done.action === 'delete' ? null : await readLatest(remotes, kind, recordId);
  const inverse = inverseOf(done, latest && latest.editable);
  if (inverse.refusal !== null) return inverse.refusal;
  const command = commandOf(kind, inverse, latest?.sent.record ?? null);
  const isPrefetched = latest !== null && command.action === 'change';
  const result = await execute(command, isPrefetched ? { prefetched: latest.sent } : {});
  return result.status === 'conflict' ? changedAgain(kind, result.conflicts) : null;
}

/** Reads the record from the service. */
async function readLatest(remotes: Remotes, kind: RecordKind, id: string) {
  switch (kind) {
    case 'user': {
      const sent = await remotes.users.read(id);
      return { sent, editable: sent.record };
    }
    case 'group': {
      const sent = await remotes.groups.read(id);
      return { sent, editable: sent.record };
    }
    case 'limits': {
      const sent = await remotes.limits.read(id);
      return { sent, editable: remotes.limits.editable(sent.record) };
    }
  }
}

/** The inverse as a command, based on the record that it was computed from. */
function commandOf(
  kind: RecordKind,
  inverse: Exclude<Inverse, { refusal: string }>,
  base: EntityOf[RecordKind] | null,
): EditCommand {
  if (inverse.action === 'delete') {
    return { kind, action: 'delete', id: inverse.id } as EditCommand;
  }
  const edit = inverse.edit as EditOf[RecordKind];
  if (inverse.action === 'create') return { kind, action: 'create', edit } as EditCommand;
  return { kind, action: 'change', base, edit } as EditCommand;
}
