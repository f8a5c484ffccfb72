import { expect, test } from 'vitest';
import type { Records } from '#main/cache/cache';
import { mostSavedViews, type SavedView } from '#shared/domain/view-state';
import { createSavedViews } from './view-state';

const viewOf = (id: string, name = id): SavedView => ({
  id,
  name,
  search: 'van',
  filters: { states: ['silent'] },
  sort: { column: 'name', descending: false },
  columns: { shown: ['name'], widths: {} },
});

/** The two functions that views need. */
function recordsWith(stored?: unknown) {
  const values = new Map<string, unknown>(stored === undefined ? [] : [['fleetViews', stored]]);
  const records = {
    get: (id: string) => values.get(id),
    put: (id: string, value: unknown) => void values.set(id, structuredClone(value)),
  } as unknown as Records;
  return records;
}

test('views are added, replaced in place and removed, and are there after a restart', () => {
  const records = recordsWith();
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
  expect(createSavedViews(recordsWith('damaged')).list()).toEqual([]);
  expect(createSavedViews(recordsWith([{ id: 'x' }, viewOf('b')])).list()).toEqual([viewOf('b')]);
});

test('more views than fit are declined, and replacing one still works', () => {
  const all = Array.from({ length: mostSavedViews }, (_, i) => viewOf(`v${i}`));
  const views = createSavedViews(recordsWith(all));
  expect(() => views.save(viewOf('more'))).toThrow();
  expect(views.save(viewOf('v0', 'new'))[0]!.name).toBe('new');
});
