import fc from 'fast-check';
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import type { FaultError } from '#shared/fault';
import { createCallHistory, RequestQueue, ServicePause, type RequestEnd } from './request-queue';
import { expectWithin, limited, openQueue } from './request-queue.test-support';

const faultOf = (work: Promise<void>) =>
  work.then(
    () => expect.fail('it was sent'),
    (error: unknown) => (error as FaultError).fault,
  );

test('a Retry-After pauses every kind of call; then the user comes first', async () => {
  const { time, queue, request, sent } = openQueue();
  void request('refresh', { answer: limited(30), answerMs: 100 });
  void request('history', { answer: limited(5), answerMs: 200 });
  await time.pass(200);
  expect(queue.pause()?.fault).toEqual({ kind: 'limitReached', retryAfterSeconds: 30 });
  const sources = ['job', 'refresh', 'lists', 'interactive', 'token'] as const;
  for (const source of sources) void request(source, { answerMs: 100 });
  await time.pass(29_899);
  expect(sent).toHaveLength(2);
  expect([
    queue.refresh.waitMs('burst'),
    queue.jobs.waitMs('burst'),
    queue.waitingOfUser(),
  ]).toEqual([1, 1, 1]);
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
  const { time, request, sent } = openQueue(60);
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
  const opened = openQueue(60, undefined, () => counts.push(opened.queue.waitingOfUser()));
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
  const { time, queue, request, sent } = openQueue(60);
  for (let i = 0; i < 1_000; i++) time.after(i * 500, () => void request('interactive'));
  for (const source of ['lists', 'refresh', 'history', 'job'] as const) {
    time.after(62_000, () => void request(source));
  }
  await time.pass(200_000);
  const others = sent.filter(({ source }) => source !== 'interactive');
  expect(others).toHaveLength(4);
  // Whoever asks the allowance gets through as well.
  expect(queue.refresh.waitMs('steady')).toBeLessThanOrEqual(61_000);
  expectWithin(60, sent);
});

test('the user ends the waits of their own calls only, and closing ends all', async () => {
  const { time, queue, request, sent } = openQueue();
  await request('lists', { answer: limited(3_600) });
  const own = faultOf(request('interactive'));
  const list = faultOf(request('lists'));
  await time.pass(1_000);
  queue.cancelWaiting();
  expect(await own).toMatchObject({ kind: 'declined', reason: 'state' });
  expect([queue.waitingOfUser(), time.pending()]).toEqual([0, 1]);
  queue.close();
  expect(await list).toMatchObject({ kind: 'declined', reason: 'gone' });
  expect(await faultOf(request('interactive'))).toMatchObject({ reason: 'gone' });
  expect([sent.length, time.pending()]).toEqual([1, 0]);
});

test('a request that was sent is not affected by cancelling or closing', async () => {
  const { time, queue, request } = openQueue();
  const sending = request('interactive', { answerMs: 5_000 });
  await time.pass(1_000);
  queue.cancelWaiting();
  queue.close();
  await time.pass(5_000);
  await expect(sending).resolves.toBeUndefined();
});

test('an account that is opened again continues with its minute and its pause', async () => {
  const history = createCallHistory();
  const first = openQueue(10, history);
  for (let i = 0; i < 10; i++) void first.request('interactive');
  await first.time.pass(0);
  expect(first.sent).toHaveLength(10);
  first.queue.close();
  const second = openQueue(10, history);
  void second.request('interactive', { answer: limited(300) });
  await second.time.pass(60_000);
  expect(second.sent).toHaveLength(0);
  await second.time.pass(2_000);
  expect(second.sent).toHaveLength(1);
  expect(openQueue(10, history).queue.pause()).not.toBeNull();
});

test('a device that is refused again while others are answered does not pause them', async () => {
  const { time, queue, request } = openQueue();
  const path = '/api/devices/{deviceId}/lastLocation';
  await request('refresh', { path, id: 'a', answer: limited(null) });
  expect(queue.pause()?.until).toBe(time.now() + 30_000);
  await time.pass(30_000);
  await request('refresh', { path, id: 'b' });
  await request('refresh', { path, id: 'a', answer: limited(null) });
  expect(queue.pause()).toBeNull();
  // A list has no limit of its own.
  await request('lists', { answer: limited(null) });
  await time.pass(30_000);
  await request('refresh', { path, id: 'b' });
  await request('lists', { answer: limited(null) });
  expect(queue.pause()).not.toBeNull();
});

test('a clock that is set back makes a pause no longer', async () => {
  const { time, queue, request } = openQueue();
  await request('refresh', { answer: limited(60) });
  time.jump(-5 * 3_600_000);
  expect(queue.pause()!.until - time.now()).toBe(60_000);
});

