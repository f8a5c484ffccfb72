import { describe, expect, it } from 'vitest';
import type { MapDevice } from '#engines/fleet';
import { hitTest, type Aim } from './hit';
import { fanOut } from './scene';
import { singlesAt, visibleOf } from './visible.test-support';

const scale = 512 * 2 ** 10;
const px = 1 / scale;

const visible = visibleOf({
  singles: singlesAt(
    [
      [0.5, 0.5],
      [0.5 + 3 * px, 0.5],
      [0.5 + 60 * px, 0.5],
    ],
    { first: 4 },
  ),
  clusters: {
    ref: [{ cell: { level: 13, cellX: 8, cellY: 9 }, slots: [4] }],
    x: Float64Array.of(0.999_999),
    y: Float64Array.of(0.5),
    count: Uint32Array.of(12),
    byState: Uint32Array.of(12, ...Array(11).fill(0)),
  },
});
const aim = (x: number, y = 0.5, bearing = 0): Aim => ({ x, y, scale, bearing });

describe('hitTest', () => {
  it('finds the nearest device within reach of its symbol', () => {
    expect(hitTest(visible, null, aim(0.5 + 55 * px))).toEqual({ kind: 'devices', slots: [6] });
    expect(hitTest(visible, null, aim(0.5 + 30 * px))).toBeNull();
  });

  it('returns all devices whose symbols overlap', () => {
    expect(hitTest(visible, null, aim(0.5 + px))).toEqual({ kind: 'devices', slots: [4, 5] });
  });

  it('finds a cluster across the antimeridian', () => {
    expect(hitTest(visible, null, aim(0.000_001))).toEqual({
      kind: 'cluster',
      cluster: { cell: { level: 13, cellX: 8, cellY: 9 }, slots: [4] },
      x: 0.999_999,
      y: 0.5,
    });
  });

  it('prefers the selected device, which is drawn on top', () => {
    const selected = { slot: 9, x: 0.5, y: 0.5 } as MapDevice;
    expect(hitTest({ ...visible, selected }, null, aim(0.5))).toEqual({
      kind: 'selected',
      slot: 9,
    });
  });

  it('finds a fanned device where it is drawn, on a rotated map too', () => {
    const fan = fanOut(0.7, 0.7, [{ slot: 1 } as MapDevice, { slot: 2 } as MapDevice]);
    const up = 38 * px;
    expect(hitTest(visible, fan, aim(0.7, 0.7 - up))).toEqual({ kind: 'fanned', slot: 1 });
    expect(hitTest(visible, fan, aim(0.7, 0.7 + up))).toEqual({ kind: 'fanned', slot: 2 });
    // With east up, the top of the screen is in the east.
    expect(hitTest(visible, fan, aim(0.7 + up, 0.7, 90))).toEqual({ kind: 'fanned', slot: 1 });
  });
});
