import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fix } from '#shared/domain/fix';
import {
  DeviceOrder,
  noAttention,
  sightingOf,
  together,
  type Attention,
  type Check,
  type DeviceOrderOptions,
  type Sighting,
} from './device-order';
import { createTestLists } from './listed-devices.test-support';

const ids = (count: number, prefix = 'd') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const seen = (part: Partial<Attention>): Attention => ({ ...noAttention, ...part });
const parked: Sighting = { isMoving: false, speed: 0, place: { latitude: 45, longitude: 15 } };
const moving: Sighting = { isMoving: true, speed: 15, place: { latitude: 45, longitude: 15 } };

const orderOf = (options: Partial<DeviceOrderOptions> = {}) =>
  new DeviceOrder({ callsPerMinute: () => 60, ...options });
const listOf = createTestLists();

/** Takes the next turn when it is due; returns the id. */
function turn(
  order: DeviceOrder,
  clock: { now: number },
  attention: Attention = noAttention,
  answer: (id: string) => Sighting | null = () => parked,
): string | null {
  for (let waits = 0; waits < 1_000; waits++) {
    const next = order.next(clock.now, attention);
    if (!next) return null;
    if (next.dueAt > clock.now) {
      clock.now = next.dueAt;
      continue;
    }
    order.begin(next);
    order.end(next, clock.now, answer(next.id));
    return next.id;
  }
  return expect.fail('no turn is ever due');
}

test('requests all devices in the order of the list first', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(ids(3)));
  expect(ids(3).map(() => turn(order, clock))).toEqual(['d0', 'd1', 'd2']);
  expect(new Set(ids(3).map(() => turn(order, clock)))).toEqual(new Set(ids(3)));
  expect(clock.now).toBe(10_000);
});

test('new devices: the selected one, those in view, those in the table, then the others', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(ids(6)));
  const attention = seen({ selected: 'd5', inView: ['d4'], inTable: ['d3', 'd4'] });
  const turns = ids(6).map(() => turn(order, clock, attention));
  expect(turns).toEqual(['d5', 'd4', 'd3', 'd0', 'd1', 'd2']);
});

test('never requests a device twice at the same time', () => {
  const order = orderOf();
  order.sync(listOf(ids(2)));
  const attention = seen({ selected: 'd1' });
  const first = order.next(0, attention)!;
  order.begin(first);
  const second = order.next(0, attention)!;
  order.begin(second);
  expect([first.id, second.id]).toEqual(['d1', 'd0']);
  expect(order.next(0, attention)).toBeNull();
  // Its request goes on while it is removed and added again.
  order.sync(listOf(['d0']));
  order.sync(listOf(['d1', 'd0']));
  expect(order.next(1e9, attention)).toBeNull();
});

test('new ids come first, removed ones are not requested', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(['a', 'b']));
  turn(order, clock);
  order.sync(listOf(['b', 'a', 'c']));
  expect([turn(order, clock), turn(order, clock)]).toEqual(['b', 'c']);
  expect(order.neverRequested()).toBe(0);
  order.sync(listOf(['c']));
  clock.now += 60_000;
  expect([turn(order, clock), turn(order, clock)]).toEqual(['c', 'c']);
  order.sync(listOf([]));
  expect(order.next(clock.now, seen({ selected: 'a', inView: ['a'] }))).toBeNull();
});

test('two new devices in a row come before those that are worth a call', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(ids(5)));
  turn(order, clock);
  clock.now = 60_000;
  expect(ids(4).map(() => turn(order, clock))).toEqual(['d1', 'd0', 'd2', 'd3']);
});

test('close to the longest time between checks every turn is for the oldest, before every second', () => {
  const checkedFirst = ids(10);
  const turnsAt = (now: number) => {
    const order = orderOf();
    order.sync(listOf(ids(1_000)));
    const clock = { now: 0 };
    const answer = (id: string) => (checkedFirst.includes(id) ? parked : moving);
    for (let i = 0; i < 1_000; i++) turn(order, clock, noAttention, answer);
    for (const id of ids(1_000).slice(10)) order.sighted(id, 1_500_000, moving);
    clock.now = now;
    const turns = ids(4).map(() => turn(order, clock));
    return turns.map((id) => (checkedFirst.includes(id!) ? 'oldest' : 'worthiest'));
  };
  expect(turnsAt(3_300_000)).toEqual(['oldest', 'worthiest', 'oldest', 'worthiest']);
  // 95 % of an hour
  expect(turnsAt(3_440_000)).toEqual(['oldest', 'oldest', 'oldest', 'oldest']);
});

