import { expect, test } from 'vitest';
import { deviceLabel, deviceOfNoteDraft, longestNote, noteDraftKey, noteSchema } from './device';

test('a device is shown by its name, without one by its id', () => {
  const labels = [' Van ', '  ', null].map((name) => deviceLabel({ id: '17', name }));
  expect(labels).toEqual(['Van', '17', '17']);
});

test.each([
  ['of a device with a short id', { deviceId: '7' }, true],
  ['of no device', { deviceId: '' }, false],
  ['as long as allowed', { text: 'x'.repeat(longestNote) }, true],
  ['longer', { text: 'x'.repeat(longestNote + 1) }, false],
])('a note %s', (_what, given, isValid) => {
  const note = { deviceId: 'dev-1', text: 'Spare key', savedAt: 1, ...given };
  expect(noteSchema.safeParse(note).success).toBe(isValid);
});

test('the key of a draft tells its device', () => {
  expect(deviceOfNoteDraft(noteDraftKey('note:7'))).toBe('note:7');
});
