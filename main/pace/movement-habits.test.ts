import { assert, expect, test } from 'vitest';
import { createMovementHabits } from './movement-habits';

const hour = 3_600_000;

/** The habits of a fleet of which device 0 has been watched as `watch` does. */
function habitsAfter(watch: (habits: ReturnType<typeof createMovementHabits>) => void) {
  const habits = createMovementHabits({});
  habits.reorder(new Int32Array(2).fill(-1));
  watch(habits);
  return habits;
}

test('counts each departure of a device once, with those that were to be expected', () => {
  const habits = habitsAfter(({ parked }) => {
    parked(0, 0, 4 * hour, false);
    for (const start of [4, 6, 8]) parked(0, start * hour, (start + 2) * hour, true);
  });
  const habit = habits.habitOf(0);
  assert(habit?.hourly);
  expect(habit.departures).toBe(3);
  // A quarter of a departure an hour: four hours parked, and half of six in which it departed.
  expect(habit.expectedDepartures).toBeGreaterThan(1.5);
  const departed = habit.hourly.departures.reduce((sum, each) => sum + each, 0);
  expect(departed).toBeCloseTo(3);
  // Before the first departure there is no hourly count.
  expect(habit.hourly.parkedHours.slice(0, 4)).toEqual([0, 0, 0, 0]);
  expect(habit.hourly.parkedHours.slice(4, 10)).toEqual(Array(6).fill(0.5));
  expect(habits.habitOf(1)).toBeNull();
});

test('a device that departs more often than others is expected to depart sooner', () => {
  const habits = habitsAfter(({ parked }) => {
    parked(0, 7 * hour, 8 * hour, true);
    parked(1, 7 * hour, 8 * hour, false);
  });
  for (const at of [7, 12])
    expect(habits.departureRate(0, at)).toBeGreaterThan(habits.departureRate(1, at));
});

test('old departures lose their weight, but not the share that they are of', () => {
  const watchedDays = (days: number) =>
    habitsAfter(({ parked }) => {
      for (let day = 0; day < days; day++) {
        const at = day * 24 * hour;
        parked(0, at, at + 23 * hour, false);
        parked(0, at + 23 * hour, at + 24 * hour, true);
      }
    }).habitOf(0)!;
  const share = ({ departures, expectedDepartures }: ReturnType<typeof watchedDays>) =>
    departures / expectedDepartures;
  expect(watchedDays(5).departures).toBe(5);
  const long = watchedDays(400);
  expect(long.departures).toBeLessThan(400 * 0.5);
  expect(long.expectedDepartures).toBeLessThanOrEqual(40);
  expect(share(long)).toBeGreaterThan(0.5);
  expect(long.hourly!.parkedHours.every((hours) => hours <= 40)).toBe(true);
});

test('trips count from the middle of the time in which they ended, and old ones less', () => {
  const first = habitsAfter(({ moved }) => {
    moved(3, false);
    moved(2, true);
  }).fleet();
  expect(first).toMatchObject({ tripsEnded: 3, tripHours: 6 });
  const habits = habitsAfter(({ moved }) => {
    for (let i = 0; i < 30_000; i++) moved(8, i % 2 === 0);
  });
  expect(habits.fleet().tripHours).toBeLessThanOrEqual(100_000);
  // Every second part of a trip ends it: one end in twelve hours.
  expect(habits.endRate()).toBeCloseTo(1 / 12);
});

test('hours of the day are those of the account, also before 1970', () => {
  const utc = createMovementHabits({});
  const india = createMovementHabits({ zoneOffsetMs: () => 5.5 * hour });
  expect([0, 23.5, 24, -1].map((at) => utc.hourOf(at * hour))).toEqual([0, 23, 0, 23]);
  expect([0, 18.25, 18.5, -6].map((at) => india.hourOf(at * hour))).toEqual([5, 23, 0, 23]);
});

