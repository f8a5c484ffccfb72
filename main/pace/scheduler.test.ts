import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestLists } from './listed-devices.test-support';
import { noAttention } from './movement-attention';
import { createRotation, type Attention, type Rotation, type Sighting } from './scheduler';

const ids = (count: number, prefix = 'd') =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const seen = (part: Partial<Attention>): Attention => ({ ...noAttention, ...part });
const parked: Sighting = { isMoving: false, speed: 0, place: { latitude: 45, longitude: 15 } };
const moving: Sighting = { isMoving: true, speed: 15, place: { latitude: 45, longitude: 15 } };

const rotationOf = (options: Partial<Parameters<typeof createRotation>[0]> = {}) =>
  createRotation({ callsPerMinute: () => 60, ...options });
const listOf = createTestLists();

/** Takes the next turn when it is due; returns the id. */
function turn(
  rotation: Rotation,
  clock: { now: number },
  attention: Attention = noAttention,
  answer: (id: string) => Sighting | null = () => parked,
): string | null {
  for (let waits = 0; waits < 1_000; waits++) {
    const next = rotation.next(clock.now, attention);
    if (!next) return null;
    if (next.dueAt > clock.now) {
      clock.now = next.dueAt;
      continue;
    }
    rotation.begin(next);
    rotation.end(next.id, clock.now, answer(next.id));
    return next.id;
  }
  return expect.fail('no turn is ever due');
}

test('requests all devices in the order of the list first', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(ids(3)));
  expect(ids(3).map(() => turn(rotation, clock))).toEqual(['d0', 'd1', 'd2']);
  expect(new Set(ids(3).map(() => turn(rotation, clock)))).toEqual(new Set(ids(3)));
  expect(clock.now).toBe(10_000);
});

test('new devices: the selected one, those in view, those in the table, then the others', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(ids(6)));
  const attention = seen({ selected: 'd5', inView: ['d4'], inTable: ['d3', 'd4'] });
  const turns = ids(6).map(() => turn(rotation, clock, attention));
  expect(turns).toEqual(['d5', 'd4', 'd3', 'd0', 'd1', 'd2']);
});

test('never requests a device twice at the same time', () => {
  const rotation = rotationOf();
  rotation.sync(listOf(ids(2)));
  const attention = seen({ selected: 'd1' });
  const first = rotation.next(0, attention)!;
  rotation.begin(first);
  const second = rotation.next(0, attention)!;
  rotation.begin(second);
  expect([first.id, second.id]).toEqual(['d1', 'd0']);
  expect(rotation.next(0, attention)).toBeNull();
  // Its request goes on while it is removed and added again.
  rotation.sync(listOf(['d0']));
  rotation.sync(listOf(['d1', 'd0']));
  expect(rotation.next(1e9, attention)).toBeNull();
});

test('new ids come first, removed ones are not requested', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(['a', 'b']));
  turn(rotation, clock);
  rotation.sync(listOf(['b', 'a', 'c']));
  expect([turn(rotation, clock), turn(rotation, clock)]).toEqual(['b', 'c']);
  expect(rotation.neverRequested()).toBe(0);
  rotation.sync(listOf(['c']));
  clock.now += 60_000;
  expect([turn(rotation, clock), turn(rotation, clock)]).toEqual(['c', 'c']);
  rotation.sync(listOf([]));
  expect(rotation.next(clock.now, seen({ selected: 'a', inView: ['a'] }))).toBeNull();
});

test('two new devices in a row come before those that are worth a call', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(ids(5)));
  turn(rotation, clock);
  clock.now = 60_000;
  expect(ids(4).map(() => turn(rotation, clock))).toEqual(['d1', 'd0', 'd2', 'd3']);
});

test('close to the longest time between checks every turn is for the oldest, before every second', () => {
  const checkedFirst = ids(10);
  const turnsAt = (now: number) => {
    const rotation = rotationOf();
    rotation.sync(listOf(ids(1_000)));
    const clock = { now: 0 };
    const answer = (id: string) => (checkedFirst.includes(id) ? parked : moving);
    for (let i = 0; i < 1_000; i++) turn(rotation, clock, noAttention, answer);
    for (const id of ids(1_000).slice(10)) rotation.sighted(id, 1_500_000, moving);
    clock.now = now;
    const turns = ids(4).map(() => turn(rotation, clock));
    return turns.map((id) => (checkedFirst.includes(id!) ? 'oldest' : 'worthiest'));
  };
  expect(turnsAt(3_300_000)).toEqual(['oldest', 'worthiest', 'oldest', 'worthiest']);
  // 95 % of an hour
  expect(turnsAt(3_440_000)).toEqual(['oldest', 'oldest', 'oldest', 'oldest']);
});

test('a device that is removed during its request does not come back', () => {
  const rotation = rotationOf();
  rotation.sync(listOf(['a', 'b']));
  rotation.begin(rotation.next(0, noAttention)!);
  rotation.sync(listOf(['b']));
  rotation.end('a', 0, parked);
  rotation.begin(rotation.next(0, noAttention)!);
  expect(rotation.next(1e9, seen({ inView: ['a'] }))).toBeNull();
});

