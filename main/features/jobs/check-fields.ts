import {
  changesOf,
  recordFields,
  type EditOf,
  type FieldChange,
  fieldInSentence,
} from '#shared/domain/change';
import type { RecordKind, EntityOf } from '#shared/domain/edit';
import type { KnownRecords } from './known-records';
import { notUnderstoodMessage } from '#main/features/records/unread';

/** Reports the empty mandatory fields of a row. */
export function missingMessage(kind: RecordKind, fields: readonly string[]): string {
  const names = fields.map((field) => fieldInSentence(kind, field));
  const last = names.at(-1) ?? '';
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  return `The ${list} ${names.length > 1 ? 'are' : 'is'} missing.`;
}

/** Why a record of a step is not found. */
export function absentMessage(kind: 'user' | 'group', unknown: KnownRecords['unknown']): string {
  return unknown?.has(`${kind}s`)
    ? `The list of ${kind}s was not loaded: Waypost does not know this ${kind}.`
    : `This ${kind} no longer exists.`;
}

/** Why an edit is refused that would overwrite lists or maps that were not understood. */
export function unreadRefusal<K extends 'user' | 'group'>(
  kind: K,
  { gaps }: Pick<EntityOf[K], 'gaps'>,
  edit: EditOf[K],
): string | undefined {
  const table = recordFields(kind);
  const fields = Object.keys(edit).filter((field) => {
    const isList = table[field]?.kind === 'set' || table[field]?.kind === 'map';
    return isList && Object.hasOwn(gaps?.notUnderstood ?? {}, field);
  });
  return fields.length === 0 ? undefined : notUnderstoodMessage(kind, fields);
}

/** The fields that a deletion removes, without empty ones: null is not a field of an edit. */
export function deletedFields<K extends 'user' | 'group'>(
  kind: K,
  record: EntityOf[K],
): FieldChange[] {
  const values = Object.entries(record).filter(([, value]) => value !== null);
  const edit = Object.fromEntries(values) as EditOf[K];
  return changesOf(kind, null, edit).map(({ field, after }) => ({
    field,
    before: after,
    after: null,
  }));
}
