import { assert, expect, test } from 'vitest';
import { createMovementModel, type Sighting } from './movement-model';

const hour = 3_600_000;
const start = 100 * 24 * hour;
const place = { latitude: 45, longitude: 15 };
const parked: Sighting = { isMoving: false, speed: 0, place };
const moving: Sighting = { isMoving: true, speed: 22, place };
/** Without a speed, so many metres north of `place`. */
const unclear = (metres: number): Sighting => ({
  isMoving: null,
  speed: null,
  place: { ...place, latitude: 45 + metres / 111_195 },
});
/** Of a device whose speed is not known, and three tenths from there to the one that is reported. */
const usualSpeed = 12;
const speedOfMoving = 15;
const usualRates = { departs: 0.25, ends: 1 };

function modelOf(devices = 2) {
  const model = createMovementModel();
  model.reorder(new Int32Array(devices).fill(-1));
  return model;
}

/** What devices do in a time below half an hour, with rates per hour: the share that moves, and metres. */
function after(seconds: number, chance: number, speed = usualSpeed, rates = usualRates) {
  const rate = (rates.departs + rates.ends) / 3600;
  const settled = rates.departs / (rates.departs + rates.ends);
  const left = Math.exp(-rate * seconds);
  const metres = 0.9 * speed * (settled * seconds + ((chance - settled) * (1 - left)) / rate);
  return { chance: settled + (chance - settled) * left, metres };
}

/** The worth if the error grew evenly: half of the time times the error. */
const worthAfter = (
  seconds: number,
  ...rest: [chance: number, speed?: number, rates?: typeof usualRates]
) => (seconds * after(seconds, ...rest).metres) / 2;

function expectNear(value: number, wanted: number, share = 5e-4) {
  expect(Math.abs(value / wanted - 1)).toBeLessThan(share);
}

test('a device that was never sighted has no worth that could be compared', () => {
  expect(modelOf().worth(0, start)).toBeNaN();
});

test('a call is worth nothing just after a sighting, also when the clock was set back', () => {
  const model = modelOf();
  model.sighted(0, start, moving);
  expect(model.worth(0, start)).toBe(0);
  expect(model.worth(0, start - hour)).toBeCloseTo(0);
  expectNear(model.worth(0, start + 60_000), worthAfter(60, 1, speedOfMoving));
});

test.each([20, 100, 140, 160, 600, 1_800])(
  'after %i seconds a call is worth what a moving device can have driven',
  (seconds) => {
    const model = modelOf();
    model.sighted(0, start, moving);
    const at = start + seconds * 1000;
    const wanted = worthAfter(seconds, 1, speedOfMoving);
    expectNear(model.worth(0, at), wanted);
    // The same question has the same answer.
    expectNear(model.worth(0, at), wanted);
  },
);

test.each([160, 600, 1_800])(
  'after %i seconds a call is worth what a parked device can have driven if it departed',
  (seconds) => {
    const model = modelOf();
    model.sighted(1, start, parked);
    expectNear(model.worth(1, start + seconds * 1000), worthAfter(seconds, 0));
  },
);

test('within minutes a parked device is hardly worth a call', () => {
  const model = modelOf();
  model.sighted(0, start, parked);
  model.sighted(1, start, moving);
  const at = start + 60_000;
  expect(model.worth(0, at)).toBeGreaterThan(0);
  expect(model.worth(0, at)).toBeLessThan(0.02 * model.worth(1, at));
});

test('the worth is the same whether it was asked for meanwhile or not', () => {
  const model = modelOf();
  for (const device of [0, 1]) model.sighted(device, start, moving);
  for (let seconds = 10; seconds < 1_200; seconds += 10) model.worth(0, start + seconds * 1000);
  expectNear(model.worth(0, start + 1_200_000), model.worth(1, start + 1_200_000), 0.06);
});

