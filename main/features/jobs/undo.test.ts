import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#shared/domain/edit';
import { userOf } from '#shared/domain/records.test-support';
import type { User } from '#shared/domain/user';
import { undoOf, undoOfEntries } from '#main/features/records/undo';
import type { KnownRecords } from './check';
import { latestOf, planUndoSteps } from './jobs';
import { inEnglish, says } from '../../../test/support/english';

const ann = userOf('ann', {
  name: 'Ann',
  email: 'ann@example.com',
  country: 'ES',
  timeZone: 'Europe/Madrid',
  disabled: false,
});

const known = (users: User[]): KnownRecords => ({
  users,
  groups: [],
  devices: [],
  capabilities: { writesLimits: true, activates: true, takesSubmissions: false },
  licences: null,
  now: 0,
  timeZone: 'UTC',
});

let count = 0;
const entry = (
  changes: [field: string, before: unknown, after: unknown][],
  more: Partial<JournalEntry> = {},
): JournalEntry => ({
  id: `e${count++}`,
  at: 0,
  by: 'demo',
  kind: 'user',
  action: 'change',
  recordId: 'ann',
  label: 'Ann',
  changes: changes.map(([field, before, after]) => ({ field, before, after })),
  jobId: null,
  undo: 'possible',
  undoReason: null,
  ...more,
});

/** The rows of a plan that undoes these entries, given oldest first. */
function rows(entries: JournalEntry[], users: User[]) {
  const now = known(users);
  return inEnglish(planUndoSteps(undoOfEntries(entries.toReversed(), latestOf(now)), now).rows);
}

test('undoes several changes of one record in one step', () => {
  const first = entry([['name', 'Ann', 'Anna']]);
  const second = entry([
    ['name', 'Anna', 'Annette'],
    ['message', null, 'Hello'],
  ]);
  expect(rows([first, second], [{ ...ann, name: 'Annette', message: 'Hello' }])).toMatchObject([
    {
      state: 'waiting',
      step: { kind: 'user', action: 'change', id: 'ann', edit: { name: 'Ann', message: null } },
      undoesEntries: [second.id, first.id],
      note: 'Undoes 2 changes of this record in one step.',
    },
  ]);
});

test('refuses an entry with a later one that is not selected', () => {
  const first = entry([['name', 'Ann', 'Anna']]);
  const third = entry([['name', 'Annette', 'Nan']]);
  expect(rows([first, third], [{ ...ann, name: 'Nan' }])).toMatchObject([
    { state: 'waiting', undoesEntries: [third.id], changes: [{ after: 'Annette' }] },
    { state: 'refused', refusal: 'It was changed again since: Name.' },
  ]);
});

test('undoes a creation with its later changes by a deletion, if nothing else changed it', () => {
  const made = entry(
    [
      ['name', null, 'Ann'],
      ['email', null, 'ann@example.com'],
    ],
    { action: 'create' },
  );
  const renamed = entry([['name', 'Ann', 'Anna']]);
  const [row] = rows([made, renamed], [{ ...ann, name: 'Anna' }]);
  expect(row).toMatchObject({
    state: 'waiting',
    step: { kind: 'user', action: 'delete', id: 'ann' },
  });
  expect(rows([made], [{ ...ann, name: 'Anna' }])).toMatchObject([
    { refusal: 'It was changed since it was created: Name.' },
  ]);
});

test('undoes a deletion with earlier changes by creating the record as it was before them', () => {
  const renamed = entry([['name', 'Ann', 'Anna']]);
  const gone = entry(
    [
      ['name', 'Anna', null],
      ['email', 'ann@example.com', null],
      ['country', 'ES', null],
      ['timeZone', 'Europe/Madrid', null],
    ],
    { action: 'delete' },
  );
  expect(rows([renamed, gone], [])).toMatchObject([
    {
      state: 'waiting',
      step: { kind: 'user', action: 'create', edit: { name: 'Ann', email: 'ann@example.com' } },
      note: expect.stringContaining('under a new id') as string,
    },
  ]);
});

test('has nothing to undo for a record that was created and deleted again', () => {
  const made = entry([['name', null, 'Ann']], { action: 'create' });
  const gone = entry([['name', 'Ann', null]], { action: 'delete' });
  expect(rows([made, gone], [])).toMatchObject([
    {
      state: 'refused',
      refusal: 'It was created and deleted again: there is nothing to undo.',
    },
  ]);
});

test('lists entries that cannot be undone, with the reason', () => {
  const refusals = rows(
    [
      entry([], { kind: 'report', action: 'submit', undo: 'impossible', recordId: 'van' }),
      entry([['name', 'Ann', 'Anna']], { undo: 'done' }),
      entry([], { kind: 'limits', action: 'activate', undo: 'impossible', undoReason: 'Spent.' }),
    ],
    [ann],
  ).map(({ refusal }) => refusal);
  expect(refusals).toEqual(['Spent.', 'It is already undone.', 'It cannot be undone.']);
});

test('cannot undo a creation whose id the service did not provide', () => {
  const made = { kind: 'user', action: 'create', recordId: null, changes: [] } as const;
  expect(undoOf(made, () => null).refusal).toEqual(says('did not provide the id'));
});

test('undoing every entry restores the record', () => {
  const text = fc.constantFrom('a', 'b', 'c', null);
  const edits = fc.array(
    fc
      .record({ description: text, message: text }, { requiredKeys: [] })
      .filter((edit) => Object.keys(edit).length > 0),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(edits, (series) => {
      let now = ann;
      const entries = series.map((edit) => {
        const before = now;
        now = { ...now, ...edit };
        return entry(
          Object.keys(edit).map((field) => [
            field,
            Reflect.get(before, field) as unknown,
            Reflect.get(now, field) as unknown,
          ]),
        );
      });
      const [row] = rows(entries, [now]);
      const step = row?.step;
      if (step?.kind === 'user' && step.action === 'change') now = { ...now, ...step.edit } as User;
      expect(now).toEqual(ann);
      expect(row?.refusal ?? null).toBeNull();
    }),
  );
});
