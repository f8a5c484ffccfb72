import { describe, expect, it, test } from 'vitest';
import { flagCritical } from '#shared/fleet/columns';
import type { MapDevice, VisibleSet } from '#engines/fleet';
import { labelPoints, leftBehind, obstaclePoints, slotsToName } from './labels';
import { singlesAt, visibleOf } from './visible.test-support';

const selected = { slot: 9, label: 'Nine', x: 0.5, y: 0.5 } as MapDevice;

describe('the layout by MapLibre', () => {
  it('places the name of the selected device first', () => {
    const other = { slot: 3, label: 'Three', x: 0.75, y: 0.5, flags: 0 } as MapDevice;
    const rect = { left: 0, right: 0, top: 0, bottom: 0 };
    const placed = { slot: 9, text: 'Nine', place: 2, rect };
    const [first, second] = labelPoints([selected, other], 9, [placed]);
    expect(first!.properties).toMatchObject({ label: 'Nine', rank: 0, place: 2 });
    expect(second!.geometry.coordinates[0]).toBeCloseTo(90);
    expect([first, second].map((feature) => feature!.properties!.isFirst)).toEqual([true, false]);
  });

  it('names a critical alert without a room of its own in no other place', () => {
    const [critical, usual] = [flagCritical, 0].map((flags, slot) => ({
      ...selected,
      slot,
      flags,
    }));
    expect(labelPoints([critical!, usual!], null, []).map(({ id }) => id)).toEqual([1]);
  });

  it('keeps names off every symbol, cluster and the ring', () => {
    const clusters = {
      count: Uint32Array.of(5000),
      x: Float64Array.of(0.2),
      y: Float64Array.of(0.5),
    } as VisibleSet['clusters'];
    const visible = visibleOf({ singles: singlesAt([[0.1, 0.5]]), clusters, selected });
    const widths = obstaclePoints(visible).map(({ properties }) => properties!.px);
    expect(widths).toEqual([22, 46, 36]);
  });
});

describe('slotsToName', () => {
  it('returns the selected device and those nearest to the centre', () => {
    const places = Array.from({ length: 500 }, (_, i) => [0.5 + i / 1050, 0.5] as const);
    const selectedFar = { ...selected, slot: 777 };
    const visible = visibleOf({ singles: singlesAt(places), selected: selectedFar });
    const slots = slotsToName(visible);
    expect([...slots.subarray(0, 3)]).toEqual([777, 0, 1]);
    expect(slots).toHaveLength(301);
  });

  it('names critical alerts before all others', () => {
    const places = Array.from({ length: 500 }, (_, i) => [0.5 + i / 1050, 0.5] as const);
    const singles = singlesAt(places);
    singles.flags[499] = flagCritical;
    const slots = slotsToName(visibleOf({ singles }));
    expect([...slots.subarray(0, 2)]).toEqual([499, 0]);
  });
});

test('names whose symbol is gone or has moved on are left behind', () => {
  const pixels = 1000;
  const names = [0, 1, 2].map((slot) => ({ slot, x: 0.1 * slot, y: 0.5 }));
  const places = [
    [0.005, 0.5],
    [0.15, 0.5],
  ] as const;
  expect([...leftBehind(names, visibleOf({ singles: singlesAt(places) }), pixels)]).toEqual([1, 2]);
  const chosen = visibleOf({ selected: { ...selected, slot: 2, x: 0.2, y: 0.5 } });
  expect([...leftBehind(names, chosen, pixels)]).toEqual([0, 1]);
  expect([...leftBehind(names, visibleOf(), pixels)]).toEqual([0, 1, 2]);
});
