import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  addressIn,
  channelOf,
  fetchListing,
  isFeedAddress,
  listingPrefix,
  noUpdates,
  readPublicKey,
  readUpdateBuild,
  verifyListing,
} from './update-listing';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const channel = 'latest-linux';

const listing = {
  channel,
  version: '1.2.3',
  publishedAt: '2026-01-02T03:04:05.000Z',
  files: [
    {
      name: 'waypost-1.2.3-linux-amd64.deb',
      sha512: randomBytes(64).toString('base64'),
      size: 1000,
    },
  ],
};

function signed(content: unknown, key: KeyObject = privateKey, prefix = listingPrefix): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const signature = sign(null, Buffer.from(prefix + text), key).toString('base64');
  return JSON.stringify({ signed: text, signature });
}

const verified = (text: string, keys = [publicKey]) => verifyListing(text, channel, keys);
const rawKey = (key: KeyObject) =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

test('a signed listing is read, also if it is signed with the second key', () => {
  expect(verified(signed(listing))).toEqual(listing);
  expect(verified(signed(listing), [other.publicKey, publicKey])).toEqual(listing);
});

describe('refused as not signed', () => {
  const [envelope] = [JSON.parse(signed(listing)) as { signed: string; signature: string }];
  const changed = (part: Partial<typeof envelope>) => JSON.stringify({ ...envelope, ...part });
  test.each<[string, string]>([
    ['with another key', signed(listing, other.privateKey)],
    ['for another purpose', signed(listing, privateKey, 'waypost something else 1\n')],
    ['without a prefix', signed(listing, privateKey, '')],
    ['another version', changed({ signed: envelope.signed.replace('1.2.3', '9.9.9') })],
    ['a space more', changed({ signed: `${envelope.signed} ` })],
    ['no signature', changed({ signature: '' })],
    ['a short signature', changed({ signature: envelope.signature.slice(0, 40) })],
    ['a signature of zeros', changed({ signature: Buffer.alloc(64).toString('base64') })],
  ])('%s', (_name, text) => {
    expect(() => verified(text)).toThrow('ERR_LISTING_UNSIGNED');
  });

  test('without any key', () => {
    expect(() => verified(signed(listing), [])).toThrow('ERR_LISTING_UNSIGNED');
  });

  test('any flipped bit of the signature', () => {
    const bytes = Buffer.from(envelope.signature, 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const text = changed({ signature: flipped.toString('base64') });
      expect(() => verified(text)).toThrow('ERR_LISTING_UNSIGNED');
    }
  });
});

describe('refused as invalid, although it is signed', () => {
  const file = listing.files[0]!;
  const withFile = (part: object) => ({ ...listing, files: [{ ...file, ...part }] });
  test.each<[string, unknown]>([
    ['for another system', { ...listing, channel: 'latest-mac' }],
    ['no version', { ...listing, version: 'newest' }],
    ['no files', { ...listing, files: [] }],
    ['without a checksum', withFile({ sha512: undefined })],
    ['a short checksum', withFile({ sha512: 'AAAA' })],
    ['a path', withFile({ name: '../../evil.deb' })],
    ['another address', withFile({ name: 'https://evil.example/x.deb' })],
    ['a network address', withFile({ name: '//evil.example/x.deb' })],
    ['a backslash', withFile({ name: '..\\evil.exe' })],
    ['an argument', withFile({ name: '-o.deb' })],
    ['a shell character', withFile({ name: 'x;reboot.deb' })],
    ['no JSON', 'version: 1.2.3'],
  ])('%s', (_name, content) => {
    expect(() => verified(signed(content))).toThrow('ERR_LISTING_INVALID');
  });

  test.each(['', '7', '[]', 'null', '{"signed":7,"signature":""}', 'version: 9.9.9'])(
    '%s is no listing',
    (text) => {
      expect(() => verified(text)).toThrow('ERR_LISTING_INVALID');
    },
  );
});