test('a device that is removed during its request does not come back', () => {
  const order = orderOf();
  order.sync(listOf(['a', 'b']));
  const first = order.next(0, noAttention)!;
  order.begin(first);
  order.sync(listOf(['b']));
  order.end(first, 0, parked);
  order.begin(order.next(0, noAttention)!);
  expect(order.next(1e9, seen({ inView: ['a'] }))).toBeNull();
});

test('a resting device is skipped until its time', () => {
  const order = orderOf();
  const clock = { now: 0 };
  const attention = seen({ selected: 'a', inView: ['a'] });
  order.sync(listOf(['a', 'b']));
  turn(order, clock);
  order.rest('a', 50_000);
  const until = (at: number) => {
    const turns: (string | null)[] = [];
    while (clock.now < at) turns.push(turn(order, clock, attention));
    return turns;
  };
  expect(new Set(until(39_000))).toEqual(new Set(['b']));
  expect(until(70_000)).toContain('a');
});

test('a device that rests from its first request on is requested after its rest', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(['a']));
  const first = order.next(0, noAttention)!;
  order.begin(first);
  order.rest('a', 900_000);
  order.end(first, 0, null);
  order.restart(clock.now);
  expect(turn(order, clock)).toBe('a');
  expect(clock.now).toBe(900_000);
});

test('a restart requests all devices as if for the first time', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(ids(3)));
  for (let i = 0; i < 3; i++) turn(order, clock);
  order.restart(clock.now);
  expect(order.next(clock.now, noAttention)).toMatchObject({
    id: 'd0',
    isFirst: true,
    dueAt: 0,
  });
  expect(order.neverRequested()).toBe(0);
});

test('a clock that was set back does not extend waits', () => {
  const order = orderOf();
  const clock = { now: 5 * 3_600_000 };
  order.sync(listOf(['a']));
  turn(order, clock);
  expect(order.next(0, noAttention)!.dueAt).toBeLessThanOrEqual(10_000);
});

/** One call a second for so long; returns how often each device was requested. */
function minutesOf(
  order: DeviceOrder,
  minutes: number,
  attention: Attention,
  answer: (id: string) => Sighting,
) {
  const counts = new Map<string, number>();
  for (let second = 0; second < minutes * 60; second++) {
    const now = second * 1000;
    const next = order.next(now, attention);
    if (!next || next.dueAt > now) continue;
    order.begin(next);
    order.end(next, now, answer(next.id));
    counts.set(next.id, (counts.get(next.id) ?? 0) + 1);
  }
  return counts;
}

const isMover = (id: string) => Number(id.slice(1)) % 5 === 0;
const asMixed = (id: string) => (isMover(id) ? moving : parked);
const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
const meanOf = (counts: Map<string, number>, isOf: (id: string) => boolean) =>
  mean([...counts].filter(([id]) => isOf(id)).map(([, count]) => count));

test('devices that move are requested more often than parked ones', () => {
  const order = orderOf();
  order.sync(listOf(ids(100)));
  const counts = minutesOf(order, 60, noAttention, asMixed);
  expect(counts.size).toBe(100);
  const parkedMean = meanOf(counts, (id) => !isMover(id));
  expect(meanOf(counts, isMover)).toBeGreaterThan(3 * parkedMean);
});

test('attention: in view more often than in the table, and that more than the rest', () => {
  const order = orderOf();
  order.sync(listOf(ids(200)));
  const attention = seen({ inView: ids(10), inTable: ids(40) });
  const counts = minutesOf(order, 120, attention, asMixed);
  const index = (id: string) => Number(id.slice(1));
  const inView = meanOf(counts, (id) => isMover(id) && index(id) < 10);
  const inTable = meanOf(counts, (id) => isMover(id) && index(id) >= 10 && index(id) < 40);
  const rest = meanOf(counts, (id) => isMover(id) && index(id) >= 40);
  expect(inView).toBeGreaterThan(1.5 * inTable);
  expect(inTable).toBeGreaterThan(1.3 * rest);
  expect(counts.size).toBe(200);
});

