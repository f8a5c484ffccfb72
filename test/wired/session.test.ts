import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../main/features/clock';
import { openProfiles } from '../../main/features/session/profiles';
import { createSession, type SessionFeature } from '../../main/features/session/session';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { Keychain } from '../../main/secrets/keychain';
import { startService, type RunningService } from '../../main/service/start';
import { FaultError, type Fault } from '../../shared/fault';

// The session with everything real behind it: HTTP, SQLite on disk, the reference service. Only the
// keychain is in memory here; the real one is met end to end.

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function service(): Promise<RunningService> {
  const running = await startService({ devices: 20, seed: 3 });
  let isStopped = false;
  const stop = running.stop.bind(running);
  running.stop = async () => {
    if (!isStopped) await stop();
    isStopped = true;
  };
  undo.push(() => running.stop());
  return running;
}

function profileFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-wired-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(folder: string, keychain: Keychain = memoryKeychain()): SessionFeature {
  const session = createSession({
    cacheFolder: path.join(folder, 'cache'),
    profiles: openProfiles(path.join(folder, 'profile.json')),
    keychain,
    fetch,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo: () => expect.fail('no demo here'),
    callsPerMinute: () => 600,
    onSession: () => {},
    onStatus: () => {},
    onGroups: () => {},
    onUsers: () => {},
    onDrafts: () => {},
    onJournal: () => {},
    onJobs: () => {},
    warningDays: () => [],
    notify: () => {},
    computerTimeZone: () => 'UTC',
    onBug: (error) => expect.fail(String(error)),
  });
  undo.push(() => session.close());
  return session;
}

const filled = (session: SessionFeature) =>
  vi.waitFor(
    () => {
      const { mode, notAskedYet, devices } = session.status();
      expect({ mode, notAskedYet, devices }).toEqual({ mode: 'live', notAskedYet: 0, devices: 20 });
    },
    { timeout: 15_000 },
  );

const brokenKeychain: Keychain = {
  get: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
  set: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
  remove: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
};

test('connects, fills the fleet, and shows it again without a service', async () => {
  const running = await service();
  const folder = profileFolder();
  const keychain = memoryKeychain();
  const first = open(folder, keychain);
  await first.connect({ address: running.url, userName: running.userName, apiKey: running.apiKey });
  await filled(first);
  first.account().fleet.flush();
  const { positions } = first.status();
  expect(positions).toBeGreaterThan(0);
  await first.close();
  await running.stop();

  const again = open(folder, keychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'open', keyKeptIn: 'keychain', needsKey: null });
  expect(again.status()).toMatchObject({ devices: 20, positions });
  expect(again.account().groups.current().items.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(again.status().mode).toBe('offline'), { timeout: 10_000 });
});

test('a wrong key is refused with the words of the service and nothing is kept', async () => {
  const running = await service();
  const folder = profileFolder();
  const session = open(folder);
  const fault = await session
    .connect({ address: running.url, userName: running.userName, apiKey: 'wrong' })
    .then(
      () => expect.fail('accepted'),
      (error: FaultError) => error.fault,
    );
  expect(fault).toEqual<Fault>({ kind: 'unauthorized', message: 'Invalid API key or username.' });
  expect(session.current()).toEqual({ phase: 'none', last: null });
});

test('a regenerated key is asked for without taking the fleet away, and the new one goes on', async () => {
  const running = await service();
  const session = open(profileFolder());
  await session.connect({
    address: running.url,
    userName: running.userName,
    apiKey: running.apiKey,
  });
  await filled(session);
  const fresh = running.control.regenerateKey();
  running.control.revokeTokens();
  await session.account().refreshNow();
  expect(session.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'unauthorized' } });
  expect(session.status().devices).toBe(20);
  await session.replaceKey(fresh);
  expect(session.current()).toMatchObject({ needsKey: null });
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 10_000 });
});

test('without a keychain the copy lasts for the session; a passphrase keeps it', async () => {
  const running = await service();
  const folder = profileFolder();
  const first = open(folder, brokenKeychain);
  await first.connect({ address: running.url, userName: running.userName, apiKey: running.apiKey });
  expect(first.current()).toMatchObject({ keyKeptIn: 'memory', copyKeptIn: 'memory' });
  await filled(first);
  await first.setPassphrase('correct horse battery');
  expect(first.current()).toMatchObject({ copyKeptIn: 'passphrase' });
  await first.close();

  const again = open(folder, brokenKeychain);
  await again.restore();
  expect(again.current()).toMatchObject({ phase: 'locked' });
  await expect(again.unlock('wrong horse')).rejects.toMatchObject({
    fault: { kind: 'storage', reason: 'passphrase' },
  });
  expect(again.current()).toMatchObject({ phase: 'locked' });
  await again.unlock('correct horse battery');
  expect(again.status().devices).toBe(20);
  // The key was nowhere to be kept, so it is asked for, with the fleet on screen.
  expect(again.current()).toMatchObject({ phase: 'open', needsKey: { kind: 'keychain' } });
  await again.replaceKey(running.apiKey);
  await filled(again);
});

test('forgetting an account deletes its key and its copy', async () => {
  const running = await service();
  const folder = profileFolder();
  const keychain = memoryKeychain();
  const session = open(folder, keychain);
  const profile = await session.connect({
    address: running.url,
    userName: running.userName,
    apiKey: running.apiKey,
  });
  await filled(session);
  await session.disconnect(true);
  expect(session.current()).toEqual({ phase: 'none', last: null });
  expect(await keychain.get(`key:${profile.id}`)).toBeNull();
  expect(await keychain.get(`cache:${profile.id}`)).toBeNull();
});

test('a service that says "too many" is delayed, waits as told, and recovers', async () => {
  const running = await service();
  const session = open(profileFolder());
  await session.connect({
    address: running.url,
    userName: running.userName,
    apiKey: running.apiKey,
  });
  await filled(session);
  running.control.setFaults({ statusRate: 1, status: 429, retryAfterSeconds: 1 });
  await vi.waitFor(() => expect(session.status().reason?.kind).toBe('limitReached'), {
    timeout: 15_000,
  });
  expect(session.status().mode).toBe('delayed');
  running.control.setFaults(null);
  await vi.waitFor(() => expect(session.status().mode).toBe('live'), { timeout: 15_000 });
});
