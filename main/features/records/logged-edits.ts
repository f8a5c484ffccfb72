import { changesOf, type FieldChange } from '#shared/domain/change';
import type { Saved } from '#shared/domain/edit';
import { allFields, lossyGroupUndo, lossyUserUndo, type EditContext, type Edits } from './edits';
import type { NewEntry } from '#main/features/journal/journal';
import type { Kind, Remote, EntityOf, FullRemote } from './remote';
import type { IntentLog } from './intent-log';

interface Remotes {
  users: FullRemote<'user'>;
  groups: FullRemote<'group'>;
  limits: Remote<'limits'>;
}

/**
 * The same edits, each noted on disk before it is sent, so that none is missing in the journal after
 * a crash. Bulk jobs keep account of their rows themselves, and creates of their attempts.
 */
export function withIntentLog(edits: Edits, unwritten: IntentLog, remotes: Remotes): Edits {
  const { users, groups, limits } = remotes;

  function noted<K extends Kind, T>(
    remote: Remote<K>,
    action: NewEntry['action'],
    record: EntityOf[K] | null,
    changes: FieldChange[],
    context: EditContext<EntityOf[K]> | undefined,
    work: () => Promise<T>,
    finish?: (result: T, writeEarlier: () => string) => T,
  ): Promise<T> {
    if (record === null || (context?.jobId ?? null) !== null) return work();
    const cannot = action === 'activate' ? 'A device cannot be switched off.' : null;
    const lossy = remote.kind === 'user' ? lossyUserUndo : lossyGroupUndo;
    const entry: NewEntry = {
      kind: remote.kind,
      action,
      recordId: record.id,
      label: remote.label(record),
      changes,
      jobId: null,
      undo: cannot === null ? 'possible' : 'impossible',
      undoReason: action === 'delete' ? lossy : cannot,
    };
    return unwritten.around(entry, work, finish);
  }

  /** What an earlier try made is no change any more; its line is written then. */
  const withEarlier = <R>(saved: Saved<R>, writeEarlier: () => string): Saved<R> =>
    saved.status === 'saved' && saved.journalId === null
      ? { ...saved, journalId: writeEarlier() }
      : saved;

  function removed<K extends 'user' | 'group'>(
    remote: FullRemote<K>,
    id: string,
    context: EditContext<EntityOf[K]> | undefined,
    work: () => Promise<{ journalId: string }>,
  ) {
    const known = remote.known()?.find((record) => record.id === id) ?? null;
    const changes = known ? allFields(remote.kind, known) : [];
    return noted(remote, 'delete', known, changes, context, work);
  }

  return {
    ...edits,
    changeUser: (base, edit, context) => {
      const work = () => edits.changeUser(base, edit, context);
      return noted(
        users,
        'change',
        base,
        changesOf('user', base, edit),
        context,
        work,
        withEarlier,
      );
    },
    replaceUser: (base, edit, context) => {
      const work = () => edits.replaceUser(base, edit, context);
      const changes = changesOf('user', base, edit);
      return noted(users, 'replace', base, changes, context, work, withEarlier);
    },
    removeUser: (id, context) => removed(users, id, context, () => edits.removeUser(id, context)),
    changeGroup: (base, edit, context) => {
      const work = () => edits.changeGroup(base, edit, context);
      const changes = changesOf('group', base, edit);
      return noted(groups, 'change', base, changes, context, work, withEarlier);
    },
    replaceGroup: (base, edit, context) => {
      const work = () => edits.replaceGroup(base, edit, context);
      const changes = changesOf('group', base, edit);
      return noted(groups, 'replace', base, changes, context, work, withEarlier);
    },
    removeGroup: (id, context) =>
      removed(groups, id, context, () => edits.removeGroup(id, context)),
    changeLimits: (base, edit, context) => {
      const work = () => edits.changeLimits(base, edit, context);
      const changes = changesOf('limits', limits.editable(base), edit);
      return noted(limits, 'change', base, changes, context, work, withEarlier);
    },
  };
}
