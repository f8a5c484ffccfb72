import { expect, test } from 'vitest';
import { createWaitingCalls, isUrgent, type WaitingCall } from './waiting-calls';

const call = (source: WaitingCall['source'], since = 0): WaitingCall => ({
  source,
  since,
  reservation: { waitMs: () => 0, end: () => undefined },
  isReady: () => true,
  start: () => undefined,
});

function waitingFor(...calls: WaitingCall[]) {
  const waiting = createWaitingCalls();
  for (const each of calls) waiting.add(each);
  const take = (now: number, onlyUser = false) => {
    const next = waiting.next(now, onlyUser);
    if (next) waiting.took(next, now);
    return next?.source ?? null;
  };
  return { waiting, take };
}

test('exchanges, the user, lists and the selected device, the work, then alerts', () => {
  const sources = ['alerts', 'history', 'job', 'refresh', 'selected', 'lists'] as const;
  const { waiting, take } = waitingFor(
    ...sources.map((source) => call(source)),
    call('interactive'),
    call('token'),
  );
  expect(waiting.size()).toBe(8);
  const order = Array.from({ length: 9 }, () => take(0));
  expect(order).toEqual([
    'token',
    'interactive',
    'selected',
    'lists',
    'history',
    'job',
    'refresh',
    'alerts',
    null,
  ]);
});

test('calls of one rank are taken in the order in which they came', () => {
  const first = call('interactive');
  const second = call('interactive');
  const { waiting } = waitingFor(first, second);
  expect(waiting.next(0, false)).toBe(first);
  expect(waiting.has(second)).toBe(true);
  waiting.remove(first);
  expect(waiting.next(0, false)).toBe(second);
  expect([waiting.has(first), waiting.ofUser(), waiting.size()]).toEqual([false, 1, 1]);
});

test('while only the user has turns, background calls wait', () => {
  const { take } = waitingFor(call('refresh'), call('lists'), call('interactive'), call('token'));
  const turns = [1, 2, 3].map(() => take(0, true));
  expect(turns).toEqual(['token', 'interactive', null]);
});

test('every fourth turn belongs to the call that has waited for more than a minute', () => {
  const users = Array.from({ length: 8 }, () => call('interactive', 50_000));
  const { take } = waitingFor(call('alerts'), call('refresh', 50_000), ...users);
  // A minute is not more than a minute.
  expect([1, 2].map(() => take(60_000))).toEqual(['interactive', 'interactive']);
  const turns = Array.from({ length: 5 }, () => take(60_001));
  expect(turns).toEqual(['interactive', 'interactive', 'interactive', 'alerts', 'interactive']);
});

test('the turn of the call that has waited long is not given while only the user has turns', () => {
  const users = Array.from({ length: 6 }, () => call('interactive', 90_000));
  const { take } = waitingFor(call('alerts'), ...users);
  const turns = Array.from({ length: 5 }, () => take(100_000, true));
  expect(new Set(turns)).toEqual(new Set(['interactive']));
  // It comes as soon as the others have turns.
  expect(take(100_000)).toBe('alerts');
});

test('a call that came by itself to its turn starts the count anew', () => {
  const users = Array.from({ length: 8 }, () => call('interactive', 100_000));
  const { waiting, take } = waitingFor(call('history'), call('alerts', 100_000));
  for (const user of users.slice(0, 2)) waiting.add(user);
  expect([take(100_000), take(100_000)]).toEqual(['interactive', 'interactive']);
  expect(take(100_000)).toBe('history');
  for (const user of users.slice(2)) waiting.add(user);
  const turns = Array.from({ length: 5 }, () => take(170_000));
  expect(turns).toEqual(['interactive', 'interactive', 'interactive', 'alerts', 'interactive']);
});

test('the user waits for exchanges and for the own calls', () => {
  const sources = ['token', 'interactive', 'lists', 'selected', 'refresh'] as const;
  expect(sources.filter((source) => isUrgent({ source }))).toEqual(['token', 'interactive']);
});
