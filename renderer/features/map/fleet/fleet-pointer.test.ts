import { expect, test, vi } from 'vitest';
import type { ClusterRef, MapDevice } from '#engines/fleet';
import type { Fan } from './fan';
import { click } from './fleet-pointer';

const visible = { generation: 4, selected: { id: 'chosen', slot: 9 } as MapDevice };
const cluster = { level: 3, cellX: 1, cellY: 2 };

function setUp(fan: Fan | null = null) {
  const stacks = {
    fan,
    take: vi.fn<(slot: number) => string | null>(() => 'fanned'),
    close: vi.fn<() => void>(),
    openDevices: vi.fn<(generation: number, slots: readonly number[]) => Promise<void>>(),
    openCluster: vi.fn<(generation: number, of: ClusterRef) => Promise<void>>(),
  };
  const onSelect = vi.fn<(id: string | null) => void>();
  const onSelectedClick = vi.fn<(id: string) => void>();
  return { stacks, onSelect, onSelectedClick };
}

test('selects the member of a fan that is clicked', () => {
  const targets = setUp({ x: 0, y: 0, members: [] });
  click({ kind: 'fanned', slot: 3 }, visible, targets);
  expect(targets.onSelect).toHaveBeenCalledWith('fanned');
});

test('a click on an empty place closes an open fan, and clears the selection otherwise', () => {
  const withFan = setUp({ x: 0, y: 0, members: [] });
  click(null, visible, withFan);
  expect(withFan.stacks.close).toHaveBeenCalled();
  expect(withFan.onSelect).not.toHaveBeenCalled();
  const without = setUp();
  click(null, visible, without);
  expect(without.onSelect).toHaveBeenCalledWith(null);
});

test('opens devices and clusters of the generation on screen', () => {
  const { stacks, ...targets } = setUp();
  click({ kind: 'devices', slots: [1, 2] }, visible, { stacks, ...targets });
  expect(stacks.openDevices).toHaveBeenCalledWith(4, [1, 2]);
  click({ kind: 'cluster', cluster, count: 5 }, visible, { stacks, ...targets });
  expect(stacks.openCluster).toHaveBeenCalledWith(4, cluster);
});

test('reports a click on the selected device without selecting it again', () => {
  const targets = setUp();
  click({ kind: 'selected', slot: 9 }, visible, targets);
  expect(targets.onSelectedClick).toHaveBeenCalledWith('chosen');
  expect(targets.onSelect).not.toHaveBeenCalled();
});
