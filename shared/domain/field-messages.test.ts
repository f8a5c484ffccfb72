import { expect, test } from 'vitest';
import { wireFields } from './change';
import { recordKinds } from './edit';
import { fieldInSentence, recordFieldWords } from './field-messages';

test.each(recordKinds)('every field of a %s has a name for people', (kind) => {
  expect(Object.keys(recordFieldWords[kind]).toSorted()).toEqual(
    Object.keys(wireFields(kind)).toSorted(),
  );
});

test('a name in a sentence begins small; an unknown field keeps its own', () => {
  expect(fieldInSentence('user', 'disabledMessage')).toBe('message when disabled');
  expect(fieldInSentence('limits', 'dailySmsLimit')).toBe('daily SMS limit');
  expect(fieldInSentence('group', 'colour')).toBe('colour');
});
