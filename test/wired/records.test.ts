import { afterEach, describe, expect, test } from 'vitest';
import { anna, callsOf, desk, deviceIds, newGroup, newUser } from '../support/records';
import { faultOf, service, tidyUp } from '../support/own';

afterEach(tidyUp);

describe('changing one record', () => {
  test('sends the changed fields only and shows the answer at once', async () => {
    const running = await service({ quirks: { unknownFields: true } });
    const at = await desk(running);
    const { record: base } = await newUser(at);
    running.control.resetCalls();
    const saved = await at.edits.changeUser(base, { description: 'Nights', name: anna.name! });
    expect(saved).toMatchObject({ status: 'saved', record: { description: 'Nights' } });
    expect(callsOf(running)).toEqual({ 'GET /api/users/ID': 1, 'PATCH /api/users/ID': 1 });
    expect(at.users().find(({ id }) => id === base.id)?.description).toBe('Nights');
    expect(at.journal.list({ from: 0, limit: 1 }).entries).toMatchObject([
      {
        action: 'change',
        label: 'Anna Quist',
        changes: [{ field: 'description', before: null, after: 'Nights' }],
        undo: 'possible',
      },
    ]);
  });

  test('an edit that changes nothing sends nothing', async () => {
    const running = await service();
    const at = await desk(running);
    const { record } = await newUser(at);
    running.control.resetCalls();
    const saved = await at.edits.changeUser(record, { email: record.email });
    expect(saved).toEqual({ status: 'saved', record, journalId: null });
    expect(callsOf(running)).toEqual({ 'GET /api/users/ID': 1 });
  });

  test('a field changed by both users is a conflict, and nothing is overwritten', async () => {
    const running = await service();
    const [one, other] = [await desk(running), await desk(running)];
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

  test('merges a change that arrives between reading and writing', async () => {
    const running = await service();
    const other = await desk(running);
    let meddle: (() => Promise<unknown>) | null = null;
    const at = await desk(running, {
      fetch: async (...args) => {
        const isPatch = args[1]?.method === 'PATCH';
        const act = isPatch ? meddle : null;
        if (act) meddle = null;
        await act?.();
        return fetch(...args);
      },
    });
    const { record: base } = await newGroup(at, 'Depot', []);
    await other.refresh();
    const ids = await deviceIds(running);
    meddle = () => other.edits.changeGroup(base, { deviceIds: ids.slice(0, 3) });
    const saved = await at.edits.changeGroup(base, { deviceIds: ids.slice(2, 5) });
    expect(saved.status).toBe('saved');
    const { deviceIds: members } = await at.group(base.id);
    expect(new Set(members)).toEqual(new Set(ids.slice(0, 5)));
  });

  test('changes any number of members by one PATCH', async () => {
    const running = await service({ devices: 300 });
    const at = await desk(running);
    const { record: base } = await newGroup(at);
    running.control.resetCalls();
    const ids = await deviceIds(running);
    await at.edits.changeGroup(base, { deviceIds: ids });
    expect(callsOf(running)['PATCH /api/groups/ID']).toBe(1);
    expect((await at.group(base.id)).deviceIds).toHaveLength(300);
  });

  test('a record that another user deleted is not found, and is removed from the list', async () => {
    const running = await service();
    const [one, other] = [await desk(running), await desk(running)];
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

  test("a refusal has the service's message", async () => {
    const running = await service();
    const at = await desk(running);
    const { record } = await newUser(at);
    const taken = at.users().find(({ id }) => id !== record.id)!.email;
    const fault = await faultOf(at.edits.changeUser(record, { email: taken }));
    expect(fault).toMatchObject({ kind: 'conflict', message: expect.stringContaining(taken!) });
    const empty = await faultOf(at.edits.changeUser(record, { name: ' ' }));
    expect(empty).toMatchObject({ kind: 'invalid', field: 'name' });
  });
});

describe('replacing', () => {
  test('preserves unknown fields and the password, and merges what others changed', async () => {
    const running = await service({ quirks: { unknownFields: true } });
    const bodies: string[] = [];
    const at = await desk(running, {
      fetch: (...args) => {
        if (args[1]?.method === 'PUT') bodies.push(args[1].body as string);
        return fetch(...args);
      },
    });
    const other = await desk(running);
    const { record: base } = await newUser(at, { ...anna, password: 'correct horse' });
    await other.edits.changeUser(base, { message: 'Theirs' });
    const saved = await at.edits.replaceUser(base, { description: 'Whole', message: null });
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
