import { expect, test } from 'vitest';
import type { FleetClient, FleetView } from '#engines/fleet';
import { createFleetStore } from '#features/fleet';
import { createMapStore } from '#features/map';
import { followSelection } from './follow';

/** A worker that confirms what is selected when the test says so. */
function setUp() {
  let publish: (change: { view: FleetView }) => void = () => {};
  const client = {
    select: () => {},
    subscribe: (listener: typeof publish) => {
      publish = listener;
      return () => {};
    },
  } as unknown as FleetClient;
  const store = createFleetStore(client, new Map() as unknown as Storage);
  const map = createMapStore(() => {});
  followSelection(store, map);
  const view = (index: number, isListed = true) =>
    publish({ view: { isListed, selected: { id: 'van', index } } as FleetView });
  return { store, map, view, selected: () => store.getState().selected?.id ?? null };
}

test('a filter that a selected device does not match ends its selection, unless its details are open', () => {
  const { store, view, selected } = setUp();
  store.select('van', 2);
  // The list has not arrived.
  view(-1, false);
  expect(selected()).toBe('van');
  view(2);
  expect(selected()).toBe('van');
  view(-1);
  expect(selected()).toBeNull();
  store.show('van', 2);
  view(2);
  view(-1);
  expect(selected()).toBe('van');
  store.setDetailsOpen(false);
  expect(selected()).toBeNull();
});

test('a device that the map follows stays selected', () => {
  const { store, map, view, selected } = setUp();
  store.select('van', 2);
  view(2);
  map.followChanged(true);
  view(-1);
  expect(selected()).toBe('van');
  map.followChanged(false, true);
  expect(selected()).toBeNull();
});
