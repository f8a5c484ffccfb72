import { expect, test } from 'vitest';
import { watchPresence } from './presence';

function watched() {
  const listeners = new Map<string, () => void>();
  const state = { isVisible: true, idle: 'active', at: 0 };
  const told: string[] = [];
  let tick = () => {};
  const presence = watchPresence({
    signals: {
      on: (event, listener) => listeners.set(event, listener),
      getSystemIdleState: () => state.idle,
    },
    isWindowVisible: () => state.isVisible,
    now: () => state.at,
    every: (_, run) => (tick = run),
    left: (agoMs) => told.push(`left ${agoMs}`),
    returned: () => told.push('returned'),
  });
  const show = (isVisible: boolean) => {
    state.isVisible = isVisible;
    presence.windowChanged();
  };
  const after = (ms: number) => {
    state.at += ms;
    tick();
  };
  return { state, told, show, after, send: (event: string) => listeners.get(event)!() };
}

test('a hidden window, a locked screen and a sleep are one absence until all have ended', () => {
  const { told, show, send } = watched();
  show(false);
  send('lock-screen');
  send('suspend');
  send('resume');
  send('unlock-screen');
  expect(told).toEqual(['left 0']);
  show(true);
  expect(told).toEqual(['left 0', 'returned']);
});

test('a locked screen without an event is noticed', () => {
  const { told, state, after } = watched();
  state.idle = 'locked';
  after(60_000);
  after(60_000);
  state.idle = 'active';
  after(60_000);
  expect(told).toEqual(['left 0', 'returned']);
});

test('a sleep that was not announced counts from the last check', () => {
  const { told, after } = watched();
  after(60_000);
  after(8 * 3_600_000);
  expect(told).toEqual([`left ${8 * 3_600_000}`, 'returned']);
});
