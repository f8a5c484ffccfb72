import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Keychain } from '../../main/secrets/keychain';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { FaultError } from '../../shared/fault';
import { eventually } from '../support/eventually';
import { createTestNetwork } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { openSession, untilAllPolled } from '../support/session';
import { createTestClock } from '../support/test-clock';

afterEach(cleanUp);

/** A keychain whose operations can be made to fail individually. */
function failing(memory: Keychain): Keychain & { broken: Set<'get' | 'set' | 'remove'> } {
  const broken = new Set<'get' | 'set' | 'remove'>();
  const unless = async <T>(use: 'get' | 'set' | 'remove', work: () => Promise<T>) => {
    if (broken.has(use)) throw new FaultError({ kind: 'keychain', reason: 'locked' });
    return work();
  };
  return {
    broken,
    get: (name) => unless('get', () => memory.get(name)),
    set: (name, secret) => unless('set', () => memory.set(name, secret)),
    remove: (name) => unless('remove', () => memory.remove(name)),
  };
}

const draft = {
  key: 'user:new:1',
  kind: 'user',
  label: 'Half done',
  base: null,
  edit: {},
} as const;

async function prepared() {
  const running = await startTestService();
  const folder = temporaryFolder();
  const memory = memoryKeychain();
  const keychain = failing(memory);
  const first = openSession(folder, keychain);
  const { id } = await first.connect(credentialsOf(running));
  await untilAllPolled(first);
  first.account().records.drafts.put(draft);
  await first.close();
  const files = () => readdirSync(path.join(folder, 'cache'));
  return { running, folder, memory, keychain, id, files };
}

test('opens the offline copy when a keychain that was locked at the start is unlocked', async () => {
  const { running, folder, keychain } = await prepared();
  keychain.broken.add('get').add('set');
  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'none', last: { address: running.url } });
  keychain.broken.clear();
  await again.connect(credentialsOf(running));
  expect(again.current()).toMatchObject({ copyStoredIn: 'keychain', keyStoredIn: 'keychain' });
  expect(again.current()).toMatchObject({ cacheNotice: null });
  expect(again.account().records.drafts.all()).toHaveLength(1);
});

test('quarantines a copy without its key, loads the account again, and removes both when forgotten', async () => {
  const { running, folder, memory, keychain, id, files } = await prepared();
  await memory.remove(`cache:${id}`);
  const clock = createTestClock();
  const network = createTestNetwork();
  const again = openSession(folder, keychain, { clock, fetch: network.fetch });
  await again.restore();
  expect(again.current()).toMatchObject({
    phase: 'open',
    needsKey: null,
    cacheNotice: { kind: 'storage', reason: 'damaged' },
  });
  await untilAllPolled(again);
  expect(files().some((name) => name.includes('damaged'))).toBe(true);
  await again.disconnect(true);
  expect(files()).toEqual([]);
  await network.idle();
  await clock.advance(60_000);
  expect(files()).toEqual([]);
  expect(running.url).toContain('127.0.0.1');
});

test('keeps the API key in memory if the keychain refuses it, and opens the copy', async () => {
  const { running, folder, keychain } = await prepared();
  keychain.broken.add('set');
  const again = openSession(folder, keychain);
  await again.connect(credentialsOf(running));
  expect(again.current()).toMatchObject({ keyStoredIn: 'memory', copyStoredIn: 'keychain' });
  expect(again.account().records.drafts.all()).toHaveLength(1);
});

test('reports a keychain that does not remove an entry, and removes everything else', async () => {
  const { running, folder, keychain, id, memory, files } = await prepared();
  const again = openSession(folder, keychain);
  await again.restore();
  keychain.broken.add('remove');
  expect(await faultOf(again.disconnect(true))).toEqual({ kind: 'keychain', reason: 'locked' });
  // Its key is still there, so it stays in the list, to be forgotten again.
  expect(again.current()).toMatchObject({ phase: 'none', last: null, known: [{ id }] });
  expect(files()).toEqual([]);
  keychain.broken.clear();
  await again.forget(id);
  expect(again.current()).toEqual({ phase: 'none', last: null, known: [] });
  expect(await memory.get(`key:${id}`)).toBeNull();
  expect(running.url).toContain('127.0.0.1');
});

