import { afterEach, expect, test, vi } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { missingKeychain, openSession, untilAllPolled } from '../support/session';

// The session with real HTTP, SQLite on disk and the reference service. Only the keychain is in
// memory; the end-to-end tests use the real one.

afterEach(cleanUp);

test('connects, loads the fleet, and shows it again offline', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const first = openSession(folder, keychain);
  await first.connect(credentialsOf(running));
  await untilAllPolled(first);
  first.account().fleet.flush();
  const { positions } = first.status();
  expect(positions).toBeGreaterThan(0);
  await first.close();
  await running.stop();

  const again = openSession(folder, keychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'open', keyStoredIn: 'keychain', needsKey: null });
  expect(again.status()).toMatchObject({ devices: 12, positions });
  expect(again.account().groups.current().items.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(again.status().mode).toBe('offline'), { timeout: 10_000 });
});

test('calls the service for cached devices after the first picture, for others at once', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const picture = Promise.withResolvers<void>();
  const calls: string[] = [];
  const overrides = {
    firstPicture: picture.promise,
    fetch: ((address: string, init?: RequestInit) => {
      calls.push(address);
      return fetch(address, init);
    }) as typeof fetch,
  };
  const first = openSession(folder, keychain, overrides);
  await first.connect(credentialsOf(running));
  await untilAllPolled(first);
  await first.close();

  calls.length = 0;
  const again = openSession(folder, keychain, overrides);
  await again.restore();
  expect(again.status()).toMatchObject({ devices: 12 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual([]);
  picture.resolve();
  await vi.waitFor(() => expect(again.status().mode).toBe('live'), { timeout: 10_000 });
});

test('takes a key, a user name and an address that were pasted with invisible characters', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder());
  const { address, userName, apiKey } = credentialsOf(running);
  await session.connect({
    address: `\u2066${address}\u2069`,
    userName: `${userName}\u202c`,
    apiKey: `\ufeff${apiKey}\u200b`,
  });
  expect(session.current()).toMatchObject({ phase: 'open', profile: { userName, address } });
  await session.replaceKey(`\u200b${apiKey}\u00a0`);
  expect(session.current()).toMatchObject({ needsKey: null });
  const nothing = { address, userName: '\u200b', apiKey };
  expect(await faultOf(session.connect(nothing))).toMatchObject({
    field: { key: 'session.userName' },
  });
  expect(await faultOf(session.replaceKey('\u200b '))).toMatchObject({
    field: { key: 'session.key' },
  });
});

test('requests a new key without closing the fleet, and continues with it', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  const fresh = await running.control.regenerateKey();
  await running.control.revokeTokens();
  await session.account().refreshNow();
  expect(session.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'unauthorized' } });
  expect(session.status().devices).toBe(12);
  await session.replaceKey(fresh);
  expect(session.current()).toMatchObject({ needsKey: null });
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 10_000 });
});

test('keeps the copy in memory without a keychain, and on disk with a passphrase', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const first = openSession(folder, missingKeychain);
  await first.connect(credentialsOf(running));
  expect(first.current()).toMatchObject({ keyStoredIn: 'memory', copyStoredIn: 'memory' });
  await untilAllPolled(first);
  await first.setPassphrase('correct horse battery');
  expect(first.current()).toMatchObject({ copyStoredIn: 'passphrase' });
  await first.close();

  const again = openSession(folder, missingKeychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'locked' });
  await expect(again.unlock('wrong horse')).rejects.toMatchObject({
    fault: { kind: 'storage', reason: 'passphrase' },
  });
  expect(again.current()).toMatchObject({ phase: 'locked' });
  await again.unlock('correct horse battery');
  expect(again.status().devices).toBe(12);
  // The key could not be stored, so the user is asked for it while the fleet is shown.
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'keychain' } });
  await again.replaceKey(running.apiKey);
  await untilAllPolled(again);
});

test('deletes key and copy when an account is forgotten', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const keychain = memoryKeychain();
  const session = openSession(folder, keychain);
  const profile = await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  await session.disconnect(true);
  expect(session.current()).toEqual({ phase: 'none', last: null, known: [] });
  expect(await keychain.get(`key:${profile.id}`)).toBeNull();
  expect(await keychain.get(`cache:${profile.id}`)).toBeNull();
});
