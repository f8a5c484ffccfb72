import { expect, test } from 'vitest';
import type { Records } from '#main/cache/cache';
import { type ViewState, mostSavedViews, type SavedView } from '#shared/domain/view-state';
import { createStoredViewState, createSavedViews } from './view-state';

const state: ViewState = {
  page: 'expiry',
  filter: {
    search: 'van',
    filters: { states: ['silent'], group: 'g1', olderThanMs: 60_000 },
    sort: { column: 'name', descending: true },
  },
  selected: { id: 'd1', isOpen: true },
  camera: { longitude: 190, latitude: 45, zoom: 9, bearing: -20 },
  opened: [{ kind: 'group', id: 'g1' }],
};

/** The two functions that are needed of records, with what is stored of one. */
function recordsWith(id: 'viewState' | 'fleetViews', stored?: unknown): Records {
  const values = new Map([[id as string, stored]]);
  return {
    get: (key: string) => values.get(key),
    put: (key: string, value: unknown) => void values.set(key, structuredClone(value)),
  } as unknown as Records;
}

test('what was on screen is there after a restart', () => {
  const records = recordsWith('viewState');
  expect(createStoredViewState(records).read()).toBeNull();
  createStoredViewState(records).keep(state);
  expect(createStoredViewState(records).read()).toEqual(state);
});

test('of the windows that were open, those that another version wrote otherwise are left out', () => {
  const records = recordsWith('viewState');
  const place = {
    bounds: { x: 1, y: 2, width: 800, height: 600 },
    isMaximized: true,
    isFullScreen: false,
  };
  const map = {
    shows: { shows: 'map' as const, device: 'd1' },
    place: { ...place, display: null },
    account: null,
  };
  createStoredViewState(records).keepWindows([map]);
  expect(createStoredViewState(records).windows()).toEqual([map]);
  records.put('openWindows', [{ shows: { shows: 'orbit' }, place }, map]);
  expect(createStoredViewState(records).windows()).toEqual([map]);
});

test('the record of a version that remembered nothing of what was opened is still read', () => {
  const { opened, ...older } = state;
  expect(opened).toHaveLength(1);
  expect(createStoredViewState(recordsWith('viewState', older)).read()).toEqual({
    ...older,
    opened: [],
  });
});

test('a record that cannot be read is no view', () => {
  for (const damaged of ['damaged', { ...state, camera: { zoom: 'far' } }, { page: 'fleet' }]) {
    expect(createStoredViewState(recordsWith('viewState', damaged)).read()).toBeNull();
  }
});

const viewOf = (id: string, name = id): SavedView => ({
  id,
  name,
  search: 'van',
  filters: { states: ['silent'] },
  sort: { column: 'name', descending: false },
  columns: { shown: ['name'], widths: {} },
});

test('views are added, replaced in place and removed, and are there after a restart', () => {
  const records = recordsWith('fleetViews');
  const views = createSavedViews(records);
  views.save(viewOf('a'));
  views.save(viewOf('b'));
  views.save(viewOf('a', 'renamed'));
  expect(
    createSavedViews(records)
      .list()
      .map(({ name }) => name),
  ).toEqual(['renamed', 'b']);
  expect(views.remove('a')).toEqual([viewOf('b')]);
  expect(createSavedViews(records).list()).toEqual([viewOf('b')]);
});

test('a record that cannot be read costs only its own view', () => {
  expect(createSavedViews(recordsWith('fleetViews', 'damaged')).list()).toEqual([]);
  expect(createSavedViews(recordsWith('fleetViews', [{ id: 'x' }, viewOf('b')])).list()).toEqual([
    viewOf('b'),
  ]);
});

test('more views than fit are declined, and replacing one still works', () => {
  const all = Array.from({ length: mostSavedViews }, (_, i) => viewOf(`v${i}`));
  const views = createSavedViews(recordsWith('fleetViews', all));
  expect(() => views.save(viewOf('more'))).toThrow();
  expect(views.save(viewOf('v0', 'new'))[0]!.name).toBe('new');
});