test('leaves no timer behind when an account is closed during work', async () => {
  const running = await startTestService();
  const clock = createTestClock();
  const network = createTestNetwork();
  const session = openSession(temporaryFolder(), memoryKeychain(), {
    clock,
    fetch: network.fetch,
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  const { jobs } = session.account();
  const edit = { name: 'A', email: 'a@x.example', country: 'ES', timeZone: 'Europe/Madrid' };
  const steps = Array.from({ length: 40 }, (_, i) => ({
    kind: 'user' as const,
    action: 'create' as const,
    edit: { ...edit, email: `a${i}@x.example` },
  }));
  jobs.start(jobs.plan('Import', 'user', steps).id);
  const refreshing = session.account().refreshNow();
  await eventually(() => expect(jobs.list()[0]!.counts.done).toBeGreaterThan(3));
  expect(clock.pending()).toBeGreaterThan(0);
  await session.disconnect(false);
  await refreshing;
  await network.idle();
  await clock.advance(1_000);
  expect(clock.pending()).toBe(0);
});

test('reports a locked keychain, and opens the account without a key once it is unlocked', async () => {
  const { running, folder, keychain, id } = await prepared();
  await running.stop();
  keychain.broken.add('get').add('set');
  const session = openSession(folder, keychain);
  await session.restore();
  expect(session.current().phase).toBe('none');
  expect(await faultOf(session.openKnown(id))).toEqual({ kind: 'keychain', reason: 'locked' });
  keychain.broken.clear();
  await session.openKnown(id);
  expect(session.current()).toMatchObject({ phase: 'open', keyStoredIn: 'keychain' });
  expect(session.account().records.drafts.all()).toHaveLength(1);
});

test('does not overwrite the copy of a locked keychain when a passphrase is set', async () => {
  const { running, folder, keychain, id, files } = await prepared();
  keychain.broken.add('get').add('set').add('remove');
  const session = openSession(folder, keychain);
  await session.restore();
  await session.connect(credentialsOf(running));
  await session.setPassphrase('correct horse battery');
  expect(session.current()).toMatchObject({ copyStoredIn: 'passphrase' });
  expect(files().filter((name) => name.startsWith(id)).length).toBeGreaterThan(1);
});

test('says that a new key was not stored in a keychain locked meanwhile, and stores it later', async () => {
  const { running, folder, keychain, memory, id } = await prepared();
  const session = openSession(folder, keychain);
  await session.restore();
  await untilAllPolled(session);
  keychain.broken.add('set').add('get').add('remove');
  const apiKey = await running.control.regenerateKey();
  await session.replaceKey(apiKey);
  // The fleet goes on with the new key; the keychain still holds the old one.
  expect(session.current()).toMatchObject({ needsKey: null, keyStoredIn: 'memory' });
  expect(await memory.get(`key:${id}`)).not.toContain(apiKey);
  expect(await faultOf(session.storeKey())).toEqual({ kind: 'keychain', reason: 'locked' });
  keychain.broken.clear();
  await session.storeKey();
  expect(session.current()).toMatchObject({ keyStoredIn: 'keychain' });
  await session.close();
  const again = openSession(folder, keychain);
  await again.restore();
  await untilAllPolled(again);
});

test('goes on without a keychain that disappears while an account is open', async () => {
  const { folder, keychain } = await prepared();
  const session = openSession(folder, keychain);
  await session.restore();
  await untilAllPolled(session);
  keychain.broken.add('set').add('get').add('remove');
  await session.account().refreshNow();
  session.account().records.drafts.put({ ...draft, key: 'user:new:2' });
  expect(session.current()).toMatchObject({ phase: 'open', needsKey: null, cacheNotice: null });
  await session.close();
  keychain.broken.clear();
  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.account().records.drafts.all()).toHaveLength(2);
});
