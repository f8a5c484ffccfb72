import { expect, test } from 'vitest';
import { defaultSettings } from '#shared/domain/settings';
import type { RefreshPause } from '#shared/domain/session';
import { createRefreshPauses, type PauseSettings, type PowerSignals } from './refresh-pause';

const silent: PauseSettings = {
  ...defaultSettings,
  notifyAlerts: 'off',
  notifyWarnings: false,
  notifySilentHours: null,
  notifyFrozenMinutes: null,
  notifyBatteryBelow: null,
};

function setup() {
  const listeners = new Map<string, () => void>();
  const world = { isOnBattery: false, isVisible: true, settings: silent };
  const power: PowerSignals = {
    on: (event, listener) => listeners.set(event, listener),
    isOnBatteryPower: () => world.isOnBattery,
  };
  const seen: RefreshPause[] = [];
  const pauses = createRefreshPauses({
    power,
    settings: () => world.settings,
    isWindowVisible: () => world.isVisible,
    onChanged: () => seen.push(pauses.current()),
  });
  return { world, pauses, seen, signal: (event: string) => listeners.get(event)!() };
}

test('a hidden window pauses the refresh unless a notification may come from it', () => {
  const { world, pauses, seen } = setup();
  world.isVisible = false;
  pauses.check();
  pauses.check();
  world.settings = { ...silent, notifyBatteryBelow: 15 };
  pauses.check();
  world.settings = silent;
  pauses.check();
  world.isVisible = true;
  pauses.check();
  expect(seen).toEqual(['hidden', null, 'hidden', null]);
});

test('sleep pauses it, and on battery it depends on the setting', () => {
  const { world, seen, signal } = setup();
  signal('suspend');
  signal('resume');
  world.isOnBattery = true;
  signal('on-battery');
  world.settings = { ...silent, pauseOnBattery: true };
  signal('on-battery');
  world.isOnBattery = false;
  signal('on-ac');
  expect(seen).toEqual(['asleep', null, 'battery', null]);
});
