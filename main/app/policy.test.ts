import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSafeAddress, noPolicy, policyFiles, readPolicy } from './policy';

const isPosix = process.platform !== 'win32';
let folder: string;
let lines: string[];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-policy-'));
  lines = [];
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'policy.json');
const read = (...files: string[]) =>
  readPolicy(files.length > 0 ? files : [file()], (line) => lines.push(line));
function written(content: unknown, name = 'policy.json'): string {
  const place = path.join(folder, name);
  fs.writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
  fs.chmodSync(place, 0o644);
  return place;
}

test('reads every field of the shipped example', () => {
  fs.copyFileSync(
    path.resolve(import.meta.dirname, '../../assets/packaging/policy.example.json'),
    file(),
  );
  fs.chmodSync(file(), 0o644);
  expect(read()).toEqual({
    serviceAddress: 'https://tracking.example.com',
    mapStyleUrl: 'https://maps.example.com/style.json',
    allowsUpdates: true,
    updateFeed: 'https://files.example.com/waypost/',
  });
  expect(lines).toEqual([]);
});

test('a missing file is no policy and is not logged', () => {
  expect(read()).toEqual(noPolicy);
  expect(lines).toEqual([]);
});

test("the machine policy overrides the installer's file, field by field", () => {
  const machine = written({ updates: { enabled: true } }, 'machine.json');
  const beside = written(
    { updates: { enabled: false, feed: 'https://files.example.com/' } },
    'beside.json',
  );
  expect(read(machine, beside)).toMatchObject({
    allowsUpdates: true,
    updateFeed: 'https://files.example.com/',
  });
  expect(read(beside)).toMatchObject({ allowsUpdates: false });
});

test('each system has its own path', () => {
  expect(policyFiles('linux', {}, '/opt/Waypost/resources')[0]).toBe('/etc/waypost/policy.json');
  expect(policyFiles('darwin', {}, '/x')[0]).toBe(
    '/Library/Application Support/Waypost/policy.json',
  );
  expect(policyFiles('win32', { ProgramData: 'D:\\Data' }, 'x')[0]).toBe(
    'D:\\Data\\Waypost\\policy.json',
  );
});

describe('hostile input', () => {
  const wrong: [string, unknown][] = [
    ['not JSON', '{"updates":'],
    ['a list', []],
    ['a word', '"https://example.com"'],
    ['null', 'null'],
    ['nothing', ''],
    ['depth', '['.repeat(30_000)],
  ];
  for (const [name, content] of wrong) {
    test(`${name} is ignored with the reason in the log`, () => {
      written(content);
      expect(read()).toEqual(noPolicy);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('ignored');
    });
  }

  test('only the wrong field is ignored, and its value is not logged', () => {
    written({
      serviceAddress: 'http://tracking.example.com',
      mapStyleUrl: 'file:///etc/passwd',
      updates: { enabled: 'no', feed: 'https://files.example.com/' },
    });
    expect(read()).toEqual({ ...noPolicy, updateFeed: 'https://files.example.com/' });
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('passwd');
    expect(lines.join()).not.toContain('tracking');
  });

  test('an API key is ignored and never logged', () => {
    written({ apiKey: 'hunter2hunter2', sk_live_51H8xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: 1 });
    expect(read()).toEqual(noPolicy);
    expect(lines.join()).toContain('"apiKey" is nothing that a policy can say');
    expect(lines.join()).not.toMatch(/hunter2|sk_live/);
  });

  test('prototype property names have no effect', () => {
    written('{"__proto__":{"serviceAddress":"https://evil.example"},"constructor":1}');
    expect(read()).toEqual(noPolicy);
    expect(Object.hasOwn(Object.prototype, 'serviceAddress')).toBe(false);
  });

  test('a file that is too large is not read', () => {
    written({ serviceAddress: 'https://example.com', $note: 'x'.repeat(70_000) });
    expect(read()).toEqual(noPolicy);
    expect(lines[0]).toContain('64 KiB');
  });

  test('a folder in place of the file is ignored', () => {
    fs.mkdirSync(file());
    expect(read()).toEqual(noPolicy);
    expect(lines).toHaveLength(1);
  });

  test.runIf(isPosix)('a link is not followed', () => {
    const target = written({ serviceAddress: 'https://example.com' }, 'elsewhere.json');
    fs.symlinkSync(target, file());
    expect(read()).toEqual(noPolicy);
    expect(lines[0]).toContain('it is a link');
  });

  test.runIf(isPosix)('one that everybody can write is not believed', () => {
    written({ serviceAddress: 'https://example.com' });
    fs.chmodSync(file(), 0o666);
    expect(read()).toEqual(noPolicy);
    expect(lines[0]).toContain('can write it');
  });

  test.runIf(isPosix)('a named pipe in place of the file does not block the start', () => {
    execFileSync('mkfifo', [file()]);
    fs.chmodSync(file(), 0o644);
    expect(read()).toEqual(noPolicy);
    expect(lines[0]).toContain('not a file');
  });

  test('no JSON makes it throw or accept a forbidden address', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            serviceAddress: fc.oneof(fc.webUrl(), fc.jsonValue()),
            mapStyleUrl: fc.oneof(fc.string(), fc.jsonValue()),
            updates: fc.oneof(
              fc.jsonValue(),
              fc.record({ feed: fc.webUrl(), enabled: fc.jsonValue() }),
            ),
          }),
        ),
        (json) => {
          written(JSON.stringify(json));
          const policy = read();
          expect(typeof policy.allowsUpdates).toBe('boolean');
          const addresses = [policy.serviceAddress, policy.mapStyleUrl, policy.updateFeed];
          for (const address of addresses.filter((each) => each !== null)) {
            expect(isSafeAddress(address)).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

test.each([
  ['https://example.com/', true],
  ['http://127.0.0.1:8080/feed', true],
  ['http://localhost/', true],
  ['http://example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['https://user:secret@example.com/', false],
  ['ftp://example.com/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['example.com', false],
])('%s is an allowed address: %s', (address, isSafe) => {
  expect(isSafeAddress(address)).toBe(isSafe);
});
