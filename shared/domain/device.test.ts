import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  deviceLabel,
  deviceOfLink,
  linkOfDevice,
  deviceOfNoteDraft,
  longestNote,
  noteDraftKey,
  noteSchema,
} from './device';

test('a link that is copied opens the same device, whatever its id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (id) => {
      const link = linkOfDevice(id);
      expect(link === null ? id : deviceOfLink(link)).toBe(id);
    }),
  );
  for (const id of ['17', 'a b', 'Müller/2', '..\\..', 'a?b#c', '100 %']) {
    expect(deviceOfLink(linkOfDevice(id) ?? '')).toBe(id);
  }
});

test.each(['', ' ', 'a\nb', '\u202Egpj', '\uD800', 'x'.repeat(600), 'ü'.repeat(500)])(
  'there is no link for an id that no link may have: %j',
  (id) => {
    expect(linkOfDevice(id)).toBeNull();
  },
);

test('the longest id has 512 characters', () => {
  expect(deviceOfLink(linkOfDevice('x'.repeat(512)) ?? '')).toBe('x'.repeat(512));
  expect(linkOfDevice('x'.repeat(513))).toBeNull();
  expect(deviceOfLink(`waypost://device/${'x'.repeat(513)}`)).toBeNull();
});

test('the longest link has 2048 characters', () => {
  const begin = 'waypost://device/';
  const escaped = (count: number) => begin + '%41'.repeat(count);
  expect(deviceOfLink(escaped(512))).toBe('A'.repeat(512));
  // 17 characters of the scheme, and 2031 for an id in which one letter is not escaped.
  const letters = (count: number) => begin + '%F0%9F%98%80'.repeat(count);
  expect(deviceOfLink(letters(169))).toBe('😀'.repeat(169));
  expect(deviceOfLink(`${letters(169)}abc`)).toBe(`${'😀'.repeat(169)}abc`);
  expect(deviceOfLink(`${letters(169)}abcd`)).toBeNull();
});

test.each([
  'waypost://device/',
  'waypost://device/17/',
  'waypost://device/17?a',
  'waypost://device/17#a',
  'waypost://device/a\\b',
  'waypost://group/17',
  'waypost://device/%',
  'waypost://device/%20',
  'waypost://device/%E2%80%AEgpj',
  'https://device/17',
  ' waypost://device/17',
])('%j is no link of a device', (text) => {
  expect(deviceOfLink(text)).toBeNull();
});

test('the system may pass the scheme in capital letters', () => {
  expect(deviceOfLink('WAYPOST://Device/Van%2017')).toBe('Van 17');
});

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