test('a resting device is skipped until its time', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  const attention = seen({ selected: 'a', inView: ['a'] });
  rotation.sync(listOf(['a', 'b']));
  turn(rotation, clock);
  rotation.rest('a', 50_000);
  const until = (at: number) => {
    const turns: (string | null)[] = [];
    while (clock.now < at) turns.push(turn(rotation, clock, attention));
    return turns;
  };
  expect(new Set(until(39_000))).toEqual(new Set(['b']));
  expect(until(70_000)).toContain('a');
});

test('a device that rests from its first request on is requested after its rest', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(['a']));
  rotation.begin(rotation.next(0, noAttention)!);
  rotation.rest('a', 900_000);
  rotation.end('a', 0, null);
  rotation.restart();
  expect(turn(rotation, clock)).toBe('a');
  expect(clock.now).toBe(900_000);
});

test('a restart requests all devices as if for the first time', () => {
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(ids(3)));
  for (let i = 0; i < 3; i++) turn(rotation, clock);
  rotation.restart();
  expect(rotation.next(clock.now, noAttention)).toMatchObject({
    id: 'd0',
    isFirst: true,
    dueAt: 0,
  });
  expect(rotation.neverRequested()).toBe(0);
});

test('a clock that was set back does not extend waits', () => {
  const rotation = rotationOf();
  const clock = { now: 5 * 3_600_000 };
  rotation.sync(listOf(['a']));
  turn(rotation, clock);
  expect(rotation.next(0, noAttention)!.dueAt).toBeLessThanOrEqual(10_000);
});

/** One call a second for so long; returns how often each device was requested. */
function minutesOf(
  rotation: Rotation,
  minutes: number,
  attention: Attention,
  answer: (id: string) => Sighting,
) {
  const counts = new Map<string, number>();
  for (let second = 0; second < minutes * 60; second++) {
    const now = second * 1000;
    const next = rotation.next(now, attention);
    if (!next || next.dueAt > now) continue;
    rotation.begin(next);
    rotation.end(next.id, now, answer(next.id));
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
  const rotation = rotationOf();
  rotation.sync(listOf(ids(100)));
  const counts = minutesOf(rotation, 60, noAttention, asMixed);
  expect(counts.size).toBe(100);
  const parkedMean = meanOf(counts, (id) => !isMover(id));
  expect(meanOf(counts, isMover)).toBeGreaterThan(3 * parkedMean);
});

test('attention: in view more often than in the table, and that more than the rest', () => {
  const rotation = rotationOf();
  rotation.sync(listOf(ids(200)));
  const attention = seen({ inView: ids(10), inTable: ids(40) });
  const counts = minutesOf(rotation, 120, attention, asMixed);
  const index = (id: string) => Number(id.slice(1));
  const inView = meanOf(counts, (id) => isMover(id) && index(id) < 10);
  const inTable = meanOf(counts, (id) => isMover(id) && index(id) >= 10 && index(id) < 40);
  const rest = meanOf(counts, (id) => isMover(id) && index(id) >= 40);
  expect(inView).toBeGreaterThan(1.5 * inTable);
  expect(inTable).toBeGreaterThan(1.3 * rest);
  expect(counts.size).toBe(200);
});

test('the selected device is requested every five seconds, parked or not', () => {
  const rotation = rotationOf();
  rotation.sync(listOf(ids(500)));
  const attention = seen({ selected: 'd7', inView: ids(50) });
  const counts = minutesOf(rotation, 30, attention, asMixed);
  expect(counts.get('d7')).toBeGreaterThanOrEqual(30 * 12 - 1);
});

test('a selected device has at most half of a low rate', () => {
  const rotation = rotationOf({ callsPerMinute: () => 6 });
  rotation.sync(listOf(ids(20)));
  expect(rotation.intervals(true).selectedMs).toBe(20_000);
});

test('a device departs at its usual hour of the account: it is requested more often then', () => {
  const hour = 3_600_000;
  // The account is two hours ahead of UTC, and the devices depart at 8 there.
  const rotation = rotationOf({ zoneOffsetMs: () => 2 * hour, callsPerMinute: () => 6 });
  rotation.sync(listOf(ids(60)));
  const counts = { before: 0, during: 0 };
  for (let at = 0; at < 10 * 24 * hour; at += 10_000) {
    const hourOfDay = Math.floor(at / hour) % 24;
    const next = rotation.next(at, noAttention);
    if (!next || next.dueAt > at) continue;
    rotation.begin(next);
    const isDriver = next.id === 'd7';
    rotation.end(next.id, at, isDriver && hourOfDay === 6 ? moving : parked);
    if (!isDriver || at < 8 * 24 * hour) continue;
    if (hourOfDay === 6) counts.during++;
    if (hourOfDay === 4 || hourOfDay === 5) counts.before++;
  }
  expect(counts.during).toBeGreaterThan(counts.before);
});

