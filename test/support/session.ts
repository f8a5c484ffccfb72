import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { systemClock } from '../../main/pace/clock';
import { openProfiles } from '../../main/session/profiles';
import {
  createSession,
  type SessionFeature,
  type SessionOptions,
} from '../../main/session/session';
import type { Keychain } from '../../main/secrets/keychain';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { FaultError } from '../../shared/fault';
import { onCleanUp } from './resources';

/** The session as the app composes it: real HTTP and SQLite on disk; the keychain is in memory. */
export function openSession(
  folder: string,
  keychain: Keychain = memoryKeychain(),
  overrides: Partial<SessionOptions> = {},
): SessionFeature {
  const session = createSession({
    cacheFolder: path.join(folder, 'cache'),
    profiles: openProfiles(path.join(folder, 'profile.json')),
    keychain,
    fetch,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo: () => expect.fail('this test has no demo service'),
    callsPerMinute: () => 600,
    onSession: () => {},
    onStatus: () => {},
    onGroups: () => {},
    onDevice: () => {},
    onUsers: () => {},
    onJournal: () => {},
    onJobs: () => {},
    warningDays: () => [],
    notify: () => {},
    computerTimeZone: () => 'UTC',
    onBug: (error) => expect.fail(String(error)),
    ...overrides,
  });
  onCleanUp(() => session.close());
  return session;
}

/** Waits until the position of every device was requested once. */
export const untilAllPolled = (session: SessionFeature, devices = 12) =>
  vi.waitFor(
    () => {
      const { mode, notAskedYet, devices: listed } = session.status();
      expect({ mode, notAskedYet, listed }).toEqual({
        mode: 'live',
        notAskedYet: 0,
        listed: devices,
      });
    },
    { timeout: 40_000 },
  );

/** A computer without a keychain. */
export const missingKeychain: Keychain = {
  get: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
  set: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
  remove: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
};
