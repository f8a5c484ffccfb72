import { expect, test } from 'vitest';
import { workPlaceOf } from '#lib/unsaved-work';
import {
  blockedText,
  changedNamesText,
  draftPlaceText,
  draftsPlaceTexts,
  unsentDraftTexts,
} from './draft-messages';

test('calls drafts saved or kept only if they are on the disk or in memory by choice', () => {
  for (const reason of ['full', 'unwritable', 'damaged'] as const) {
    const place = workPlaceOf(false, { kind: 'storage', reason });
    const texts = [
      draftPlaceText(place, null),
      draftPlaceText(place, 'without the password'),
      draftsPlaceTexts[place],
      unsentDraftTexts[place],
    ];
    for (const text of texts) expect(text).not.toMatch(/saved|kept/i);
    expect(draftPlaceText(place, null)).toMatch(/^not stored: the disk/);
  }
  expect(draftPlaceText(workPlaceOf(true, null), null)).toBe('saved as a draft');
  expect(draftPlaceText(workPlaceOf(false, null), null)).toContain('until you close Waypost');
});

test('says which field blocks Save, why, and how many others do', () => {
  const first = { name: 'E-mail', message: 'A user needs an e-mail address.' };
  expect([0, 1, 2].map((others) => blockedText(first, others))).toEqual([
    'Save is blocked by E-mail: A user needs an e-mail address.',
    'Save is blocked by E-mail and one more field: A user needs an e-mail address.',
    'Save is blocked by E-mail and 2 more fields: A user needs an e-mail address.',
  ]);
});

test('names six changes and counts the others', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  expect(changedNamesText(names.slice(0, 6))).toBe('a, b, c, d, e, f');
  expect(changedNamesText(names)).toBe('a, b, c, d, e, f and 2 more');
});
