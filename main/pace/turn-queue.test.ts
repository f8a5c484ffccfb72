import { afterEach, expect, test, vi } from 'vitest';
import { nextTurn, restForKey, soon } from './turn-queue';

afterEach(() => {
  vi.useRealTimers();
});

test('one piece of work runs in each turn of the event loop, in the order of asking', async () => {
  const ran: string[] = [];
  soon(() => ran.push('first'));
  const cancel = soon(() => expect.unreachable());
  void nextTurn().then(() => ran.push('second'));
  soon(() => ran.push('third'));
  cancel();
  const seen: string[] = [];
  // Each pass of the loop ends with one more.
  while (ran.length < 3) {
    await new Promise((resolve) => void setImmediate(resolve));
    seen.push(ran.join());
  }
  expect(seen).toEqual(['first', 'first,second', 'first,second,third']);
});

test('pieces that waited for a key have a turn each too: timers and input come between', async () => {
  const ran: string[] = [];
  const first = () => {
    setTimeout(() => ran.push('timer'), 1);
    const since = performance.now();
    while (performance.now() - since < 5);
    ran.push('first');
  };
  restForKey();
  soon(first);
  soon(() => ran.push('second'));
  await nextTurn();
  expect(ran).toEqual(['first', 'timer', 'second']);
});

test('work that is asked for by a piece has its turn after those that wait', async () => {
  const ran: string[] = [];
  soon(() => soon(() => ran.push('inner')));
  soon(() => ran.push('outer'));
  await nextTurn();
  await nextTurn();
  expect(ran).toEqual(['outer', 'inner']);
});

test('each piece waits for a key, and for one only: it also runs while keys keep coming', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const ran: number[] = [];
  const since = performance.now();
  const piece = () => {
    ran.push(performance.now() - since);
    if (ran.length < 4) soon(piece);
  };
  restForKey();
  soon(piece);
  for (let ms = 0; ms < 100; ms += 10) {
    restForKey();
    vi.advanceTimersByTime(10);
    await new Promise(setImmediate);
  }
  expect(ran).toEqual([30, 50, 70, 90]);
});
