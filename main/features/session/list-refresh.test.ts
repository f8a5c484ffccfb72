import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { createListRefresh } from './list-refresh';

function setup(answers: (Fault | 'ok')[]) {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  const asked: number[] = [];
  const states: (string | null)[] = [];
  const refresh = createListRefresh({
    clock: {
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    },
    asks: [
      {
        ask: () => {
          asked.push(now);
          const answer = answers.shift() ?? 'ok';
          return answer === 'ok' ? Promise.resolve() : Promise.reject(new FaultError(answer));
        },
      },
    ],
    onState: (fault) => states.push(fault?.kind ?? null),
    onBug: (error) => expect.fail(String(error)),
  });
  const advance = async () => {
    const next = timers.shift();
    if (!next) return;
    now = next.at;
    next.run();
    await refresh.now();
  };
  return { refresh, advance, asked, states, waiting: () => timers.length };
}

test('after a fault it asks again soon, less and less often, then at its usual pace', async () => {
  const offline: Fault = { kind: 'offline', layer: 'tcp' };
  const { refresh, advance, asked, states } = setup([offline, offline, offline, 'ok']);
  await refresh.now();
  await advance();
  await advance();
  await advance();
  await advance();
  expect(asked).toEqual([0, 2_000, 6_000, 14_000, 314_000]);
  expect(states).toEqual(['offline', 'offline', 'offline', null, null]);
});

test('a refused key waits for a person, not for a timer', async () => {
  const { refresh, waiting } = setup([{ kind: 'unauthorized' }]);
  await refresh.now();
  expect(refresh.fault()).toEqual({ kind: 'unauthorized' });
  expect(waiting()).toBe(0);
});

test('many callers share one round', async () => {
  const { refresh, asked } = setup([]);
  await Promise.all([refresh.now(), refresh.now(), refresh.now()]);
  expect(asked).toHaveLength(1);
});

test('a "too many" that names no sensible time neither asks without end nor never again', async () => {
  const limit = (retryAfterSeconds: number) => ({
    kind: 'limitReached' as const,
    retryAfterSeconds,
  });
  const { refresh, advance, asked } = setup([limit(0), limit(3e9), limit(5)]);
  refresh.start();
  await refresh.now();
  for (let i = 0; i < 3; i++) await advance();
  expect(asked.map((at) => at / 1000)).toEqual([0, 1, 86_401, 86_406]);
});
