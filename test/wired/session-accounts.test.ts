import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openProfiles } from '../../main/session/profiles';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { brokenKeychain, filled, openSession } from '../support/session';
import { asked, faultOf, service, temporaryFolder, tidyUp } from '../support/own';

afterEach(tidyUp);

/** One computer on which two accounts were used, one after the other. */
async function twoAccounts() {
  const [first, second] = [await service(), await service({ devices: 5 })];
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  const { id: firstId } = await session.connect(asked(first));
  await filled(session);
  await session.disconnect(false);
  const { id: secondId } = await session.connect(asked(second));
  await filled(session, 5);
  return { first, second, firstId, secondId, folder, keychain, session };
}

test('an account that was left is listed, and opens again without its key being typed', async () => {
  const { first, firstId, secondId, session } = await twoAccounts();
  expect(session.current()).toMatchObject({ known: [{ id: secondId }, { id: firstId }] });
  await session.openKnown(firstId);
  expect(session.current()).toMatchObject({
    phase: 'open',
    profile: { id: firstId, address: first.url },
    keyStoredIn: 'keychain',
    known: [{ id: firstId }, { id: secondId }],
  });
  await filled(session);
});

test('the account opened last is the one that opens at the next start', async () => {
  const { firstId, session, folder, keychain } = await twoAccounts();
  await session.openKnown(firstId);
  await session.close();
  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'open', profile: { id: firstId } });
});

test('an account that is not on screen is forgotten, and the one on screen stays', async () => {
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

test('forgetting the account on screen leaves it, and keeps the other', async () => {
  const { firstId, secondId, session } = await twoAccounts();
  await session.forget(secondId);
  expect(session.current()).toMatchObject({ phase: 'none', last: null, known: [{ id: firstId }] });
});

test('an account of which nothing is to be had says why, and the one on screen stays', async () => {
  const { firstId, secondId, session, keychain, folder } = await twoAccounts();
  await session.close();
  const withoutKeychain = openSession(folder, brokenKeychain);
  expect(await faultOf(withoutKeychain.openKnown(firstId))).toEqual({
    kind: 'keychain',
    reason: 'missing',
  });
  expect(withoutKeychain.current()).toMatchObject({ phase: 'none', last: { id: secondId } });
  await keychain.remove(`key:${firstId}`);
  const again = openSession(folder, keychain);
  await again.openKnown(firstId);
  // Its copy is there all the same, and the key is asked for over it.
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'unauthorized' } });
  expect(again.status().devices).toBe(12);
});

test('an account whose key was kept before it could be opened is in the list', async () => {
  const running = await service();
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
  const connecting = faultOf(session.connect(asked(running)));
  await keyKept.promise;
  await session.disconnect(false);
  answer.resolve();
  expect(await connecting).toMatchObject({ kind: 'declined' });
  expect(session.current()).toMatchObject({ last: null, known: [{ address: running.url }] });
});

test('the demo is in no list, and the account kept before there was a list is in it', () => {
  const file = path.join(temporaryFolder(), 'profile.json');
  const account = { id: 'a', address: 'https://x.example', userName: 'u', isDemo: false };
  writeFileSync(file, JSON.stringify(account));
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

test('where the list of accounts cannot be written, an account opens and nothing is kept of it', async () => {
  const running = await service();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  // What stands in the place of the new file keeps it from being written, as a full disk does.
  const inTheWay = path.join(folder, 'profile.json.new');
  mkdirSync(inTheWay);
  const session = openSession(folder, keychain);
  const { id } = await session.connect(asked(running));
  await filled(session);
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
  await again.connect(asked(running));
  expect(again.current()).toMatchObject({
    known: [{ id }],
    keyStoredIn: 'keychain',
    copyStoredIn: 'keychain',
    cacheNotice: null,
  });
});

test('a listed account opens as ever where the list cannot be written, and that is said', async () => {
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
