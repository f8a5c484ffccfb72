import { expect, test } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import { createListRefresh } from './list-refresh';

function setup(answers: (Fault | 'ok')[]) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const requested: number[] = [];
  const states: (string | null)[] = [];
  const refresh = createListRefresh({
    clock: {
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    },
    everyMs: () => 300_000,
    asks: [
      {
        ask: () => {
          requested.push(now);
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
  return {
    refresh,
    advance,
    requested,
    states,
    waiting: () => timers.length,
  };
}

test('after a fault requests are repeated soon, then less often, then at the usual interval', async () => {
  const offline: Fault = { kind: 'offline', layer: 'tcp' };
  const { refresh, advance, requested, states } = setup([offline, offline, offline, 'ok']);
  await refresh.now();
  await advance();
  await advance();
  await advance();
  await advance();
  expect(requested).toEqual([0, 2_000, 6_000, 14_000, 314_000]);
  expect(states).toEqual(['offline', 'offline', 'offline', null, null]);
});

test('a refused key is not tried again by a timer', async () => {
  const { refresh, waiting } = setup([{ kind: 'unauthorized' }]);
  await refresh.now();
  expect(refresh.fault()).toEqual({ kind: 'unauthorized' });
  expect(waiting()).toBe(0);
});

test('many callers share one round', async () => {
  const { refresh, requested } = setup([]);
  await Promise.all([refresh.now(), refresh.now(), refresh.now()]);
  expect(requested).toHaveLength(1);
});

test('a 429 with an unreasonable time is waited for between a second and a day', async () => {
  const limit = (retryAfterSeconds: number) => ({
    kind: 'limitReached' as const,
    retryAfterSeconds,
  });
  const { refresh, advance, requested } = setup([limit(0), limit(3e9), limit(5)]);
  refresh.start();
  await refresh.now();
  for (let i = 0; i < 3; i++) await advance();
  expect(requested.map((at) => at / 1000)).toEqual([0, 1, 86_401, 86_406]);
});
