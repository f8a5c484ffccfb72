import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { coveredDays, createDayStore } from '#main/features/history/day-store';
import { daysIn } from '#main/features/history/ranges';
import { dayInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import { defaultTripRules, type Range } from '#shared/domain/history';
import { PlaceIndex, type Place } from '#shared/domain/places';
import { circle, depot, placeId } from '#shared/domain/places.test-support';
import { emptyTrack } from '#shared/history/track';
import { Visits } from './visits';

const timeZone = 'Europe/Rome';
const minute = 60_000;
const degrees = (metres: number) => metres / 111_195;
const start = (day: string, hours = 0) => startOfDayInZone(day, timeZone) + hours * 60 * minute;

/** Fixes on the equator: when, and how many metres east. */
type Fix = readonly [at: number, metres: number];

const place = (n: number, metres: number, radiusM: number, kind: Place['kind'] = 'customer') =>
  depot({ id: placeId(n), name: `place ${n}`, kind, shape: circle(degrees(metres), 0, radiusM) });

/** An account of which these days are loaded. */
function account(places: Place[], now = start('2026-12-31')) {
  const store = createDayStore(openCache({ file: null, key: Buffer.alloc(32, 3) }).days());
  const state = { places, index: new PlaceIndex(places), computed: [] as string[] };
  const visits = new Visits({
    days: {
      ...store,
      track: (deviceId, range) => {
        if (state.computed.at(-1) !== deviceId) state.computed.push(deviceId);
        return store.track(deviceId, range);
      },
    },
    coverage: (log, deviceId, range) => {
      const known = store.coverage(log, deviceId, range);
      return { ...known, days: coveredDays(daysIn(range, timeZone), range, known) };
    },
    places: { all: () => state.places, index: () => state.index },
    settings: () => ({ tripRules: defaultTripRules }),
    now: () => now,
    labelOf: (id) => `Van ${id}`,
  });
  const load = (deviceId: string, day: string, fixes: readonly Fix[]) => {
    const range = { from: start(day), to: start(plusDays(day, 1)) };
    const ofDay = fixes.filter(([at]) => at >= range.from && at < range.to);
    const records = {
      ...emptyTrack(),
      count: ofDay.length,
      at: Float64Array.from(ofDay, ([at]) => at),
      latitude: new Float64Array(ofDay.length),
      longitude: Float64Array.from(ofDay, ([, metres]) => degrees(metres)),
      flags: new Uint8Array(ofDay.length),
    };
    store.putTrack(deviceId, range, { range, requestedAt: now, settledTo: now, records });
  };
  return { visits, load, state };
}

const every = (from: number, to: number, minutes: number, metres: number): Fix[] =>
  Array.from({ length: Math.ceil((to - from) / (minutes * minute)) }, (_, i) => [
    from + i * minutes * minute,
    metres,
  ]);
const drive = (from: number, metres: number, to: number): Fix[] =>
  Array.from({ length: 11 }, (_, i) => [from + i * minute, metres + ((to - metres) * i) / 10]);

const query = (from: string, to = from, deviceIds = ['1']) => ({ deviceIds, from, to, timeZone });

test('who stands there on Monday came on Friday, unless a day between is not loaded', async () => {
  const friday = '2026-11-20';
  const fixes = [
    ...drive(start(friday, 17), 8_000, 0),
    ...every(start(friday, 17.2), start('2026-11-24'), 10, 0),
  ];
  const whole = account([place(1, 0, 200)]);
  const holed = account([place(1, 0, 200)]);
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
    whole.load('1', day, fixes);
    if (day !== '2026-11-22') holed.load('1', day, fixes);
  }
  const monday = query('2026-11-23');
  const [visit, ...others] = await whole.visits.list(monday);
  expect(others).toEqual([]);
  expect(visit).toMatchObject({ place: 'place 1', device: 'Van 1', leftBy: null, isOpen: true });
  expect(visit!.arrivedAfter).toBeGreaterThanOrEqual(start(friday, 17));
  expect(visit!.arrivedBy).toBeLessThanOrEqual(start(friday, 17.2));
  expect(await holed.visits.list(monday)).toMatchObject([
    { arrivedAfter: null, arrivedBy: fixes.find(([at]) => at >= start('2026-11-23'))![0] },
  ]);
  // What ends with what is loaded is not "still there": more of it is loaded.
  expect(await holed.visits.list(query('2026-11-20'))).toMatchObject([
    { leftBy: null, isOpen: false },
  ]);
});

