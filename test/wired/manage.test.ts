import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startService, type RunningService, type ServiceOptions } from '../../main/service/start';
import type { UserEdit } from '../../shared/domain/edit';
import { FaultError, type Fault } from '../../shared/fault';
import { openDesk, type Desk, type DeskOptions } from '../support/desk';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function service(options: ServiceOptions = {}): Promise<RunningService> {
  const running = await startService({ devices: 12, seed: 7, ...options });
  undo.push(() => running.stop());
  return running;
}

async function desk(running: RunningService, options: DeskOptions = {}): Promise<Desk> {
  const opened = await openDesk(running, options);
  undo.push(() => opened.close());
  return opened;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waypost-manage-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const error: unknown = await work.then(
    () => null,
    (rejection: unknown) => rejection,
  );
  if (error instanceof FaultError) return error.fault;
  throw new Error(`expected a fault, not ${String(error)}`);
}

/** Calls the service got since the last reset, by method and shape of the path. */
const callsOf = (running: RunningService) =>
  Object.fromEntries(
    Object.entries(running.control.calls()).map(([call, count]) => [
      call.replace(/(users|groups|devices)\/[^/]+/, '$1/ID'),
      count,
    ]),
  );

const anna: UserEdit = {
  name: 'Anna Quist',
  email: 'anna@fleet.example',
  country: 'SE',
  timeZone: 'Europe/Stockholm',
  tags: { depot: 'Malmö' },
};

async function newUser(at: Desk, edit: UserEdit = anna) {
  const saved = await at.edits.createUser(edit);
  if (saved.status !== 'saved') throw new Error('not saved');
  return saved;
}

