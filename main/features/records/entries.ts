import type { LimitsEdit, EntityOf } from '#shared/domain/edit';
import type { Limits, Device } from '#shared/domain/device';
import {
  changesOf,
  fieldValue,
  recordFields,
  type EditOf,
  type FieldChange,
  type RecordOf,
} from '#shared/domain/change';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import type { NewEntry } from '#main/features/journal/journal';
import type { FullRemote, Kind, Remote } from './remote';

/** A journal entry without its job. */
export type EntryFacts = Omit<NewEntry, 'jobId'>;

const noPassword = 'The previous password is not known, so it cannot be restored.';
const undoOfDeletion = {
  user: 'The user gets a new id and has no password and no fields that only the service knows.',
  group: 'The group gets a new id.',
};

export function creationEntry(
  remote: FullRemote<'user' | 'group'>,
  edit: EditOf['user' | 'group'],
  made: EntityOf['user' | 'group'],
): EntryFacts {
  const changes = asMade(remote.kind, changesOf(remote.kind, null, edit), made);
  return { ...about(remote, made), action: 'create', changes, undo: 'possible', undoReason: null };
}

/** `made`: the editable part as the service answered it; absent while nothing was sent. */
export function changeEntry(
  remote: Remote<Kind>,
  action: 'change' | 'replace',
  record: EntityOf[Kind],
  before: RecordOf[Kind],
  edit: EditOf[Kind],
  made: object | null = null,
): EntryFacts {
  const sent = changesOf(remote.kind, before, edit);
  const changes = made ? asMade(remote.kind, sent, made) : sent;
  const isPassword = ({ field }: FieldChange) => field === 'password';
  const undo = changes.every(isPassword) ? 'impossible' : 'possible';
  const undoReason = changes.some(isPassword) ? noPassword : null;
  return { ...about(remote, record), action, changes, undo, undoReason };
}

export function deletionEntry(
  remote: FullRemote<'user' | 'group'>,
  record: EntityOf['user' | 'group'],
): EntryFacts {
  const changes = allFields(remote.kind, record);
  const undoReason = undoOfDeletion[remote.kind];
  return { ...about(remote, record), action: 'delete', changes, undo: 'possible', undoReason };
}

export function activationEntry(
  remote: Remote<'limits'>,
  before: Device,
  after: Device,
): EntryFacts {
  const [was, is] = [remote.editable(before), remote.editable(after)];
  return {
    ...about(remote as Remote<Kind>, after),
    action: 'activate',
    changes: [
      { field: 'active', before: before.isActive ?? null, after: after.isActive ?? null },
      ...changesOf('limits', was, settingsOf(is)),
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

function about(remote: Remote<Kind>, record: EntityOf[Kind]) {
  return { kind: remote.kind, recordId: record.id, label: remote.label(record) };
}

/** Changes with the values that the service stored, which an undo compares with. */
function asMade(kind: Kind, changes: readonly FieldChange[], record: object): FieldChange[] {
  return changes.map((change) =>
    change.field === 'password'
      ? change
      : { ...change, after: fieldValue(kind, record, change.field) },
  );
}

/**
 * Every field of a record that is about to be deleted, with the originals of what was not
 * understood, so that an undo restores them too.
 */
function allFields(kind: 'user' | 'group', record: User | Group): FieldChange[] {
  const { disabled, ...rest } = record as Partial<User>;
  const edit = { ...rest, ...(disabled === null ? {} : { disabled }) } as EditOf['user' | 'group'];
  const changes = changesOf(kind, null, edit).map(({ field, after }) => {
    const unread = record.gaps?.partly?.[field];
    const before = unread && Array.isArray(after) ? [...(after as unknown[]), ...unread] : after;
    return { field, before, after: null };
  });
  const listed = new Set(changes.map(({ field }) => field));
  const unread = Object.keys(recordFields(kind)).flatMap((field) => {
    const original = listed.has(field) ? null : originalOf(kind, record, field);
    return original === null ? [] : [{ field, before: original, after: null }];
  });
  return [...changes, ...unread];
}

/** The original of a field that has no value: not understood, a day in place of a moment. */
function originalOf(kind: 'user' | 'group', record: User | Group, field: string): unknown {
  const { notUnderstood = {}, partly = {} } = record.gaps ?? {};
  const valueKind = recordFields(kind)[field]?.kind;
  if (valueKind === 'set') {
    return Object.hasOwn(notUnderstood, field)
      ? { notUnderstood: notUnderstood[field] }
      : (partly[field] ?? null);
  }
  return valueKind === 'map' || valueKind === 'secret' ? null : fieldValue(kind, record, field);
}
