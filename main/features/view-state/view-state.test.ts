import { expect, test } from 'vitest';
import type { Records } from '#main/cache/cache';
import type { ViewState } from '#shared/domain/view-state';
import { createStoredViewState } from './view-state';

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

/** The two functions that it needs. */
function recordsWith(stored?: unknown): Records {
  const values = new Map([['viewState', stored]]);
  return {
    get: (id: string) => values.get(id),
    put: (id: string, value: unknown) => void values.set(id, structuredClone(value)),
  } as unknown as Records;
}

test('what was on screen is there after a restart', () => {
  const records = recordsWith();
  expect(createStoredViewState(records).read()).toBeNull();
  createStoredViewState(records).keep(state);
  expect(createStoredViewState(records).read()).toEqual(state);
});

test('of the windows that were open, those that another version wrote otherwise are left out', () => {
  const records = recordsWith();
  const place = {
    bounds: { x: 1, y: 2, width: 800, height: 600 },
    isMaximized: true,
    isFullScreen: false,
  };
  const map = {
    shows: { shows: 'map' as const, device: 'd1' },
    place: { ...place, display: null },
  };
  createStoredViewState(records).keepWindows([map]);
  expect(createStoredViewState(records).windows()).toEqual([map]);
  records.put('openWindows', [{ shows: { shows: 'orbit' }, place }, map]);
  expect(createStoredViewState(records).windows()).toEqual([map]);
});

test('the record of a version that remembered nothing of what was opened is still read', () => {
  const { opened, ...older } = state;
  expect(opened).toHaveLength(1);
  expect(createStoredViewState(recordsWith(older)).read()).toEqual({ ...older, opened: [] });
});

test('a record that cannot be read is no view', () => {
  for (const damaged of ['damaged', { ...state, camera: { zoom: 'far' } }, { page: 'fleet' }]) {
    expect(createStoredViewState(recordsWith(damaged)).read()).toBeNull();
  }
});
