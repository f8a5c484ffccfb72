import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, assert, describe, expect, test } from 'vitest';
import { anna, deviceIds, newGroup, newUser } from '../support/records';
import { cleanUp, faultOf, startTestService, temporaryFolder } from '../support/resources';
import { openTestAccount } from '../support/test-account';
import { says } from '../support/english';

afterEach(cleanUp);

describe('undo', () => {
  test('reverts a change and keeps what others changed since', async () => {
    const running = await startTestService();
    const [account, other] = [await openTestAccount(running), await openTestAccount(running)];
    const { record: base } = await newUser(account);
    const saved = await account.edits.changeUser(base, {
      description: 'Mine',
      tags: { depot: 'Lund', shift: 'night' },
    });
    assert(saved.status === 'saved', 'not saved');
    const theirs = { message: 'Theirs', tags: { ...saved.record.tags, floor: '2' } };
    await other.edits.changeUser(saved.record, theirs);
    expect(await account.undo(saved.journalId!)).toEqual({ status: 'undone' });
    expect(await account.user(base.id)).toMatchObject({
      description: null,
      message: 'Theirs',
      tags: { depot: 'Malmö', floor: '2' },
    });
    expect(account.journal.get(saved.journalId!)?.undo).toBe('done');
    expect(await account.undo(saved.journalId!)).toMatchObject({ status: 'refused' });
    // An undo is a change like any other.
    const [newest] = account.journal.list({ from: 0, limit: 1 }).entries;
    expect(await account.undo(newest!.id)).toEqual({ status: 'undone' });
    expect(await account.user(base.id)).toMatchObject({ description: 'Mine' });
  });

  test('is refused if another client changed the same field since', async () => {
    const running = await startTestService();
    const [account, other] = [await openTestAccount(running), await openTestAccount(running)];
    const { record: base, journalId: created } = await newUser(account);
    const saved = await account.edits.changeUser(base, { description: 'Mine' });
    assert(saved.status === 'saved', 'not saved');
    await other.edits.changeUser(saved.record, { description: 'Theirs', name: 'Anna B' });
    expect(await account.undo(saved.journalId!)).toEqual({
      status: 'refused',
      reason: says('Description'),
    });
    expect(await account.undo(created!)).toEqual({
      status: 'refused',
      reason: says('Name'),
    });
    expect(await account.user(base.id)).toMatchObject({ description: 'Theirs', name: 'Anna B' });
  });

  test('deletes a created record, and creates a deleted one under a new id', async () => {
    const running = await startTestService();
    const account = await openTestAccount(running);
    const ids = (await deviceIds(running)).slice(0, 4);
    const { record: group, journalId } = await newGroup(account, 'Short-lived', ids);
    const removed = await account.edits.removeGroup(group.id);
    expect(account.groups().map(({ id }) => id)).not.toContain(group.id);
    expect(account.journal.get(removed.journalId)?.undoReason).toEqual(says('new id'));
    expect(await account.undo(removed.journalId)).toEqual({ status: 'undone' });
    const back = account.groups().find(({ name }) => name === 'Short-lived')!;
    expect(back.id).not.toBe(group.id);
    expect(new Set(back.deviceIds)).toEqual(new Set(ids));
    expect(await account.undo(journalId!)).toMatchObject({ status: 'refused' });
    const { entries } = account.journal.list({ from: 0, limit: 10 });
    const recreated = entries.find(({ recordId }) => recordId === back.id)!;
    expect(await account.undo(recreated.id)).toEqual({ status: 'undone' });
    expect((await faultOf(account.group(back.id))).kind).toBe('notFound');
  });

  test('is impossible for a password, and refused for a group in use', async () => {
    const running = await startTestService();
    const account = await openTestAccount(running);
    const { record: group, journalId } = await newGroup(account, 'In use');
    const { record } = await newUser(account, { ...anna, group: group.id });
    expect(await account.undo(journalId!)).toMatchObject({
      status: 'refused',
      reason: says('Anna'),
    });
    const saved = await account.edits.changeUser(record, { password: 'new and secret' });
    assert(saved.status === 'saved', 'not saved');
    expect(account.journal.get(saved.journalId!)).toMatchObject({
      changes: [{ field: 'password', before: null, after: '(set)' }],
      undo: 'impossible',
    });
  });
});

describe('stored data', () => {
  test('contains drafts and journal after a restart, but no password', async () => {
    const running = await startTestService();
    const folder = temporaryFolder();
    const secret = 'Tr0ub4dor-and-3';
    const account = await openTestAccount(running, { folder });
    const { record } = await newUser(account, { ...anna, password: secret });
    await account.edits.changeUser(record, { password: `${secret}x`, description: 'Kept' });
    running.control.setFaults({ path: '/api/users', cutRate: 1 });
    const other = { ...anna, email: 'other@fleet.example', password: secret };
    await faultOf(account.edits.createUser(other));
    account.drafts.put({
      key: 'user:new:1',
      kind: 'user',
      label: 'New user',
      base: null,
      edit: { ...other, Password: secret },
    });
    const drafts = account.drafts.all();
    const journal = account.journal.list({ from: 0, limit: 100 });
    expect(drafts).toMatchObject([{ key: 'user:new:1', edit: { email: other.email } }]);
    expect(journal.total).toBe(2);
    expect(JSON.stringify([drafts, journal])).not.toContain(secret);
    const inClear = (text: string) =>
      readdirSync(folder).filter((name) => readFileSync(path.join(folder, name)).includes(text));
    expect(inClear(secret)).toEqual([]);
    expect(inClear(record.id)).toEqual([]);
    account.close();
    expect(inClear(secret)).toEqual([]);

    running.control.setFaults(null);
    const later = await openTestAccount(running, { folder });
    expect(later.drafts.all()).toEqual(drafts);
    expect(later.journal.list({ from: 0, limit: 100 })).toEqual(journal);
    expect(later.journal.list({ from: 1, limit: 1 }).entries).toEqual([journal.entries[1]]);
    later.drafts.remove('user:new:1');
    expect(later.drafts.all()).toEqual([]);
    // No encrypted record contains it either.
    for (const kind of ['draft', 'journal', 'intent', 'setting'] as const) {
      expect(JSON.stringify(later.cache.records(kind).all())).not.toContain(secret);
    }
  });
});