test('a public key is 32 bytes in base64', () => {
  expect(readPublicKey(rawKey(publicKey))?.asymmetricKeyType).toBe('ed25519');
  for (const text of ['', 'AAAA', rawKey(publicKey).slice(1), `${rawKey(publicKey)}=`]) {
    expect(readPublicKey(text)).toBeNull();
  }
});

describe('what a build says', () => {
  const written = (waypostUpdates: unknown) => readUpdateBuild(JSON.stringify({ waypostUpdates }));
  test('keys and a feed', () => {
    const keys = rawKey(publicKey);
    const build = written({ keys, feed: 'https://files.example.com/' });
    expect(build.keys).toHaveLength(1);
    expect(build).toMatchObject({ feed: 'https://files.example.com/', allowsLoopback: false });
    expect(written({ keys }).feed).toBeNull();
    expect(written({ keys: `${keys} ${rawKey(other.publicKey)}` }).keys).toHaveLength(2);
  });

  test.each<[unknown]>([
    [undefined],
    [null],
    [{ keys: '' }],
    [{ keys: [rawKey(publicKey)] }],
    [{ keys: 'AAAA', feed: 'https://files.example.com/' }],
    [{ keys: `${rawKey(publicKey)} AAAA` }],
    [{ feed: 'https://files.example.com/' }],
  ])('%j: no updates', (content) => {
    expect(written(content)).toEqual(noUpdates);
  });

  test('no JSON: no updates', () => {
    expect(readUpdateBuild('')).toEqual(noUpdates);
    expect(readUpdateBuild('null')).toEqual(noUpdates);
  });

  test.each([
    ['https://files.example.com/', true, true],
    ['http://127.0.0.1:8080/', false, true],
    ['http://127.0.0.2:8080/', false, false],
    ['http://localhost/', false, false],
    ['http://files.example.com/', false, false],
    ['https://user:secret@files.example.com/', false, false],
    ['file:///tmp/', false, false],
    ['', false, false],
  ])('%s may be a feed: %s, in a test build: %s', (address, isAllowed, isAllowedInTests) => {
    expect(isFeedAddress(address, noUpdates)).toBe(isAllowed);
    expect(isFeedAddress(address, { ...noUpdates, allowsLoopback: true })).toBe(isAllowedInTests);
  });
});

describe('a feed', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  async function serving(answer: RequestListener): Promise<string> {
    server = createServer(answer);
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/waypost`;
  }
  const build = { ...noUpdates, keys: [publicKey] };
  const fetched = (feed: string) => fetchListing(fetch, feed, channel, build);

  test('is asked for the listing of this system', async () => {
    const asked: string[] = [];
    const feed = await serving((request, response) => {
      asked.push(request.url!);
      response.end(signed(listing));
    });
    expect(await fetched(feed)).toEqual(listing);
    expect(asked).toEqual(['/waypost/latest-linux.json']);
    expect(addressIn('https://x.example/a?b=c', 'n').href).toBe('https://x.example/a/n');
    expect(channelOf('linux', 'x64')).toBe('latest-linux');
    expect(channelOf('linux', 'arm64')).toBe('latest-linux-arm64');
    expect(channelOf('darwin', 'arm64')).toBe('latest-mac');
    expect(channelOf('win32', 'x64')).toBe('latest');
  });

  test('that redirects its listing is refused', async () => {
    let requests = 0;
    const feed = await serving((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await expect(fetched(feed)).rejects.toThrow();
    expect(requests).toBe(1);
  });

  test('that sends without an end is cut off', async () => {
    let sent = 0;
    const feed = await serving((_request, response) => {
      const chunk = Buffer.alloc(16 * 1024, 32);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more).on('error', () => {});
      more();
    });
    await expect(fetched(feed)).rejects.toThrow('ERR_LISTING_INVALID');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  test('that answers with an error is reported', async () => {
    const feed = await serving((_request, response) => response.writeHead(404).end('no'));
    await expect(fetched(feed)).rejects.toThrow('404');
  });
});
