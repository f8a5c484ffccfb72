import fc from 'fast-check';
import { expect, test } from 'vitest';
import { t } from '../../test/support/english';
import { exportFileName, fileNamePart } from './file-name';

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const june = { from: day('2026-06-09'), to: day('2026-06-11') };
const nameOf = (labels: string[] | null, range = june) =>
  exportFileName({ labels, what: 'fixes', range, timeZone: 'UTC' }, 'csv', t);

test('a file is named by its devices and the days it covers', () => {
  expect(nameOf(['Van 9'])).toBe('Van 9 fixes 2026-06-09 to 2026-06-11.csv');
  expect(nameOf(['Van 9', 'Bus'])).toBe('Van 9 and 1 more fixes 2026-06-09 to 2026-06-11.csv');
  expect(nameOf(['Van 9', 'Bus', 'Car'], { from: june.from, to: june.from })).toBe(
    'Van 9 and 2 more fixes 2026-06-09.csv',
  );
  expect(nameOf(null)).toBe('Waypost fixes 2026-06-09 to 2026-06-11.csv');
  expect(nameOf(['/'])).toBe('Waypost fixes 2026-06-09 to 2026-06-11.csv');
});

test('the days are those of the zone in which the times are written', () => {
  const range = {
    from: Date.parse('2026-06-09T22:30:00Z'),
    to: Date.parse('2026-06-09T23:00:00Z'),
  };
  const of = { labels: ['Van 9'], what: 'trips' as const, range };
  expect(exportFileName({ ...of, timeZone: 'Europe/Madrid' }, 'gpx', t)).toBe(
    'Van 9 trips 2026-06-10.gpx',
  );
});

test('a hostile name gives a plain file name', () => {
  expect(fileNamePart('../../etc/passwd')).toBe('etc passwd');
  expect(fileNamePart('C:\\Windows\\a|b?.exe ')).toBe('C Windows a b .exe');
  expect(fileNamePart('invoice\u202Efdp.exe')).toBe('invoice fdp.exe');
  expect(fileNamePart('CON')).toBe('CON ');
  expect(fileNamePart('nul.txt')).toBe('nul .txt');
  expect(fileNamePart('--help')).toBe('help');
  expect(fileNamePart('…')).toBe('…');
  expect(fileNamePart('. .')).toBe('');
});

test('any name is short, in one folder and not hidden', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const part = fileNamePart(text);
      expect(part).not.toMatch(/[/\\:*?"<>|%\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      expect(part).not.toMatch(/^[.-]/);
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(120);
    }),
  );
});
