import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openProfiles } from '../../main/session/profiles';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { missingKeychain, openSession, untilAllPolled } from '../support/session';

afterEach(cleanUp);

/** A profile in which two accounts were used, one after the other. */
async function twoAccounts() {
  const [first, second] = [await startTestService(), await startTestService({ devices: 5 })];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  const { id: firstId } = await session.connect(credentialsOf(first));
  await untilAllPolled(session);
  await session.disconnect(false);
  const { id: secondId } = await session.connect(credentialsOf(second));
  await untilAllPolled(session, 5);
  return { first, second, firstId, secondId, folder, keychain, session };
}

test('lists a closed account and opens it again without typing its key', async () => {
  const { first, firstId, secondId, session } = await twoAccounts();
  expect(session.current()).toMatchObject({ known: [{ id: secondId }, { id: firstId }] });
  await session.openKnown(firstId);
  expect(session.current()).toMatchObject({
    phase: 'open',
    profile: { id: firstId, address: first.url },
    keyStoredIn: 'keychain',
    known: [{ id: firstId }, { id: secondId }],
  });
  await untilAllPolled(session);
});

test('opens the last account at the next start', async () => {
  const { firstId, session, folder, keychain } = await twoAccounts();
  await session.openKnown(firstId);
  await session.close();
  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'open', profile: { id: firstId } });
});

test('forgets an account that is not open, and keeps the open one', async () => {
  const { firstId, secondId, session, folder, keychain } = await twoAccounts();
  await session.forget(firstId);
  expect(session.current()).toMatchObject({
    phase: 'open',
    profile: { id: secondId },
    known: [{ id: secondId }],
  });
  expect(await keychain.get(`key:${firstId}`)).toBeNull();
  expect(await keychain.get(`cache:${firstId}`)).toBeNull();
  expect(await keychain.get(`key:${secondId}`)).not.toBeNull();
  expect(existsSync(path.join(folder, 'cache', `${firstId}.db`))).toBe(false);
  expect(await faultOf(session.openKnown(firstId))).toMatchObject({ kind: 'declined' });
});

test('closes the open account when it is forgotten, and keeps the other', async () => {
  const { firstId, secondId, session } = await twoAccounts();
  await session.forget(secondId);
  expect(session.current()).toMatchObject({ phase: 'none', last: null, known: [{ id: firstId }] });
});

test('reports why an account cannot be opened, and keeps the open one', async () => {
  const { firstId, secondId, session, keychain, folder } = await twoAccounts();
  await session.close();
  const withoutKeychain = openSession(folder, missingKeychain);
  expect(await faultOf(withoutKeychain.openKnown(firstId))).toEqual({
    kind: 'keychain',
    reason: 'missing',
  });
  expect(withoutKeychain.current()).toMatchObject({ phase: 'none', last: { id: secondId } });
  await keychain.remove(`key:${firstId}`);
  const again = openSession(folder, keychain);
  await again.openKnown(firstId);
  // Its copy opens, and the window asks for the key.
  expect(again.current()).toMatchObject({
    phase: 'open',
    needsKey: { kind: 'keychain', reason: 'notStored' },
  });
  expect(again.status().devices).toBe(12);
});

test('lists an account whose key was stored before it could be opened', async () => {
  const running = await startTestService();
  const memory = memoryKeychain();
  const keyKept = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const session = openSession(temporaryFolder(), {
    ...memory,
    set: async (name, secret) => {
      await memory.set(name, secret);
      keyKept.resolve();
      await answer.promise;
    },
  });
  const connecting = faultOf(session.connect(credentialsOf(running)));
  await keyKept.promise;
  await session.disconnect(false);
  answer.resolve();
  expect(await connecting).toMatchObject({ kind: 'declined' });
  expect(session.current()).toMatchObject({ last: null, known: [{ address: running.url }] });
});

test('lists the account that was opened last, but not the demo', () => {
  const file = path.join(temporaryFolder(), 'profile.json');
  const account = { id: 'a', address: 'https://x.example', userName: 'u', isDemo: false };
  writeFileSync(file, JSON.stringify({ last: account, known: [] }));
  const profiles = openProfiles(file);
  expect(profiles.last()).toEqual(account);
  expect(profiles.known()).toEqual([account]);
  profiles.remember({ id: 'demo', address: 'http://127.0.0.1:1', userName: 'demo', isDemo: true });
  expect(profiles.last()).toMatchObject({ isDemo: true });
  expect(profiles.known()).toEqual([account]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"id":"a"', '"id":7'));
  expect(profiles.known()).toEqual([]);
  expect(profiles.last()).toMatchObject({ isDemo: true });
});

test('opens an account without storing it if the list of accounts cannot be written', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  // A folder in place of the new file makes the write fail, like a full disk.
  const inTheWay = path.join(folder, 'profile.json.new');
  mkdirSync(inTheWay);
  const session = openSession(folder, keychain);
  const { id } = await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  expect(session.current()).toMatchObject({
    phase: 'open',
    known: [],
    keyStoredIn: 'memory',
    copyStoredIn: 'memory',
    needsKey: null,
    cacheNotice: {
      kind: 'storage',
      reason: 'unwritable',
      detail: expect.stringContaining('will not be remembered') as string,
    },
  });
  expect(await keychain.get(`key:${id}`)).toBeNull();
  expect(await keychain.get(`cache:${id}`)).toBeNull();
  expect(existsSync(path.join(folder, 'cache', `${id}.db`))).toBe(false);
  await session.close();
  rmdirSync(inTheWay);
  const again = openSession(folder, keychain);
  await again.connect(credentialsOf(running));
  expect(again.current()).toMatchObject({
    known: [{ id }],
    keyStoredIn: 'keychain',
    copyStoredIn: 'keychain',
    cacheNotice: null,
  });
});

test('opens a listed account if the list cannot be written, and reports it', async () => {
  const { firstId, secondId, folder, session } = await twoAccounts();
  mkdirSync(path.join(folder, 'profile.json.new'));
  await session.openKnown(firstId);
  expect(session.current()).toMatchObject({
    phase: 'open',
    profile: { id: firstId },
    known: [{ id: secondId }, { id: firstId }],
    keyStoredIn: 'keychain',
    copyStoredIn: 'keychain',
    cacheNotice: { kind: 'storage', reason: 'unwritable' },
  });
});
