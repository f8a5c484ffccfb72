import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import { createJournalIndex, isEverything } from './journal-index';

const entry = (id: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  at: 0,
  by: 'demo at https://one.example',
  kind: 'user',
  action: 'change',
  recordId: `record-${id}`,
  label: 'Ana Ruíz',
  changes: [],
  jobId: null,
  undo: 'possible',
  undoReason: null,
  ...more,
});
const find = (text: string, undo: JournalEntry['undo'] | null = null) => ({ text, undo });

test('finds entries by action and record, in any word order and case, newest first', () => {
  const index = createJournalIndex(() => [
    entry('1'),
    entry('2', { action: 'delete', label: 'Bruno' }),
    entry('3', { kind: 'limits', action: 'activate', label: 'Van 9', undo: 'impossible' }),
    entry('4', { action: 'delete' }),
  ]);
  expect(index.ids(find(''))).toEqual(['4', '3', '2', '1']);
  expect(index.ids(find('RUIZ deleted'))).toEqual(['4']);
  expect(index.ids(find('activated device'))).toEqual(['3']);
  expect(index.ids(find('record-2'))).toEqual(['2']);
  expect(index.ids(find('record', 'impossible'))).toEqual(['3']);
  expect(index.ids(find('record', 'done'))).toEqual([]);
  expect(index.counts('record')).toEqual({ possible: 3, done: 0, impossible: 1 });
  expect(index.counts('van')).toEqual({ possible: 0, done: 0, impossible: 1 });
});

test('reads the journal once, at the first search, and follows new entries', () => {
  const entries = [entry('1')];
  let reads = 0;
  const index = createJournalIndex(() => {
    reads += 1;
    return entries;
  });
  index.put(entry('2'));
  expect(reads).toBe(0);
  entries.push(entry('2'));
  expect(index.ids(find(''))).toEqual(['2', '1']);
  index.put(entry('1', { undo: 'done' }));
  index.put(entry('3'));
  expect(index.ids(find(''))).toEqual(['3', '2', '1']);
  expect(index.ids(find('', 'done'))).toEqual(['1']);
  expect(reads).toBe(1);
});

test('ignores a search of spaces only', () => {
  expect(isEverything(find('  '))).toBe(true);
  expect(isEverything(find('', 'done'))).toBe(false);
});
