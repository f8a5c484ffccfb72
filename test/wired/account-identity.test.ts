import path from 'node:path';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { profileOf } from '../../main/session/account-key';
import { openProfiles } from '../../main/session/profiles';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { StoredFileProblem } from '../../shared/domain/stored-file';
import { addressOf } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';

// The list of accounts is a file that other programs can change. Whatever is written there, a key goes
// only to the address that it was entered for, and files are written only in the cache folder.

afterEach(cleanUp);

interface Entry {
  id: string;
  address: string;
  userName: string;
  isDemo: boolean;
}
interface List {
  last: Entry | null;
  known: Entry[];
}

/** A profile with one account, its key and its copy, and a second service that must get nothing. */
async function prepared() {
  const own = await startTestService();
  const other = await startTestService({ apiKey: own.apiKey, userName: own.userName });
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  const { id } = await first.connect(credentialsOf(own));
  await untilAllPolled(first);
  await first.close();
  other.control.resetCalls();
  const file = path.join(folder, 'profile.json');
  const edit = (change: (list: List) => void) => {
    const list = JSON.parse(readFileSync(file, 'utf8')) as List;
    change(list);
    writeFileSync(file, JSON.stringify(list));
  };
  const sent: string[] = [];
  const reopen = () =>
    openSession(folder, keychain, {
      fetch: (input, init) => {
        sent.push(addressOf(input));
        return fetch(input, init);
      },
    });
  return { own, other, folder, keychain, id, file, edit, reopen, sent };
}

const everywhere = (list: List, change: (entry: Entry) => void) => {
  for (const entry of [list.last, ...list.known]) if (entry) change(entry);
};

test.each([
  ['both entries', (list: List, url: string) => everywhere(list, (each) => (each.address = url))],
  [
    'the entry of the last account',
    (list: List, url: string) => {
      list.known = [];
      list.last!.address = url;
    },
  ],
])('sends no key to an address that was edited in %s', async (_name, change) => {
  const { own, other, edit, reopen, sent, keychain, id } = await prepared();
  edit((list) => change(list, other.url));
  const session = reopen();
  await session.restore();
  expect(session.current()).toMatchObject({
    phase: 'open',
    needsKey: {
      kind: 'keychain',
      reason: 'otherAccount',
      keyOf: `${own.userName} at ${own.url}`,
      account: `${own.userName} at ${other.url}`,
    },
  });
  await session.account().refreshNow();
  expect(sent).toEqual([]);
  expect(other.control.calls()).toEqual({});
  // The user confirms by entering the key; the entry then belongs to the new address.
  await session.replaceKey(own.apiKey);
  expect(session.current()).toMatchObject({ needsKey: null, keyStoredIn: 'keychain' });
  expect(await keychain.get(`key:${id}`)).toContain(other.url);
  await session.close();
  const again = reopen();
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: null });
});

test('uses the address of the list if only the last account was edited', async () => {
  const { own, other, edit, reopen } = await prepared();
  edit((list) => (list.last!.address = other.url));
  const session = reopen();
  await session.restore();
  expect(session.current()).toMatchObject({ phase: 'open', profile: { address: own.url } });
  await untilAllPolled(session);
  expect(other.control.calls()).toEqual({});
});

test('sends no key for a user name that was edited', async () => {
  const { edit, reopen, sent } = await prepared();
  edit((list) => everywhere(list, (each) => (each.userName = 'somebody')));
  const session = reopen();
  await session.restore();
  expect(session.current()).toMatchObject({ needsKey: { reason: 'otherAccount' } });
  expect(sent).toEqual([]);
});

test.each(['{"version":2,"secret":"x"}', '{"version":1,"apiKey":"x"}', '[]', 'a key alone'])(
  'never sends an entry of another form as a key: %s',
  async (entry) => {
    const { reopen, sent, keychain, id } = await prepared();
    await keychain.set(`key:${id}`, entry);
    const session = reopen();
    await session.restore();
    expect(session.current()).toMatchObject({ needsKey: { reason: 'otherAccount' } });
    expect(sent).toEqual([]);
  },
);