test('what it is prepared with runs before questions until it is done', async () => {
  const { visits } = account([place(1, 0, 200)]);
  const answers = [false, true];
  visits.prepareWith(() => answers.shift()!);
  for (let asked = 0; asked < 3; asked += 1) await visits.list(query('2026-11-23'));
  expect(answers).toEqual([]);
});

test('a day has 25 or 23 hours where the clocks change, and what is not loaded has no values', async () => {
  for (const [day, hours] of [
    ['2026-10-25', 25],
    ['2026-03-29', 23],
  ] as const) {
    const { visits, load } = account([place(1, 0, 200)]);
    load('1', day, every(start(day), start(plusDays(day, 1)), 5, 0));
    const [row, next] = await visits.days(query(day, plusDays(day, 1)));
    expect(row).toMatchObject({ day, from: start(day), to: start(day) + hours * 60 * minute });
    expect(row!.state).toBe('complete');
    const known = hours * 60 - 5;
    expect(row!.use!.standingMs / minute).toBe(known);
    expect(row!.use!.customersMs).toEqual({
      least: known * minute,
      most: hours * 60 * minute,
    });
    expect(next).toMatchObject({ state: 'notLoaded', trips: [], use: null });
  }
});

test('a trip over midnight is of both days, and each metre of one', async () => {
  const [day, next] = ['2026-11-24', '2026-11-25'];
  const { visits, load } = account([]);
  const fixes: Fix[] = [
    ...every(start(day, 20), start(day, 23.9), 5, 0),
    ...Array.from({ length: 25 }, (_, i): Fix => [start(day, 23.9) + i * minute, i * 600]),
    ...every(start(next, 0.4), start(next, 3), 5, 24 * 600),
  ];
  for (const each of [day, next]) load('1', each, fixes);
  const [first, second] = await visits.days(query(day, next));
  expect(first!.trips.at(-1)!.to).toBe(start(next));
  expect(second!.trips[0]!.from).toBe(start(next));
  expect(first!.use!.metres + second!.use!.metres).toBeCloseTo(24 * 600, -1);
  expect(first!.use!.metres).toBeGreaterThan(2_000);
});

test('only a device of which something changed is computed again', async () => {
  const day = '2026-11-24';
  const { visits, load, state } = account([place(1, 0, 200)]);
  for (const id of ['1', '2', '3']) load(id, day, every(start(day), start(day, 5), 5, 0));
  const all = query('2026-11-20', '2026-11-26', ['1', '2', '3']);
  await visits.list(all);
  expect(state.computed.splice(0)).toEqual(['1', '2', '3']);
  await visits.days(all);
  // A part of what is known already.
  expect(await visits.list(query(day, day, ['1', '2', '3']))).toHaveLength(3);
  expect(state.computed).toEqual([]);
  load('2', '2026-11-25', every(start('2026-11-25'), start('2026-11-25', 2), 5, 9_000));
  expect((await visits.list(all)).map(({ isOpen }) => isOpen)).toEqual([true, false, true]);
  expect(state.computed.splice(0)).toEqual(['2']);
  state.places = [place(1, 9_000, 200)];
  state.index = new PlaceIndex(state.places);
  expect(await visits.list(all)).toHaveLength(1);
  expect(state.computed).toEqual(['1', '2', '3']);
});

test('more days of devices than can be computed at once are refused, as is what is no day', async () => {
  const { visits } = account([]);
  const ids = Array.from({ length: 600 }, (_, i) => String(i));
  for (const wrong of [
    query('2026-11-01', '2026-11-30', ids),
    query('2026-11-31'),
    query('2026-11-02', '2026-11-01'),
  ]) {
    await expect(visits.list(wrong)).rejects.toThrow();
    await expect(visits.days(wrong)).rejects.toThrow();
  }
});

const days = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'];

