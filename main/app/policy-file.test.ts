import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTrustedFile } from './policy-sources';

const isRoot = process.getuid?.() === 0;
const other = 65534;
let top: string;
let file: string;
beforeEach(() => {
  // As deep as /etc/waypost/policy.json, below a folder where each user can only remove their own.
  top = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-trusted-'));
  fs.mkdirSync(path.join(top, 'etc', 'waypost'), { recursive: true });
  file = path.join(top, 'etc', 'waypost', 'policy.json');
  fs.writeFileSync(file, '{}', { mode: 0o644 });
});
afterEach(() => fs.rmSync(top, { recursive: true, force: true }));

const me = process.getuid?.() ?? 0;
const read = () => readTrustedFile(file, me);

test('reads a file that belongs to root, in folders of root', () => {
  expect(read()).toBe('{}');
});

test('a missing file or folder is no policy', () => {
  expect(readTrustedFile(`${file}.missing`, me)).toBeNull();
  expect(readTrustedFile(path.join(top, 'none', 'policy.json'), me)).toBeNull();
  expect(readTrustedFile(path.join(file, 'policy.json'), me)).toBeNull();
});

describe('what others can write is not believed', () => {
  const places = [
    ['the file', ['etc', 'waypost', 'policy.json']],
    ['its folder', ['etc', 'waypost']],
    ['the folder above', ['etc']],
    ['the top folder', []],
  ] as const;

  test.runIf(process.platform !== 'win32').each(places)('%s is writable', (_name, parts) => {
    const place = path.join(top, ...parts);
    const { mode } = fs.statSync(place);
    for (const bit of [0o020, 0o002]) {
      fs.chmodSync(place, mode | bit);
      expect(read).toThrow('others than its owner can write');
    }
    fs.chmodSync(place, mode);
    expect(read()).toBe('{}');
  });

  test.runIf(isRoot).each(places)('%s belongs to another user', (_name, parts) => {
    const place = path.join(top, ...parts);
    fs.chownSync(place, other, other);
    expect(read).toThrow('belongs to another user');
    // To that user it would be theirs.
    expect(readTrustedFile(file, other)).toBe('{}');
    fs.chownSync(place, 0, 0);
    expect(read()).toBe('{}');
  });

  test.runIf(process.platform !== 'win32')('a link, also for a folder above it', () => {
    const link = path.join(top, 'link');
    fs.symlinkSync(path.join(top, 'etc'), link);
    expect(() => readTrustedFile(path.join(link, 'waypost', 'policy.json'), me)).toThrow('link');
    fs.symlinkSync(file, path.join(top, 'policy.json'));
    expect(() => readTrustedFile(path.join(top, 'policy.json'), me)).toThrow('it is a link');
  });
});
