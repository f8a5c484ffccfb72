import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkAmong } from '../../main/app/deep-links';
import { OpenedFiles, givenAmong } from '../../main/app/opened-files';
import { trackExtensions } from '../../shared/domain/submission';
import { amount } from '../support/test-length';

// What another program may start Waypost with, or hand to it: links, paths, switches, in any mixture.

const part = fc.oneof(
  fc.constantFrom(
    'waypost://device/',
    'WAYPOST:',
    '/',
    '..',
    '\\\\host\\share\\',
    '//host/share/',
    'file://',
    'file:///',
    'https://evil.example/',
    'javascript:',
    '--no-sandbox',
    '--user-data-dir=',
    '-',
    '.gpx',
    '.csv',
    '.exe',
    '%2e%2e%2f',
    '%00',
    '\0',
    '\n',
    '\u202E',
    '?delete=1',
    '#x',
    'C:\\',
    '/dev/zero',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const argument = fc.oneof(
  fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 3_000 }),
);
const args = fc.array(argument, { maxLength: 5 });
const numRuns = amount({ sample: 5_000, long: 300_000 });

test('any arguments show at most one device, whose id hides nothing', () => {
  fc.assert(
    fc.property(args, (given) => {
      const link = linkAmong(given);
      expect(Object.keys(link ?? { device: '' })).toEqual(['device']);
      const device = link?.device ?? 'none';
      expect(device.trim()).not.toBe('');
      expect(device.length).toBeLessThanOrEqual(512);
      expect(device).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
    { numRuns },
  );
});

test('any arguments open at most one file of a known kind, never a switch or an address', () => {
  const folder = path.resolve('/home/ann/tracks');
  fc.assert(
    fc.property(args, (given) => {
      const file = givenAmong(['waypost', ...given], { folder, ownFolder: folder });
      const opened = file ?? { path: path.join(folder, 'none.gpx'), trouble: null };
      expect(path.isAbsolute(opened.path)).toBe(true);
      expect(opened.path).not.toContain('\0');
      const kind = path.extname(opened.path).slice(1).toLowerCase();
      expect(opened.trouble !== null || trackExtensions.includes(kind)).toBe(true);
      const isLinkAmong = given.some((each) => /^waypost:/i.test(each));
      expect(isLinkAmong && file !== null).toBe(false);

      const files = new OpenedFiles(
        () => 'id',
        () => undefined,
      );
      files.came(file);
      // The window learns a name, never a path.
      expect(files.current()?.file ?? '').not.toContain('/');
      expect(files.current()?.file.length ?? 0).toBeLessThanOrEqual(256);
    }),
    { numRuns },
  );
});
