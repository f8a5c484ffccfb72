import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTo, readLink } from './link';

const kinds = ['device', 'group', 'user', 'view', 'alerts', 'page'] as const;

test('a link that is copied opens the same thing, whatever its id', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.string({ unit: 'binary', maxLength: 600 }),
      (kind, id) => {
        const link = linkTo(kind, id);
        expect(link === null ? { kind, id } : readLink(link)).toEqual({ kind, id });
      },
    ),
  );
  for (const id of ['17', 'a b', 'Müller/2', '..\\..', 'a?b#c', '100 %']) {
    for (const kind of kinds) expect(readLink(linkTo(kind, id) ?? '')).toEqual({ kind, id });
  }
});

test.each(['', ' ', 'a\nb', '\u202Egpj', '\uD800', 'x'.repeat(600), 'ü'.repeat(500)])(
  'there is no link for an id that no link may have: %j',
  (id) => {
    expect(linkTo('device', id)).toBeNull();
  },
);

test('the longest id has 512 characters', () => {
  expect(readLink(linkTo('user', 'x'.repeat(512)) ?? '')?.id).toBe('x'.repeat(512));
  expect(linkTo('user', 'x'.repeat(513))).toBeNull();
  expect(readLink(`waypost://user/${'x'.repeat(513)}`)).toBeNull();
});

test('the longest link has 2048 characters', () => {
  const begin = 'waypost://device/';
  const escaped = (count: number) => begin + '%41'.repeat(count);
  expect(readLink(escaped(512))?.id).toBe('A'.repeat(512));
  // 17 characters of the scheme, and 2031 for an id in which one letter is not escaped.
  const letters = (count: number) => begin + '%F0%9F%98%80'.repeat(count);
  expect(readLink(letters(169))?.id).toBe('😀'.repeat(169));
  expect(readLink(`${letters(169)}abc`)?.id).toBe(`${'😀'.repeat(169)}abc`);
  expect(readLink(`${letters(169)}abcd`)).toBeNull();
});

test.each([
  ['waypost://device/17', 'device', '17'],
  ['WAYPOST://Device/Van%2017', 'device', 'Van 17'],
  ['waypost://GROUP/a%20b', 'group', 'a b'],
  ['waypost://user/M%C3%BCller%2F2', 'user', 'Müller/2'],
  ['waypost://view/4ac1', 'view', '4ac1'],
  ['waypost://alerts/17', 'alerts', '17'],
  ['waypost://page/history', 'page', 'history'],
])('%s shows the %s %s', (link, kind, id) => {
  expect(readLink(link)).toEqual({ kind, id });
});

test.each([
  '',
  'waypost://device/',
  'waypost://device',
  'waypost://device/1/delete',
  'waypost://device/17/',
  'waypost://device/1?activate=true',
  'waypost://device/1#x',
  'waypost://devices/1',
  'waypost://groups/1',
  'waypost://constructor/1',
  'waypost://user@device/1',
  'waypost://device:80/1',
  'waypost:device/1',
  'waypost://connect/https%3A%2F%2Fevil.example',
  'waypost://device/..\\..\\x',
  'waypost://device/%',
  'waypost://device/%E0%A4%A',
  'waypost://group/%00',
  'waypost://user/a%0Ab',
  'waypost://view/%E2%80%AEgpj',
  'waypost://device/%20',
  ' waypost://device/1',
  'https://device/1',
  'javascript:alert(1)',
  `waypost://device/${'1'.repeat(600)}`,
  `waypost://device/${'1'.repeat(100_000)}`,
])('%j is no link of ours', (text) => {
  expect(readLink(text)).toBeNull();
});

test('a link shows one thing with an id of plain characters, whatever it contains', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webPath(), fc.string({ unit: 'binary' })), (rest) => {
      const link = readLink(`waypost://${rest}`) ?? readLink(`waypost://user/${rest}`);
      if (link === null) return;
      expect(Object.keys(link)).toEqual(['kind', 'id']);
      expect(kinds).toContain(link.kind);
      expect(link.id.length).toBeLessThanOrEqual(512);
      expect(link.id).not.toMatch(/\p{Cc}|\p{Cf}/u);
    }),
  );
});