test.each(['http://service.example', 'http://127.0.0.1.service.example', 'ftp://127.0.0.1'])(
  'sends nothing to %s, whatever the list and the keychain say',
  async (address) => {
    const { own, edit, reopen, sent, keychain, id } = await prepared();
    edit((list) => everywhere(list, (each) => (each.address = address)));
    await keychain.set(
      `key:${id}`,
      JSON.stringify({ version: 1, address, userName: own.userName, apiKey: own.apiKey }),
    );
    const session = reopen();
    await session.restore();
    await session.account().refreshNow();
    expect(await faultOf(session.replaceKey(own.apiKey))).toMatchObject({ kind: 'invalid' });
    expect(sent).toEqual([]);
  },
);

test.each([
  '../../x',
  '..',
  'a/b',
  'a\\b',
  '/etc/x',
  'C:x',
  'con',
  '',
  'A'.repeat(200),
  'a\0b',
  'ä',
])('does not list an account with the id %j, and writes and deletes nothing for it', async (id) => {
  const { edit, reopen, folder } = await prepared();
  const before = readdirSync(path.join(folder, 'cache'));
  edit((list) => everywhere(list, (each) => (each.id = id)));
  const session = reopen();
  await session.restore();
  expect(session.current()).toMatchObject({ phase: 'none', last: null, known: [] });
  expect(await faultOf(session.openKnown(id))).toMatchObject({ kind: 'declined' });
  expect(await faultOf(session.forget(id))).toMatchObject({ kind: 'declined' });
  expect(readdirSync(path.join(folder, 'cache'))).toEqual(before);
  expect(existsSync(path.join(folder, 'cache', `${id}.db`))).toBe(false);
});

test('uses the derived account of two with the same id, and names the other', async () => {
  const { own, other, edit, file } = await prepared();
  edit((list) => {
    list.known = [{ ...list.known[0]!, address: other.url }, ...list.known];
  });
  const problems: Omit<StoredFileProblem, 'id'>[] = [];
  const profiles = openProfiles(file, (problem) => problems.push(problem));
  expect(profiles.known()).toMatchObject([{ address: own.url }]);
  expect(problems).toMatchObject([
    { problem: 'partly', skipped: [{ kind: 'account', name: `${own.userName} at ${other.url}` }] },
  ]);
});

test.each(['.db', '.work.db'])(
  'opens no %s through a link, and deletes the link only',
  async (ending) => {
    const { folder, id, reopen } = await prepared();
    const copy = path.join(folder, 'cache', id + ending);
    const outside = path.join(folder, 'outside.db');
    renameSync(copy, outside);
    symlinkSync(outside, copy);
    const before = readFileSync(outside);
    const session = reopen();
    await session.restore();
    expect(session.current()).toMatchObject({
      phase: 'open',
      copyStoredIn: 'memory',
      cacheNotice: { kind: 'storage', reason: 'unwritable' },
    });
    await untilAllPolled(session);
    await session.disconnect(true);
    expect(readFileSync(outside).equals(before)).toBe(true);
    expect(existsSync(copy)).toBe(false);
  },
);

test('lists accounts again from the keychain after the list was lost', async () => {
  const { own, folder, id, file, reopen, keychain } = await prepared();
  writeFileSync(file, '{"last":');
  const session = reopen();
  await session.restore();
  expect(session.current()).toMatchObject({ phase: 'none', known: [] });
  const cache = path.join(folder, 'cache');
  // Copies that no key belongs to, or the key of another account.
  writeFileSync(path.join(cache, `${profileOf('https://a.example', 'u').id}.db`), '');
  const stranger = profileOf('https://b.example', 'u');
  writeFileSync(path.join(cache, `${stranger.id}.db`), '');
  await keychain.set(`key:${stranger.id}`, (await keychain.get(`key:${id}`))!);
  expect(await session.findAccounts()).toEqual({ found: 1, left: 2 });
  expect(session.current()).toMatchObject({ known: [{ id, address: own.url }] });
  await session.openKnown(id);
  await untilAllPolled(session);
});
