import { describe, expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import type { FleetClient, FleetQuery, FleetRow, FleetView } from '#features/fleet-data';
import { isFiltered } from './fleet-query';
import { createFleetStore } from './fleet-store';

const emptyView: FleetView = {
  version: 1,
  total: 3,
  matched: 3,
  matchedListed: 3,
  counts: {
    ...(Object.fromEntries(deviceStates.map((state) => [state, 0])) as FleetView['counts']),
    moving: 3,
  },
  withoutPosition: 0,
  isListed: true,
  groups: [],
  selected: null,
};

/** A worker that sends a view only when the test calls `worker`. */
function setUp() {
  const stored = new Map<string, string>();
  const queries: FleetQuery[] = [];
  const selects: (string | null)[] = [];
  let publish: (view: FleetView) => void = () => {};
  const client = {
    setQuery: (query: FleetQuery) => queries.push(query),
    select: (id: string | null) => selects.push(id),
    subscribe: (listener: (view: FleetView) => void) => {
      publish = listener;
      return () => {};
    },
    onBroken: () => () => {},
    rows: async (from: number) => ({ version: 1, rows: [{ id: `d${from}` } as FleetRow] }),
  } as unknown as FleetClient;
  const text = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const store = createFleetStore(client, text);
  return {
    store,
    stored,
    queries,
    selects,
    again: () => createFleetStore(client, text),
    worker: (selected: FleetView['selected']) => publish({ ...emptyView, selected }),
  };
}

describe('the query', () => {
  test('sorting twice by a column reverses it, another column starts ascending', () => {
    const { store, queries } = setUp();
    store.sortBy('speed');
    store.sortBy('speed');
    store.sortBy('name');
    expect(queries.map(({ sort }) => sort)).toEqual([
      { column: 'speed', descending: false },
      { column: 'speed', descending: true },
      { column: 'name', descending: false },
    ]);
  });

  test('toggles states one by one and clears them together', () => {
    const { store } = setUp();
    store.toggleState('moving');
    store.toggleState('stale');
    store.toggleState('moving');
    expect(store.getState().query.states).toEqual(['stale']);
    expect(isFiltered(store.getState().query)).toBe(true);
    store.clearFilters();
    expect(isFiltered(store.getState().query)).toBe(false);
  });

  test('restores filters and order with the profile, but not the search text', () => {
    const { store, stored, again } = setUp();
    store.open('profile');
    store.ask({ search: 'Marija’s van', states: ['stale'], olderThanMs: 3_600_000 });
    store.sortBy('fixAt');
    expect([...stored.values()].join()).not.toContain('Marija');
    const next = again();
    next.open('profile');
    expect(next.getState().query).toEqual({
      search: '',
      states: ['stale'],
      group: null,
      olderThanMs: 3_600_000,
      sort: { column: 'fixAt', descending: false },
    });
    next.open('another');
    expect(next.getState().query.states).toEqual([]);
  });

  test('ignores invalid stored preferences', () => {
    const { stored, again } = setUp();
    stored.set('waypost.fleet.a', '{"states":["flying"],"tableShare":5000}');
    stored.set('waypost.fleet.b', '{{');
    const store = again();
    store.open('a');
    expect(store.getState().preferences.tableShare).toBe(50);
    store.open('b');
    expect(store.getState().query.states).toEqual([]);
  });
});

describe('the selection', () => {
  test('is not reset by older views of a slow worker', () => {
    const { store, worker } = setUp();
    worker(null);
    store.select('d1', 1);
    worker(null);
    expect(store.getState().selected).toEqual({ id: 'd1', index: 1 });
    store.select('d2', 2);
    worker({ id: 'd1', index: 1 });
    expect(store.getState().selected).toEqual({ id: 'd2', index: 2 });
    worker({ id: 'd2', index: 7 });
    expect(store.getState()).toMatchObject({
      selected: { id: 'd2', index: 7 },
      isDetailsOpen: false,
    });
  });

  test('opens the details on an explicit selection, not while moving with the arrow keys', async () => {
    const { store, worker } = setUp();
    await store.selectRow(1, false);
    worker({ id: 'd1', index: 1 });
    expect(store.getState().isDetailsOpen).toBe(false);
    store.show('d9');
    worker({ id: 'd9', index: 9 });
    expect(store.getState()).toMatchObject({
      isDetailsOpen: true,
      selected: { id: 'd9', index: 9 },
    });
  });

  test('opens the details again when the same device is selected again', () => {
    const { store, worker } = setUp();
    store.show('d1');
    worker({ id: 'd1', index: 1 });
    store.setDetailsOpen(false);
    const changes: [string | undefined, number][] = [];
    store.subscribe(({ selected, picks }) => changes.push([selected?.id, picks]));
    store.show('d1');
    expect(store.getState().isDetailsOpen).toBe(true);
    store.show('d2');
    // Device and count change together, so that a listener can tell a repeated selection from a new one.
    expect(changes).toEqual([
      ['d1', 2],
      ['d2', 3],
    ]);
  });

  test('clearing it closes the details', async () => {
    const { store, worker } = setUp();
    await store.selectRow(1, true);
    worker({ id: 'd1', index: 1 });
    expect(store.getState().isDetailsOpen).toBe(true);
    store.show(null);
    worker(null);
    expect(store.getState()).toMatchObject({ isDetailsOpen: false, selected: null });
  });

  test('is cleared when the account changes', () => {
    const { store, selects } = setUp();
    store.open('a');
    store.select('d1', 1);
    store.open('b');
    expect(selects.at(-1)).toBeNull();
  });
});
