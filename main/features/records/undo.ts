import { inverseEdit, isSameValue, recordFields, type EditOf } from '#shared/domain/change';
import type { JournalEntry, Saved } from '#shared/domain/edit';
import { fieldsInSentence } from '#shared/domain/field-messages';
import { fail, type Fault } from '#shared/fault';
import type { Edits } from './edits';
import type { Journal } from '#main/features/journal/journal';
import { faultIn, isRefusal } from './fault-kinds';
import type { Kind, Remote, EntityOf, FullRemote } from './remote';

export type Undone = { status: 'undone' } | { status: 'refused'; reason: string };

export interface UndoOptions {
  edits: Edits;
  journal: Journal;
  users: FullRemote<'user'>;
  groups: FullRemote<'group'>;
  limits: Remote<'limits'>;
}

/** Why something cannot be taken back, in words. */
class Refused extends Error {}

/**
 * Takes a journal entry back by its inverse, merged with what others did since: their fields stay,
 * and where they changed the same ones nothing is sent. Rejects with FaultError where the service
 * could not be asked, so that it can be tried again.
 */
export async function undo(id: string, options: UndoOptions): Promise<Undone> {
  const { journal } = options;
  const entry = journal.get(id) ?? fail({ kind: 'notFound' });
  if (entry.undo !== 'possible') {
    const reason = entry.undo === 'done' ? 'It was taken back already.' : entry.undoReason;
    return { status: 'refused', reason: reason ?? 'It cannot be taken back.' };
  }
  try {
    await takeBack(entry, options);
  } catch (error) {
    if (error instanceof Refused) return { status: 'refused', reason: error.message };
    const fault = faultIn(error);
    if (fault.kind === 'notFound') {
      const reason = 'It does not exist any more: somebody deleted it.';
      journal.settle(id, 'impossible', reason);
      return { status: 'refused', reason };
    }
    const isFinal = isRefusal(fault) || fault.kind === 'forbidden' || fault.kind === 'declined';
    if (!isFinal) throw error;
    return { status: 'refused', reason: wordsOf(fault) };
  }
  journal.settle(id, 'done');
  return { status: 'undone' };
}

function wordsOf(fault: Fault): string {
  const message = 'message' in fault ? fault.message?.trim() : '';
  return message || 'The service refused it.';
}

function takeBack(entry: JournalEntry, options: UndoOptions): Promise<unknown> {
  const { edits, users, groups, limits } = options;
  switch (entry.kind) {
    case 'user':
      if (entry.action === 'create') return removeCreated(entry, users, edits.removeUser);
      if (entry.action === 'delete') return edits.createUser(valuesOf(entry, 'before'));
      return restore(entry, users, edits.changeUser);
    case 'group':
      if (entry.action === 'create') return removeCreated(entry, groups, edits.removeGroup);
      if (entry.action === 'delete') return edits.createGroup(valuesOf(entry, 'before'));
      return restore(entry, groups, edits.changeGroup);
    case 'limits':
      return restore(entry, limits, edits.changeLimits);
    case 'report':
      throw new Refused('What was submitted cannot be taken back: no call does that.');
  }
}

/** One side of the changes as an edit, without the password, which nobody kept. */
function valuesOf(entry: JournalEntry, side: 'before' | 'after'): object {
  const isRecreated = entry.action === 'delete';
  return Object.fromEntries(
    entry.changes.flatMap(({ field, [side]: value }) =>
      field === 'password' || (isRecreated && value === null) ? [] : [[field, value]],
    ),
  );
}

/** Puts the old values back on the record as it is now. */
async function restore<K extends Kind>(
  entry: JournalEntry,
  remote: Remote<K>,
  change: (
    base: EntityOf[K],
    edit: EditOf[K],
    context: { prefetched: { record: EntityOf[K]; raw: unknown } },
  ) => Promise<Saved<EntityOf[K]>>,
): Promise<void> {
  const latest = await remote.read(entry.recordId);
  const now = remote.editable(latest.record);
  // What others changed since is no part of the base; only the fields of this entry are.
  const after = valuesOf(entry, 'after') as EditOf[K];
  const before = { ...now, ...valuesOf(entry, 'before') };
  const edit = inverseEdit(remote.kind, before, after);
  const base =
    entry.kind === 'limits'
      ? { ...latest.record, limits: { ...now, ...after } }
      : { ...latest.record, ...after };
  const saved = await change(base, edit, { prefetched: latest });
  if (saved.status === 'saved') return;
  refuseChanged(remote.kind, saved.conflicts);
}

/** Deletes what was created, unless somebody has worked on it since. */
async function removeCreated<K extends 'user' | 'group'>(
  entry: JournalEntry,
  remote: FullRemote<K>,
  remove: (id: string) => Promise<unknown>,
): Promise<void> {
  const { record } = await remote.read(entry.recordId);
  const kinds = recordFields(remote.kind);
  const changed = entry.changes.filter(({ field, after }) => {
    const kind = kinds[field]?.kind;
    if (!kind || kind === 'secret') return false;
    return !isSameValue(kind, (Reflect.get(record, field) as unknown) ?? null, after);
  });
  if (changed.length > 0) refuseChanged(remote.kind, changed);
  await remove(entry.recordId);
}

function refuseChanged(kind: Kind, changed: readonly { field: string }[]): never {
  const fields = changed.map(({ field }) => field);
  throw new Refused(`Somebody changed it since: ${fieldsInSentence(kind, fields)}.`);
}
