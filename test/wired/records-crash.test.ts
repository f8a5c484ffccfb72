import { cpSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { RunningService } from '../../main/service/start';
import type { Desk } from '../support/desk';
import { eventually } from '../support/eventually';
import { anna, desk, newUser } from '../support/records';
import { faultOf, service, temporaryFolder, tidyUp } from '../support/own';

// The app ends between the answer of the service and the journal entry.

afterEach(tidyUp);

const actions = (at: Desk) =>
  at.journal.list({ from: 0, limit: 9 }).entries.map(({ action, label }) => `${action} ${label}`);

/** A desk whose calls of this method never get an answer; `arrives`: they are carried out. */
async function deskWithout(running: RunningService, method: string, arrives: boolean) {
  const folder = temporaryFolder();
  const at = await desk(running, {
    folder,
    fetch: async (...call) => {
      if (call[1]?.method !== method) return fetch(...call);
      if (arrives) await fetch(...call);
      return new Promise<never>(() => undefined);
    },
  });
  /** What was on disk at that moment, opened again. */
  const crash = async () => {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    return desk(running, { folder: copy });
  };
  return { at, crash };
}

/** A user whose message was changed by a call of this desk that got no answer. */
async function messageWithoutAnswer(message: string) {
  const running = await service();
  const { at, crash } = await deskWithout(running, 'PATCH', true);
  const { record: base } = await newUser(at);
  void at.edits.changeUser(base, { message });
  await eventually(async () => expect((await at.user(base.id)).message).toBe(message));
  return { running, base, crash };
}

test('a change carried out just before a crash is in the journal after the next start', async () => {
  const running = await service();
  const { at, crash } = await deskWithout(running, 'PATCH', true);
  const { record: base } = await newUser(at);
  void at.edits.changeUser(base, { description: 'Dispatcher', tags: { depot: 'Lund' } });
  await eventually(async () => expect((await at.user(base.id)).description).toBe('Dispatcher'));
  const again = await crash();
  expect(actions(again)).toEqual(['create Anna Quist']);
  await again.recover();
  await again.recover();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
  const [entry] = again.journal.list({ from: 0, limit: 1 }).entries;
  expect(entry?.changes).toContainEqual({
    field: 'description',
    before: null,
    after: 'Dispatcher',
  });
  expect(await again.undo(entry!.id)).toMatchObject({ status: 'undone' });
  expect(await again.user(base.id)).toMatchObject({ description: null, tags: anna.tags });
});

test('a change that never arrived leaves no entry, and neither does a refused one', async () => {
  const running = await service();
  const { at, crash } = await deskWithout(running, 'PATCH', false);
  const { record: base } = await newUser(at);
  void at.edits.changeUser(base, { description: 'Never' });
  await eventually(() => expect(at.cache.records('attempt').count()).toBe(1));
  const again = await crash();
  await again.recover();
  expect(actions(again)).toEqual(['create Anna Quist']);
  expect(again.cache.records('attempt').count()).toBe(0);
  const gone = { ...base, id: 'nobody' };
  expect((await faultOf(again.edits.changeUser(gone, { name: 'X' }))).kind).toBe('notFound');
  expect(again.cache.records('attempt').count()).toBe(0);
});

test('a deletion carried out just before a crash is in the journal and can be undone', async () => {
  const running = await service();
  const { at, crash } = await deskWithout(running, 'DELETE', true);
  const { record: base } = await newUser(at);
  void at.edits.removeUser(base.id);
  await eventually(async () => expect((await faultOf(at.user(base.id))).kind).toBe('notFound'));
  const again = await crash();
  await again.recover();
  expect(actions(again)).toEqual(['delete Anna Quist', 'create Anna Quist']);
  const [entry] = again.journal.list({ from: 0, limit: 1 }).entries;
  expect(await again.undo(entry!.id)).toMatchObject({ status: 'undone' });
  await again.refresh();
  expect(again.users().filter(({ email }) => email === anna.email)).toHaveLength(1);
});

test('saving the same draft again after the crash writes the entry with its undo', async () => {
  const { base, crash } = await messageWithoutAnswer('Call the depot');
  const again = await crash();
  const saved = await again.edits.changeUser(base, { message: 'Call the depot' });
  expect(saved).toMatchObject({ status: 'saved', journalId: expect.any(String) as string });
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
  await again.recover();
  expect(actions(again)).toHaveLength(2);
});

test('an intent waits until the service answers', async () => {
  const { running, crash } = await messageWithoutAnswer('Hello');
  const again = await crash();
  running.control.setFaults({ path: '/api/users/', resetRate: 1 });
  await again.recover();
  expect(actions(again)).toEqual(['create Anna Quist']);
  running.control.setFaults(null);
  await again.recover();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
});

test('two identical concurrent edits make one entry', async () => {
  const at = await desk(await service());
  const { record: base } = await newUser(at);
  const save = () => at.edits.changeUser(base, { message: 'Call the depot' });
  expect(await Promise.all([save(), save()])).toMatchObject([
    { status: 'saved', journalId: expect.any(String) as string },
    { status: 'saved', journalId: null },
  ]);
  expect(actions(at)).toEqual(['change Anna Quist', 'create Anna Quist']);
  expect(at.cache.records('attempt').count()).toBe(0);
});

test('another edit of the same record does not replace the pending entry', async () => {
  const { base, crash } = await messageWithoutAnswer('Call the depot');

  const again = await crash();
  await again.edits.changeUser(await again.user(base.id), { description: 'Dispatcher' });
  expect(actions(again)).toEqual(['change Anna Quist', 'change Anna Quist', 'create Anna Quist']);

  const contrary = await crash();
  const saved = await contrary.edits.changeUser(base, { message: 'Call the garage' });
  expect(saved).toMatchObject({ status: 'conflict' });
  expect(actions(contrary)).toEqual(['change Anna Quist', 'create Anna Quist']);
});

test('the entry is written once if the draft is saved again during recovery', async () => {
  const { base, crash } = await messageWithoutAnswer('Call the depot');
  const again = await crash();
  const save = () => again.edits.changeUser(base, { message: 'Call the depot' });
  await Promise.all([again.recover(), save(), again.recover(), save()]);
  await again.recover();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
});
