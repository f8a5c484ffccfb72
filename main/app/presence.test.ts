import { expect, test } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import { Presence, type PresenceSettings } from './presence';

/** No notification can come from a last location, and nothing locks. */
const silent: PresenceSettings = {
  ...defaultSettings,
  lockOnScreenLock: false,
  lockAfterIdleMinutes: null,
  notifyAlerts: 'off',
  notifyWarnings: false,
  notifySilentHours: null,
  notifyFrozenMinutes: null,
  notifyBatteryBelow: null,
};

function watched(settings: Partial<PresenceSettings> = {}) {
  const listeners = new Map<string, () => void>();
  const world = {
    isVisible: true,
    isOnBattery: false,
    idleState: 'active',
    idleSeconds: 0,
    at: 0,
    settings: { ...silent, ...settings },
  };
  const seen = { presence: [] as string[], pauses: [] as unknown[], locks: 0, woke: 0 };
  let tick = () => {};
  const presence = new Presence({
    power: {
      on: (event, listener) => listeners.set(event, listener),
      isOnBatteryPower: () => world.isOnBattery,
      getSystemIdleTime: () => world.idleSeconds,
      getSystemIdleState: () => world.idleState,
    },
    settings: () => world.settings,
    isWindowVisible: () => world.isVisible,
    now: () => world.at,
    every: (_, run) => {
      tick = run;
    },
  });
  presence
    .on('pause', () => seen.pauses.push(presence.refreshPause()))
    .on('left', (agoMs) => seen.presence.push(`left ${agoMs}`))
    .on('returned', () => seen.presence.push('returned'))
    .on('woke', () => seen.woke++)
    .on('lock', () => seen.locks++);
  return {
    world,
    seen,
    presence,
    show: (isVisible: boolean) => {
      world.isVisible = isVisible;
      presence.check();
    },
    after: (ms: number) => {
      world.at += ms;
      tick();
    },
    send: (event: string) => listeners.get(event)!(),
  };
}

test('a hidden window, a locked screen and a sleep are one absence until all have ended', () => {
  const { seen, show, send } = watched();
  show(false);
  send('lock-screen');
  send('suspend');
  send('resume');
  send('unlock-screen');
  expect(seen).toMatchObject({ presence: ['left 0'], woke: 1 });
  show(true);
  expect(seen.presence).toEqual(['left 0', 'returned']);
});

test('a locked screen without an event is noticed', () => {
  const { seen, world, after } = watched();
  world.idleState = 'locked';
  after(10_000);
  after(10_000);
  world.idleState = 'active';
  after(10_000);
  expect(seen.presence).toEqual(['left 0', 'returned']);
});

test('a sleep that was not announced counts from the last check', () => {
  const { seen, after } = watched();
  after(10_000);
  after(8 * 3_600_000);
  expect(seen.presence).toEqual([`left ${8 * 3_600_000}`, 'returned']);
});

test('a sleep within an absence is not another one', () => {
  const { world, seen, send, after } = watched();
  send('suspend');
  world.at += 8 * 3_600_000;
  send('resume');
  after(10_000);
  expect(seen.presence).toEqual(['left 0', 'returned']);
});

test('a hidden window pauses the refresh unless a notification may come from it', () => {
  const { world, presence, seen, show } = watched();
  show(false);
  presence.check();
  world.settings = { ...silent, notifyBatteryBelow: 15 };
  presence.check();
  world.settings = silent;
  presence.check();
  show(true);
  expect(seen.pauses).toEqual(['hidden', null, 'hidden', null]);
});

test('sleep pauses it, and on battery it depends on the setting', () => {
  const { world, seen, send } = watched();
  send('suspend');
  send('resume');
  world.isOnBattery = true;
  send('on-battery');
  world.settings = { ...silent, pauseOnBattery: true };
  send('on-battery');
  world.isOnBattery = false;
  send('on-ac');
  expect(seen.pauses).toEqual(['asleep', null, 'battery', null]);
});

test('locks nothing unless it was switched on', () => {
  const { world, seen, send, after } = watched();
  Object.assign(world, { idleSeconds: 100_000, idleState: 'locked' });
  send('lock-screen');
  send('suspend');
  after(10_000);
  expect(seen.locks).toBe(0);
});

test.each(['lock-screen', 'suspend'])('locks at the event "%s"', (event) => {
  const { seen, send } = watched({ lockOnScreenLock: true });
  send(event);
  expect(seen.locks).toBe(1);
});

test('locks when the system says that the screen is locked, without an event', () => {
  const { world, seen, after } = watched({ lockOnScreenLock: true });
  after(10_000);
  expect(seen.locks).toBe(0);
  world.idleState = 'locked';
  after(10_000);
  expect(seen.locks).toBe(1);
});

test('locks after the chosen time without input', () => {
  const { world, seen, after } = watched({ lockAfterIdleMinutes: 5 });
  world.idleSeconds = 299;
  after(10_000);
  expect(seen.locks).toBe(0);
  world.idleSeconds = 300;
  after(10_000);
  expect(seen.locks).toBe(1);
});
