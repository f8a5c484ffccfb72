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
import { atEnd } from './own';

/** The session with everything real behind it: HTTP and SQLite on disk; the keychain is in memory. */
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
    startDemo: () => expect.fail('no demo here'),
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
  atEnd(() => session.close());
  return session;
}

/** Waits until every device was asked about. */
export const filled = (session: SessionFeature, devices = 12) =>
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

/** A keychain that is not there. */
export const brokenKeychain: Keychain = {
  get: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
  set: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
  remove: () => Promise.reject(new FaultError({ kind: 'keychain', reason: 'missing' })),
};

/** What a call of fetch is addressed to. */
export function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

/** A fetch that holds back calls until they are let through. */
export function gatedFetch(): {
  fetch: typeof fetch;
  /** Calls whose address contains the text wait until the answer to this is called. */
  hold(text: string): () => void;
  /** How many calls wait. */
  waiting(): number;
} {
  const gates: { text: string; opened: Promise<void> }[] = [];
  let waiting = 0;
  return {
    fetch: async (input, init) => {
      const address = addressOf(input);
      const answer = await fetch(input, init);
      const gate = gates.find(({ text }) => address.includes(text));
      if (gate) {
        waiting++;
        await gate.opened;
        waiting--;
      }
      return answer;
    },
    hold: (text) => {
      const { promise: opened, resolve } = Promise.withResolvers<void>();
      const gate = { text, opened };
      gates.push(gate);
      return () => {
        gates.splice(gates.indexOf(gate), 1);
        resolve();
      };
    },
    waiting: () => waiting,
  };
}