test('a long time is looked at in parts of half an hour', () => {
  const model = modelOf();
  model.sighted(0, start, moving);
  let chance = 1;
  let error = 0;
  let errorTime = 0;
  for (let part = 0; part < 4; part++) {
    const next = after(1_800, chance, speedOfMoving);
    errorTime += 1_800 * (error + next.metres / 2);
    error += next.metres;
    chance = next.chance;
  }
  expectNear(model.worth(0, start + 2 * hour), 7_200 * error - errorTime);
});

test('a time of weeks is looked at in parts that are longer', () => {
  const model = modelOf();
  model.sighted(0, start, parked);
  const weeks = 3 * 7 * 24 * 3600;
  // A fifth of the time at the usual speed, and the error grew evenly.
  const metres = 0.9 * usualSpeed * 0.2 * weeks;
  expectNear(model.worth(0, start + weeks * 1000), (weeks * metres) / 2, 0.02);
});

test('the usual hours of the fleet count: a departure is expected at its hour', () => {
  const model = modelOf();
  const fleet = model.habits.fleet();
  fleet.departures[8] = 20;
  model.habits.setFleet(fleet);
  model.sighted(0, start + 7.9 * hour, parked);
  model.sighted(1, start + 8 * hour, parked);
  const before = model.worth(0, start + 7.99 * hour);
  expectNear(before, worthAfter(324, 0));
  const rates = { departs: 10, ends: 1 };
  expectNear(model.worth(1, start + 8.25 * hour), worthAfter(900, 0, usualSpeed, rates));
});

test('trips of the fleet that end sooner make a moving device worth less', () => {
  const model = modelOf();
  model.sighted(0, start, moving);
  model.habits.setFleet({ ...model.habits.fleet(), tripsEnded: 8, tripHours: 2 });
  expectNear(
    model.worth(0, start + 600_000),
    worthAfter(600, 1, speedOfMoving, { departs: 0.25, ends: 4 }),
  );
});

test('a request that fails begins a new time, but does not say that the device stopped', () => {
  const model = modelOf();
  model.sighted(0, start, moving);
  model.sighted(0, start + 600_000, null);
  expect(model.worth(0, start + 600_000)).toBe(0);
  const { chance } = after(600, 1, speedOfMoving);
  expectNear(model.worth(0, start + 700_000), worthAfter(100, chance, speedOfMoving));
});

test('only a device that moves teaches its speed', () => {
  const model = modelOf();
  model.sighted(0, start, { ...parked, speed: 3 });
  model.sighted(1, start, { ...moving, speed: null });
  for (const device of [0, 1]) {
    model.sighted(device, start + 1_000, moving);
    expectNear(model.worth(device, start + 101_000), worthAfter(100, 1, speedOfMoving), 2e-3);
    model.sighted(device, start + 200_000, { ...moving, speed: 25 });
    expectNear(model.worth(device, start + 300_000), worthAfter(100, 1, 18), 2e-3);
  }
});

test('a trip is learned: it moved, and ended before the device was seen parked', () => {
  const model = modelOf();
  const before = model.habits.fleet();
  model.sighted(0, start, moving);
  expect(model.habits.fleet()).toEqual(before);
  model.sighted(0, start + hour, moving);
  expect(model.habits.fleet()).toMatchObject({ tripHours: 3, tripsEnded: 2 });
  model.sighted(0, start + 2 * hour, parked);
  expect(model.habits.fleet()).toMatchObject({ tripHours: 3.5, tripsEnded: 3 });
  expect(model.habits.habitOf(0)).toBeNull();
});

test.each<[string, Sighting, number]>([
  ['moves', moving, 1],
  ['is parked elsewhere', { ...unclear(160), isMoving: false }, 1],
  ['is parked nearly there', { ...unclear(140), isMoving: false }, 0],
  ['is parked at an unknown place', { ...parked, place: null }, 0],
])('a parked device that %s next has departed or not', (_, next, departures) => {
  const model = modelOf();
  model.sighted(0, start, parked);
  model.sighted(0, start + hour, next);
  const habit = model.habits.habitOf(0);
  assert(habit);
  expect(habit.departures).toBe(departures);
  expect(habit.expectedDepartures).toBeCloseTo(departures === 1 ? 0.125 : 0.25);
});

