import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openDesk } from '../support/desk';
import { anna, desk, deviceIds, newGroup, newUser } from '../support/records';
import { faultOf, service, temporaryFolder, tidyUp } from '../support/own';

afterEach(tidyUp);

describe('undo', () => {
  test('restores the old values and leaves what others changed since', async () => {
    const running = await service();
    const [at, other] = [await desk(running), await desk(running)];
    const { record: base } = await newUser(at);
    const saved = await at.edits.changeUser(base, {
      description: 'Mine',
      tags: { depot: 'Lund', shift: 'night' },
    });
    if (saved.status !== 'saved') return expect.fail('not saved');
    const theirs = { message: 'Theirs', tags: { ...saved.record.tags, floor: '2' } };
    await other.edits.changeUser(saved.record, theirs);
    expect(await at.undo(saved.journalId!)).toEqual({ status: 'undone' });
    expect(await at.user(base.id)).toMatchObject({
      description: null,
      message: 'Theirs',
      tags: { depot: 'Malmö', floor: '2' },
    });
    expect(at.journal.get(saved.journalId!)?.undo).toBe('done');
    expect(await at.undo(saved.journalId!)).toMatchObject({ status: 'refused' });
    // Taking back is a change like any other.
    const [newest] = at.journal.list({ from: 0, limit: 1 }).entries;
    expect(await at.undo(newest!.id)).toEqual({ status: 'undone' });
    expect(await at.user(base.id)).toMatchObject({ description: 'Mine' });
  });

  test('is refused if another user changed the same field since', async () => {
    const running = await service();
    const [at, other] = [await desk(running), await desk(running)];
    const { record: base, journalId: created } = await newUser(at);
    const saved = await at.edits.changeUser(base, { description: 'Mine' });
    if (saved.status !== 'saved') return expect.fail('not saved');
    await other.edits.changeUser(saved.record, { description: 'Theirs', name: 'Anna B' });
    expect(await at.undo(saved.journalId!)).toEqual({
      status: 'refused',
      reason: expect.stringContaining('description'),
    });
    expect(await at.undo(created!)).toEqual({
      status: 'refused',
      reason: expect.stringContaining('name'),
    });
    expect(await at.user(base.id)).toMatchObject({ description: 'Theirs', name: 'Anna B' });
  });

  test('deletes a created record, and creates a deleted one under a new id', async () => {
    const running = await service();
    const at = await desk(running);
    const ids = (await deviceIds(running)).slice(0, 4);
    const { record: group, journalId } = await newGroup(at, 'Short-lived', ids);
    const removed = await at.edits.removeGroup(group.id);
    expect(at.groups().map(({ id }) => id)).not.toContain(group.id);
    expect(at.journal.get(removed.journalId)?.undoReason).toContain('new id');
    expect(await at.undo(removed.journalId)).toEqual({ status: 'undone' });
    const back = at.groups().find(({ name }) => name === 'Short-lived')!;
    expect(back.id).not.toBe(group.id);
    expect(new Set(back.deviceIds)).toEqual(new Set(ids));
    expect(await at.undo(journalId!)).toMatchObject({ status: 'refused' });
    const { entries } = at.journal.list({ from: 0, limit: 10 });
    const recreated = entries.find(({ recordId }) => recordId === back.id)!;
    expect(await at.undo(recreated.id)).toEqual({ status: 'undone' });
    expect((await faultOf(at.group(back.id))).kind).toBe('notFound');
  });

  test('never restores a password, and does not delete a group in use', async () => {
    const running = await service();
    const at = await desk(running);
    const { record: group, journalId } = await newGroup(at, 'In use');
    const { record } = await newUser(at, { ...anna, group: group.id });
    expect(await at.undo(journalId!)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('Anna'),
    });
    const saved = await at.edits.changeUser(record, { password: 'new and secret' });
    if (saved.status !== 'saved') return expect.fail('not saved');
    expect(at.journal.get(saved.journalId!)).toMatchObject({
      changes: [{ field: 'password', before: null, after: '(set)' }],
      undo: 'impossible',
    });
  });
});

describe('stored data', () => {
  test('drafts and journal survive a restart, without any password', async () => {
    const running = await service();
    const folder = temporaryFolder();
    const secret = 'Tr0ub4dor-and-3';
    const at = await openDesk(running, { folder });
    const { record } = await newUser(at, { ...anna, password: secret });
    await at.edits.changeUser(record, { password: `${secret}x`, description: 'Kept' });
    running.control.setFaults({ path: '/api/users', cutRate: 1 });
    const other = { ...anna, email: 'other@fleet.example', password: secret };
    await faultOf(at.edits.createUser(other));
    at.drafts.put({
      key: 'user:new:1',
      kind: 'user',
      label: 'New user',
      base: null,
      edit: { ...other, Password: secret },
    });
    const drafts = at.drafts.all();
    const journal = at.journal.list({ from: 0, limit: 100 });
    expect(drafts).toMatchObject([{ key: 'user:new:1', edit: { email: other.email } }]);
    expect(journal.total).toBe(2);
    expect(JSON.stringify([drafts, journal])).not.toContain(secret);
    const inClear = (text: string) =>
      readdirSync(folder).filter((name) => readFileSync(path.join(folder, name)).includes(text));
    expect(inClear(secret)).toEqual([]);
    expect(inClear(record.id)).toEqual([]);
    at.close();
    expect(inClear(secret)).toEqual([]);

    running.control.setFaults(null);
    const later = await desk(running, { folder });
    expect(later.drafts.all()).toEqual(drafts);
    expect(later.journal.list({ from: 0, limit: 100 })).toEqual(journal);
    expect(later.journal.list({ from: 1, limit: 1 }).entries).toEqual([journal.entries[1]]);
    later.drafts.remove('user:new:1');
    expect(later.drafts.all()).toEqual([]);
    // Nothing sealed holds it either: every record the cache can open.
    for (const kind of ['draft', 'journal', 'attempt', 'setting'] as const) {
      expect(JSON.stringify(later.cache.records(kind).all())).not.toContain(secret);
    }
  });
});
