import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoRoles, type DemoRole, type DemoRow } from '../store';
import { demoDevice, roleOf } from './fleet';
import { demoFixAt, demoFixes, type DemoFix } from './simulator';
import { cities } from './cities';

const noon = Date.parse('2027-03-03T12:00:00Z');
const seed = 42;
const row = (index: number, role: DemoRole): DemoRow => ({
  index,
  seed,
  role,
  silentSince: null,
  panicAt: null,
});

const number = (record: Record<string, unknown>, name: string) => Number(record[name]);

/** Metres between two records, near enough for a few hundred metres. */
function apart(a: Record<string, unknown>, b: Record<string, unknown>): number {
  const north = (number(b, 'latitude') - number(a, 'latitude')) * 111_320;
  const scale = 111_320 * Math.cos((number(a, 'latitude') * Math.PI) / 180);
  return Math.hypot(north, (number(b, 'longitude') - number(a, 'longitude')) * scale);
}

describe('the demo fleet', () => {
  it('is the same for the same seed and another for another', () => {
    const names = (from: number) =>
      Array.from({ length: 30 }, (_, i) => demoDevice(from, i, noon, 'UTC').name).join();
    expect(names(1)).toBe(names(1));
    expect(names(1)).not.toBe(names(2));
  });

  it('has every kind of device even when it is small, and no id or name twice', () => {
    const fleet = Array.from({ length: 400 }, (_, i) => demoDevice(seed, i, noon, 'UTC'));
    const roles = new Set(fleet.slice(0, 12).map(({ demo }) => demo?.role));
    expect(roles).toEqual(new Set(demoRoles));
    expect(new Set(fleet.map(({ id }) => id)).size).toBe(400);
    expect(new Set(fleet.map(({ name }) => name)).size).toBe(400);
    expect(fleet.some(({ id }) => id.includes(':'))).toBe(true);
  });

  it('names every device after the city it belongs to', () => {
    for (let i = 0; i < 400; i += 1) {
      const { tags, demo } = demoDevice(seed, i, noon, 'UTC');
      const city = cities.find(({ name }) => name === tags['city']);
      const record = demo && demoFixAt(demo, noon)?.record;
      if (!city || !record || demo.role === 'hauls' || demo.role === 'zero') continue;
      const metres = apart(record, { latitude: city.latitude, longitude: city.longitude });
      expect(metres, String(tags['city'])).toBeLessThan(60_000);
    }
  });

  it('has devices that expire in 3, 10 and 40 days and some that have expired', () => {
    const fleet = Array.from({ length: 100 }, (_, i) => demoDevice(seed, i, noon, 'UTC'));
    const dates = fleet.filter(({ isActive }) => isActive).map((d) => d.limits.expirationDate);
    expect(dates).toEqual(expect.arrayContaining(['2027-03-06', '2027-03-13', '2027-04-12']));
    const expired = fleet.filter(({ isActive }) => !isActive);
    expect(expired.length).toBeGreaterThan(0);
    for (const { demo, limits } of expired) {
      expect(demo?.silentSince).toBe(Date.parse(`${String(limits.expirationDate)}T00:00:00Z`));
    }
  });

  it('keeps a good part of its vehicles moving at any hour', () => {
    const working = Array.from({ length: 200 }, (_, i) => i).filter(
      (i) => roleOf(seed, i) === 'drives',
    );
    for (let hour = 0; hour < 24; hour += 1) {
      const moving = working.filter(
        (i) =>
          number(demoFixAt(row(i, 'drives'), noon + hour * 3_600_000)?.record ?? {}, 'speed') > 1,
      );
      expect(moving.length / working.length).toBeGreaterThan(0.15);
    }
  });
});

