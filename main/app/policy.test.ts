import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSafeAddress, noPolicy, readPolicy, type PolicySource } from './policy';
import { readTrustedFile, valuesOfJson } from './policy-sources';

const isPosix = process.platform !== 'win32';
let folder: string;
let lines: string[];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-policy-'));
  lines = [];
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'policy.json');
const me = process.getuid?.() ?? 0;
/** The files as sources, written by whoever runs the tests. */
const source = (name: string): PolicySource => ({
  name,
  read: () => valuesOfJson(readTrustedFile(name, me)),
});
const read = (...files: string[]) =>
  readPolicy((files.length > 0 ? files : [file()]).map(source), (line) => lines.push(line));
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
    allowedServiceHosts: ['tracking.example.com'],
    allowedMapHosts: ['maps.example.com', '*.tiles.example.com'],
    mapFiles: ['/srv/maps/region.pmtiles'],
  });
  expect(lines).toEqual([]);
});

test('a map file without its complete path is left out, with a line in the log', () => {
  expect(read(written({ mapFiles: ['maps/region.pmtiles'] }, 'maps.json')).mapFiles).toEqual([]);
  expect(lines.join()).toContain('has a path that is not absolute');
});

test('a missing file is no policy and is not logged', () => {
  expect(read()).toEqual(noPolicy);
  expect(lines).toEqual([]);
});

test('the first source overrides the second, field by field', () => {
  const first = written({ updates: { enabled: true } }, 'first.json');
  const second = written(
    { updates: { enabled: false, feed: 'https://files.example.com/' } },
    'second.json',
  );
  expect(read(first, second)).toMatchObject({
    allowsUpdates: true,
    updateFeed: 'https://files.example.com/',
  });
  expect(read(second)).toMatchObject({ allowsUpdates: false });
});

test('a source that cannot be read turns updates off, because it may be what does', () => {
  const broken: PolicySource = {
    name: 'broken',
    read: () => {
      throw new Error('EIO');
    },
  };
  expect(readPolicy([broken], (line) => lines.push(line))).toEqual({
    ...noPolicy,
    allowsUpdates: false,
  });
  expect(lines).toEqual(['policy broken: could not be read, so updates are off']);
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
    // A wrong value for turning updates off does not leave them on.
    expect(read()).toEqual({
      ...noPolicy,
      allowsUpdates: false,
      updateFeed: 'https://files.example.com/',
    });
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

  test('thousands of wrong names are counted, not listed', () => {
    const names = Array.from({ length: 4_000 }, (_, i) => [`n${i}`, 1]);
    written(Object.fromEntries(names));
    expect(read()).toEqual(noPolicy);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toContain('3980 more problems like these');
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

test('lists of hosts are read as a list or a text; an unusable one allows no host', () => {
  const hosts = (value: unknown) => {
    written({ allowedServiceHosts: value });
    return read().allowedServiceHosts;
  };
  expect(hosts(['a.example', '*.b.example'])).toEqual(['a.example', '*.b.example']);
  expect(hosts('a.example, b.example;c.example')).toEqual(['a.example', 'b.example', 'c.example']);
  expect(hosts(['\ufeffa.example\u200b'])).toEqual(['a.example']);
  for (const unusable of [7, true, null, [1], {}]) expect(hosts(unusable)).toEqual([]);
});