async function newGroup(at: Desk, name = 'Quist and sons', deviceIds: string[] = []) {
  const saved = await at.edits.createGroup({ name, deviceIds });
  if (saved.status !== 'saved') throw new Error('not saved');
  return saved;
}

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

  test('the same field changed by both is a conflict, and nothing is overwritten', async () => {
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

  test('a change that lands between reading and writing is merged', async () => {
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

  test('any number of members is one PATCH', async () => {
    const running = await service({ devices: 300 });
    const at = await desk(running);
    const { record: base } = await newGroup(at);
    running.control.resetCalls();
    const ids = await deviceIds(running);
    await at.edits.changeGroup(base, { deviceIds: ids });
    expect(callsOf(running)['PATCH /api/groups/ID']).toBe(1);
    expect((await at.group(base.id)).deviceIds).toHaveLength(300);
  });

  test('a record deleted by a colleague is not found, and leaves the list', async () => {
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

  test("a refusal comes through in the service's words", async () => {
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

async function bearer(running: RunningService): Promise<{ authorization: string }> {
  const { token } = (await (
    await fetch(`${running.url}/api/Auth/Token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: running.userName, apiKey: running.apiKey }),
    })
  ).json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

async function deviceIds(running: RunningService): Promise<string[]> {
  const answer = await fetch(`${running.url}/api/devices`, { headers: await bearer(running) });
  const { devices } = (await answer.json()) as { devices: { id: string }[] };
  return devices.map(({ id }) => id);
}

describe('services with a mind of their own', () => {
  test.each([
    ['refuses test', { patchTest: 'refused' }],
    ['takes JSON Patch only under its own media type', { patchMediaType: 'jsonPatch' }],
    ['sends numbers as text', { numbers: 'text' }],
    ['leaves out what is not set', { unset: 'absent' }],
    ['sends times without a zone', { zone: 'none' }],
    ['sends countries as names', { country: 'name' }],
    ['nests the record', { singleRecord: 'data' }],
    ['answers a delete without a body', { deleteAnswer: 'empty' }],
  ] as const)('%s', async (_what, quirks) => {
    const running = await service({ quirks });
    const [at, other] = [await desk(running), await desk(running)];
    const { record: base } = await newUser(at, { ...anna, adminDevices: 2 });
    const edit = { adminDevices: 3, description: 'Days', expiresAt: 2_000_000_000_000 };
    const changed = await at.edits.changeUser(base, { ...edit, country: 'DE' });
    expect(changed).toMatchObject({ status: 'saved', record: edit });
    if (changed.status !== 'saved') return;
    // A second change of the same fields costs no more than reading and writing.
    running.control.resetCalls();
    const again = await at.edits.changeUser(changed.record, { adminDevices: 4 });
    expect(again).toMatchObject({ status: 'saved', record: { ...edit, adminDevices: 4 } });
    expect(callsOf(running)).toMatchObject({
      'GET /api/users/ID': 1,
      'PATCH /api/users/ID': 1,
    });
    // What somebody else did meanwhile still counts.
    await other.edits.changeUser(base, { message: 'Hi' });
    const conflict = await at.edits.changeUser(base, { adminDevices: 9 });
    expect(conflict.status).toBe('conflict');
    expect(await at.user(base.id)).toMatchObject({ ...edit, adminDevices: 4, message: 'Hi' });
    const { journalId } = await at.edits.removeUser(base.id);
    expect(await at.undo(journalId)).toEqual({ status: 'undone' });
    await at.refresh();
    expect(at.users().find(({ email }) => email === anna.email)).toMatchObject({
      ...edit,
      adminDevices: 4,
    });
  });

  test('an unguarded write happens right after the record was read', async () => {
    const running = await service({ quirks: { patchTest: 'refused' } });
    const [at, other] = [await desk(running), await desk(running)];
    const { record: base } = await newUser(at);
    await at.edits.changeUser(base, { description: 'Once' });
    const stale = { record: await at.user(base.id), raw: { ...base, description: 'Once' } };
    await other.edits.changeUser(stale.record, { description: 'Theirs' });
    const saved = await at.edits.changeUser(
      stale.record,
      { description: 'Mine' },
      { fresh: stale },
    );
    expect(saved.status).toBe('conflict');
    expect((await at.user(base.id)).description).toBe('Theirs');
  });

  test("a user's group goes in the form the other users have", async () => {
    const running = await service({ devices: 0 });
    const at = await desk(running);
    const { record: north } = await newGroup(at, 'North');
    const { record: south } = await newGroup(at, 'South');
    const { record: first } = await newUser(at, { ...anna, group: 'North' });
    // Nobody has a group yet: the id.
    expect(first.group).toBe(north.id);
    const bodies = { country: 'SE', timeZone: 'Europe/Stockholm', name: 'Bo' };
    await named('a@fleet.example', 'North');
    await named('b@fleet.example', 'South');
    await at.refresh();
    const second = await newUser(at, { ...anna, email: 'c@fleet.example', group: south.id });
    expect(second.record.group).toBe('South');
    // One who has it by id keeps it so.
    const saved = await at.edits.changeUser(first, { group: 'North', message: 'x' });
    expect(saved).toMatchObject({ record: { group: north.id } });

    /** A user made by somebody whose program writes names. */
    async function named(email: string, group: string) {
      const headers = { ...(await bearer(running)), 'content-type': 'application/json' };
      const body = JSON.stringify({ ...bodies, email, group });
      const answer = await fetch(`${running.url}/api/users`, { method: 'POST', headers, body });
      expect(answer.ok).toBe(true);
    }
  });
});

describe('replacing', () => {
  test('keeps unknown fields and the password, and merges what others did', async () => {
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

describe('limits', () => {
  const expiring = async (running: RunningService) => {
    const device = {
      id: 'truck-1',
      isActive: false,
      limits: {
        expires: true,
        expirationDate: '2020-01-01',
        dailyEmailLimit: null,
        dailySmsLimit: 5,
      },
    };
    await running.control.addDevice(device);
  };

  test('are saved by the rules, and taken back', async () => {
    const running = await service();
    const at = await desk(running);
    await running.control.addDevice({ id: 'truck-1' });
    const base = await deviceOf(at);
    const saved = await at.edits.changeLimits(base, {
      expires: true,
      expirationDate: '2031-05-06',
      dailyEmailLimit: 0,
    });
    const expected = { expires: true, expirationDate: '2031-05-06', dailyEmailLimit: 0 };
    expect(saved).toMatchObject({ status: 'saved', record: { limits: expected } });
    expect(at.kept.at(-1)).toMatchObject({ id: 'truck-1', limits: expected });
    if (saved.status !== 'saved') return;
    const noDate = await faultOf(at.edits.changeLimits(saved.record, { expirationDate: null }));
    expect(noDate).toMatchObject({ kind: 'invalid', field: 'expirationDate' });
    expect(await at.undo(saved.journalId!)).toEqual({ status: 'undone' });
    expect((await deviceOf(at)).limits).toEqual(base.limits);
  });

  test('cannot be saved where the service did not say so', async () => {
    const running = await service();
    const at = await desk(running, { capabilities: { writesLimits: false, activates: false } });
    const base = await deviceOf(await desk(running), (await deviceIds(running))[0]);
    running.control.resetCalls();
    const fault = await faultOf(at.edits.changeLimits(base, { dailyEmailLimit: 1 }));
    expect(fault).toMatchObject({ kind: 'forbidden', message: expect.any(String) });
    expect((await faultOf(at.edits.activate(base.id))).kind).toBe('forbidden');
    expect(callsOf(running)).toEqual({});
  });

  test('activation takes a licence or is refused with the reason', async () => {
    const running = await service();
    let failing = false;
    const at = await desk(running, {
      fetch: (...args) => {
        const isCut = failing && args[1]?.method === 'PATCH';
        running.control.setFaults(isCut ? { cutRate: 1, times: 1 } : null);
        return fetch(...args);
      },
    });
    await expiring(running);
    running.control.setTerms({ licences: 0 });
    const refused = await faultOf(at.edits.activate('truck-1'));
    expect(refused).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('licence'),
    });
    running.control.setTerms({ licences: 100 });
    failing = true;
    const saved = await at.edits.activate('truck-1');
    expect(saved).toMatchObject({ status: 'saved', record: { extra: { active: true } } });
    expect(at.activated).toBe(1);
    const [entry] = at.journal.list({ from: 0, limit: 1 }).entries;
    expect(entry).toMatchObject({ action: 'activate', undo: 'impossible' });
    expect(await at.undo(entry!.id)).toMatchObject({ status: 'refused' });
    const again = await at.edits.activate('truck-1');
    expect(again).toMatchObject({ status: 'saved', journalId: null });
  });

  /** The device as a person would see it: what an edit that changes nothing answers. */
  async function deviceOf(at: Desk, id = 'truck-1') {
    const blank = {
      id,
      name: null,
      description: null,
      phone: null,
      tags: {},
      expiresAt: null,
      limits: null,
      extra: {},
      unlistedAt: null,
    };
    const saved = await at.edits.changeLimits(blank, {});
    return saved.status === 'saved' ? saved.record : saved.theirs;
  }
});

describe('creating while answers get lost', () => {
  const count = async (at: Desk, email: string) => {
    await at.refresh();
    return at.users().filter((user) => user.email === email).length;
  };

  test.each([
    ['the answer is cut off', { cutRate: 1, times: 1 }],
    ['the connection is reset before', { resetRate: 1, times: 1 }],
    ['the service is overloaded', { statusRate: 1, status: 503, times: 1 }],
    ['a page comes instead', { htmlRate: 1, times: 1 }],
    ['an empty answer comes instead', { emptyRate: 1, times: 1 }],
    ['the answer makes no sense', { wrongTypesRate: 1, times: 1 }],
    ['the answer is cut off and so is the look-up', { cutRate: 1, times: 2 }],
  ] as const)('%s: there is one user in the end', async (_what, faults) => {
    const running = await service();
    const at = await desk(running);
    running.control.setFaults({ path: '/api/users', ...faults });
    const first = await at.edits.createUser(anna).catch((error: unknown) => error);
    running.control.setFaults(null);
    if (first instanceof FaultError) {
      expect(first.fault.kind).toBe('offline');
      // The person tries again.
      expect((await at.edits.createUser(anna)).status).toBe('saved');
    } else {
      expect(first).toMatchObject({ status: 'saved', record: { email: anna.email } });
    }
    expect(await count(at, anna.email!)).toBe(1);
  });

  test('a service that is slow is not asked twice', async () => {
    const running = await service();
    const at = await desk(running, { timeoutMs: 400 });
    running.control.resetCalls();
    running.control.setFaults({ path: '/api/users', latencyMs: 900, times: 1 });
    const fault = await faultOf(at.edits.createUser(anna));
    expect(fault).toMatchObject({ kind: 'offline', layer: 'timeout' });
    expect(callsOf(running)['POST /api/users']).toBe(1);
    // What the service did in the end is found by the next try.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await at.edits.createUser(anna)).toMatchObject({ status: 'saved' });
    expect(callsOf(running)['POST /api/users']).toBe(1);
    expect(await count(at, anna.email!)).toBe(1);
  });

  test('a group is found by its name and members after a restart of the app', async () => {
    const running = await service();
    const folder = temporaryFolder();
    const ids = (await deviceIds(running)).slice(0, 2);
    const before = await openDesk(running, { folder });
    running.control.setFaults({ path: '/api/groups', cutRate: 1 });
    await faultOf(before.edits.createGroup({ name: 'Once', deviceIds: ids }));
    running.control.setFaults(null);
    before.close();
    const at = await desk(running, { folder });
    expect(await at.edits.createGroup({ name: 'Once', deviceIds: ids })).toMatchObject({
      status: 'saved',
      record: { name: 'Once' },
    });
    await at.refresh();
    expect(at.groups().filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  test('a refusal is no reason to look for anything', async () => {
    const running = await service();
    const at = await desk(running);
    running.control.resetCalls();
    const fault = await faultOf(at.edits.createUser({ ...anna, country: 'Atlantis' }));
    expect(fault.kind).toBe('invalid');
    expect(callsOf(running)).toEqual({ 'POST /api/users': 1 });
    expect(await faultOf(at.edits.createUser({ name: 'Only a name' }))).toMatchObject({
      kind: 'invalid',
      field: 'email',
    });
  });
});

describe('changing and deleting while answers get lost', () => {
  test.each([
    ['cut', { cutRate: 1 }],
    ['reset', { resetRate: 1 }],
    ['refused for a while', { statusRate: 1, status: 503 }],
  ] as const)('an answer is %s: it happens once and is in the journal', async (_what, faults) => {
    const running = await service();
    let failing = false;
    const at = await desk(running, {
      fetch: (...args) => {
        const method = args[1]?.method ?? '';
        const isWrite = method === 'PATCH' || method === 'DELETE';
        running.control.setFaults(failing && isWrite ? { ...faults, times: 1 } : null);
        if (isWrite) failing = false;
        return fetch(...args);
      },
    });
    const { record: base } = await newUser(at);
    failing = true;
    const saved = await at.edits.changeUser(base, { description: 'Once' });
    expect(saved).toMatchObject({ status: 'saved', record: { description: 'Once' } });
    expect(at.journal.list({ from: 0, limit: 1 }).entries).toMatchObject([
      { action: 'change', changes: [{ before: null, after: 'Once' }] },
    ]);
    failing = true;
    await at.edits.removeUser(base.id);
    expect((await faultOf(at.user(base.id))).kind).toBe('notFound');
    expect(at.journal.list({ from: 0, limit: 9 }).entries.map(({ action }) => action)).toEqual([
      'delete',
      'change',
      'create',
    ]);
  });

  test('429 comes through with its time to wait, and nothing was done', async () => {
    const running = await service();
    const at = await desk(running);
    const { record } = await newUser(at);
    running.control.setFaults({ statusRate: 1, status: 429, retryAfterSeconds: 7 });
    const busy = { kind: 'limitReached', retryAfterSeconds: 7 };
    expect(await faultOf(at.edits.changeUser(record, { name: 'X' }))).toMatchObject(busy);
    expect(await faultOf(at.edits.createUser({ ...anna, email: 'b@c.de' }))).toMatchObject(busy);
    expect(await faultOf(at.edits.removeUser(record.id))).toMatchObject(busy);
    running.control.setFaults(null);
    expect(await at.user(record.id)).toMatchObject({ name: anna.name });
  });
});

describe('taking back', () => {
  test('a change goes back, and what others did since stays', async () => {
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

  test('is refused where somebody changed the same field since', async () => {
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

  test('a created record goes, a deleted one comes back under a new id', async () => {
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

  test('a password is never taken back; a group in use is not deleted', async () => {
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

describe('what is kept', () => {
  test('drafts and journal are there after a restart, without any password', async () => {
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