describe('a demo vehicle', () => {
  const vehicle = fc.record({
    index: fc.nat(400),
    role: fc.constantFrom<DemoRole>('drives', 'hauls'),
    at: fc.integer({ min: noon - 360 * 86_400_000, max: noon + 360 * 86_400_000 }),
  });

  it('is where its speed and course bring it: no jumps, no crab-wise driving', () => {
    fc.assert(
      fc.property(vehicle, ({ index, role, at }) => {
        const fixes = demoFixes(
          row(index, role),
          { from: at, to: at + 120_000 },
          at + 120_000,
          100,
        );
        for (let i = 1; i < fixes.length; i += 1) {
          const [a, b] = [fixes[i - 1]!, fixes[i]!];
          const seconds = (b.at - a.at) / 1000;
          const metres = apart(a.record, b.record);
          // Between two fixes the speed can change at most by the maximum acceleration.
          const fastest =
            Math.max(number(a.record, 'speed'), number(b.record, 'speed')) + 1.7 * seconds;
          expect(metres).toBeLessThanOrEqual(Math.min(fastest, 24) * seconds + 1);
          const mileage = (number(b.record, 'milleage') - number(a.record, 'milleage')) * 1000;
          expect(mileage).toBeGreaterThanOrEqual(metres - 25);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('points where it goes', () => {
    fc.assert(
      fc.property(vehicle, ({ index, at }) => {
        const ahead = demoFixes(row(index, 'hauls'), { from: at, to: at + 20_000 }, at + 20_000, 3);
        const [a, b] = ahead;
        // Both fixes while moving: during a stop the course stays and the position does not change.
        const isDriving = (fix?: DemoFix) => fix !== undefined && number(fix.record, 'speed') > 15;
        fc.pre(isDriving(a) && isDriving(b));
        const north = number(b!.record, 'latitude') - number(a!.record, 'latitude');
        const east =
          (number(b!.record, 'longitude') - number(a!.record, 'longitude')) *
          Math.cos((number(a!.record, 'latitude') * Math.PI) / 180);
        const went = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
        const off = Math.abs(((went - number(a!.record, 'course') + 540) % 360) - 180);
        expect(off).toBeLessThan(15);
      }),
      { numRuns: 100 },
    );
  });

  it('tells the same history whenever it is asked, ending with its last fix', () => {
    fc.assert(
      fc.property(vehicle, ({ index, role, at }) => {
        const demo = row(index, role);
        const range = { from: at - 1_200_000, to: at };
        const fixes = demoFixes(demo, range, at, 1000);
        expect(fixes).toEqual(demoFixes(demo, range, at + 86_400_000, 1000));
        expect(fixes.at(-1)).toEqual(demoFixAt(demo, at));
        const times = fixes.map((fix) => fix.at);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('stays near its cities, never leaves the globe and never reports the future', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.constantFrom(...demoRoles), (index, role) => {
        const fix = demoFixAt(row(index, role), noon);
        if (role === 'never') expect(fix).toBeNull();
        if (!fix || role === 'zero') return;
        expect(fix.at).toBeLessThanOrEqual(noon);
        const near = cities.some(
          ({ latitude, longitude }) => apart(fix.record, { latitude, longitude }) < 300_000,
        );
        expect(near).toBe(true);
      }),
    );
  });

  it('falls silent when it should and stacks exactly where it should', () => {
    const silent = { ...row(3, 'silent'), silentSince: noon - 86_400_000 };
    expect(demoFixAt(silent, noon)?.at).toBeLessThanOrEqual(noon - 86_400_000);
    expect(demoFixes(silent, { from: noon - 3_600_000, to: noon }, noon, 10)).toEqual([]);
    const stacked = [11, 12, 15].map((index) => demoFixAt(row(index, 'stacked'), noon)!.record);
    expect(apart(stacked[0]!, stacked[1]!)).toBe(0);
    expect(apart(stacked[0]!, stacked[2]!)).toBe(0);
    const zero = demoFixAt(row(9, 'zero'), noon)!.record;
    expect([zero.latitude, zero.longitude]).toEqual([0, 0]);
  });

  it('carries a critical alert for a while after its panic button', () => {
    const demo = { ...row(3, 'drives'), panicAt: noon };
    const critical = (at: number) => demoFixAt(demo, at)?.record.hasCriticalAlert;
    expect([critical(noon - 600_000), critical(noon + 600_000)]).toEqual([false, true]);
    expect(critical(noon + 12 * 3_600_000)).toBe(false);
  });
});
