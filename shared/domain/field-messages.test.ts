import { expect, test } from 'vitest';
import { recordFields } from './change';
import { recordKinds } from './edit';
import { fieldInSentence, fieldLabel } from './field-messages';

test.each(recordKinds)('every field of a %s has a distinct label', (kind) => {
  const fields = Object.keys(recordFields(kind));
  const labels = fields.map((field) => fieldLabel(kind, field));
  expect(new Set(labels).size).toBe(fields.length);
  expect(labels).not.toContain('');
});

test('labels in a sentence start in lower case; an unknown field is shown by its name', () => {
  expect(fieldInSentence('user', 'disabledMessage')).toBe('message when disabled');
  expect(fieldInSentence('limits', 'dailySmsLimit')).toBe('daily SMS limit');
  expect(fieldInSentence('group', 'colour')).toBe('colour');
});