test('the selected device is requested every five seconds, parked or not', () => {
  const order = orderOf();
  order.sync(listOf(ids(500)));
  const attention = seen({ selected: 'd7', inView: ids(50) });
  const counts = minutesOf(order, 30, attention, asMixed);
  expect(counts.get('d7')).toBeGreaterThanOrEqual(30 * 12 - 1);
});

test('a selected device has at most half of a low rate', () => {
  const order = orderOf({ callsPerMinute: () => 6 });
  order.sync(listOf(ids(20)));
  expect(order.intervals(true).selectedMs).toBe(20_000);
});

test('a parked device that moved lately is requested more often than one that never did', () => {
  const order = orderOf();
  order.sync(listOf(ids(100)));
  const counts = minutesOf(order, 30, noAttention, (id) => {
    const isFirstAnswer = order.neverRequested() > 0;
    return isMover(id) && isFirstAnswer ? moving : parked;
  });
  expect(meanOf(counts, isMover)).toBeGreaterThan(1.3 * meanOf(counts, (id) => !isMover(id)));
});

test('without a speed in the reports a device moves that is elsewhere a little later', () => {
  const order = orderOf();
  order.sync(listOf(ids(100)));
  let metres = 0;
  const counts = minutesOf(order, 60, noAttention, (id) => {
    metres += isMover(id) ? 300 : 0;
    const latitude = isMover(id) ? 45 + metres / 111_195 : 45;
    return { isMoving: null, speed: null, place: { latitude, longitude: 15 } };
  });
  expect(meanOf(counts, isMover)).toBeGreaterThan(3 * meanOf(counts, (id) => !isMover(id)));
});

test('about when a device is requested next', () => {
  const order = orderOf();
  order.sync(listOf(ids(60)));
  expect(order.expectedAt('d5', 0)).toBeNull();
  const attention = seen({ selected: 'd7' });
  minutesOf(order, 20, attention, asMixed);
  const now = 20 * 60_000;
  expect(order.expectedAt('d7', now)).toBeGreaterThanOrEqual(now);
  expect(order.expectedAt('d7', now)! - now).toBeLessThanOrEqual(5_000);
  expect(order.expectedAt('unknown', now)).toBeNull();
  // Devices that are expected earlier are requested earlier on average.
  const plan = new Map(ids(60).map((id) => [id, order.expectedAt(id, now)!]));
  const firstAt = new Map<string, number>();
  for (let at = now; firstAt.size < 60 && at < now + 3_600_000; at += 1_000) {
    const next = order.next(at, attention);
    if (!next || next.dueAt > at) continue;
    order.begin(next);
    order.end(next, at, asMixed(next.id));
    if (!firstAt.has(next.id)) firstAt.set(next.id, at);
  }
  const misses = ids(60).map((id) => Math.abs(firstAt.get(id)! - plan.get(id)!));
  const waits = ids(60).map((id) => firstAt.get(id)! - now);
  expect(mean(misses)).toBeLessThan(mean(waits) * 0.6);
});

