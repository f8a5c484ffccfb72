import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { systemClock } from '../../main/pace/clock';
import type { AppEvents } from '../../main/account/account-services';
import type { SessionServices } from '../../main/session/open-account';
import { openProfiles } from '../../main/session/profiles';
import { SessionFeature } from '../../main/session/session';
import type { Keychain } from '../../main/secrets/keychain';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import { defaultSettings, type Settings } from '../../shared/domain/settings';
import { FaultError } from '../../shared/fault';
import { onCleanUp } from './resources';

/** Listeners of main, by event. */
type Listeners = { [E in keyof AppEvents]?: (...news: AppEvents[E]) => void };

/** What a test replaces of the session that the app composes. */
export interface SessionOverrides extends Partial<Omit<SessionServices, 'events' | 'settings'>> {
  /** Settings that are not the usual ones of tests. */
  settings?: () => Partial<Settings>;
  on?: Listeners;
}

const testSettings: Settings = { ...defaultSettings, callsPerMinute: 600, expiryWarningDays: [] };

export function eventsFor(listeners: Listeners): EventEmitter<AppEvents> {
  const events = new EventEmitter<AppEvents>();
  for (const [event, listener] of Object.entries(listeners)) {
    events.on(event as 'listed', listener as () => void);
  }
  return events;
}

/** The session as the app composes it: real HTTP and SQLite on disk; the keychain is in memory. */
export function openSession(
  folder: string,
  keychain: Keychain = memoryKeychain(),
  { settings = () => ({}), on = {}, ...overrides }: SessionOverrides = {},
): SessionFeature {
  const session = new SessionFeature({
    events: eventsFor(on),
    settings: () => ({ ...testSettings, ...settings() }),
    cacheFolder: path.join(folder, 'cache'),
    profiles: openProfiles(path.join(folder, 'profile.json')),
    keychain,
    fetch,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    startDemo: () => expect.fail('this test has no demo service'),
    refreshPause: () => null,
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
