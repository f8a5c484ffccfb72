import { describe, expect, test } from 'vitest';
import { deviceStates } from '#shared/domain/device-state';
import { initialQuery } from '#engines/fleet';
import type { FleetClient, FleetQuery, FleetRow, FleetView } from '#engines/fleet';
import { defaultColumns } from './layout';
import { isFiltered } from './filters';
import { createFleetStore, firstQuery, shownLayout } from './fleet-store';

const emptyView: FleetView = {
  version: 1,
  total: 3,
  matched: 3,
  rows: 3,
  hasNewOrder: false,
  matchedListed: 3,
  counts: {
    ...(Object.fromEntries(deviceStates.map((state) => [state, 0])) as FleetView['counts']),
    moving: 3,
  },
  attention: {} as FleetView['attention'],
  sos: [],
  checked: 3,
  withoutPosition: 0,
  isListed: true,
  areTownsLoading: false,
  usualCountry: null,
  groups: [],
  near: null,
  placesVersion: 0,
  filterPlace: null,
  selected: null,
};

/** A worker that sends a view only when the test calls `worker`. */
function setUp() {
  const stored = new Map<string, string>();
  const queries: FleetQuery[] = [];
  const selects: (string | null)[] = [];
  let publish: (change: { view: FleetView }) => void = () => {};
  const client = {
    setQuery: (query: FleetQuery) => queries.push(query),
    select: (id: string | null) => selects.push(id),
    subscribe: (listener: typeof publish) => {
      publish = listener;
      return () => {};
    },
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
    worker: (selected: FleetView['selected']) => publish({ view: { ...emptyView, selected } }),
  };
}

describe('the query', () => {
  test('counts changes of the filter, not of the order or of the account', () => {
    const { store } = setUp();
    store.open();
    store.sortBy('speed');
    expect(store.getState().filterings).toBe(0);
    store.ask({ search: 'van' });
    store.ask({ states: ['silent'] });
    store.clearFilters();
    expect(store.getState().filterings).toBe(3);
    expect(isFiltered(store.getState().query)).toBe(false);
  });

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

  test('silent ones are all, or those of some days, the newest first', () => {
    const { store } = setUp();
    const chosen = () => store.getState().query.states;
    store.sortBy('speed');
    store.toggleState('moving');
    store.toggleState('silent');
    expect(store.getState().query.sort).toEqual({ column: 'fixAt', descending: true });
    store.toggleState('silentToday');
    store.toggleState('silentYesterday');
    expect(chosen()).toEqual(['moving', 'silentToday', 'silentYesterday']);
    store.toggleState('silentToday');
    store.toggleState('silentYesterday');
    expect(chosen()).toEqual(['moving', 'silent']);
    store.toggleState('silentEarlier');
    store.toggleState('silent');
    expect(chosen()).toEqual(['moving']);
  });

  test('an account opens without the filter of the one before, and nothing of it is in localStorage', () => {
    const { store, stored, queries } = setUp();
    store.open();
    store.ask({ search: 'Marija’s van', group: 'Patients', states: ['stale'] });
    store.sortBy('fixAt');
    expect(stored.size).toBe(0);
    store.open();
    expect(store.getState().query).toEqual(firstQuery);
    expect(queries.at(-1)).toEqual(firstQuery);
  });

  test('restoring what an account had on screen is no change by the user', () => {
    const { store, selects } = setUp();
    store.open();
    const { picks } = store.getState();
    store.restoreQuery({ ...initialQuery, group: 'Patients' });
    store.restoreSelection({ id: 'd1', isOpen: true });
    expect(selects.at(-1)).toBe('d1');
    expect(store.getState()).toMatchObject({
      query: { group: 'Patients' },
      selected: { id: 'd1' },
      isDetailsOpen: true,
      filterings: 0,
      picks,
    });
  });

  test('ignores invalid stored preferences', () => {
    const { stored, again } = setUp();
    const store = again();
    stored.set('waypost.fleet-layout', '{"layout":"table","listWidth":5000}');
    stored.set('waypost.fleet-columns', '{{');
    store.open();
    expect(store.getState()).toMatchObject({
      preferences: { layout: 'split', listWidth: null },
      columns: defaultColumns,
    });
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
    store.open();
    store.select('d1', 1);
    store.open();
    expect(selects.at(-1)).toBeNull();
  });
});

describe('a search in the map alone', () => {
  test('has the list beside the map until it ends or a layout is chosen', () => {
    const { store, again } = setUp();
    store.open();
    store.prefer({ layout: 'map' });
    store.setFinding(true);
    expect(shownLayout(store.getState())).toBe('split');
    store.setFinding(false);
    expect(shownLayout(store.getState())).toBe('map');
    store.setFinding(true);
    store.prefer({ layout: 'map' });
    expect(shownLayout(store.getState())).toBe('map');
    const next = again();
    next.open();
    expect(shownLayout(next.getState())).toBe('map');
  });
});

describe('the columns', () => {
  test('are kept on this computer, for every account', () => {
    const { store, again } = setUp();
    store.open();
    store.arrange({ shown: ['name', 'battery'], widths: { battery: 120 } });
    const next = again();
    next.open();
    expect(next.getState().columns).toEqual({
      shown: ['name', 'battery'],
      widths: { battery: 120 },
    });
  });
});