const anySighting = fc.constantFrom<(Sighting | null)[]>(
  null,
  parked,
  moving,
  { isMoving: null, speed: null, place: { latitude: 45.1, longitude: 15 } },
  { isMoving: false, speed: null, place: null },
  { isMoving: true, speed: 1e9, place: { latitude: -90, longitude: 180 } },
);
const anyStep = fc.oneof(
  { weight: 20, arbitrary: fc.record({ turn: fc.nat(20_000), answer: anySighting }) },
  { weight: 2, arbitrary: fc.record({ list: fc.subarray(ids(12)) }) },
  { weight: 1, arbitrary: fc.record({ rest: fc.constantFrom(...ids(12)), ms: fc.nat(900_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      selected: fc.option(fc.constantFrom(...ids(12))),
      inView: fc.subarray(ids(12)),
      inTable: fc.subarray(ids(12)),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ restart: true }) },
  { weight: 1, arbitrary: fc.record({ jump: fc.integer({ min: -3_600_000, max: 86_400_000 }) }) },
);

/** Runs any steps; answers come in any order and up to four requests are in flight. */
function runSteps(steps: readonly (typeof anyStep extends fc.Arbitrary<infer S> ? S : never)[]) {
  const order = orderOf();
  let listed = new Set(ids(8));
  order.sync(listOf([...listed]));
  let now = 1_000_000;
  let attention = noAttention;
  const inFlight: Check[] = [];
  const turns: string[] = [];
  /** Turns of devices that are not listed or are being requested already. */
  const wrong: string[] = [];
  for (const step of steps) {
    if ('list' in step) {
      listed = new Set(step.list);
      order.sync(listOf([...step.list]));
    } else if ('rest' in step) order.rest(step.rest, now + step.ms);
    else if ('inView' in step) attention = step;
    else if ('restart' in step) order.restart(now);
    else if ('jump' in step) now += step.jump;
    else {
      now += step.turn;
      const next = order.next(now, attention);
      if (next && next.dueAt <= now) {
        if (!listed.has(next.id) || inFlight.some(({ id }) => id === next.id)) wrong.push(next.id);
        order.begin(next);
        inFlight.push(next);
        turns.push(next.id);
      }
      const isFull = inFlight.length > 3 || !next || next.dueAt > now;
      const ended = isFull ? inFlight.splice(step.turn % (inFlight.length + 1), 1) : [];
      for (const check of ended) order.end(check, now, step.answer);
    }
    expect(order.size()).toBe(listed.size);
    for (const id of ids(12)) {
      const at = order.expectedAt(id, now);
      expect(at === null || at >= now).toBe(true);
    }
  }
  expect(wrong).toEqual([]);
  for (const check of inFlight) order.end(check, now, null);
  // Every listed device is requested again, whatever happened before.
  const again = new Set<string>();
  for (let i = 0; i < 5_000 && again.size < listed.size; i++) {
    now += 1_000;
    const next = order.next(now, attention);
    if (!next || next.dueAt > now) continue;
    order.begin(next);
    order.end(next, now, parked);
    again.add(next.id);
  }
  expect(again).toEqual(listed);
  return turns;
}

test('any order of answers, faults, lists and attention: each listed device once at a time, and the same plan again', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 120 }), (steps) => {
      expect(runSteps(steps)).toEqual(runSteps(steps));
    }),
  );
});

test('after a pause the device in view that was not seen for long comes first, also the first one', () => {
  const order = orderOf();
  const clock = { now: 0 };
  order.sync(listOf(ids(40)));
  const attention = seen({ inView: ['d0'] });
  for (let i = 0; i < 41; i++) turn(order, clock, attention);
  clock.now += 90_000;
  order.sync(listOf([...ids(40), 'new']));
  expect(turn(order, clock, attention)).toBe('d0');
  expect(turn(order, clock, attention)).toBe('new');
});

test('a device in view may be requested again sooner than the others', () => {
  const order = orderOf();
  order.sync(listOf(ids(2)));
  const clock = { now: 0 };
  const attention = seen({ inView: ['d1'] });
  for (let i = 0; i < 2; i++) turn(order, clock, attention);
  expect(turn(order, clock, attention)).toBe('d1');
  expect(clock.now).toBe(5_000);
});

test('a parked device in view is expected within its pace, another one within the longest interval', () => {
  const order = orderOf();
  order.sync(listOf(ids(200)));
  minutesOf(order, 20, seen({ inView: ['d1'] }), asMixed);
  const now = 20 * 60_000;
  const waitOf = (id: string) => order.expectedAt(id, now)! - now;
  expect(waitOf('d1')).toBeLessThanOrEqual(30_000);
  const others = ids(200).slice(2).map(waitOf);
  expect(Math.max(...others)).toBeGreaterThan(30_000);
  expect(Math.max(...others)).toBeLessThanOrEqual(order.intervals(false).longestMs);
  const next = order.next(now, noAttention)!;
  order.begin(next);
  expect(order.expectedAt(next.id, now)).toBe(now);
});

function intervals({ devices = 100, hasSelection = false } = {}) {
  const order = orderOf();
  order.sync(listOf(ids(devices)));
  return order.intervals(hasSelection);
}

test('a small fleet is checked within four rounds, a larger one within the setting', () => {
  expect(intervals()).toEqual({ longestMs: 400_000, isBeyondSetting: false, selectedMs: 5_000 });
  expect(intervals({ devices: 2_000 }).longestMs).toBe(3_600_000);
  expect(intervals({ devices: 1 }).longestMs).toBe(120_000);
  expect(intervals({ devices: 0 }).longestMs).toBe(120_000);
});

test('the selected device takes its calls from the others', () => {
  expect(intervals({ hasSelection: true }).longestMs).toBe(500_000);
});

test('a setting that the calls do not suffice for is said to be missed', () => {
  expect(intervals({ devices: 10_000 })).toMatchObject({
    longestMs: 20_000_000,
    isBeyondSetting: true,
  });
});

