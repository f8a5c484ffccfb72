import { afterEach, expect, test } from 'vitest';
import type { Session } from '../../shared/domain/session';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { createTestNetwork } from '../support/network';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { missingKeychain, openSession, untilAllPolled } from '../support/session';

afterEach(cleanUp);

const passphrase = 'correct horse battery';

test('locks a copy under a passphrase, and opens it with its key and drafts again', async () => {
  const running = await startTestService();
  const network = createTestNetwork();
  const sessions: Session[] = [];
  const session = openSession(temporaryFolder(), missingKeychain, {
    fetch: network.fetch,
    on: { session: (next) => sessions.push(structuredClone(next)) },
  });
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  await session.setPassphrase(passphrase);
  session
    .account()
    .records.drafts.put({ key: 'user:new:1', kind: 'user', label: 'Half', base: null, edit: {} });

  expect(session.lock()).toBe(true);
  expect(session.current().phase).toBe('locked');
  expect(sessions.at(-1)).toMatchObject({ phase: 'locked' });
  expect(session.status()).toMatchObject({ devices: 0, asOf: null });
  expect(() => session.account()).toThrow();
  await network.idle();
  running.control.resetCalls();
  expect(session.lock()).toBe(false);
  expect(running.control.calls()).toEqual({});

  expect(await faultOf(session.unlock('wrong horse battery'))).toEqual({
    kind: 'storage',
    reason: 'passphrase',
  });
  expect(session.current().phase).toBe('locked');
  await session.unlock(passphrase);
  expect(session.current()).toMatchObject({
    phase: 'open',
    needsKey: null,
    keyStoredIn: 'memory',
    copyStoredIn: 'passphrase',
  });
  expect(session.account().records.drafts.all()).toHaveLength(1);
  await untilAllPolled(session);
}, 60_000);

test('passwords that were typed in several windows are there again; a window that is silent is not waited for', async () => {
  const running = await startTestService();
  let asked = 0;
  const session = openSession(temporaryFolder(), missingKeychain, {
    on: { lockAsked: () => (asked += 1) },
  });
  await session.connect(credentialsOf(running));
  await session.setPassphrase(passphrase);
  const typedIn = (window: number) => [
    { key: `user:${window}`, kind: 'user' as const, label: '', base: null, password: `p${window}` },
  ];
  const { drafts } = session.account().records;
  for (const window of [1, 2, 3]) drafts.noteTyped(1, window);
  const locking = session.lockFrom(1, typedIn(1));
  expect(session.current().phase).toBe('open');
  expect(asked).toBe(1);
  void session.lockFrom(1, typedIn(1));
  void session.lockFrom(3, typedIn(3));
  expect(await locking).toBe(true);
  expect(session.current().phase).toBe('locked');
  expect(asked).toBe(1);
  await session.unlock(passphrase);
  expect(session.takePasswords().map(({ password }) => password)).toEqual(['p1', 'p3']);
  // Alone, a window waits for none.
  expect(session.lockFrom(1, [])).toBe(true);
}, 60_000);

test('a passphrase can be set, changed and removed where the keychain has the key', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  const profile = await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  expect(await keychain.get(`cache:${profile.id}`)).not.toBeNull();
  await session.setPassphrase(passphrase);
  expect(session.current()).toMatchObject({ copyStoredIn: 'passphrase', keyStoredIn: 'keychain' });
  // What is in the keychain does not open the copy any more.
  expect(await keychain.get(`cache:${profile.id}`)).toBeNull();
  session
    .account()
    .records.drafts.put({ key: 'user:new:1', kind: 'user', label: 'Half', base: null, edit: {} });
  expect(session.lock()).toBe(true);
  await session.unlock(passphrase);
  expect(session.account().records.drafts.all()).toHaveLength(1);
  await session.close();

  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.current().phase).toBe('locked');
  await again.unlock(passphrase);
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: null, keyStoredIn: 'keychain' });
  expect(again.account().fleet.ids().length).toBeGreaterThan(0);
  expect(await faultOf(again.setPassphrase('another battery', 'wrong'))).toMatchObject({
    reason: 'passphrase',
  });
  await again.setPassphrase('another battery', passphrase);
  expect(again.lock()).toBe(true);
  expect(await faultOf(again.unlock(passphrase))).toMatchObject({ reason: 'passphrase' });
  await again.unlock('another battery');
  await again.setPassphrase(null, 'another battery');
  expect(again.current()).toMatchObject({ copyStoredIn: 'keychain' });
  expect(again.lock()).toBe(false);
  await again.close();

  const last = openSession(folder, keychain);
  await last.restore();
  expect(last.current()).toMatchObject({ phase: 'open', copyStoredIn: 'keychain' });
  expect(last.account().records.drafts.all()).toHaveLength(1);
}, 120_000);

test('a typed password waits sealed, and is handed back once, after the passphrase', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder(), memoryKeychain());
  await session.connect(credentialsOf(running));
  await session.setPassphrase(passphrase);
  const typed = {
    key: 'user:1',
    kind: 'user' as const,
    label: 'Ana',
    base: null,
    password: 'Blue+Heron',
  };
  expect(session.lockFrom(0, [typed])).toBe(true);
  expect(session.takePasswords()).toEqual([]);
  await session.unlock(passphrase);
  expect(session.takePasswords()).toEqual([typed]);
  expect(session.takePasswords()).toEqual([]);
}, 60_000);

test('does not lock an account whose copy is in the keychain or in memory', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder(), memoryKeychain());
  await session.connect(credentialsOf(running));
  expect(session.lock()).toBe(false);
  expect(session.current().phase).toBe('open');

  const unprotected = openSession(temporaryFolder(), missingKeychain);
  expect(unprotected.lock()).toBe(false);
  await unprotected.connect(credentialsOf(running));
  expect(unprotected.lock()).toBe(false);
  expect(unprotected.current().phase).toBe('open');
});