/** Four days around a clock change with a vehicle that drives and stands by turns, holes and single errors. */
const recorded = fc.record({
  legs: fc.array(
    fc.record({
      minutes: fc.integer({ min: 1, max: 300 }),
      speed: fc.constantFrom(0, 0, 0, 300, -300, 900, -900),
      /** Minutes between fixes; a long one is a gap. */
      step: fc.constantFrom(1, 2, 5, 10, 60, 200),
      hasError: fc.boolean(),
    }),
    { minLength: 15, maxLength: 60 },
  ),
  loaded: fc.subarray(days, { minLength: 1 }),
  places: fc.array(
    fc.tuple(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: 20, max: 3_000 })),
    { minLength: 1, maxLength: 5 },
  ),
});

interface Recorded {
  at: number;
  metres: number;
  isError: boolean;
}

function fixesOf(
  legs: readonly { minutes: number; speed: number; step: number; hasError: boolean }[],
) {
  const fixes: Recorded[] = [];
  let [at, metres] = [start(days[0]!), 0];
  for (const { minutes, speed, step, hasError } of legs) {
    for (let passed = 0; passed < minutes; passed += step) {
      fixes.push({ at, metres: metres + speed * passed, isError: false });
      at += step * minute;
    }
    metres += speed * Math.ceil(minutes / step) * step;
    // In the next minute it is back.
    if (hasError) fixes.push({ at: at - minute / 2, metres: metres + 5_000_000, isError: true });
  }
  // Nothing says that the first fix of what is loaded is an error.
  return fixes.filter(
    ({ at, isError }, i) =>
      !isError || dayInZone(at, timeZone) === dayInZone(fixes[i - 1]!.at, timeZone),
  );
}

test('visits are those of a plain look at all fixes, whichever days are loaded', async () => {
  await fc.assert(
    fc.asyncProperty(recorded, async ({ legs, loaded, places: shapes }) => {
      // Beside whole metres, so that no fix is on an outline.
      const places = shapes.map(([metres, radius], n) => place(n, metres + 0.4, radius));
      const { visits, load } = account(places);
      const fixes = fixesOf(legs);
      const used = loaded.toSorted();
      for (const day of used)
        load(
          '1',
          day,
          fixes.map(({ at, metres }) => [at, metres] as const),
        );
      const found = await visits.list(query(days[0]!, days.at(-1)!));
      for (const [n, each] of places.entries()) {
        const own = found.filter((visit) => visit.placeId === each.id);
        for (const part of partsOf(used)) {
          const inPart = fixes.filter(
            ({ at, isError }) => !isError && at >= part.from && at < part.to,
          );
          const [centre, radius] = [shapes[n]![0] + 0.4, shapes[n]![1]];
          const edge = (metres: number) => Math.abs(metres - centre) - radius;
          const inside = inPart.filter(({ metres }) => edge(metres) <= 0).map(({ at }) => at);
          const outside = inPart
            .filter(({ metres }) => edge(metres) > defaultTripRules.stopRadiusMetres)
            .map(({ at }) => at);
          // Runs of fixes inside without one outside between them.
          const runs: number[][] = [];
          for (const at of inside) {
            const last = runs.at(-1);
            if (last && !outside.some((other) => other > last.at(-1)! && other < at)) last.push(at);
            else runs.push([at]);
          }
          expect(
            own
              .filter(({ arrivedBy }) => arrivedBy >= part.from && arrivedBy < part.to)
              .map(({ arrivedAfter, arrivedBy, leftAfter, leftBy }) => ({
                arrivedAfter,
                arrivedBy,
                leftAfter,
                leftBy,
              })),
          ).toEqual(
            runs.map((run) => ({
              arrivedAfter: outside.findLast((at) => at < run[0]!) ?? null,
              arrivedBy: run[0],
              leftAfter: run.at(-1),
              leftBy: outside.find((at) => at > run.at(-1)!) ?? null,
            })),
          );
        }
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

/** Loaded days next to each other are one part. */
function partsOf(loaded: readonly string[]): Range[] {
  const parts: Range[] = [];
  for (const day of loaded) {
    const range = { from: start(day), to: start(plusDays(day, 1)) };
    const last = parts.at(-1);
    if (last?.to === range.from) last.to = range.to;
    else parts.push(range);
  }
  return parts;
}