test('no device is older than the longest interval, whatever the devices do and the user looks at', () => {
  const fleet = fc.record({
    devices: fc.integer({ min: 2, max: 150 }),
    callsPerMinute: fc.integer({ min: 20, max: 240 }),
    settingMinutes: fc.integer({ min: 5, max: 60 }),
    movers: fc.integer({ min: 1, max: 9 }),
    inView: fc.nat(60),
    hasSelection: fc.boolean(),
  });
  fc.assert(
    fc.property(fleet, ({ devices, callsPerMinute, settingMinutes, ...world }) => {
      const order = orderOf({
        callsPerMinute: () => callsPerMinute,
        oldestCheckMs: () => settingMinutes * 60_000,
      });
      order.sync(listOf(ids(devices)));
      const attention = {
        selected: world.hasSelection ? 'd0' : null,
        inView: ids(devices).slice(0, world.inView),
        inTable: ids(devices).slice(0, devices / 2),
      };
      const { longestMs, isBeyondSetting } = order.intervals(world.hasSelection);
      expect(isBeyondSetting || longestMs <= settingMinutes * 60_000).toBe(true);
      const askedAt = new Map<string, number>();
      let oldest = 0;
      const callMs = 60_000 / callsPerMinute;
      for (let now = 0; now < 3 * longestMs; now += callMs) {
        const next = order.next(now, attention);
        if (next && next.dueAt <= now) {
          const { id } = next;
          oldest = Math.max(oldest, now - (askedAt.get(id) ?? 0));
          askedAt.set(id, now);
          order.begin(next);
          const isMoving = Number(id.slice(1)) % 10 < world.movers;
          const place = { latitude: 45, longitude: 15 + now / 1e8 };
          order.end(next, now, { isMoving, speed: isMoving ? 20 : 0, place });
        }
      }
      expect(askedAt.size).toBe(devices);
      expect(oldest).toBeLessThanOrEqual(longestMs);
      for (const at of askedAt.values()) expect(3 * longestMs - at).toBeLessThanOrEqual(longestMs);
    }),
    { numRuns: 40 },
  );
});

const receivedAt = 1_700_000_000_000;
/** Speeds in km/h. */
const rules = { movingAbove: 3, metresPerSecond: 1 / 3.6 };
const answer = (fix: Partial<Fix> | null, isUnderstood = true) => ({
  fix: fix && ({ at: receivedAt - 20_000, latitude: 45, longitude: 15, speed: 36, ...fix } as Fix),
  raw: null,
  isUnderstood,
});

test('a speed above the limit is movement, in metres per second', () => {
  expect(sightingOf(answer({}), receivedAt, rules)).toEqual({
    isMoving: true,
    speed: 10,
    place: { latitude: 45, longitude: 15 },
  });
  expect(sightingOf(answer({ speed: 3 }), receivedAt, rules)).toMatchObject({ isMoving: false });
});

test('without a speed the distance decides', () => {
  expect(sightingOf(answer({ speed: null }), receivedAt, rules)).toMatchObject({
    isMoving: null,
    speed: null,
  });
});

test('an old report does not say that the device still moves', () => {
  expect(sightingOf(answer({ at: receivedAt - 3_600_000 }), receivedAt, rules)).toMatchObject({
    isMoving: false,
  });
});

test('a device without a report stands, and an answer that was not understood says nothing', () => {
  expect(sightingOf(answer(null), receivedAt, rules)).toEqual({
    isMoving: false,
    speed: null,
    place: null,
  });
  expect(sightingOf(answer(null, false), receivedAt, rules)).toBeNull();
  expect(
    sightingOf(answer({ latitude: null, longitude: null }), receivedAt, rules)?.place,
  ).toBeNull();
});

test('what is seen in several windows is seen; their selected devices take turns', () => {
  const first = seen({ selected: 'a', inView: ['a', 'b'] });
  const second = seen({ selected: 'c', inView: ['b', 'c'], inTable: ['d'] });
  expect(together([first, second])).toEqual({
    selected: 'c',
    inView: ['a', 'b', 'c'],
    inTable: ['d'],
  });
  expect(together([second, first]).selected).toBe('a');
  expect(together([first, seen({ inView: [] })]).selected).toBe('a');
  expect(together([])).toEqual(noAttention);
});
