import { cpSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { RunningService } from '../../main/service/start';
import type { UserEdit } from '../../shared/domain/edit';
import type { User } from '../../shared/domain/user';
import { eventually } from '../support/eventually';
import { anna, newUser } from '../support/records';
import { cleanUp, faultOf, startTestService, temporaryFolder } from '../support/resources';
import { openTestAccount, type TestAccount } from '../support/test-account';

// Crashes between the service's response and the journal entry.

afterEach(cleanUp);

const actions = (account: TestAccount) =>
  account.journal
    .list({ from: 0, limit: 9 })
    .entries.map(({ action, label }) => `${action} ${label}`);

/**
 * An account whose calls of this method get no response; `arrives`: the service carries them out.
 */
async function openAccountWithout(running: RunningService, method: string, arrives: boolean) {
  const folder = temporaryFolder();
  const account = await openTestAccount(running, {
    folder,
    fetch: async (...call) => {
      if (call[1]?.method !== method) return fetch(...call);
      if (arrives) await fetch(...call);
      return new Promise<never>(() => undefined);
    },
  });
  /** Opens a copy of the files on disk at this moment. */
  const crash = async () => {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    return openTestAccount(running, { folder: copy });
  };
  return { account, crash };
}

/** A user whose message was changed by an account that never received the response. */
async function messageWithoutAnswer(message: string) {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'PATCH', true);
  const { record: base } = await newUser(account);
  void account.edits.changeUser(base, { message });
  await eventually(async () => expect((await account.user(base.id)).message).toBe(message));
  return { running, base, crash };
}

test('adds a change carried out just before a crash to the journal', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'PATCH', true);
  const { record: base } = await newUser(account);
  void account.edits.changeUser(base, { description: 'Dispatcher', tags: { depot: 'Lund' } });
  await eventually(async () =>
    expect((await account.user(base.id)).description).toBe('Dispatcher'),
  );
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

test('adds no entry for a change that never arrived or was refused', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'PATCH', false);
  const { record: base } = await newUser(account);
  void account.edits.changeUser(base, { description: 'Never' });
  await eventually(() => expect(account.cache.records('intent').count()).toBe(1));
  const again = await crash();
  await again.recover();
  expect(actions(again)).toEqual(['create Anna Quist']);
  expect(again.cache.records('intent').count()).toBe(0);
  const gone = { ...base, id: 'nobody' };
  expect((await faultOf(again.edits.changeUser(gone, { name: 'X' }))).kind).toBe('notFound');
  expect(again.cache.records('intent').count()).toBe(0);
});

test('adds a deletion just before a crash to the journal, and can undo it', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'DELETE', true);
  const { record: base } = await newUser(account);
  void account.edits.removeUser(base.id);
  await eventually(async () =>
    expect((await faultOf(account.user(base.id))).kind).toBe('notFound'),
  );
  const again = await crash();
  await again.recover();
  expect(actions(again)).toEqual(['delete Anna Quist', 'create Anna Quist']);
  const [entry] = again.journal.list({ from: 0, limit: 1 }).entries;
  expect(await again.undo(entry!.id)).toMatchObject({ status: 'undone' });
  await again.refresh();
  expect(again.users().filter(({ email }) => email === anna.email)).toHaveLength(1);
});

test('adds the entry with its undo when the same draft is saved again after the crash', async () => {
  const { base, crash } = await messageWithoutAnswer('Call the depot');
  const again = await crash();
  const saved = await again.edits.changeUser(base, { message: 'Call the depot' });
  expect(saved).toMatchObject({ status: 'saved', journalId: expect.any(String) as string });
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
  await again.recover();
  expect(actions(again)).toHaveLength(2);
});

test('leaves no draft of what is in the journal, and what was typed since', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'PUT', true);
  const { drafts, execute } = account;
  const put = (key: string, base: User | null, edit: UserEdit) => {
    const fields = base as Record<string, unknown> | null;
    drafts.put({ key, kind: 'user', label: 'Anna', base: fields, edit });
  };
  put('user:new:1', null, anna);
  const draft = 'user:new:1';
  // The window has not been told when the app ends: it would remove the draft only after the answer.
  const created = await execute({ kind: 'user', action: 'create', edit: anna, draft });
  expect((await crash()).drafts.all()).toEqual([]);
  if (created.status !== 'saved') throw new Error('not saved');
  const key = `user:${created.record.id}`;
  const edit = { message: 'Call the depot', description: 'Dispatcher' };
  put(key, created.record, { ...edit, message: 'Call the depot in Lund' });
  const change = {
    kind: 'user',
    action: 'change',
    base: created.record,
    edit,
    draft: key,
  } as const;
  await execute(change);
  const again = await crash();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
  expect(again.drafts.all()).toMatchObject([{ key, edit: { message: 'Call the depot in Lund' } }]);
  // Nothing is left of a draft that turns out to be done.
  put(key, created.record, edit);
  expect(await execute(change)).toMatchObject({ status: 'saved', journalId: null });
  expect((await crash()).drafts.all()).toEqual([]);
});

