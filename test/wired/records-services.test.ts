import { afterEach, describe, expect, test } from 'vitest';
import type { RunningService } from '../../main/service/start';
import type { Desk } from '../support/desk';
import { anna, bearer, callsOf, desk, deviceIds, newGroup, newUser } from '../support/records';
import { faultOf, service, tidyUp } from '../support/own';

afterEach(tidyUp);

describe('services that deviate from the specification', () => {
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

  test('an unguarded write follows directly after a read', async () => {
    const running = await service({ quirks: { patchTest: 'refused' } });
    const [at, other] = [await desk(running), await desk(running)];
    const { record: base } = await newUser(at);
    await at.edits.changeUser(base, { description: 'Once' });
    const stale = { record: await at.user(base.id), raw: { ...base, description: 'Once' } };
    await other.edits.changeUser(stale.record, { description: 'Theirs' });
    const saved = await at.edits.changeUser(
      stale.record,
      { description: 'Mine' },
      { prefetched: stale },
    );
    expect(saved.status).toBe('conflict');
    expect((await at.user(base.id)).description).toBe('Theirs');
  });

  test("sends a user's group in the form that other users have", async () => {
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

  test('are saved by the rules, and undone', async () => {
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

  test('cannot be saved if the service does not announce it', async () => {
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
