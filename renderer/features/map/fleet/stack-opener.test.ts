import { expect, test, vi } from 'vitest';
import type { ClusterMembers, MapDevice, MapFeed } from '#engines/fleet';
import { StackOpener, type OpenStack } from './stack-opener';

const device = (slot: number) => ({ slot, id: `d${slot}`, x: 0.5, y: 0.25 }) as MapDevice;
const cluster = { level: 3, cellX: 1, cellY: 2 };

function setUp(members: Partial<ClusterMembers> | null = null) {
  const onDevice = vi.fn<(id: string) => void>();
  const onExpand = vi.fn<(place: { x: number; y: number }, zoom: number) => void>();
  const onChanged = vi.fn<(stack: OpenStack | null) => void>();
  const feed = {
    devices: (_: number, slots: Uint32Array) => Promise.resolve(Array.from(slots, device)),
    members: () => Promise.resolve(members as ClusterMembers | null),
  } satisfies Pick<MapFeed, 'devices' | 'members'>;
  const stacks = new StackOpener({
    feed,
    zoom: () => 5.5,
    maxZoom: () => 20,
    onDevice,
    onExpand,
    onChanged,
  });
  return { stacks, onDevice, onExpand, onChanged };
}

test('selects a device that lies alone', async () => {
  const { stacks, onDevice, onChanged } = setUp();
  await stacks.openDevices(1, [7]);
  expect(onDevice).toHaveBeenCalledWith('d7');
  expect(onChanged).not.toHaveBeenCalled();
});

test('spreads out devices at one spot, and closes the fan when one is taken', async () => {
  const { stacks, onChanged } = setUp();
  await stacks.openDevices(1, [7, 8]);
  expect(onChanged.mock.lastCall![0]).toMatchObject({ count: 2, fan: { x: 0.5, y: 0.25 } });
  expect(stacks.take(8)).toBe('d8');
  expect(stacks.fan).toBeNull();
  expect(onChanged.mock.lastCall).toEqual([null]);
  stacks.close();
  expect(onChanged).toHaveBeenCalledTimes(2);
});

test('zooms into a cluster by a whole step at least', async () => {
  const { stacks, onExpand } = setUp({ expansionZoom: 6, x: 0.1, y: 0.2 });
  await stacks.openCluster(1, cluster);
  expect(onExpand).toHaveBeenCalledWith(expect.objectContaining({ x: 0.1, y: 0.2 }), 6.5);
});

test('spreads out a cluster whose members stay at one spot, with the count of all', async () => {
  const { stacks, onChanged } = setUp({
    expansionZoom: null,
    count: 300,
    first: [device(1), device(2)],
    x: 0.1,
    y: 0.2,
  });
  await stacks.openCluster(1, cluster);
  expect(onChanged.mock.lastCall![0]).toMatchObject({ count: 300, fan: { x: 0.1, y: 0.2 } });
});
