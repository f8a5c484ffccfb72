import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSigned, publicKeyText, signListings } from './sign-listing.mjs';
import { troubleWithRelease, updateArguments } from './update-metadata.mjs';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKeyText(publicKey);
const name = 'waypost-1.2.3-linux-amd64.deb';
let folder: string;
let sha512: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-release-'));
  const bytes = randomBytes(500);
  sha512 = createHash('sha512').update(bytes).digest('base64');
  fs.writeFileSync(path.join(folder, name), bytes);
  write({ sum: sha512 });
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function write({ sum, url = name }: { sum: string; url?: string }) {
  const listing = `version: 1.2.3\nfiles:\n  - url: ${url}\n    sha512: ${sum}\n    size: 500\nreleaseDate: '2026-01-02T03:04:05.000Z'\n`;
  fs.writeFileSync(path.join(folder, 'latest-linux.yml'), listing);
}

test('replaces the list of electron-builder by a signed one', () => {
  expect(signListings(folder, privateKey, [key])).toEqual(['latest-linux.json']);
  expect(fs.readdirSync(folder).toSorted()).toEqual(['latest-linux.json', name]);
  const text = fs.readFileSync(path.join(folder, 'latest-linux.json'), 'utf8');
  expect(isSigned(text, [key])).toBe(true);
  expect(isSigned(text.replace('1.2.3', '9.9.9'), [key])).toBe(false);
  const { signed } = JSON.parse(text) as { signed: string };
  expect(JSON.parse(signed)).toEqual({
    channel: 'latest-linux',
    version: '1.2.3',
    publishedAt: '2026-01-02T03:04:05.000Z',
    files: [{ name, sha512, size: 500 }],
  });
});

describe('signs nothing', () => {
  test('with a key that the app does not know', () => {
    const other = generateKeyPairSync('ed25519');
    expect(() => signListings(folder, other.privateKey, [key])).toThrow('does not know this key');
    expect(() => signListings(folder, privateKey, [])).toThrow('does not know this key');
  });

  test('that does not state the sum of the file beside it', () => {
    write({ sum: randomBytes(64).toString('base64') });
    expect(() => signListings(folder, privateKey, [key])).toThrow('does not state the sum');
    expect(fs.existsSync(path.join(folder, 'latest-linux.json'))).toBe(false);
  });

  test('in another folder', () => {
    write({ sum: sha512, url: `../${path.basename(folder)}/${name}` });
    expect(() => signListings(folder, privateKey, [key])).toThrow('does not state the sum');
  });

  test('if there is no list', () => {
    fs.rmSync(path.join(folder, 'latest-linux.yml'));
    expect(() => signListings(folder, privateKey, [key])).toThrow('no list of versions');
  });
});

describe('a build', () => {
  test('without a key contains neither key nor feed', () => {
    expect(updateArguments({ keys: [], feed: 'https://files.example.com/' })).toEqual([]);
  });

  test('with a key contains both', () => {
    const all = updateArguments({ keys: [key], feed: 'https://files.example.com/' }).join('\n');
    expect(all).toContain(key);
    expect(all).toContain('waypostUpdates.feed=https://files.example.com/');
    expect(all).not.toContain('allowsLoopback');
  });

  test('is refused as a release without a key, with a wrong key or with a feed over http', () => {
    expect(troubleWithRelease({ keys: [], feed: null })).toContain('--unsigned');
    expect(troubleWithRelease({ keys: ['AAAA'], feed: null })).toContain('32 bytes');
    expect(troubleWithRelease({ keys: [key], feed: 'http://x.example/' })).toContain('https');
    expect(troubleWithRelease({ keys: [key], feed: null })).toBeNull();
  });
});