test('about when a device is requested next', () => {
  const rotation = rotationOf();
  rotation.sync(listOf(ids(60)));
  expect(rotation.expectedAt('d5', 0)).toBeNull();
  const attention = seen({ selected: 'd7' });
  minutesOf(rotation, 20, attention, asMixed);
  const now = 20 * 60_000;
  expect(rotation.expectedAt('d7', now)).toBeGreaterThanOrEqual(now);
  expect(rotation.expectedAt('d7', now)! - now).toBeLessThanOrEqual(5_000);
  expect(rotation.expectedAt('unknown', now)).toBeNull();
  // Devices that are expected earlier are requested earlier on average.
  const plan = new Map(ids(60).map((id) => [id, rotation.expectedAt(id, now)!]));
  const firstAt = new Map<string, number>();
  for (let at = now; firstAt.size < 60 && at < now + 3_600_000; at += 1_000) {
    const next = rotation.next(at, attention);
    if (!next || next.dueAt > at) continue;
    rotation.begin(next);
    rotation.end(next.id, at, asMixed(next.id));
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
  const rotation = rotationOf();
  let listed = new Set(ids(8));
  rotation.sync(listOf([...listed]));
  let now = 1_000_000;
  let attention = noAttention;
  const inFlight: string[] = [];
  const turns: string[] = [];
  /** Turns of devices that are not listed or are being requested already. */
  const wrong: string[] = [];
  for (const step of steps) {
    if ('list' in step) {
      listed = new Set(step.list);
      rotation.sync(listOf([...step.list]));
    } else if ('rest' in step) rotation.rest(step.rest, now + step.ms);
    else if ('inView' in step) attention = step;
    else if ('restart' in step) rotation.restart();
    else if ('jump' in step) now += step.jump;
    else {
      now += step.turn;
      const next = rotation.next(now, attention);
      if (next && next.dueAt <= now) {
        if (!listed.has(next.id) || inFlight.includes(next.id)) wrong.push(next.id);
        rotation.begin(next);
        inFlight.push(next.id);
        turns.push(next.id);
      }
      const isFull = inFlight.length > 3 || !next || next.dueAt > now;
      const ended = isFull ? inFlight.splice(step.turn % (inFlight.length + 1), 1) : [];
      for (const id of ended) rotation.end(id, now, step.answer);
    }
    expect(rotation.size()).toBe(listed.size);
    for (const id of ids(12)) {
      const at = rotation.expectedAt(id, now);
      expect(at === null || at >= now).toBe(true);
    }
  }
  expect(wrong).toEqual([]);
  for (const id of inFlight) rotation.end(id, now, null);
  // Every listed device is requested again, whatever happened before.
  const again = new Set<string>();
  for (let i = 0; i < 5_000 && again.size < listed.size; i++) {
    now += 1_000;
    const next = rotation.next(now, attention);
    if (!next || next.dueAt > now) continue;
    rotation.begin(next);
    rotation.end(next.id, now, parked);
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
  const rotation = rotationOf();
  const clock = { now: 0 };
  rotation.sync(listOf(ids(40)));
  const attention = seen({ inView: ['d0'] });
  for (let i = 0; i < 41; i++) turn(rotation, clock, attention);
  clock.now += 90_000;
  rotation.sync(listOf([...ids(40), 'new']));
  expect(turn(rotation, clock, attention)).toBe('d0');
  expect(turn(rotation, clock, attention)).toBe('new');
});

test('a device in view may be requested again sooner than the others', () => {
  const rotation = rotationOf({ againMs: 20_000, attendedAgainMs: 2_000 });
  rotation.sync(listOf(ids(2)));
  const clock = { now: 0 };
  const attention = seen({ inView: ['d1'] });
  for (let i = 0; i < 2; i++) turn(rotation, clock, attention);
  expect(turn(rotation, clock, attention)).toBe('d1');
  expect(clock.now).toBe(2_000);
  expect(rotation.intervals(true).selectedMs).toBe(2_000);
});

test('a parked device in view is expected within its pace, another one within the longest interval', () => {
  const rotation = rotationOf();
  rotation.sync(listOf(ids(200)));
  minutesOf(rotation, 20, seen({ inView: ['d1'] }), asMixed);
  const now = 20 * 60_000;
  const waitOf = (id: string) => rotation.expectedAt(id, now)! - now;
  expect(waitOf('d1')).toBeLessThanOrEqual(30_000);
  const others = ids(200).slice(2).map(waitOf);
  expect(Math.max(...others)).toBeGreaterThan(30_000);
  expect(Math.max(...others)).toBeLessThanOrEqual(rotation.intervals(false).longestMs);
  rotation.begin({ id: 'd2', dueAt: 0, isFirst: false, isSelected: false });
  expect(rotation.expectedAt('d2', now)).toBe(now);
});