/** A fleet of any size that is requested for the first time, with a selected device and a busy user. */
function busyFleet(rate: number, seconds: number) {
  const opened = openQueue(rate);
  const { time, queue, request } = opened;
  const one = async () => {
    for (;;) {
      const waitMs = queue.refresh.waitMs('burst');
      if (waitMs > 0) await new Promise<void>((resolve) => time.after(waitMs, resolve));
      else await request('refresh', { answerMs: 30 });
    }
  };
  for (let i = 0; i < 4; i++) void one();
  for (let at = 0; at < seconds * 1000; at += 5_000) {
    time.after(at, () => {
      if (queue.refresh.waitMs('steady', 0, true) === 0) void request('selected');
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
  const { time, queue, request } = openQueue(600);
  for (let i = 0; i < 20; i++) void request('interactive');
  void request('interactive', { answer: limited(1) });
  await time.pass(1_000);
  void request('interactive');
  void request('interactive', { answer: limited(1) });
  await time.pass(1_000);
  expect(queue.rate()).toMatchObject({ isSlowed: true, refusedAt: null });
  expect(queue.rate().inUse).toBeCloseTo(150, -1);
});

test('a change is reported when a wait of the user ends without a turn, not for other calls', async () => {
  let changes = 0;
  const { time, request } = openQueue(60, undefined, () => (changes += 1));
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

test('exchanges, the user, lists and the selected device, the work, then alerts', async () => {
  const { time, request, sent } = openQueue();
  await request('lists', { answer: limited(10) });
  const sources = ['alerts', 'history', 'job', 'refresh', 'selected', 'lists'] as const;
  for (const source of [...sources, 'interactive', 'token'] as const) void request(source);
  await time.pass(20_000);
  expect(sent.slice(1).map(({ source }) => source)).toEqual([
    'token',
    'interactive',
    'selected',
    'lists',
    'history',
    'job',
    'refresh',
    'alerts',
  ]);
});

test('every fourth turn belongs to the call that has waited for more than a minute', async () => {
  const { time, request, sent } = openQueue(60);
  for (let i = 0; i < 60; i++) void request('interactive');
  void request('alerts');
  await time.pass(50_000);
  for (let i = 0; i < 8; i++) void request('interactive');
  await time.pass(11_000);
  const turns = sent.slice(60).map(({ source }) => source);
  expect(turns.indexOf('alerts')).toBe(3);
  expect(turns).toHaveLength(9);
});

/** Operations whose requests this test sends itself. */
function openCalls(callsPerMinute = 60) {
  const { time } = openQueue();
  const ends: unknown[] = [];
  const queue = new RequestQueue({
    clock: time,
    callsPerMinute: () => callsPerMinute,
    working: () => ({ jobs: false, downloads: false }),
    onSent: (source) => (end) => void ends.push([source, end.status]),
  });
  const begin = (signal?: AbortSignal) => queue.begin({ source: 'interactive', path: '/', signal });
  return { time, queue, ends, begin };
}

test('a request that is no longer wanted at its turn costs nothing', async () => {
  const { queue, begin, ends } = openCalls(1);
  const call = begin();
  expect(await call.turn(() => false)).toBe(false);
  expect(await call.turn()).toBe(true);
  call.answered({ status: 200, retryAfterSeconds: null });
  call.end();
  expect(ends).toEqual([['interactive', 200]]);
  expect(queue.refresh.waitMs('burst')).toBeGreaterThan(0);
});

test('an operation counts from its start until its end, and each further request of it', async () => {
  const { queue, begin } = openCalls(1);
  const call = begin();
  expect(queue.refresh.waitMs('steady')).toBeGreaterThan(0);
  call.end();
  expect(queue.refresh.waitMs('steady')).toBe(0);
  const second = begin();
  await second.turn();
  expect(queue.waitingOfUser()).toBe(0);
  const repeat = second.turn();
  expect(queue.waitingOfUser()).toBe(1);
  queue.close();
  await expect(repeat).rejects.toThrow('declined');
});

test('an operation that ends without an answer says so, once', async () => {
  const { begin, ends } = openCalls();
  const call = begin();
  await call.turn();
  call.end();
  call.end();
  expect(ends).toEqual([['interactive', null]]);
});

test('waits of an operation end with their work, or when its signal is aborted', async () => {
  const { queue, begin } = openCalls();
  const cancel = new AbortController();
  const call = begin(cancel.signal);
  expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
  expect(await call.waitFor(Promise.resolve('token'))).toBe('token');
  await expect(call.waitFor(Promise.reject(new Error('no token')))).rejects.toThrow('no token');
  const forever = call.waitFor(new Promise(() => undefined));
  cancel.abort(new Error('cancelled'));
  await expect(forever).rejects.toThrow('cancelled');
  // The first reason counts for every later wait.
  queue.close();
  await expect(call.turn()).rejects.toThrow('cancelled');
  await expect(begin(cancel.signal).turn()).rejects.toThrow('cancelled');
  call.end();
  const other = new AbortController();
  begin(other.signal).end();
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(0);
});

test('a call that was refused before leaves the end of what it would wait for to nobody', async () => {
  const { queue } = openQueue();
  const call = queue.begin({ source: 'refresh', path: 'devices' });
  queue.close();
  const exchange = Promise.withResolvers<string>();
  expect(await faultOf(call.waitFor(exchange.promise).then(() => undefined))).toMatchObject({
    kind: 'declined',
  });
  // An unhandled rejection would fail this test.
  exchange.reject(new Error('the exchange was refused too'));
  await new Promise((resolve) => setImmediate(resolve));
});

const list = { path: '/api/users' };
const limit = (retryAfterSeconds: number | null): RequestEnd => ({
  status: 429,
  retryAfterSeconds,
});
const status = (code: number | null): RequestEnd => ({ status: code, retryAfterSeconds: null });

function setUpPause() {
  const state = { now: 1_000, limits: 0 };
  const pause = new ServicePause({
    now: () => state.now,
    history: { pause: null },
    onLimit: () => (state.limits += 1),
  });
  const answer = (given: RequestEnd, period = pause.period()) =>
    pause.answered(list, given, period);
  return { state, pause, answer };
}

test('after a pause calls are sent one at a time until an answer comes, whatever it says', () => {
  for (const [code, isProbing] of [
    [200, false],
    [500, false],
    [404, false],
    [null, true],
  ] as const) {
    const { state, pause, answer } = setUpPause();
    expect(pause.isProbing()).toBe(false);
    expect(answer(limit(7))).toBe(true);
    expect([pause.leftMs(), pause.isProbing(), pause.period()]).toEqual([7_000, true, 1]);
    // The answer to a request from before the pause says nothing about the time after it.
    answer(status(200), 0);
    expect(pause.isProbing()).toBe(true);
    state.now += 7_000;
    expect([pause.leftMs(), pause.current()]).toEqual([0, null]);
    answer(status(code));
    expect([code, pause.isProbing()]).toEqual([code, isProbing]);
  }
});

test('of the answers to requests sent before a pause only a longer time is news', () => {
  const { state, pause, answer } = setUpPause();
  answer(limit(20));
  expect(answer(limit(null), 0)).toBe(false);
  expect(answer(limit(5), 0)).toBe(false);
  expect([pause.leftMs(), pause.period(), state.limits]).toEqual([20_000, 1, 1]);
  expect(answer(limit(60), 0)).toBe(true);
  expect([pause.leftMs(), pause.period(), state.limits]).toEqual([60_000, 1, 1]);
  expect(pause.current()?.fault).toEqual({ kind: 'limitReached', retryAfterSeconds: 60 });
});

test('a busy service that says for how long is paused for too', () => {
  const { state, pause, answer } = setUpPause();
  answer({ status: 503, retryAfterSeconds: 3 });
  expect(pause.current()?.fault).toEqual({ kind: 'busy', status: 503 });
  expect([pause.leftMs(), pause.period(), state.limits]).toEqual([3_000, 1, 0]);
});

test('refusals without a time are followed by longer pauses until something is answered', () => {
  const { state, pause, answer } = setUpPause();
  const refuse = () => {
    answer(limit(null));
    const ms = pause.leftMs();
    state.now += ms;
    return ms;
  };
  const first = refuse();
  const second = refuse();
  expect(second).toBeGreaterThan(first);
  pause.leftMs();
  answer(status(200));
  expect(refuse()).toBeLessThan(second);
});

test('a request that was refused is no answer: the next pause is longer still', () => {
  const { state, pause, answer } = setUpPause();
  answer(limit(null));
  const first = pause.leftMs();
  state.now += first;
  expect(answer(status(400))).toBe(false);
  answer(limit(null));
  expect(pause.leftMs()).toBeGreaterThan(first);
});

test('a usual answer begins no pause', () => {
  const { pause, answer } = setUpPause();
  expect([answer(status(200)), answer(status(null)), answer(status(399))]).toEqual([
    false,
    false,
    false,
  ]);
  expect([pause.leftMs(), pause.period(), pause.current()]).toEqual([0, 0, null]);
});

test('a device that was answered meanwhile has no limit of its own', () => {
  const { pause, state } = setUpPause();
  const path = '/api/devices/last-location';
  const ask = (id: string, given: RequestEnd) =>
    pause.answered({ path, id }, given, pause.period());
  ask('a', limit(5));
  state.now += 5_000;
  ask('a', status(200));
  ask('b', status(200));
  expect(ask('a', limit(5))).toBe(true);
  // Calls of other paths, or without a device, concern the account.
  expect(pause.answered({ path: '/api/users', id: 'a' }, limit(60), pause.period())).toBe(true);
});

test('answers to calls of no device say nothing about the limit of one', () => {
  const { pause, state } = setUpPause();
  const path = '/api/devices/last-location';
  const ask = (subject: { id?: string }, given: RequestEnd) =>
    pause.answered({ path, ...subject }, given, pause.period());
  ask({ id: 'a' }, limit(5));
  state.now += 5_000;
  ask({}, status(200));
  expect(ask({ id: 'a' }, limit(5))).toBe(true);
});
