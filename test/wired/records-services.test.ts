import { afterEach, describe, expect, test } from 'vitest';
import type { RunningService } from '../../main/service/start';
import { isExpired } from '../../shared/domain/expiry';
import type { Fault } from '../../shared/fault';
import { anna, bearer, callsOf, deviceIds, newGroup, newUser } from '../support/records';
import { cleanUp, faultOf, startTestService } from '../support/resources';
import { openTestAccount, type TestAccount } from '../support/test-account';
import { says } from '../support/english';

afterEach(cleanUp);

describe('variants of the service', () => {
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
    const running = await startTestService({ quirks });
    const [account, other] = [await openTestAccount(running), await openTestAccount(running)];
    const { record: base } = await newUser(account, { ...anna, adminDevices: 2 });
    const edit = { adminDevices: 3, description: 'Days', expiresAt: 2_000_000_000_000 };
    const changed = await account.edits.changeUser(base, { ...edit, country: 'DE' });
    expect(changed).toMatchObject({ status: 'saved', record: edit });
    if (changed.status !== 'saved') return;
    // A second change of the same fields costs one read and one write.
    running.control.resetCalls();
    const again = await account.edits.changeUser(changed.record, { adminDevices: 4 });
    expect(again).toMatchObject({ status: 'saved', record: { ...edit, adminDevices: 4 } });
    expect(callsOf(running)).toMatchObject({
      'GET /api/users/ID': 1,
      'PATCH /api/users/ID': 1,
    });
    // A change by another client is still a conflict.
    await other.edits.changeUser(base, { message: 'Hi' });
    const conflict = await account.edits.changeUser(base, { adminDevices: 9 });
    expect(conflict.status).toBe('conflict');
    expect(await account.user(base.id)).toMatchObject({ ...edit, adminDevices: 4, message: 'Hi' });
    const { journalId } = await account.edits.removeUser(base.id);
    expect(await account.undo(journalId)).toEqual({ status: 'undone' });
    await account.refresh();
    expect(account.users().find(({ email }) => email === anna.email)).toMatchObject({
      ...edit,
      adminDevices: 4,
    });
  });

  test('reads the record right before an unguarded write', async () => {
    const running = await startTestService({ quirks: { patchTest: 'refused' } });
    const [account, other] = [await openTestAccount(running), await openTestAccount(running)];
    const { record: base } = await newUser(account);
    await account.edits.changeUser(base, { description: 'Once' });
    const stale = { record: await account.user(base.id), raw: { ...base, description: 'Once' } };
    await other.edits.changeUser(stale.record, { description: 'Theirs' });
    const saved = await account.edits.changeUser(
      stale.record,
      { description: 'Mine' },
      { prefetched: stale },
    );
    expect(saved.status).toBe('conflict');
    expect((await account.user(base.id)).description).toBe('Theirs');
  });

  test("sends a user's group in the form the other users have", async () => {
    const running = await startTestService({ devices: 0 });
    const account = await openTestAccount(running);
    const { record: north } = await newGroup(account, 'North');
    const { record: south } = await newGroup(account, 'South');
    const { record: first } = await newUser(account, { ...anna, group: 'North' });
    // Without other users in a group, the id is sent.
    expect(first.group).toBe(north.id);
    const bodies = { country: 'SE', timeZone: 'Europe/Stockholm', name: 'Bo' };
    await named('a@fleet.example', 'North');
    await named('b@fleet.example', 'South');
    await account.refresh();
    const second = await newUser(account, { ...anna, email: 'c@fleet.example', group: south.id });
    expect(second.record.group).toBe('South');
    // A user whose group is an id keeps the id.
    const saved = await account.edits.changeUser(first, { group: 'North', message: 'x' });
    expect(saved).toMatchObject({ record: { group: north.id } });

    /** Creates a user with another client that writes group names. */
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

  test('are validated, saved and undone', async () => {
    const running = await startTestService();
    await running.control.addDevice({ id: 'truck-1' });
    const account = await openTestAccount(running);
    const base = await deviceOf(account);
    const saved = await account.edits.changeLimits(base, {
      expires: true,
      expirationDate: '2031-05-06',
      dailyEmailLimit: 0,
    });
    const expected = { expires: true, expirationDate: '2031-05-06', dailyEmailLimit: 0 };
    expect(saved).toMatchObject({ status: 'saved', record: { limits: expected } });
    expect(account.device('truck-1')).toMatchObject({ limits: expected });
    if (saved.status !== 'saved') return;
    const noDate = await faultOf(
      account.edits.changeLimits(saved.record, { expirationDate: null }),
    );
    expect(noDate).toMatchObject({ kind: 'invalid', field: 'expirationDate' });
    expect(await account.undo(saved.journalId!)).toEqual({ status: 'undone' });
    expect((await deviceOf(account)).limits).toEqual(base.limits);
  });

  test('cannot be saved if the service did not announce it', async () => {
    const running = await startTestService();
    const account = await openTestAccount(running, {
      capabilities: { writesLimits: false, activates: false },
    });
    const base = await deviceOf(await openTestAccount(running), (await deviceIds(running))[0]);
    running.control.resetCalls();
    const fault = await faultOf(account.edits.changeLimits(base, { dailyEmailLimit: 1 }));
    expect(fault).toMatchObject({ kind: 'declined', message: says('accepts changes of limits') });
    expect((await faultOf(account.edits.activate(base.id))).kind).toBe('declined');
    expect(callsOf(running)).toEqual({});
  });

  test('activation takes a licence or is refused with the reason', async () => {
    const running = await startTestService();
    let failing = false;
    const account = await openTestAccount(running, {
      fetch: (...args) => {
        const isCut = failing && args[1]?.method === 'PATCH';
        running.control.setFaults(isCut ? { cutRate: 1, times: 1 } : null);
        return fetch(...args);
      },
    });
    await expiring(running);
    running.control.setTerms({ licences: 0 });
    const refused = await faultOf(account.edits.activate('truck-1'));
    expect(refused).toMatchObject({
      kind: 'conflict',
      message: says('licence'),
    });
    running.control.setTerms({ licences: 100 });
    running.control.setQuirks({ activationAfterDate: 'refused' });
    const before = account.device('truck-1');
    const spent = await faultOf(account.edits.activate('truck-1'));
    expect(spent).toMatchObject({
      kind: 'conflict',
      message: says('2020-01-01 has passed'),
    });
    expect(account.device('truck-1')).toEqual(before);
    const base = await deviceOf(account);
    expect(base.limits).toMatchObject({ expires: true, expirationDate: '2020-01-01' });
    await account.edits.changeLimits(base, { expirationDate: '2031-05-06' });
    failing = true;
    const saved = await account.edits.activate('truck-1');
    expect(saved).toMatchObject({ status: 'saved', record: { isActive: true } });
    expect(account.usedLicences()).toBe(1);
    const [entry] = account.journal.list({ from: 0, limit: 1 }).entries;
    expect(entry).toMatchObject({ action: 'activate', undo: 'impossible' });
    expect(await account.undo(entry!.id)).toMatchObject({ status: 'refused' });
    const again = await account.edits.activate('truck-1');
    expect(again).toMatchObject({ status: 'saved', journalId: null });
  });

  test('of a device past its date are changed where the date ends only the limits', async () => {
    const running = await startTestService({ quirks: { expiryEnds: 'limits' } });
    await running.control.addDevice({
      id: 'truck-1',
      limits: {
        expires: true,
        expirationDate: '2020-01-01',
        dailyEmailLimit: 1,
        dailySmsLimit: 5,
      },
    });
    const account = await openTestAccount(running);
    // The service says that it is active, so it is shown as active, with its date.
    const device = account.device('truck-1')!;
    expect(device).toMatchObject({
      limits: { expirationDate: '2020-01-01' },
      expiresAt: expect.any(Number),
    });
    expect(device.isActive).toBe(true);
    expect(isExpired(device, Date.now(), 'Europe/Paris')).toBe(false);
    expect(await account.edits.activate('truck-1')).toMatchObject({
      status: 'saved',
      journalId: null,
    });
    const changed = await account.edits.changeLimits(device, { dailySmsLimit: 6 });
    expect(changed).toMatchObject({
      status: 'saved',
      record: { limits: { expires: true, expirationDate: '2020-01-01', dailySmsLimit: 6 } },
    });
  });

  /** The current device: the result of an edit that changes nothing. */
  async function deviceOf(account: TestAccount, id = 'truck-1') {
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
    const saved = await account.edits.changeLimits(blank, {});
    return saved.status === 'saved' ? saved.record : saved.theirs;
  }
});

