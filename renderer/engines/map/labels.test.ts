import { describe, expect, it } from 'vitest';
import type { MapDevice, VisibleSet } from '#engines/fleet';
import { labelPoints, obstaclePoints, slotsToName } from './labels';
import { singlesAt, visibleOf } from './visible.test-support';

const selected = { slot: 9, label: 'Nine', x: 0.5, y: 0.5 } as MapDevice;

describe('the layout by MapLibre', () => {
  it('places the name of the selected device first, outside its ring', () => {
    const other = { slot: 3, label: 'Three', x: 0.75, y: 0.5 } as MapDevice;
    const [first, second] = labelPoints([selected, other], 9);
    expect(first!.properties).toMatchObject({ label: 'Nine', rank: 0 });
    expect(second!.geometry.coordinates[0]).toBeCloseTo(90);
    const away = [first, second].map((feature) => Number(feature!.properties!.away));
    expect(away[0]).toBeGreaterThan(away[1]!);
  });

  it('keeps names off every symbol, cluster and the ring', () => {
    const clusters = {
      count: Uint32Array.of(5000),
      x: Float64Array.of(0.2),
      y: Float64Array.of(0.5),
    } as VisibleSet['clusters'];
    const visible = visibleOf({ singles: singlesAt([[0.1, 0.5]]), clusters, selected });
    const widths = obstaclePoints(visible).map(({ properties }) => properties!.px);
    expect(widths).toEqual([18, 46, 36]);
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
});
