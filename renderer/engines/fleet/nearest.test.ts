import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween } from '#shared/history/distance';
import { bearingBetween } from '#shared/places/place';
import { TestFleet, fleetOf, started, type SketchedDevice } from './synthetic.test-support';
import { initialQuery, type FleetQuery, type NearestQuestion } from './types';

const modelOf = (devices: readonly SketchedDevice[], query: Partial<FleetQuery> = {}) =>
  started(fleetOf(devices), query);

const question = (part: Partial<NearestQuestion> = {}): NearestQuestion => ({
  to: { at: { latitude: 0, longitude: 0 } },
  limit: 10,
  since: null,
  onlyMatching: false,
  ...part,
});

const positions = fc.option(
  fc.tuple(
    fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90)),
    fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 0, 180)),
  ),
  { nil: undefined },
);
const device = fc.record({
  name: fc.constantFrom('Van', 'Truck'),
  at: positions,
  fixAt: fc.integer({ min: 0, max: 9 }),
  unlistedAt: fc.constantFrom(Number.NaN, Number.NaN, 5),
});

test('lists the same devices as sorting the whole fleet by distance', () => {
  fc.assert(
    fc.property(
      fc.array(device, { maxLength: 40 }),
      positions.filter((at) => at !== undefined),
      fc.integer({ min: 1, max: 12 }),
      fc.option(fc.integer({ min: 0, max: 9 })),
      fc.boolean(),
      (devices, at, limit, since, onlyMatching) => {
        const [latitude, longitude] = at!;
        const answer = modelOf(devices, { search: 'van' }).nearest(
          question({ to: { at: { latitude, longitude } }, limit, since, onlyMatching }),
        );
        const listed = devices
          .map((each, slot) => ({ ...each, id: `id-${slot}` }))
          .filter(({ unlistedAt, name }) => {
            return Number.isNaN(unlistedAt) && (!onlyMatching || name === 'Van');
          });
        const placed = listed.filter((each) => each.at !== undefined);
        const expected = placed
          .filter(({ fixAt }) => since === null || fixAt >= since)
          .map((each) => ({
            id: each.id,
            metres: metresBetween(latitude, longitude, ...each.at!),
            bearing: bearingBetween(latitude, longitude, ...each.at!),
          }))
          .toSorted((a, b) => a.metres - b.metres)
          .slice(0, limit);
        expect(
          answer.devices.map(({ row, metres, bearing }) => ({ id: row.id, metres, bearing })),
        ).toEqual(expected);
        expect(answer.withoutPosition).toBe(listed.length - placed.length);
        expect(answer.tooOld).toBe(
          placed.filter(({ fixAt }) => since !== null && fixAt < since).length,
        );
      },
    ),
  );
});

test('measures from the last position of a device and leaves it out', () => {
  const model = modelOf([
    { name: 'A', at: [10, 10], fixAt: 0 },
    { name: 'B', at: [10, 10.1], fixAt: 0 },
    { name: 'C', at: [9, 10], fixAt: 0 },
    { name: 'D' },
  ]);
  const answer = model.nearest(question({ to: { deviceId: 'id-0' } }));
  expect(answer.at).toEqual({ latitude: 10, longitude: 10 });
  expect(answer.devices.map(({ row }) => row.label)).toEqual(['B', 'C']);
  expect(answer.devices.map(({ bearing }) => Math.round(bearing))).toEqual([90, 180]);
});

test('has no answer for a device without a position, one that is gone, and before the first list', () => {
  const model = modelOf([{ name: 'A' }, { name: 'B', at: [1, 1], fixAt: 0 }]);
  const none = { at: null, devices: [], withoutPosition: 0, tooOld: 0 };
  expect(model.nearest(question({ to: { deviceId: 'id-0' } }))).toEqual(none);
  expect(model.nearest(question({ to: { deviceId: 'gone' } }))).toEqual(none);
  expect(new TestFleet(initialQuery).nearest(question())).toEqual(none);
});

test('a position of unknown time is left out as soon as an age is asked for', () => {
  const model = modelOf([{ name: 'A', at: [1, 1] }]);
  expect(model.nearest(question()).devices).toHaveLength(1);
  expect(model.nearest(question({ since: 0 }))).toMatchObject({ devices: [], tooOld: 1 });
});