describe('the reason of a refused change', () => {
  const taken = 'The address is used by another account.';
  test.each<[string, number, string, unknown, Partial<Fault>]>([
    [
      'in problem details',
      400,
      'application/problem+json',
      { title: 'One or more validation errors occurred.', errors: { Email: [taken] } },
      {
        kind: 'invalid',
        message: `One or more validation errors occurred. Email: ${taken}`,
      },
    ],
    [
      'in a nested error',
      409,
      'application/json',
      { error: { code: 'DUP', message: 'Name taken' } },
      { kind: 'conflict', message: 'Name taken' },
    ],
    ['in a text', 422, 'text/plain', 'Name taken', { kind: 'invalid', message: 'Name taken' }],
  ])('%s reaches the user', async (_what, status, type, body, fault) => {
    const running = await startTestService();
    let isRefusing = false;
    const account = await openTestAccount(running, {
      fetch: (async (url: string, init: RequestInit) => {
        if (!isRefusing || init.method === 'GET') return fetch(url, init);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return new Response(text, { status, headers: { 'content-type': type } });
      }) as typeof fetch,
    });
    const { record: base } = await newUser(account, anna);
    isRefusing = true;
    const refused = await faultOf(account.edits.changeUser(base, { email: 'b@example.com' }));
    expect(refused).toMatchObject(fault);
  });
});
