import { expect, test } from 'vitest';
import { nextTurn, soon } from './turn-queue';

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

test('work that is asked for by a piece has its turn after those that wait', async () => {
  const ran: string[] = [];
  soon(() => soon(() => ran.push('inner')));
  soon(() => ran.push('outer'));
  await nextTurn();
  await nextTurn();
  expect(ran).toEqual(['outer', 'inner']);
});
