import { expect, test } from 'vitest';
import { startAutoLock } from './auto-lock';

function prepared(settings: { lockOnScreenLock: boolean; lockAfterIdleMinutes: number | null }) {
  const listeners = new Map<string, () => void>();
  const state = { idleSeconds: 0, name: 'active', locks: 0 };
  let tick = () => {};
  startAutoLock({
    signals: {
      on: (event, listener) => listeners.set(event, listener),
      getSystemIdleTime: () => state.idleSeconds,
      getSystemIdleState: () => state.name,
    },
    settings: () => settings,
    lock: () => {
      state.locks += 1;
    },
    every: (_delayMs, run) => {
      tick = run;
    },
  });
  return { state, send: (event: string) => listeners.get(event)?.(), tick: () => tick() };
}

test('does nothing unless it was switched on', () => {
  const { state, send, tick } = prepared({ lockOnScreenLock: false, lockAfterIdleMinutes: null });
  Object.assign(state, { idleSeconds: 100_000, name: 'locked' });
  send('lock-screen');
  send('suspend');
  tick();
  expect(state.locks).toBe(0);
});

test.each(['lock-screen', 'suspend'])('locks at the event "%s"', (event) => {
  const { state, send } = prepared({ lockOnScreenLock: true, lockAfterIdleMinutes: null });
  send(event);
  expect(state.locks).toBe(1);
});

test('locks when the system says that the screen is locked, without an event', () => {
  const { state, tick } = prepared({ lockOnScreenLock: true, lockAfterIdleMinutes: null });
  tick();
  expect(state.locks).toBe(0);
  state.name = 'locked';
  tick();
  expect(state.locks).toBe(1);
});

test('locks after the chosen time without input', () => {
  const { state, tick } = prepared({ lockOnScreenLock: false, lockAfterIdleMinutes: 5 });
  state.idleSeconds = 299;
  tick();
  expect(state.locks).toBe(0);
  state.idleSeconds = 300;
  tick();
  expect(state.locks).toBe(1);
});
