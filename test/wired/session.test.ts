import { afterEach, expect, test, vi } from 'vitest';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { Fault } from '../../shared/fault';
import {
  cleanUp,
  credentialsOf,
  faultOf,
  startTestService,
  temporaryFolder,
} from '../support/resources';
import { missingKeychain, openSession, untilAllPolled } from '../support/session';

// The session with everything real behind it: HTTP, SQLite on disk, the reference service. Only the
// keychain is in memory here; the real one is met end to end.

afterEach(cleanUp);

test('connects, fills the fleet, and shows it again without a service', async () => {
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

test('a wrong key is refused with the words of the service and nothing is kept', async () => {
  const running = await startTestService();
  const folder = temporaryFolder();
  const session = openSession(folder);
  const fault = await faultOf(session.connect({ ...credentialsOf(running), apiKey: 'wrong' }));
  expect(fault).toEqual<Fault>({ kind: 'unauthorized', message: 'Invalid API key or username.' });
  expect(session.current()).toEqual({ phase: 'none', last: null, known: [] });
});

test('a regenerated key is asked for without taking the fleet away, and the new one goes on', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  const fresh = running.control.regenerateKey();
  running.control.revokeTokens();
  await session.account().refreshNow();
  expect(session.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'unauthorized' } });
  expect(session.status().devices).toBe(12);
  await session.replaceKey(fresh);
  expect(session.current()).toMatchObject({ needsKey: null });
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 10_000 });
});

test('without a keychain the copy lasts for the session; a passphrase keeps it', async () => {
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
  // The key was nowhere to be kept, so it is asked for, with the fleet on screen.
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'keychain' } });
  await again.replaceKey(running.apiKey);
  await untilAllPolled(again);
});

test('forgetting an account deletes its key and its copy', async () => {
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

test('a service that says "too many" is delayed, waits as told, and recovers', async () => {
  const running = await startTestService();
  const session = openSession(temporaryFolder());
  await session.connect(credentialsOf(running));
  await untilAllPolled(session);
  running.control.setFaults({ statusRate: 1, status: 429, retryAfterSeconds: 1 });
  await vi.waitFor(() => expect(session.status().reason?.kind).toBe('limitReached'), {
    timeout: 15_000,
  });
  expect(session.status().mode).toBe('delayed');
  running.control.setFaults(null);
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 15_000 });
});
