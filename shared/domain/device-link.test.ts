import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOfLink, linkOfDevice } from './device-link';

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