test('a sighting from before the last one teaches nothing', () => {
  const model = modelOf();
  model.sighted(0, start, parked);
  for (const at of [start, start - hour]) model.sighted(0, at, moving);
  expect(model.habits.habitOf(0)).toBeNull();
});

test.each([
  ['far away and soon', 200, 599_000, true],
  ['far away, but too long after', 200, 600_000, false],
  ['near', 100, 300_000, false],
])('without a speed the distance says whether a device moves: %s', (_, metres, ms, isMoving) => {
  const model = modelOf();
  model.sighted(0, start, parked);
  model.sighted(0, start + ms, unclear(metres));
  const driven = worthAfter(300, 1);
  expect(model.worth(0, start + ms + 300_000) > 0.6 * driven).toBe(isMoving);
});

test('the distance is that from the last known place, also if a report had none', () => {
  const model = modelOf();
  model.sighted(0, start, parked);
  model.sighted(0, start + 60_000, { ...parked, place: null });
  model.sighted(0, start + 120_000, unclear(200));
  model.sighted(0, start + 180_000, unclear(200));
  expect(model.habits.habitOf(0)!.departures).toBe(1);
  // It departed between the second and the third, and did not move on.
  expect(model.habits.fleet()).toMatchObject({ tripsEnded: 3 });
});

test('what is known of a device moves to its new index; a new device is unknown', () => {
  const model = modelOf(3);
  model.sighted(1, start, moving);
  model.sighted(2, start, parked);
  const at = start + 500_000;
  const [second, third] = [model.worth(1, at), model.worth(2, at)];
  model.reorder(Int32Array.from([2, -1, 1]));
  expect([0, 1, 2].map((device) => model.worth(device, at))).toEqual([third, Number.NaN, second]);
});

test('a device of a list of one is still known in a longer list', () => {
  const model = modelOf(1);
  model.sighted(0, start, moving);
  const worth = model.worth(0, start + 60_000);
  model.reorder(Int32Array.from([-1, 0]));
  expect(model.worth(1, start + 60_000)).toBe(worth);
});

test('says when a call will be worth so much', () => {
  for (const seconds of [30, 300, 1_500]) {
    const model = modelOf();
    model.sighted(0, start, moving);
    const worth = worthAfter(seconds, 1, speedOfMoving);
    const at = model.whenWorth(0, start, worth, start + hour) - start;
    expect(at).toBeGreaterThanOrEqual(seconds * 990);
    expect(at).toBeLessThan(seconds * 1_250 + 2_000);
    // Asking changes nothing.
    expectNear(model.worth(0, start + 60_000), worthAfter(60, 1, speedOfMoving));
  }
});

test('a call that is worth as much already is due now', () => {
  const model = modelOf();
  model.sighted(0, start, moving);
  const now = start + 300_000;
  const worth = model.worth(0, now);
  expect(model.whenWorth(0, now, worth, now + hour)).toBe(now);
  expect(model.whenWorth(0, now, worth + 1, now + hour)).toBe(now + 2_000);
});

test('a call that is never worth so much is due at the latest moment', () => {
  const model = modelOf();
  model.sighted(0, start, parked);
  const until = start + 100 * hour + 7;
  expect(model.whenWorth(0, start, 1e15, until)).toBe(until);
  expect(model.whenWorth(0, start, 1e15, start)).toBe(start);
});

test('also days ahead the moment is known to half an hour', () => {
  const model = modelOf();
  model.sighted(0, start, parked);
  model.sighted(1, start, parked);
  const worth = model.worth(1, start + 20 * hour);
  const at = model.whenWorth(0, start, worth, start + 100 * hour);
  expect(Math.abs(at - start - 20 * hour)).toBeLessThan(hour);
});
