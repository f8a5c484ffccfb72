import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCache } from '../../main/cache/cache';
import { createFleet } from '../../main/features/fleet/fleet';
import { TestFleet } from '../../renderer/engines/fleet/synthetic.test-support';
import type { FleetRow } from '../../renderer/engines/fleet/table';
import { initialQuery } from '../../renderer/engines/fleet/types';
import { clockToleranceMs } from '../../shared/domain/device-state';
import { defaultSettings, stateRules } from '../../shared/domain/settings';
import type { FleetMessage } from '../../shared/fleet/columns';
import { decodeDeviceList } from '../../shared/wire/device';
import { decodeLastLocation } from '../../shared/wire/fix';

// From the answers to the row of the table, through the real decoder, cache, columns and worker model:
// whatever is shown must be in one of the answers, and nothing that was not asked for is blamed on the
// device. The answers are renamed, retyped, incomplete, from the future, repeated and out of order.

const minute = 60_000;
const start = Date.UTC(2026, 4, 1, 10);
const rules = stateRules(defaultSettings);

/** One answer: when it is received after the one before, and what it says. */
const anAnswer = fc.record({
  waitMinutes: fc.integer({ min: 0, max: 90 }),
  /** The time of the report relative to the answer. */
  ageMinutes: fc.oneof(
    fc.integer({ min: 0, max: 120 }),
    fc.constantFrom(-28_000_000, -30, 2_000, 60 * 24 * 400),
  ),
  latitude: fc.oneof(
    fc.integer({ min: -90, max: 90 }),
    fc.constantFrom<unknown>(null, '', '49,900', 0, 'N 49', 91),
  ),
  longitude: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.constantFrom<unknown>(null, 0)),
  speed: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom<unknown>('1,850', -5, null)),
  battery: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom<unknown>(-1, 'full')),
  form: fc.constantFrom('documented', 'renamed', 'retyped', 'none', 'repeated'),
});
type Answer = typeof anAnswer extends fc.Arbitrary<infer T> ? T : never;

function bodyOf(answer: Answer, now: number): unknown {
  const at = new Date(now - answer.ageMinutes * minute).toISOString();
  const { latitude, longitude, speed, battery } = answer;
  switch (answer.form) {
    case 'none':
      return { success: true, lastLocation: null };
    case 'renamed':
      return { lastLocation: { date: at, lat: latitude, lng: longitude, speed } };
    case 'retyped':
      return { lastLocation: { dateTime: Date.parse(at), latitude, longitude, speed } };
    case 'documented':
    case 'repeated':
      return { lastLocation: { dateTime: at, latitude, longitude, speed, battery } };
  }
}

/** The fleet of one device, from the cache to the rows of the table. */
function setup() {
  let now = start;
  const model = new TestFleet(initialQuery, { rules, now: start });
  const clock = { now: () => now, after: () => () => undefined, monotonicNow: () => now };
  const fleet = createFleet({
    cache: openCache({ file: null, key: new Uint8Array(32) }),
    clock,
    accountId: 'a',
    nextGeneration: () => 1,
    timeZone: () => 'UTC',
  });
  const port = {
    postMessage: (message: FleetMessage) => model.post(structuredClone(message)),
    close: () => undefined,
  };
  fleet.attachPort(port);
  fleet.replaceDevices(decodeDeviceList({ devices: [{ id: 'a' }] }).items, now);
  return {
    answer: (body: unknown, at: number) => {
      model.pass(at - now);
      now = at;
      fleet.putFix('a', decodeLastLocation(body), now);
      fleet.flush();
    },
    row: (at: number): FleetRow => {
      model.pass(at - now);
      now = at;
      return model.rows(0, 1).rows[0]!;
    },
  };
}

/** The reports of documented answers, as an independent reader takes them. */
interface Report {
  at: number;
  place: [number, number] | null;
  speed: number | null;
}

function reportOf(answer: Answer, now: number): Report | null {
  const isDocumented = answer.form === 'documented' || answer.form === 'repeated';
  const { latitude, longitude, speed } = answer;
  const isPlace = typeof latitude === 'number' && typeof longitude === 'number' && latitude <= 90;
  const isNowhere = isPlace && latitude === 0 && longitude === 0;
  const isEmpty = (value: unknown) => value === null || value === '';
  const isAbsent = isEmpty(latitude) && isEmpty(longitude);
  if (!isDocumented || !(isPlace || isAbsent)) return null;
  return {
    at: now - answer.ageMinutes * minute,
    place: isPlace && !isNowhere ? [latitude, longitude] : null,
    speed: typeof speed === 'number' && speed >= 0 ? speed : null,
  };
}

test('every value in a row of the table is in one of the answers', () => {
  fc.assert(
    fc.property(fc.array(anAnswer, { minLength: 1, maxLength: 8 }), (answers) => {
      const { answer, row } = setup();
      const reports: Report[] = [];
      let now = start;
      for (const each of answers) {
        now += each.waitMinutes * minute;
        answer(bodyOf(each, now), now);
        const report = reportOf(each, now);
        if (report) reports.push(report);
        const shown = row(now);
        const known = reports.map(({ at }) => at);
        expect([null, ...known]).toContain(shown.fixAt);
        const places = reports.filter(({ place }) => place !== null);
        const shownPlace = [shown.positionAt, shown.latitude, shown.longitude, shown.speed];
        const possible = places.map(({ at, place, speed }) => [at, ...place!, speed]);
        expect([[null, null, null, null], ...possible]).toContainEqual(shownPlace);
        // A known place is never erased.
        expect(shown.latitude === null).toBe(places.length === 0);
        expect(shown.checkedAt).toBe(now);
      }
    }),
  );
});

test('a state is derived from the last answer, and calls a device silent only if it was asked', () => {
  fc.assert(
    fc.property(
      fc.array(anAnswer, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 3_000 }),
      (answers, laterMinutes) => {
        const { answer, row } = setup();
        let now = start;
        for (const each of answers) {
          now += each.waitMinutes * minute;
          answer(bodyOf(each, now), now);
        }
        const last = answers.at(-1)!;
        const isUnderstood = last.form === 'none' || reportOf(last, now) !== null;
        const shown = row(now + laterMinutes * minute);
        expect(shown.state === 'notUnderstood').toBe(!isUnderstood);
        const silence = now - (shown.fixAt ?? Number.NEGATIVE_INFINITY);
        const isBlamed = shown.state === 'stale' || shown.state === 'silent';
        expect(isBlamed && silence <= rules.staleAfterMs).toBe(false);
        const age = now + laterMinutes * minute - (shown.fixAt ?? Number.NaN);
        const isPresent = ['moving', 'stopped', 'unknownMotion'].includes(shown.state);
        expect(isPresent && !(age <= rules.staleAfterMs && age >= -clockToleranceMs)).toBe(false);
      },
    ),
  );
});

test('a newer report is never replaced by an older one', () => {
  fc.assert(
    fc.property(fc.array(anAnswer, { minLength: 2, maxLength: 8 }), (answers) => {
      const { answer, row } = setup();
      let now = start;
      let before: number | null = null;
      for (const each of answers) {
        now += each.waitMinutes * minute;
        answer(bodyOf(each, now), now);
        const { fixAt } = row(now);
        const isCorrected = before !== null && before > now + clockToleranceMs;
        expect(before !== null && !isCorrected && (fixAt ?? 0) < before).toBe(false);
        before = fixAt;
      }
    }),
  );
});
