import { expect, test } from 'vitest';
import type { WallView } from '#shared/domain/settings';
import type { SavedView } from '#shared/domain/view-state';
import { wallPlan } from './wall';

const view = (id: string, name: string): SavedView => ({
  id,
  name,
  search: '',
  filters: {},
  sort: { column: 'state', descending: false },
  columns: { shown: [], widths: {} },
});
const night = view('v1', 'Night shift');
const silent = view('v2', 'Silent');
const views = [night, silent];
const board: WallView = { view: 'v2', shows: 'board', seconds: 10 };
const all: WallView = { view: null, shows: 'map', seconds: 60 };

test('goes through the views of the settings, and all devices', () => {
  const { stops, gone } = wallPlan([], [board, all], views);
  expect(stops).toEqual([
    { view: silent, shows: 'board', seconds: 10 },
    { view: null, shows: 'map', seconds: 60 },
  ]);
  expect(gone).toBe(0);
});

test('views are asked for by id or name, and keep what the settings say of them', () => {
  const { stops, missing } = wallPlan(['SILENT', 'v1'], [board], views);
  expect(stops).toEqual([
    { view: silent, shows: 'board', seconds: 10 },
    { view: night, shows: 'map', seconds: 30 },
  ]);
  expect(missing).toEqual([]);
});

test('a name that no view has is said, and the others are shown', () => {
  const plan = wallPlan(['Nihgt shift', 'Silent'], [], views);
  expect(plan.missing).toEqual(['Nihgt shift']);
  expect(plan.stops.map((stop) => stop.view)).toEqual([silent]);
});

test('where nothing that was wanted is there, the first view is shown, or all devices', () => {
  expect(wallPlan(['Gone'], [], views)).toMatchObject({
    missing: ['Gone'],
    stops: [{ view: night }],
  });
  expect(wallPlan(['Gone'], [], [])).toMatchObject({ missing: ['Gone'], stops: [{ view: null }] });
  const other = { ...board, view: 'of another account' };
  expect(wallPlan([], [other], views)).toMatchObject({ gone: 1, stops: [{ view: night }] });
});

test('without a choice it shows all devices on the map', () => {
  expect(wallPlan([], [], views)).toEqual({
    stops: [{ view: null, shows: 'map', seconds: 30 }],
    missing: [],
    gone: 0,
  });
});
