import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FaultError } from '#shared/fault';
import { createCallHistory } from './call-gate';
import { expectWithin, limited, openGate } from './call-gate.test-support';

const faultOf = (work: Promise<void>) =>
  work.then(
    () => expect.fail('it was sent'),
    (error: unknown) => (error as FaultError).fault,
  );

test('a Retry-After pauses every kind of call; then the user comes first', async () => {
  const { time, gate, request, sent } = openGate();
  void request('refresh', { answer: limited(30), answerMs: 100 });
  void request('history', { answer: limited(5), answerMs: 200 });
  await time.pass(200);
  expect(gate.pause()?.fault).toEqual({ kind: 'limitReached', retryAfterSeconds: 30 });
  const sources = ['job', 'refresh', 'lists', 'interactive', 'token'] as const;
  for (const source of sources) void request(source, { answerMs: 100 });
  await time.pass(29_899);
  expect(sent).toHaveLength(2);
  expect([gate.refresh.waitMs('burst'), gate.jobs.waitMs('burst'), gate.waitingOfUser()]).toEqual([
    1, 1, 1,
  ]);
  await time.pass(1_000);
  expect(sent.slice(2).map(({ source }) => source)).toEqual([
    'token',
    'interactive',
    'lists',
    'job',
    'refresh',
  ]);
  // Background calls are sent one at a time until the first answer.
  expect(sent.slice(2).map(({ at }) => at)).toEqual([30_100, 30_100, 30_200, 30_200, 30_200]);
});

test('background calls leave a tenth of the minute to the user', async () => {
  const { time, request, sent } = openGate(60);
  for (let i = 0; i < 80; i++) void request('job');
  await time.pass(0);
  expect(sent).toHaveLength(54);
  for (let i = 0; i < 8; i++) void request('interactive');
  await time.pass(0);
  expect(sent).toHaveLength(60);
  await time.pass(62_000);
  expect(sent.slice(60, 62).map(({ source }) => source)).toEqual(['interactive', 'interactive']);
});

test('a change is reported only if more or fewer calls of the user wait', async () => {
  const counts: number[] = [];
  const opened = openGate(60, undefined, () => counts.push(opened.gate.waitingOfUser()));
  const { time, request } = opened;
  for (let i = 0; i < 60; i++) void request('interactive');
  await time.pass(0);
  counts.length = 0;
  void request('job');
  await time.pass(0);
  expect(counts).toEqual([]);
  void request('interactive');
  await time.pass(0);
  expect(counts).toEqual([1]);
  await time.pass(62_000);
  expect(new Set(counts.slice(1))).toEqual(new Set([0]));
});

test('a flood of calls of the user does not starve the others', async () => {
  const { time, gate, request, sent } = openGate(60);
  for (let i = 0; i < 1_000; i++) time.after(i * 500, () => void request('interactive'));
  for (const source of ['lists', 'refresh', 'history', 'job'] as const) {
    time.after(62_000, () => void request(source));
  }
  await time.pass(200_000);
  const others = sent.filter(({ source }) => source !== 'interactive');
  expect(others).toHaveLength(4);
  // Whoever asks the allowance gets through as well.
  expect(gate.refresh.waitMs('steady')).toBeLessThanOrEqual(61_000);
  expectWithin(60, sent);
});

test('the user ends the waits of their own calls only, and closing ends all', async () => {
  const { time, gate, request, sent } = openGate();
  await request('lists', { answer: limited(3_600) });
  const own = faultOf(request('interactive'));
  const list = faultOf(request('lists'));
  await time.pass(1_000);
  gate.cancelWaiting();
  expect(await own).toMatchObject({ kind: 'declined', reason: 'state' });
  expect([gate.waitingOfUser(), time.pending()]).toEqual([0, 1]);
  gate.close();
  expect(await list).toMatchObject({ kind: 'declined', reason: 'gone' });
  expect(await faultOf(request('interactive'))).toMatchObject({ reason: 'gone' });
  expect([sent.length, time.pending()]).toEqual([1, 0]);
});

test('a request that was sent is not affected by cancelling or closing', async () => {
  const { time, gate, request } = openGate();
  const sending = request('interactive', { answerMs: 5_000 });
  await time.pass(1_000);
  gate.cancelWaiting();
  gate.close();
  await time.pass(5_000);
  await expect(sending).resolves.toBeUndefined();
});

test('an account that is opened again continues with its minute and its pause', async () => {
  const history = createCallHistory();
  const first = openGate(10, history);
  for (let i = 0; i < 10; i++) void first.request('interactive');
  await first.time.pass(0);
  expect(first.sent).toHaveLength(10);
  first.gate.close();
  const second = openGate(10, history);
  void second.request('interactive', { answer: limited(300) });
  await second.time.pass(60_000);
  expect(second.sent).toHaveLength(0);
  await second.time.pass(2_000);
  expect(second.sent).toHaveLength(1);
  expect(openGate(10, history).gate.pause()).not.toBeNull();
});

