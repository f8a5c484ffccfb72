import { afterEach, assert, expect, test } from 'vitest';
import type { JobStep } from '../../shared/domain/job';
import { editsOf } from '../support/edits';
import { otherClient, rowsOf, startMainWithUsers, untilDone } from '../support/jobs';
import { cleanUp } from '../support/resources';
import { says } from '../support/english';

// Undo and retry of selected journal entries and job rows.

afterEach(cleanUp);

const everything = { text: '', undo: null };
test('undoes journal entries of several kinds in one job and marks them', async () => {
  const { running, main, jobs, users } = await startMainWithUsers(3);
  const { execute, journal } = main.account.records;
  const edits = editsOf(execute);
  const [first, second] = users;
  const renamed = await edits.changeUser(first!, { name: 'Renamed' });
  assert(renamed.status === 'saved', 'not saved');
  await edits.changeUser(renamed.record, { name: 'Renamed again', message: 'Hello' });
  await edits.changeUser(second!, { message: 'Mine' });
  await edits.createGroup({ name: 'Short-lived', deviceIds: [] });
  const picked = journal.ids(everything).slice(0, 4);
  await otherClient(running).patchUser(second!.id, [
    { op: 'replace', path: '/message', value: 'Theirs' },
  ]);
  await main.account.users.refresh();
  running.control.resetCalls();

  // Sent in any order, like clicks.
  const undo = jobs.planUndoOfEntries(picked.toReversed());
  expect(running.control.calls()).toEqual({});
  expect(undo).toMatchObject({
    kind: 'mixed',
    title: says('Undo 4 entries of the journal'),
    calls: 2,
    counts: { waiting: 2, refused: 1 },
  });
  expect(rowsOf(main, undo.id)).toMatchObject([
    { kind: 'group', action: 'delete', label: 'Short-lived', state: 'waiting' },
    { kind: 'user', action: 'change', refusal: says('It was changed again since: Message.') },
    { kind: 'user', action: 'change', note: says('Undoes 2 changes of this record in one step.') },
  ]);
  jobs.start(undo.id);
  await untilDone(main, undo.id);
  expect(picked.map((id) => journal.get(id)?.undo)).toEqual(['done', 'possible', 'done', 'done']);
  const now = (await otherClient(running).user(first!.id)).record;
  expect(now).toMatchObject({ name: first!.name, message: null });
  expect((await otherClient(running).user(second!.id)).record.message).toBe('Theirs');
  expect(main.account.groups.current().items.map(({ name }) => name)).not.toContain('Short-lived');
  expect(journal.ids({ text: 'short-lived', undo: 'done' })).toEqual([picked[0]]);
});

test('marks an undo from the journal in its job, and vice versa', async () => {
  const { main, jobs, users } = await startMainWithUsers(4);
  const { journal, undo } = main.account.records;
  const steps = users.map(({ id }): JobStep => ({
    kind: 'user',
    action: 'change',
    id,
    edit: { message: 'Bye' },
  }));
  const change = jobs.plan('Say bye', 'user', steps);
  jobs.start(change.id);
  await untilDone(main, change.id);
  const entryOf = (place: number) =>
    journal
      .list({ from: 0, limit: 500 })
      .entries.find((each) => each.jobId === change.id && each.recordId === users[place]!.id)!;
  // One undone separately, one with others, one from its job.
  expect(await undo(entryOf(0).id)).toEqual({ status: 'undone' });
  const several = jobs.planUndoOfEntries([entryOf(0).id, entryOf(1).id]);
  expect(several).toMatchObject({ kind: 'user', counts: { waiting: 1, refused: 1 } });
  jobs.start(several.id);
  await untilDone(main, several.id);
  const index = rowsOf(main, change.id).find(({ label }) => label === users[2]!.name)!.index;
  const one = jobs.planUndo(change.id, [index]);
  expect(one).toMatchObject({ rows: 1, counts: { waiting: 1 } });
  jobs.start(one.id);
  await untilDone(main, one.id);
  expect([0, 1, 2, 3].map((place) => entryOf(place).undo)).toEqual([
    'done',
    'done',
    'done',
    'possible',
  ]);
  expect(jobs.job(change.id)).toMatchObject({ counts: { undone: 3, done: 1 } });
  expect(jobs.rowStates(change.id).filter((state) => state === 'undone')).toHaveLength(3);
});

test('retries only the selected failed rows', async () => {
  const { running, main, jobs, users } = await startMainWithUsers(4);
  const gone = users.slice(0, 2);
  for (const { id } of gone) await otherClient(running).deleteUser(id);
  const change = jobs.plan(
    'Say bye',
    'user',
    users.map(({ id }) => ({ kind: 'user', action: 'change', id, edit: { message: 'Bye' } })),
  );
  jobs.start(change.id);
  await untilDone(main, change.id);
  expect(jobs.job(change.id).counts).toMatchObject({ failed: 2, done: 2 });
  const failed = rowsOf(main, change.id).filter(({ state }) => state === 'failed');
  expect(jobs.retryFailed(change.id, [failed[0]!.index]).counts).toMatchObject({
    failed: 1,
    done: 2,
  });
  await untilDone(main, change.id);
  expect(jobs.job(change.id).counts).toMatchObject({ failed: 2, done: 2 });
});
