import { describe, expect, test } from 'vitest';
import type { FleetClient, FleetQuery, FleetRow, FleetView } from '#features/fleet-data';
import { createFleetStore, isFiltered } from './fleet-store';

const emptyView: FleetView = {
  version: 1,
  total: 3,
  matched: 3,
  counts: { moving: 3, stopped: 0, unknownMotion: 0, stale: 0, silent: 0, expired: 0 },
  withoutPosition: 0,
  isListed: true,
  groups: [],
  selected: null,
};

/** A worker that answers only when told to, as a busy one does. */
function setUp() {
  const kept = new Map<string, string>();
  const queries: FleetQuery[] = [];
  const selects: (string | null)[] = [];
  let tell: (view: FleetView) => void = () => {};
  const client = {
    setQuery: (query) => queries.push(query),
    select: (id) => selects.push(id),
    subscribe: (listener) => {
      tell = listener;
      return () => {};
    },
    onBroken: () => () => {},
    rows: async (from) => ({ version: 1, rows: [{ id: `d${from}` } as FleetRow] }),
  } as FleetClient;
  const text = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const store = createFleetStore(client, text);
  return {
    store,
    kept,
    queries,
    selects,
    again: () => createFleetStore(client, text),
    worker: (selected: FleetView['selected']) => tell({ ...emptyView, selected }),
  };
}

describe('the query', () => {
  test('sorting twice by a column turns it round, another column starts upwards', () => {
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

  test('states are switched one by one and cleared together', () => {
    const { store } = setUp();
    store.toggleState('moving');
    store.toggleState('stale');
    store.toggleState('moving');
    expect(store.getState().query.states).toEqual(['stale']);
    expect(isFiltered(store.getState().query)).toBe(true);
    store.clearFilters();
    expect(isFiltered(store.getState().query)).toBe(false);
  });

  test('filters and order come back with the profile, the search text does not', () => {
    const { store, kept, again } = setUp();
    store.open('profile');
    store.ask({ search: 'Marija’s van', states: ['stale'], olderThanMs: 3_600_000 });
    store.sortBy('fixAt');
    expect([...kept.values()].join()).not.toContain('Marija');
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

  test('what was kept and is broken counts as nothing kept', () => {
    const { kept, again } = setUp();
    kept.set('waypost.fleet.a', '{"states":["flying"],"tableShare":5000}');
    kept.set('waypost.fleet.b', '{{');
    const store = again();
    store.open('a');
    expect(store.getState().preferences.tableShare).toBe(50);
    store.open('b');
    expect(store.getState().query.states).toEqual([]);
  });
});

describe('the selection', () => {
  test('is ahead of a slow worker and not thrown back by old views', () => {
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

  test('opens the details when it was picked, not when the keys pass over it', async () => {
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

  test('picked again after its details were closed opens them again', () => {
    const { store, worker } = setUp();
    store.show('d1');
    worker({ id: 'd1', index: 1 });
    store.setDetailsOpen(false);
    const changes: [string | undefined, number][] = [];
    store.subscribe(({ selected, picks }) => changes.push([selected?.id, picks]));
    store.show('d1');
    expect(store.getState().isDetailsOpen).toBe(true);
    store.show('d2');
    // Device and pick change together: a listener can tell the same one again from another one.
    expect(changes).toEqual([
      ['d1', 2],
      ['d2', 3],
    ]);
  });

  test('cleared closes the details', async () => {
    const { store, worker } = setUp();
    await store.selectRow(1, true);
    worker({ id: 'd1', index: 1 });
    expect(store.getState().isDetailsOpen).toBe(true);
    store.show(null);
    worker(null);
    expect(store.getState()).toMatchObject({ isDetailsOpen: false, selected: null });
  });

  test('does not survive a change of the account', () => {
    const { store, selects } = setUp();
    store.open('a');
    store.select('d1', 1);
    store.open('b');
    expect(selects.at(-1)).toBeNull();
  });
});
