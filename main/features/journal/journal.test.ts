import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { JournalEntry } from '#shared/domain/edit';
import { Journal } from './journal';

function setup() {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 1) });
  const undone: string[] = [];
  let ids = 0;
  const journal = new Journal({
    cache,
    clock: createFakeTime(),
    newId: () => `e${++ids}`,
    by: 'demo at https://one.example',
    onChanged: () => undefined,
    onUndone: ({ id }) => undone.push(id),
  });
  const append = (more: Partial<JournalEntry> = {}) =>
    journal.append({
      kind: 'user',
      action: 'change',
      recordId: `record-${ids + 1}`,
      label: 'Ana Ruíz',
      changes: [],
      jobId: null,
      undo: 'possible',
      undoReason: null,
      ...more,
    });
  return { cache, journal, append, undone };
}

const find = (text: string, undo: JournalEntry['undo'] | null = null) => ({ text, undo });

test('finds entries by action and record, in any word order and case, newest first', () => {
  const { journal, append } = setup();
  append();
  append({ action: 'delete', label: 'Bruno' });
  append({ kind: 'limits', action: 'activate', label: 'Van 9', undo: 'impossible' });
  append({ action: 'delete' });
  expect(journal.ids(find(''))).toEqual(['e4', 'e3', 'e2', 'e1']);
  expect(journal.ids(find('RUIZ deleted'))).toEqual(['e4']);
  expect(journal.ids(find('activated device'))).toEqual(['e3']);
  expect(journal.ids(find('record-2'))).toEqual(['e2']);
  expect(journal.ids(find('record', 'impossible'))).toEqual(['e3']);
  expect(journal.ids(find('record', 'done'))).toEqual([]);
  expect(journal.counts('record')).toEqual({ possible: 3, done: 0, impossible: 1 });
  expect(journal.counts('van')).toEqual({ possible: 0, done: 0, impossible: 1 });
  const listed = journal.list({ from: 1, limit: 1, find: find('deleted') });
  expect(listed).toMatchObject({ total: 2, entries: [{ id: 'e2' }] });
  // A search of spaces only is none.
  expect(journal.list({ from: 0, limit: 2, find: find('  ') }).total).toBe(4);
});

test('a search follows entries that are added and undone after it', () => {
  const { cache, journal, append, undone } = setup();
  append();
  append();
  expect(journal.ids(find(''))).toEqual(['e2', 'e1']);
  journal.settle('e1', 'done');
  append();
  expect(journal.ids(find(''))).toEqual(['e3', 'e2', 'e1']);
  expect(journal.ids(find('', 'done'))).toEqual(['e1']);
  journal.settle('e1', 'done');
  expect(undone).toEqual(['e1']);
  // An entry that cannot be read is left out.
  cache.records('journal').put('e9', { id: 'e9' });
  expect(journal.get('e9')).toBeNull();
});