test('leaves no draft of a record whose deletion is in the journal', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'PUT', true);
  const put = ({ id }: User) => {
    const draft = { key: `user:${id}`, kind: 'user', label: 'Anna' } as const;
    account.drafts.put({ ...draft, base: { id }, edit: { message: 'Call the depot' } });
    return draft.key;
  };
  const { record } = await newUser(account);
  const draft = put(record);
  // The window has not been told when the app ends: it would remove the draft only after the answer.
  await account.execute({ kind: 'user', action: 'delete', id: record.id, draft });
  const again = await crash();
  expect(actions(again)).toEqual(['delete Anna Quist', 'create Anna Quist']);
  expect(again.drafts.all()).toEqual([]);
});

test('leaves no draft of a record whose deletion is found after a crash', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'DELETE', true);
  const { record } = await newUser(account);
  const key = `user:${record.id}`;
  const edit = { message: 'Call the depot' };
  account.drafts.put({ key, kind: 'user', label: 'Anna', base: { id: record.id }, edit });
  void account.execute({ kind: 'user', action: 'delete', id: record.id, draft: key });
  await eventually(async () =>
    expect((await faultOf(account.user(record.id))).kind).toBe('notFound'),
  );
  const again = await crash();
  expect(again.drafts.all()).toMatchObject([{ key }]);
  await again.recover();
  expect(actions(again)).toEqual(['delete Anna Quist', 'create Anna Quist']);
  expect(again.drafts.all()).toEqual([]);
});

test('leaves no draft of a change that is found after a crash, but what was typed since', async () => {
  const running = await startTestService();
  const { account, crash } = await openAccountWithout(running, 'PATCH', true);
  const { record } = await newUser(account);
  const key = `user:${record.id}`;
  const base = record as unknown as Record<string, unknown>;
  const put = (edit: UserEdit) =>
    account.drafts.put({ key, kind: 'user', label: 'Anna', base, edit });
  // The journal has these values in their normal form.
  const edit = { message: 'Call the depot', description: '', privileges: ['read', 'read'] };
  put(edit);
  void account.execute({ kind: 'user', action: 'change', base: record, edit, draft: key });
  await eventually(async () =>
    expect((await account.user(record.id)).message).toBe('Call the depot'),
  );
  const again = await crash();
  expect(again.drafts.all()).toMatchObject([{ key }]);
  await again.recover();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
  expect(again.drafts.all()).toEqual([]);
  expect(again.settledDrafts).toEqual(['user']);

  put({ ...edit, message: 'Wait' });
  const typed = await crash();
  await typed.recover();
  expect(typed.drafts.all().map((draft) => draft.edit)).toEqual([{ message: 'Wait' }]);
});

test('keeps the pending entry while the service cannot be reached', async () => {
  const { running, crash } = await messageWithoutAnswer('Hello');
  const again = await crash();
  running.control.setFaults({ path: '/api/users/', resetRate: 1 });
  await again.recover();
  expect(actions(again)).toEqual(['create Anna Quist']);
  running.control.setFaults(null);
  await again.recover();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
});

test('adds one entry for the same change requested twice at the same time', async () => {
  const account = await openTestAccount(await startTestService());
  const { record: base } = await newUser(account);
  const save = () => account.edits.changeUser(base, { message: 'Call the depot' });
  expect(await Promise.all([save(), save()])).toMatchObject([
    { status: 'saved', journalId: expect.any(String) as string },
    { status: 'saved', journalId: null },
  ]);
  expect(actions(account)).toEqual(['change Anna Quist', 'create Anna Quist']);
  expect(account.cache.records('intent').count()).toBe(0);
});

test('keeps the pending entry when the same record is changed again', async () => {
  const { base, crash } = await messageWithoutAnswer('Call the depot');

  const again = await crash();
  await again.edits.changeUser(await again.user(base.id), { description: 'Dispatcher' });
  expect(actions(again)).toEqual(['change Anna Quist', 'change Anna Quist', 'create Anna Quist']);

  const contrary = await crash();
  const saved = await contrary.edits.changeUser(base, { message: 'Call the garage' });
  expect(saved).toMatchObject({ status: 'conflict' });
  expect(actions(contrary)).toEqual(['change Anna Quist', 'create Anna Quist']);
});

test('adds the entry once if the user saves again during the recovery', async () => {
  const { base, crash } = await messageWithoutAnswer('Call the depot');
  const again = await crash();
  const save = () => again.edits.changeUser(base, { message: 'Call the depot' });
  await Promise.all([again.recover(), save(), again.recover(), save()]);
  await again.recover();
  expect(actions(again)).toEqual(['change Anna Quist', 'create Anna Quist']);
});
