import { recordFields } from './change-fields';
import type { RecordKind } from './edit';
import type { Field } from './field';
import { groupSystemFields } from './group';
import { userSystemFields } from './user';

const systemFields: Record<RecordKind, Readonly<Record<string, Field>>> = {
  user: userSystemFields,
  group: groupSystemFields,
  limits: {},
};

/** The label of a field; its own name if it is unknown. */
export function fieldLabel(kind: RecordKind, field: string): string {
  return (recordFields(kind)[field] ?? systemFields[kind][field])?.label ?? field;
}

/** The label of a field within a sentence: "e-mail", "daily SMS limit". */
export function fieldInSentence(kind: RecordKind, field: string): string {
  const label = fieldLabel(kind, field);
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** The labels of several fields: "e-mail, visible group". */
export function fieldsInSentence(kind: RecordKind, fields: readonly string[]): string {
  return fields.map((field) => fieldInSentence(kind, field)).join(', ');
}
