import { afterEach, describe, expect, test } from 'vitest';
import { anna, callsOf, deviceIds, newGroup, newUser } from '../support/records';
import { cleanUp, faultOf, startTestService } from '../support/resources';
import { openTestAccount } from '../support/test-account';

afterEach(cleanUp);

describe('changing one record', () => {
  test('sends only the changed fields and shows the response immediately', async () => {
    const running = await startTestService({ quirks: { unknownFields: true } });
    const account = await openTestAccount(running);
    const { record: base } = await newUser(account);
    running.control.resetCalls();
    const saved = await account.edits.changeUser(base, { description: 'Nights', name: anna.name! });
    expect(saved).toMatchObject({ status: 'saved', record: { description: 'Nights' } });
    expect(callsOf(running)).toEqual({ 'GET /api/users/ID': 1, 'PATCH /api/users/ID': 1 });
    expect(account.users().find(({ id }) => id === base.id)?.description).toBe('Nights');
    expect(account.journal.list({ from: 0, limit: 1 }).entries).toMatchObject([
      {
        action: 'change',
        label: 'Anna Quist',
        changes: [{ field: 'description', before: null, after: 'Nights' }],
        undo: 'possible',
      },
    ]);
  });

  test('an edit that changes nothing sends nothing', async () => {
    const running = await startTestService();
    const account = await openTestAccount(running);
    const { record } = await newUser(account);
    running.control.resetCalls();
    const saved = await account.edits.changeUser(record, { email: record.email });
    expect(saved).toEqual({ status: 'saved', record, journalId: null });
    expect(callsOf(running)).toEqual({ 'GET /api/users/ID': 1 });
  });

  test('the same field changed by both is a conflict, and nothing is overwritten', async () => {
    const running = await startTestService();
    const [one, other] = [await openTestAccount(running), await openTestAccount(running)];
    const { record: base } = await newUser(one);
    await other.edits.changeUser(base, { description: 'Theirs', message: 'Hello' });
    const edit = { description: 'Mine', disabled: true };
    const saved = await one.edits.changeUser(base, edit);
    expect(saved).toMatchObject({
      status: 'conflict',
      conflicts: [{ field: 'description', base: null, theirs: 'Theirs', mine: 'Mine' }],
      theirs: { description: 'Theirs', message: 'Hello', disabled: false },
    });
    expect(await one.user(base.id)).toMatchObject({ description: 'Theirs', disabled: false });
    if (saved.status !== 'conflict') return;
    const chosen = await one.edits.changeUser(saved.theirs, edit);
    expect(chosen).toMatchObject({
      status: 'saved',
      record: { description: 'Mine', message: 'Hello', disabled: true },
    });
  });

  test('a change made between reading and writing is merged', async () => {
    const running = await startTestService();
    const other = await openTestAccount(running);
    let meddle: (() => Promise<unknown>) | null = null;
    const account = await openTestAccount(running, {
      fetch: async (...args) => {
        const isPatch = args[1]?.method === 'PATCH';
        const act = isPatch ? meddle : null;
        if (act) meddle = null;
        await act?.();
        return fetch(...args);
      },
    });
    const { record: base } = await newGroup(account, 'Depot', []);
    await other.refresh();
    const ids = await deviceIds(running);
    meddle = () => other.edits.changeGroup(base, { deviceIds: ids.slice(0, 3) });
    const saved = await account.edits.changeGroup(base, { deviceIds: ids.slice(2, 5) });
    expect(saved.status).toBe('saved');
    const { deviceIds: members } = await account.group(base.id);
    expect(new Set(members)).toEqual(new Set(ids.slice(0, 5)));
  });

  test('any number of members is one PATCH', async () => {
    const running = await startTestService({ devices: 300 });
    const account = await openTestAccount(running);
    const { record: base } = await newGroup(account);
    running.control.resetCalls();
    const ids = await deviceIds(running);
    await account.edits.changeGroup(base, { deviceIds: ids });
    expect(callsOf(running)['PATCH /api/groups/ID']).toBe(1);
    expect((await account.group(base.id)).deviceIds).toHaveLength(300);
  });

  test('removes a record from the list that another client deleted', async () => {
    const running = await startTestService();
    const [one, other] = [await openTestAccount(running), await openTestAccount(running)];
    const { record } = await newUser(one);
    one.drafts.put({
      key: `user:${record.id}`,
      kind: 'user',
      label: 'Anna',
      base: record,
      edit: { name: 'Anna B' },
    });
    await other.edits.removeUser(record.id);
    const fault = await faultOf(one.edits.changeUser(record, { name: 'Anna B' }));
    expect(fault.kind).toBe('notFound');
    expect(one.users().map(({ id }) => id)).not.toContain(record.id);
    expect(one.drafts.all()).toMatchObject([{ edit: { name: 'Anna B' } }]);
  });

  test('passes on the message of a refusal', async () => {
    const running = await startTestService();
    const account = await openTestAccount(running);
    const { record } = await newUser(account);
    const taken = account.users().find(({ id }) => id !== record.id)!.email;
    const fault = await faultOf(account.edits.changeUser(record, { email: taken }));
    expect(fault).toMatchObject({ kind: 'conflict', message: expect.stringContaining(taken!) });
    const empty = await faultOf(account.edits.changeUser(record, { name: ' ' }));
    expect(empty).toMatchObject({ kind: 'invalid', field: 'name' });
  });
});

describe('replacing', () => {
  test('keeps unknown fields and the password, and merges changes by others', async () => {
    const running = await startTestService({ quirks: { unknownFields: true } });
    const bodies: string[] = [];
    const account = await openTestAccount(running, {
      fetch: (...args) => {
        if (args[1]?.method === 'PUT') bodies.push(args[1].body as string);
        return fetch(...args);
      },
    });
    const other = await openTestAccount(running);
    const { record: base } = await newUser(account, { ...anna, password: 'correct horse' });
    await other.edits.changeUser(base, { message: 'Theirs' });
    const saved = await account.edits.replaceUser(base, { description: 'Whole', message: null });
    expect(saved).toMatchObject({
      status: 'saved',
      record: { description: 'Whole', message: 'Theirs', tags: { depot: 'Malmö' } },
    });
    expect(bodies).toHaveLength(1);
    const body = JSON.parse(bodies[0]!) as Record<string, unknown>;
    expect(body).toMatchObject({ revision: 7, hints: { colour: 'teal' } });
    expect(Object.keys(body)).not.toContain('password');
  });
});
