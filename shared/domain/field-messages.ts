import type { GroupEdit, LimitsEdit, RecordKind, UserEdit } from './edit';

const userWords: Record<keyof UserEdit, string> = {
  name: 'Name',
  email: 'E-mail',
  country: 'Country',
  timeZone: 'Time zone',
  description: 'Description',
  message: 'Message',
  disabled: 'Disabled',
  disabledMessage: 'Message when disabled',
  tags: 'Tags',
  privileges: 'Privileges',
  group: 'Visible group',
  deviceId: 'Visible device',
  adminDevices: 'Devices managed',
  validFrom: 'Valid from',
  expiresAt: 'Valid until',
  password: 'Password',
};
const groupWords: Record<keyof GroupEdit, string> = {
  name: 'Name',
  description: 'Description',
  deviceIds: 'Devices',
};
const limitsWords: Record<keyof LimitsEdit, string> = {
  expires: 'Expires',
  expirationDate: 'Expiration date',
  dailyEmailLimit: 'Daily e-mail limit',
  dailySmsLimit: 'Daily SMS limit',
};

/** What the editable fields of each kind of record are called. */
export const recordFieldWords: Record<RecordKind, Record<string, string>> = {
  user: userWords,
  group: groupWords,
  limits: limitsWords,
};

/** What a field is called within a sentence: "e-mail", "daily SMS limit". */
export function fieldInSentence(kind: RecordKind, field: string): string {
  const word = recordFieldWords[kind][field] ?? field;
  return word.charAt(0).toLowerCase() + word.slice(1);
}

/** Several of them: "e-mail, visible group". */
export function fieldsInSentence(kind: RecordKind, fields: readonly string[]): string {
  return fields.map((field) => fieldInSentence(kind, field)).join(', ');
}
