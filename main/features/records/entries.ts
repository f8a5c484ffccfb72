import type { LimitsEdit } from '#shared/domain/edit';
import type { Limits } from '#shared/domain/limit';
import { changesOf, type EditOf, type FieldChange, type RecordOf } from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import type { EntityOf } from '#shared/domain/edit-command';
import type { User } from '#shared/domain/user';
import type { NewEntry } from '#main/features/journal/journal';
import type { FullRemote, Kind, Remote } from './remote';

/** A journal entry without its job. */
export type EntryFacts = Omit<NewEntry, 'jobId'>;

const undoOfDeletion = {
  user: 'The user gets a new id and has no password and no fields that only the service knows.',
  group: 'The group gets a new id.',
};

export function creationEntry<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  edit: EditOf[K],
  made: EntityOf[K],
): EntryFacts {
  const changes = asMade(changesOf(remote.kind, null, edit), made);
  return { ...about(remote, made), action: 'create', changes, undo: 'possible', undoReason: null };
}

/** `made`: the editable part as the service answered it; absent while nothing was sent. */
export function changeEntry<K extends Kind>(
  remote: Remote<K>,
  action: 'change' | 'replace',
  record: EntityOf[K],
  before: RecordOf[K],
  edit: EditOf[K],
  made: object | null = null,
): EntryFacts {
  const sent = changesOf(remote.kind, before, edit);
  const changes = made ? asMade(sent, made) : sent;
  const isPassword = ({ field }: FieldChange) => field === 'password';
  return {
    ...about(remote, record),
    action,
    changes,
    undo: changes.every(isPassword) ? 'impossible' : 'possible',
    undoReason: changes.some(isPassword)
      ? 'The previous password is not known, so it cannot be restored.'
      : null,
  };
}

export function deletionEntry<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  record: EntityOf[K],
): EntryFacts {
  return {
    ...about(remote, record),
    action: 'delete',
    changes: allFields(remote.kind, record),
    undo: 'possible',
    undoReason: undoOfDeletion[remote.kind as 'user' | 'group'],
  };
}

export function activationEntry(
  remote: Remote<'limits'>,
  before: Device,
  after: Device,
): EntryFacts {
  return {
    ...about(remote, after),
    action: 'activate',
    changes: [
      { field: 'active', before: false, after: true },
      ...changesOf('limits', remote.editable(before), settingsOf(remote.editable(after))),
    ],
    undo: 'impossible',
    undoReason: 'A device cannot be switched off; it expires by its date.',
  };
}

/** The settings among the limits, without the ones that are not known. */
function settingsOf({ expires, ...limits }: Limits): LimitsEdit {
  const { expirationDate, dailyEmailLimit, dailySmsLimit } = limits;
  const rest = { expirationDate, dailyEmailLimit, dailySmsLimit };
  return expires === null ? rest : { expires, ...rest };
}

function about<K extends Kind>(remote: Remote<K>, record: EntityOf[K]) {
  return { kind: remote.kind as Kind, recordId: record.id, label: remote.label(record) };
}

/** Changes with the values that the service stored, which an undo compares with. */
function asMade(changes: readonly FieldChange[], record: object): FieldChange[] {
  return changes.map((change) =>
    change.field === 'password'
      ? change
      : { ...change, after: (Reflect.get(record, change.field) as unknown) ?? null },
  );
}

/** Every field of a record that is about to be deleted. */
function allFields<K extends 'user' | 'group'>(kind: K, record: EntityOf[K]): FieldChange[] {
  const { disabled, ...rest } = record as Partial<User>;
  const edit = { ...rest, ...(disabled === null ? {} : { disabled }) } as EditOf[K];
  return changesOf(kind, null, edit).map(({ field, after }) => ({
    field,
    before: after,
    after: null,
  }));
}
