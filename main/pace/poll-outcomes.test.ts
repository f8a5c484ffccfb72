import { expect, test, vi } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import type { Pause } from './service-pause';
import { createPollOutcomes } from './poll-outcomes';

function setup({ devices = 10, isProbing = false, pause = null as Pause | null } = {}) {
  const breaker = {
    answered: vi.fn<() => void>(),
    trip: vi.fn<(fault: Fault, period: number) => boolean>(() => true),
    isProbing: () => isProbing,
  };
  const rests: [string, number][] = [];
  const bugs: unknown[] = [];
  const outcomes = createPollOutcomes({
    rotation: { size: () => devices, rest: (id, until) => rests.push([id, until]) },
    breaker,
    budget: { pause: () => pause },
    now: () => 1_000,
    onBug: (error) => bugs.push(error),
  });
  const fail = (id: string, fault: Fault) => outcomes.failed(id, new FaultError(fault), 7);
  return { outcomes, fail, breaker, rests, bugs };
}

const busy: Fault = { kind: 'busy', status: 503 };

test.each<Fault>([
  { kind: 'notFound' },
  { kind: 'forbidden' },
  { kind: 'conflict' },
  { kind: 'declined', reason: 'state', message: '' },
])('$kind is an answer about the device', (fault) => {
  const { fail, breaker, rests } = setup();
  fail('a', fault);
  expect([breaker.answered.mock.calls.length, breaker.trip.mock.calls.length]).toEqual([1, 0]);
  expect(rests).toEqual([]);
});

test.each<Fault>([
  busy,
  { kind: 'notThisService', evidence: 'html' },
  { kind: 'storage', reason: 'full' },
  { kind: 'file', reason: 'full', file: 'a.csv' },
  { kind: 'bug', reference: 'a' },
])('$kind of two devices in a row may be the service, of one only the device', (fault) => {
  const { outcomes, fail, breaker, rests } = setup();
  fail('a', fault);
  expect(breaker.trip).not.toHaveBeenCalled();
  outcomes.succeeded();
  expect(rests).toEqual([['a', 61_000]]);
  fail('b', fault);
  fail('c', fault);
  expect(breaker.trip.mock.calls).toEqual([[fault, 7]]);
  // Their failures were those of the service.
  outcomes.succeeded();
  expect(rests).toHaveLength(1);
});

test('a failure while the service is tried, or of the only device, is one of the service', () => {
  const probing = setup({ isProbing: true });
  probing.fail('a', busy);
  const single = setup({ devices: 1 });
  single.fail('a', busy);
  expect([probing, single].map(({ breaker }) => breaker.trip.mock.calls.length)).toEqual([1, 1]);
});

test('a failure that does not trip leaves the devices under suspicion', () => {
  const { outcomes, fail, breaker, rests } = setup();
  breaker.trip.mockReturnValue(false);
  fail('a', busy);
  fail('b', busy);
  fail('c', { kind: 'offline', layer: 'network' });
  outcomes.succeeded();
  expect(rests).toEqual([
    ['a', 61_000],
    ['b', 61_000],
  ]);
});

test('a network that is gone, and a key that is refused, concern all devices at once', () => {
  const { outcomes, fail, breaker, rests } = setup();
  fail('a', busy);
  fail('b', { kind: 'unauthorized' });
  fail('b', { kind: 'keychain', reason: 'locked' });
  fail('b', { kind: 'offline', layer: 'network' });
  expect(breaker.trip.mock.calls.map(([{ kind }]) => kind)).toEqual([
    'unauthorized',
    'keychain',
    'offline',
  ]);
  outcomes.succeeded();
  expect(rests).toEqual([]);
});

test('a limit without a pause is that of the device, which rests for a quarter of an hour', () => {
  const alone = setup();
  alone.fail('a', { kind: 'limitReached' });
  expect(alone.rests).toEqual([['a', 901_000]]);
  const all = setup({ pause: { fault: { kind: 'limitReached' }, until: 5_000 } });
  all.fail('a', { kind: 'limitReached' });
  expect([all.rests, all.breaker.trip.mock.calls]).toEqual([[], []]);
});

test('an exception of ours is reported, and its device rests', () => {
  const { outcomes, bugs, rests, breaker } = setup();
  const error = new Error('x');
  outcomes.failed('a', error, 7);
  expect([bugs, rests]).toEqual([[error], [['a', 61_000]]]);
  expect(breaker.trip).not.toHaveBeenCalled();
});
