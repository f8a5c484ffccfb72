import { describe, expect, it } from 'vitest';
import type { MapDevice, VisibleSet } from '#engines/fleet';
import { labelPoints, obstaclePoints, slotsToName } from './labels';

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
    const visible = {
      singles: { slot: Uint32Array.of(1), x: Float64Array.of(0.1), y: Float64Array.of(0.5) },
      clusters: {
        count: Uint32Array.of(5000),
        x: Float64Array.of(0.2),
        y: Float64Array.of(0.5),
      },
      selected,
    } as VisibleSet;
    const widths = obstaclePoints(visible).map(({ properties }) => properties!.px);
    expect(widths).toEqual([18, 46, 36]);
  });
});

describe('slotsToName', () => {
  it('returns the selected device and those nearest to the centre', () => {
    const many = 500;
    const visible = {
      generation: 1,
      viewport: { west: 0, east: 1, north: 0, south: 1, zoom: 16 },
      singles: {
        slot: Uint32Array.from({ length: many }, (_, i) => i),
        x: Float64Array.from({ length: many }, (_, i) => 0.5 + i / many / 2.1),
        y: new Float64Array(many).fill(0.5),
        state: new Uint8Array(many),
        course: new Float32Array(many),
        flags: new Uint8Array(many),
      },
      clusters: {} as never,
      selected: { slot: 777 } as never,
      drawn: many,
    };
    const slots = slotsToName(visible);
    expect([...slots.subarray(0, 3)]).toEqual([777, 0, 1]);
    expect(slots).toHaveLength(301);
  });
});