test('a device that is refused again while others are answered does not pause them', async () => {
  const { time, gate, request } = openGate();
  const path = '/api/devices/{deviceId}/lastLocation';
  await request('refresh', { path, id: 'a', answer: limited(null) });
  expect(gate.pause()?.until).toBe(time.now() + 30_000);
  await time.pass(30_000);
  await request('refresh', { path, id: 'b' });
  await request('refresh', { path, id: 'a', answer: limited(null) });
  expect(gate.pause()).toBeNull();
  // A list has no limit of its own.
  await request('lists', { answer: limited(null) });
  await time.pass(30_000);
  await request('refresh', { path, id: 'b' });
  await request('lists', { answer: limited(null) });
  expect(gate.pause()).not.toBeNull();
});

test('a clock that is set back makes a pause no longer', async () => {
  const { time, gate, request } = openGate();
  await request('refresh', { answer: limited(60) });
  time.jump(-5 * 3_600_000);
  expect(gate.pause()!.until - time.now()).toBe(60_000);
});

/** A fleet of any size that is requested for the first time, with a selected device and a busy user. */
function busyFleet(rate: number, seconds: number) {
  const opened = openGate(rate);
  const { time, gate, request } = opened;
  const one = async () => {
    for (;;) {
      const waitMs = gate.refresh.waitMs('burst');
      if (waitMs > 0) await new Promise<void>((resolve) => time.after(waitMs, resolve));
      else await request('refresh', { answerMs: 30 });
    }
  };
  for (let i = 0; i < 4; i++) void one();
  for (let at = 0; at < seconds * 1000; at += 5_000) {
    time.after(at, () => {
      if (gate.refresh.waitMs('steady', 0, true) === 0) void request('selected');
    });
  }
  return opened;
}

test('6,000 calls a minute: no second is silent, the selected device is requested every five', async () => {
  const { time, sent } = busyFleet(6_000, 125);
  await time.pass(125_000);
  expectWithin(6_000, sent);
  const gaps = sent.slice(1).map(({ at }, i) => at - sent[i]!.at);
  expect(Math.max(...gaps)).toBeLessThan(1_000);
  const selected = sent.filter(({ source }) => source === 'selected');
  expect(selected.map(({ at }) => at)).toEqual(Array.from({ length: 25 }, (_, i) => i * 5_000));
  const lastMinute = sent.filter(({ at }) => at >= 65_000);
  expect(lastMinute.length).toBeGreaterThan(5_600);
}, 60_000);

test('at any rate and moment: the user is sent at once, nothing is silent for long, within the limit', async () => {
  const moments = fc.uniqueArray(fc.nat(170), { maxLength: 12, minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 24, max: 300 }), moments, async (rate, ofUser) => {
      const { time, request, sent } = busyFleet(rate, 180);
      // Not more than is left to the user in a minute.
      const mine = ofUser.slice(0, Math.floor(rate / 10));
      for (const second of mine) time.after(second * 1000, () => void request('interactive'));
      await time.pass(180_000);
      expectWithin(rate, sent);
      const waits = sent.filter(({ source }) => source === 'interactive');
      expect(waits).toHaveLength(mine.length);
      for (const { at, since } of waits) expect(at).toBe(since);
      const gaps = sent.slice(1).map(({ at }, i) => at - sent[i]!.at);
      expect(Math.max(...gaps)).toBeLessThan(10_000);
      const selected = sent.filter(({ source }) => source === 'selected');
      expect(selected.length).toBeGreaterThanOrEqual(30);
    }),
    { numRuns: 4 },
  );
}, 120_000);

test('refusals in a row teach no limit: the calls between them are too few', async () => {
  const { time, gate, request } = openGate(600);
  for (let i = 0; i < 20; i++) void request('interactive');
  void request('interactive', { answer: limited(1) });
  await time.pass(1_000);
  void request('interactive');
  void request('interactive', { answer: limited(1) });
  await time.pass(1_000);
  expect(gate.rate()).toMatchObject({ isSlowed: true, refusedAt: null });
  expect(gate.rate().inUse).toBeCloseTo(150, -1);
});

test('a change is reported when a wait of the user ends without a turn, not for other calls', async () => {
  let changes = 0;
  const { time, request } = openGate(60, undefined, () => (changes += 1));
  for (let i = 0; i < 60; i++) void request('interactive');
  await time.pass(0);
  const cancelled = async (source: 'job' | 'interactive') => {
    const cancel = new AbortController();
    const work = request(source, { signal: cancel.signal });
    await time.pass(0);
    changes = 0;
    cancel.abort(new Error('over'));
    await expect(work).rejects.toThrow('over');
    return changes;
  };
  expect([await cancelled('job'), await cancelled('interactive')]).toEqual([0, 1]);
});
