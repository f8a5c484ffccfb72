import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLinks, linkAmong, readDeepLink } from './deep-links';

test.each([
  ['waypost://device/17', '17'],
  ['WAYPOST://Device/17', '17'],
  ['waypost://device/a%20b', 'a b'],
  ['waypost://device/M%C3%BCller%2F2', 'Müller/2'],
])('%s shows %s', (link, device) => {
  expect(readDeepLink(link)).toEqual({ device });
});

test.each([
  'waypost://device/',
  'waypost://device',
  'waypost://device/1/delete',
  'waypost://device/1?activate=true',
  'waypost://device/1#x',
  'waypost://devices/1',
  'waypost://user@device/1',
  'waypost://device:80/1',
  'waypost:device/1',
  'waypost://connect/https%3A%2F%2Fevil.example',
  'waypost://device/..\\..\\x',
  'waypost://device/%',
  'waypost://device/%E0%A4%A',
  'waypost://device/%00',
  'waypost://device/a%0Ab',
  'waypost://device/%E2%80%AEgpj',
  'waypost://device/%20',
  ' waypost://device/1',
  'https://device/1',
  'javascript:alert(1)',
  `waypost://device/${'1'.repeat(600)}`,
  `waypost://device/${'1'.repeat(100_000)}`,
  '',
])('%s is no link of ours', (link) => {
  expect(readDeepLink(link)).toBeNull();
});

test('a link names at most one device, in plain characters, whatever it contains', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webPath(), fc.string({ unit: 'binary' })), (rest) => {
      const link = readDeepLink(`waypost://device/${rest}`);
      if (link === null) return;
      expect(Object.keys(link)).toEqual(['device']);
      expect(link.device.length).toBeLessThanOrEqual(512);
      expect(link.device).not.toMatch(/\p{Cc}|\p{Cf}/u);
    }),
  );
});

test('every device id can be passed in a link', () => {
  const id = fc
    .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
    .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text));
  fc.assert(
    fc.property(id, (device) => {
      expect(readDeepLink(`waypost://device/${encodeURIComponent(device)}`)).toEqual({ device });
    }),
  );
});

test('more than one link among the arguments is ignored', () => {
  expect(linkAmong(['/opt/waypost', '--flag', 'waypost://device/1'])).toEqual({ device: '1' });
  expect(linkAmong(['waypost://device/1', 'waypost://device/2'])).toBeNull();
  expect(linkAmong(['waypost://device/1 --summary-file=x'])).toEqual({
    device: '1 --summary-file=x',
  });
  expect(linkAmong([])).toBeNull();
});

test('the latest link waits for a window and is delivered once', () => {
  let times = 0;
  const links = createLinks(() => (times += 1));
  links.came(null);
  expect(times).toBe(0);
  links.came({ device: '1' });
  links.came({ device: '2' });
  expect(times).toBe(2);
  expect(links.take()).toEqual({ device: '2' });
  expect(links.take()).toBeNull();
});
