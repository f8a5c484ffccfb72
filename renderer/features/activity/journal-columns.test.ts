import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import { entryTitle } from './journal-messages';
import { findNear } from './find-near';

const entry = (id: string): JournalEntry => ({
  id,
  at: 0,
  by: 'demo',
  kind: 'limits',
  action: 'activate',
  recordId: 'd-1',
  label: 'Van 9',
  changes: [],
  jobId: null,
  undo: 'impossible',
  undoReason: 'A licence cannot be given back.',
});

test('entryTitle names the action and the record', () => {
  expect(entryTitle(entry('1'))).toBe('Activated device Van 9');
});

test('findNear finds an entry that moved by a few rows', () => {
  const entries = ['e', 'd', 'c', 'b', 'a'].map(entry);
  expect(findNear((index) => entries[index], 0, 'c')).toEqual({ index: 2, entry: entries[2] });
  expect(findNear((index) => entries[index], 4, 'd')?.index).toBe(1);
  expect(findNear((index) => entries[index], 0, 'gone')).toBeNull();
});
