import { expect, test, vi } from 'vitest';
import type { ClusterMembers, MapDevice } from '#engines/fleet';
import type { Place } from './camera';
import { Clicks, type OpenStack } from './clicks';

const device = (slot: number) => ({ slot, id: `d${slot}`, x: 0.5, y: 0.25 }) as MapDevice;
const disc = {
  kind: 'cluster',
  cluster: { cell: { level: 3, cellX: 1, cellY: 2 }, slots: [] },
  x: 0.11,
  y: 0.21,
} as const;
const visible = { generation: 4, selected: { id: 'chosen', slot: 9 } as MapDevice };

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
  await clicks.click({ kind: 'devices', slots: [7] }, visible);
  expect(onSelect).toHaveBeenCalledWith('d7');
  expect(onStack).not.toHaveBeenCalled();
  expect(asked).toEqual([4]);
});

test('spreads out devices at one spot, and selects the one that is clicked then', async () => {
  const { clicks, onSelect, onStack } = setUp();
  await clicks.click({ kind: 'devices', slots: [7, 8] }, visible);
  expect(onStack.mock.lastCall![0]).toMatchObject({ count: 2, fan: { x: 0.5, y: 0.25 } });
  await clicks.click({ kind: 'fanned', slot: 8 }, visible);
  expect(onSelect).toHaveBeenCalledWith('d8');
  expect(clicks.fan).toBeNull();
  expect(onStack.mock.lastCall).toEqual([null]);
  clicks.closeStack();
  expect(onStack).toHaveBeenCalledTimes(2);
});

test('a click on an empty place closes an open fan, and clears the selection otherwise', async () => {
  const { clicks, onSelect, onStack } = setUp();
  await clicks.click({ kind: 'devices', slots: [7, 8] }, visible);
  await clicks.click(null, visible);
  expect(onStack.mock.lastCall).toEqual([null]);
  expect(onSelect).not.toHaveBeenCalled();
  await clicks.click(null, visible);
  expect(onSelect).toHaveBeenCalledWith(null);
});

test('reports a click on the selected device without selecting it again', async () => {
  const { clicks, onSelect, onSelectedClick } = setUp();
  await clicks.click({ kind: 'selected', slot: 9 }, visible);
  expect(onSelectedClick).toHaveBeenCalledWith('chosen');
  expect(onSelect).not.toHaveBeenCalled();
});

test('zooms into a cluster by a whole step at least', async () => {
  const { clicks, asked, onExpand } = setUp({ expansionZoom: 6, count: 6, x: 0.1, y: 0.2 });
  await clicks.click(disc, visible);
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
  await clicks.click(disc, visible);
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
  await clicks.click(disc, visible);
  expect(onStack.mock.lastCall![0]).toMatchObject({ devices: first, fan: { x: 0.11, y: 0.21 } });
  expect(onExpand).not.toHaveBeenCalled();
});
