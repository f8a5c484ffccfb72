import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createGatedCall, type Gate } from './gated-call';
import type { GateAnswer } from './service-pause';
import type { WaitingCall } from './waiting-calls';

function setup(signal?: AbortSignal) {
  const entries: WaitingCall[] = [];
  const answers: GateAnswer[] = [];
  const reservations = { open: 0 };
  const gate = {
    now: () => 5,
    reserve: () => {
      reservations.open += 1;
      return { waitMs: () => 0, end: () => void (reservations.open -= 1) };
    },
    add: (entry: WaitingCall) => void entries.push(entry),
    remove: (entry: WaitingCall) => void entries.splice(entries.indexOf(entry), 1),
    send: vi.fn<Gate['send']>(() => (answer) => void answers.push(answer)),
    over: vi.fn<() => void>(),
  };
  const call = createGatedCall({ source: 'job', path: '/api/users', signal }, gate);
  return { ...call, gate, entries, answers, reservations };
}

test('a request reserves its place until its turn, and reports its answer once', async () => {
  const { gated, gate, entries, answers, reservations, isWaiting } = setup();
  expect([reservations.open, isWaiting()]).toEqual([1, false]);
  const turn = gated.turn();
  expect([entries.length, isWaiting()]).toEqual([1, true]);
  expect(entries[0]).toMatchObject({ source: 'job', since: 5 });
  entries[0]!.start();
  expect(await turn).toBe(true);
  expect([reservations.open, gate.send.mock.calls.length, isWaiting()]).toEqual([0, 1, false]);
  gated.answered({ status: 200, retryAfterSeconds: null });
  gated.end();
  expect(answers).toEqual([{ status: 200, retryAfterSeconds: null }]);
  expect(gate.over).toHaveBeenCalledOnce();
});

test('a request that is no longer wanted at its turn costs nothing', async () => {
  const { gated, gate, entries, reservations } = setup();
  const turn = gated.turn(() => false);
  entries[0]!.start();
  expect(await turn).toBe(false);
  expect(gate.send).not.toHaveBeenCalled();
  expect(reservations.open).toBe(1);
  gated.end();
  expect(reservations.open).toBe(0);
});

test('each further request reserves a place of its own', async () => {
  const { gated, entries, reservations } = setup();
  const first = gated.turn();
  entries[0]!.start();
  await first;
  void gated.turn();
  expect([reservations.open, entries.length]).toEqual([1, 2]);
});

test('an operation that ends without an answer says so', async () => {
  const { gated, entries, answers } = setup();
  const turn = gated.turn();
  entries[0]!.start();
  await turn;
  gated.end();
  expect(answers).toEqual([{ status: null, retryAfterSeconds: null }]);
});

test('a refused wait ends, and so does every later one; the first reason counts', async () => {
  const { gated, entries, refuse, isWaiting } = setup();
  const turn = gated.turn();
  refuse(new Error('closed'));
  refuse(new Error('later'));
  await expect(turn).rejects.toThrow('closed');
  expect([entries.length, isWaiting()]).toEqual([0, false]);
  await expect(gated.turn()).rejects.toThrow('closed');
  await expect(gated.waitFor(Promise.resolve(1))).rejects.toThrow('closed');
  expect(entries).toEqual([]);
});

test('a turn that has come can no longer be refused', async () => {
  const { gated, entries, refuse } = setup();
  const turn = gated.turn();
  entries[0]!.start();
  refuse(new Error('closed'));
  expect(await turn).toBe(true);
});

test('other waits of the operation end with their work, or when it is refused', async () => {
  const { gated, refuse } = setup();
  expect(await gated.waitFor(Promise.resolve('token'))).toBe('token');
  await expect(gated.waitFor(Promise.reject(new Error('no token')))).rejects.toThrow('no token');
  const forever = gated.waitFor(new Promise(() => undefined));
  refuse(new Error('closed'));
  await expect(forever).rejects.toThrow('closed');
});

test('a signal refuses, also one that was given before, and is left alone after the end', async () => {
  const cancel = new AbortController();
  const { gated } = setup(cancel.signal);
  const turn = gated.turn();
  cancel.abort(new Error('cancelled'));
  await expect(turn).rejects.toThrow('cancelled');
  await expect(setup(cancel.signal).gated.turn()).rejects.toThrow('cancelled');
  const other = new AbortController();
  const second = setup(other.signal);
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(1);
  second.gated.end();
  expect(getEventListeners(other.signal, 'abort')).toHaveLength(0);
});
