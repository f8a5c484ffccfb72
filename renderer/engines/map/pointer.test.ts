import { describe, expect, it, test, vi } from 'vitest';
import type { ClusterMembers, MapDevice } from '#engines/fleet';
import type { Place } from './camera';
import { Clicks, hitTest, type Aim, type OpenStack } from './pointer';
import { fanOut } from './symbol-layer';
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

const device = (slot: number) => ({ slot, id: `d${slot}`, x: 0.5, y: 0.25 }) as MapDevice;
const disc = {
  kind: 'cluster',
  cluster: { cell: { level: 3, cellX: 1, cellY: 2 }, slots: [] },
  x: 0.11,
  y: 0.21,
} as const;
const onScreen = { generation: 4, selected: { id: 'chosen', slot: 9 } as MapDevice };

function setUp(members: Partial<ClusterMembers> | null = null) {
  const asked: number[] = [];
  const onSelect = vi.fn<(id: string | null) => void>();
  const onSelectedClick = vi.fn<(id: string) => void>();
  const onExpand = vi.fn<(place: Place, zoom: number) => void>();
  const onStack = vi.fn<(stack: OpenStack | null) => void>();
  const clicks = new Clicks({
    feed: {
      devices: (generation, slots) => {
        asked.push(generation);
        return Promise.resolve(Array.from(slots, device));
      },
      members: (generation) => {
        asked.push(generation);
        return Promise.resolve(members as ClusterMembers | null);
      },
    },
    zoom: () => 5.5,
    maxZoom: () => 20,
    onSelect,
    onSelectedClick,
    onExpand,
    onStack,
  });
  return { clicks, asked, onSelect, onSelectedClick, onExpand, onStack };
}

test('selects a device that lies alone, of the generation on screen', async () => {
  const { clicks, asked, onSelect, onStack } = setUp();
  await clicks.click({ kind: 'devices', slots: [7] }, onScreen);
  expect(onSelect).toHaveBeenCalledWith('d7');
  expect(onStack).not.toHaveBeenCalled();
  expect(asked).toEqual([4]);
});

test('spreads out devices at one spot, and selects the one that is clicked then', async () => {
  const { clicks, onSelect, onStack } = setUp();
  await clicks.click({ kind: 'devices', slots: [7, 8] }, onScreen);
  expect(onStack.mock.lastCall![0]).toMatchObject({ count: 2, fan: { x: 0.5, y: 0.25 } });
  await clicks.click({ kind: 'fanned', slot: 8 }, onScreen);
  expect(onSelect).toHaveBeenCalledWith('d8');
  expect(clicks.fan).toBeNull();
  expect(onStack.mock.lastCall).toEqual([null]);
  clicks.closeStack();
  expect(onStack).toHaveBeenCalledTimes(2);
});

test('a click on an empty place closes an open fan, and clears the selection otherwise', async () => {
  const { clicks, onSelect, onStack } = setUp();
  await clicks.click({ kind: 'devices', slots: [7, 8] }, onScreen);
  await clicks.click(null, onScreen);
  expect(onStack.mock.lastCall).toEqual([null]);
  expect(onSelect).not.toHaveBeenCalled();
  await clicks.click(null, onScreen);
  expect(onSelect).toHaveBeenCalledWith(null);
});

test('reports a click on the selected device without selecting it again', async () => {
  const { clicks, onSelect, onSelectedClick } = setUp();
  await clicks.click({ kind: 'selected', slot: 9 }, onScreen);
  expect(onSelectedClick).toHaveBeenCalledWith('chosen');
  expect(onSelect).not.toHaveBeenCalled();
});

test('zooms into a cluster by a whole step at least', async () => {
  const { clicks, asked, onExpand } = setUp({ expansionZoom: 6, count: 6, x: 0.1, y: 0.2 });
  await clicks.click(disc, onScreen);
  expect(onExpand).toHaveBeenCalledWith(expect.objectContaining({ x: 0.1, y: 0.2 }), 6.5);
  expect(asked).toEqual([4]);
});

test('spreads out a cluster whose members stay at one spot, with the count of all', async () => {
  const { clicks, onStack } = setUp({
    expansionZoom: null,
    count: 300,
    first: [device(1), device(2)],
    x: 0.1,
    y: 0.2,
  });
  await clicks.click(disc, onScreen);
  expect(onStack.mock.lastCall![0]).toMatchObject({ count: 300, fan: { x: 0.11, y: 0.21 } });
});

test('spreads out a cluster of a few where it is, instead of zooming in', async () => {
  const first = [1, 2, 3, 4, 5].map(device);
  const { clicks, onStack, onExpand } = setUp({
    expansionZoom: 9,
    count: 5,
    first,
    x: 0.1,
    y: 0.2,
  });
  await clicks.click(disc, onScreen);
  expect(onStack.mock.lastCall![0]).toMatchObject({ devices: first, fan: { x: 0.11, y: 0.21 } });
  expect(onExpand).not.toHaveBeenCalled();
});
