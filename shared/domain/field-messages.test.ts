import { expect, test } from 'vitest';
import { recordFields, fieldInSentence, fieldLabel, fieldsInSentence } from './change';
import { groupSystemFields } from './group';
import { userSystemFields } from './user';

test.each([
  [
    'user',
    userSystemFields,
    {
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
      createdAt: 'Created',
      modifiedAt: 'Modified',
      lastLoginAt: 'Last login',
    },
  ],
  [
    'group',
    groupSystemFields,
    {
      name: 'Name',
      description: 'Description',
      deviceIds: 'Devices',
      createdAt: 'Created',
      modifiedAt: 'Modified',
    },
  ],
  [
    'limits',
    {},
    {
      expires: 'Expires',
      expirationDate: 'Expiration date',
      dailyEmailLimit: 'Daily e-mail limit',
      dailySmsLimit: 'Daily SMS limit',
    },
  ],
] as const)('the labels of a %s, in the order of the form', (kind, systemFields, labels) => {
  const fields = [...Object.keys(recordFields(kind)), ...Object.keys(systemFields)];
  expect(fields.map((field) => [field, fieldLabel(kind, field)])).toEqual(Object.entries(labels));
});

test('labels in a sentence start in lower case; an unknown field is shown by its name', () => {
  expect(fieldInSentence('user', 'disabledMessage')).toBe('message when disabled');
  expect(fieldInSentence('limits', 'dailySmsLimit')).toBe('daily SMS limit');
  expect(fieldInSentence('group', 'colour')).toBe('colour');
  expect(fieldsInSentence('user', ['email', 'lastLoginAt', 'x'])).toBe('e-mail, last login, x');
  expect(fieldsInSentence('user', [])).toBe('');
});
