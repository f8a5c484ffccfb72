import { english } from '../../test/support/english';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import { journalTable } from './journal-table';

const entry: JournalEntry = {
  id: 'j1',
  at: 0,
  by: 'ana at https://tracking.example.com',
  kind: 'user',
  action: 'change',
  recordId: 'usr-1',
  label: 'Ben',
  changes: [
    { field: 'validFrom', before: null, after: 1_000 },
    { field: 'expiresAt', before: null, after: Date.UTC(2027, 1, 26, 23) },
    { field: 'tags', before: { depot: 'north' }, after: {} },
    { field: 'privileges', before: ['read'], after: ['read', 'a;b'] },
    { field: 'disabled', before: false, after: true },
    { field: 'password', before: null, after: '(set)' },
  ],
  jobId: null,
  undo: 'done',
  undoReason: null,
};

test('one row per field, with readable values', () => {
  const gone: JournalEntry = { ...entry, action: 'delete', changes: [], undo: 'impossible' };
  const { columns, rows } = journalTable([entry, gone], {
    language: english,
    account: 'ana',
    filter: null,
    timeZone: 'Europe/Madrid',
    exportedAt: 0,
  });
  const at = (key: string) => columns.findIndex((column) => column.key === key);
  const shown = rows.map((row) =>
    ['field', 'before', 'after', 'undone'].map((key) => row[at(key)]),
  );
  expect(shown).toEqual([
    ['validFrom', null, '1970-01-01T01:00:01+01:00', true],
    ['expiresAt', null, '2027-02-26', true],
    ['tags', 'depot=north', '', true],
    ['privileges', 'read', 'read; "a;b"', true],
    ['disabled', 'no', 'yes', true],
    ['password', null, '(set)', true],
    [null, null, null, false],
  ]);
});

test('the answer to a submission is a sentence, and the channels asked for stay a list', () => {
  const answer = { submitted: 3, asSubmitted: 2, different: 0, missing: 1, notProvided: 0 };
  const submitted: JournalEntry = {
    ...entry,
    kind: 'report',
    action: 'submit',
    changes: [
      { field: 'channels', before: null, after: ['Email', 'SMS'] },
      { field: 'answer', before: null, after: { ...answer, undecided: 0 } },
    ],
  };
  const { columns, rows } = journalTable([submitted], {
    language: english,
    account: 'ana',
    filter: null,
    timeZone: 'UTC',
    exportedAt: 0,
  });
  const after = columns.findIndex(({ key }) => key === 'after');
  expect(rows.map((row) => row[after])).toEqual([
    'Email; SMS',
    '3 submitted; 2 answered as submitted; 1 not in the answer.',
  ]);
});
