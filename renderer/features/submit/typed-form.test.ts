import { expect, test } from 'vitest';
import { draftSchema } from '#shared/domain/edit';
import { sameValue } from '#features/edits';
import { blankForms, draftKeys, draftLabels, tabOfDraft } from './typed-form';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each(['location', 'alert'] as const)('main stores the entries of %s as a draft', (tab) => {
  const base = { ...blankForms[tab](now) };
  const draft = {
    key: draftKeys[tab],
    kind: 'submission',
    label: draftLabels[tab],
    base,
    edit: { coordinates: '45.76, 4.84', at: null, devices: [{ id: 'van', label: 'Van' }] },
    savedAt: now,
  };
  const stored = draftSchema.parse(JSON.parse(JSON.stringify(draft)));
  expect(stored).toEqual(draft);
  // Otherwise a blank form would count as filled in after a restart.
  expect(sameValue(stored.base, blankForms[tab](now))).toBe(true);
});

test('a submission draft opens its tab, and a draft of a record opens none', () => {
  expect(tabOfDraft('submission:alert')).toBe('alert');
  expect(tabOfDraft('submission:location')).toBe('location');
  expect(tabOfDraft('user:1')).toBeNull();
});