test('a device that is added knows nothing, and one that moves in the list keeps its habits', () => {
  const habits = habitsAfter(({ parked }) => parked(1, 7 * hour, 9 * hour, true));
  const before = habits.habitOf(1);
  habits.reorder(Int32Array.from([1, -1, 0]));
  expect(habits.habitOf(0)).toEqual(before);
  expect(habits.habitOf(1)).toBeNull();
  expect(habits.habitOf(2)).toBeNull();
});

test('the habits of a device move to its new place, also in a fleet of one', () => {
  const habits = createMovementHabits({});
  habits.reorder(new Int32Array([-1]));
  habits.parked(0, 0, 4 * hour, false);
  habits.parked(0, 4 * hour, 5 * hour, true);
  const before = habits.habitOf(0);
  assert(before);
  habits.reorder(new Int32Array([0]));
  expect(habits.habitOf(0)).toEqual(before);
  habits.reorder(new Int32Array([-1, 0]));
  expect([habits.habitOf(0), habits.habitOf(1)]).toEqual([null, before]);
});

test('each device has hours of its own, also those that were stored and those that are moved', () => {
  const hours = (own: number) =>
    Array.from({ length: 24 }, (_, each) => (each === own ? own + 1 : 0));
  const habitWith = (own: number) => ({
    departures: own,
    expectedDepartures: own,
    hourly: { departures: hours(own), parkedHours: hours(own) },
  });
  const habits = createMovementHabits({});
  habits.reorder(new Int32Array(80).fill(-1));
  for (const device of [3, 7, 11]) habits.setHabit(device, habitWith(device));
  // More than the columns have room for at first.
  for (let device = 12; device < 80; device++) habits.setHabit(device, habitWith(device % 24));
  for (const device of [3, 7, 11]) expect(habits.habitOf(device)).toEqual(habitWith(device));
  expect(habits.habitOf(79)).toEqual(habitWith(79 % 24));
  habits.setHabit(0, { departures: 1, expectedDepartures: 2, hourly: null });
  expect(habits.habitOf(0)).toEqual({ departures: 1, expectedDepartures: 2, hourly: null });
  habits.reorder(Int32Array.from([7, -1, 3, 0]));
  expect([0, 1, 2, 3].map((device) => habits.habitOf(device)?.departures)).toEqual([
    7,
    undefined,
    3,
    1,
  ]);
  expect(habits.habitOf(2)).toEqual(habitWith(3));
});

test('the hour of the day, also before 1970 and in the zone of the account', () => {
  const utc = createMovementHabits({});
  expect([0, 23.99, 24, -0.5, -24.5].map((hours) => utc.hourOf(hours * hour))).toEqual([
    0, 23, 0, 23, 23,
  ]);
  const ahead = createMovementHabits({ zoneOffsetMs: () => 5.5 * hour });
  expect([ahead.hourOf(0), ahead.hourOf(18.5 * hour)]).toEqual([5, 0]);
});

test('what was learned of the fleet can be stored and set again', () => {
  const habits = habitsAfter(({ parked, moved }) => {
    parked(0, 0, 2.5 * hour, false);
    parked(1, 2 * hour, 4 * hour, true);
    moved(3, false);
    moved(2, true);
  });
  const stored = habits.fleet();
  expect(stored.parkedHours.slice(0, 5)).toEqual([3, 3, 3, 2.5, 2]);
  expect([stored.tripsEnded, stored.tripHours]).toEqual([3, 6]);
  const other = createMovementHabits({});
  other.setFleet(stored);
  expect(other.fleet()).toEqual(stored);
  expect(other.endRate()).toBe(0.5);
});

test('a usual device departs every four hours at any time, and its trips last an hour', () => {
  const habits = habitsAfter(() => undefined);
  expect([habits.departureRate(0, 0), habits.departureRate(1, 23), habits.endRate()]).toEqual([
    0.25, 0.25, 1,
  ]);
});
