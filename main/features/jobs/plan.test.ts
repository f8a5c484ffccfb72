import { expect, test } from 'vitest';
import type { Device, Limits } from '#shared/domain/device';
import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { deviceOf, userOf } from '#shared/domain/records.test-support';
import type { User } from '#shared/domain/user';
import type { KnownRecords } from './check';
import { latestOf, planSteps, planStepsInChunks, planUndoSteps, undoOfRows } from './jobs';
import type { StoredRow } from './stored-jobs';
import { inEnglish } from '../../../test/support/english';

const now = Date.parse('2030-01-31T12:00:00Z');

const user = (id: string, more: Partial<User> = {}) =>
  userOf(id, {
    name: id.toUpperCase(),
    email: `${id}@example.com`,
    country: 'ES',
    timeZone: 'Europe/Madrid',
    disabled: false,
    ...more,
  });

function group(id: string, deviceIds: string[] | null, name = id): Group {
  return { id, name, description: null, deviceIds, createdAt: null, modifiedAt: null, extra: {} };
}

const limits: Limits = {
  expires: true,
  expirationDate: '2031-01-01',
  dailyEmailLimit: 10,
  dailySmsLimit: null,
  emailsSentToday: 3,
  smsSentToday: 0,
};

const device = (id: string, more: Partial<Device> = {}) =>
  deviceOf(id, { limits, extra: { active: true }, ...more });

const expired = (id: string) =>
  device(id, {
    limits: { ...limits, expirationDate: '2030-01-01' },
    isActive: false,
  });

function known(more: Partial<KnownRecords> = {}): KnownRecords {
  return {
    users: [user('ann'), user('bob', { group: 'north' })],
    groups: [group('g1', ['van1', 'van2'], 'north'), group('g2', null)],
    devices: [device('van1'), device('van2'), expired('van3'), expired('van4')],
    capabilities: { writesLimits: true, activates: true, takesSubmissions: false },
    licences: null,
    now,
    timeZone: 'UTC',
    ...more,
  };
}

const plan = (steps: JobStep[], more: Partial<KnownRecords> = {}) =>
  inEnglish(planSteps(steps, known(more)));
const only = (step: JobStep, more: Partial<KnownRecords> = {}) => plan([step], more).rows[0];
const refusals = (steps: JobStep[], more: Partial<KnownRecords> = {}) =>
  plan(steps, more).rows.map(({ refusal }) => refusal);

const newUser = { name: 'Cy', email: 'cy@example.com', country: 'ES', timeZone: 'Europe/Madrid' };

test('a change lists old and new values, and steps that change nothing are left out', () => {
  const result = plan([
    { kind: 'user', action: 'change', id: 'ann', edit: { name: 'Anna', country: 'ES' } },
    { kind: 'user', action: 'change', id: 'bob', edit: { name: 'BOB' } },
    { kind: 'group', action: 'change', id: 'g1', edit: { deviceIds: ['van2', 'van1'] } },
    { kind: 'limits', action: 'change', id: 'van1', edit: { dailyEmailLimit: 10 } },
  ]);
  expect(result.rows).toMatchObject([
    {
      index: 0,
      label: 'ANN',
      state: 'waiting',
      changes: [{ field: 'name', before: 'ANN', after: 'Anna' }],
      refusal: null,
    },
  ]);
  expect(result).toMatchObject({ unchanged: 3, calls: 1 });
});

test('a password is shown as set and is in no row', () => {
  const result = planSteps(
    [
      { kind: 'user', action: 'create', edit: { ...newUser, password: 'Zq7-secret' } },
      { kind: 'user', action: 'change', id: 'ann', edit: { password: 'Zq7-other' } },
    ],
    known(),
  );
  expect(JSON.stringify(result.rows)).not.toContain('Zq7');
  expect(result.rows[0]?.changes).toContainEqual({
    field: 'password',
    before: null,
    after: '(set)',
  });
  expect([...result.passwords]).toEqual([
    [0, 'Zq7-secret'],
    [1, 'Zq7-other'],
  ]);
});

test('refuses missing records and second steps on the same record', () => {
  expect(
    refusals([
      { kind: 'user', action: 'change', id: 'zoe', edit: { name: 'Z' } },
      { kind: 'group', action: 'delete', id: 'g9' },
      { kind: 'limits', action: 'renew', id: 'van9', expirationDate: null },
      { kind: 'user', action: 'delete', id: 'ann' },
      { kind: 'user', action: 'change', id: 'ann', edit: { name: 'Anna' } },
    ]),
  ).toEqual([
    'This user no longer exists.',
    'This group no longer exists.',
    'This device no longer exists.',
    null,
    'Another row of this plan is about the same record.',
  ]);
});

test('refuses an e-mail address that is taken, in any case', () => {
  expect(
    refusals([
      { kind: 'user', action: 'create', edit: { ...newUser, email: 'ANN@example.com' } },
      { kind: 'user', action: 'create', edit: newUser },
      {
        kind: 'user',
        action: 'create',
        edit: { ...newUser, name: 'Cy 2', email: ' Cy@Example.com' },
      },
      { kind: 'user', action: 'change', id: 'bob', edit: { email: 'cy@example.com' } },
      { kind: 'user', action: 'change', id: 'ann', edit: { email: 'Ann@example.com' } },
    ]),
  ).toEqual([
    'The e-mail ANN@example.com already belongs to ANN.',
    null,
    'The e-mail  Cy@Example.com is already given to Cy in this plan.',
    'The e-mail cy@example.com is already given to Cy in this plan.',
    null,
  ]);
});

test('names missing required fields', () => {
  expect(
    refusals([
      { kind: 'user', action: 'create', edit: { name: 'Cy' } },
      { kind: 'user', action: 'change', id: 'ann', edit: { timeZone: null } },
      { kind: 'group', action: 'create', edit: { description: 'x' } },
    ]),
  ).toEqual(['Missing: E-mail, Country and Time zone.', 'Missing: Time zone.', 'Missing: Name.']);
});

test.each([1_000, 2_000])('a user who is valid from 2000 cannot expire at %d', (expiresAt) => {
  const users = [user('ann', { validFrom: 2_000 })];
  expect(
    refusals([{ kind: 'user', action: 'change', id: 'ann', edit: { expiresAt } }], { users }),
  ).toEqual(['“Valid until” must be after “Valid from”.']);
});

test('refuses limits that the service does not write or the rules forbid', () => {
  const step: JobStep = {
    kind: 'limits',
    action: 'change',
    id: 'van1',
    edit: { dailyEmailLimit: 5 },
  };
  const capabilities = { writesLimits: false, activates: false, takesSubmissions: false };
  expect(only(step)).toMatchObject({
    changes: [{ field: 'dailyEmailLimit', before: 10, after: 5 }],
    refusal: null,
  });
  expect(only(step, { capabilities })?.refusal).toBe(
    'This service does not state that it accepts changes of limits and expiry.',
  );
  expect(
    only({ kind: 'limits', action: 'change', id: 'van1', edit: { expirationDate: null } })?.refusal,
  ).toBe('Give the expiration date, or switch Expires off.');
});

test('counts down the free licences over the plan', () => {
  const steps: JobStep[] = ['van3', 'van4'].map((id) => ({
    kind: 'limits',
    action: 'renew',
    id,
    expirationDate: '2031-05-01',
  }));
  const one = plan(steps, { licences: { total: 3, used: 2 } });
  expect(one.rows.map(({ state }) => state)).toEqual(['waiting', 'refused']);
  expect(one.rows[1]?.refusal).toMatch(/^No licence is left/);
  expect(one.calls).toBe(2);
  expect(one.rows[0]?.changes).toEqual([
    { field: 'expirationDate', before: '2030-01-01', after: '2031-05-01' },
    { field: 'active', before: false, after: true },
  ]);
  expect(plan(steps, { licences: { total: 4, used: 2 } }).calls).toBe(4);
  // If the service provides no number, it decides itself.
  expect(refusals(steps)).toEqual([null, null]);
});

test('notes what an activation may make of a passed date', () => {
  const note = (id: string, expirationDate: string | null) =>
    only({ kind: 'limits', action: 'renew', id, expirationDate })?.note;
  const devices = [
    expired('past'),
    device('off', {
      limits: { ...limits, expires: false, expirationDate: '2030-01-01' },
      isActive: false,
    }),
    device('later', { isActive: false }),
  ];
  const noteOf = (id: string) =>
    only({ kind: 'limits', action: 'renew', id, expirationDate: null }, { devices })?.note;
  expect(noteOf('past')).toBe(
    'Its expiration date 01 Jan 2030 has passed. The service may switch Expires off with the activation, keep it on, or refuse until a later date is set.',
  );
  expect([noteOf('off'), noteOf('later'), note('van3', '2032-01-01')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('refuses a renewal that would shorten the time that is left', () => {
  const devices = [device('paid', { limits: { ...limits, expirationDate: '2035-06-30' } })];
  const refusalOf = (expirationDate: string) =>
    only({ kind: 'limits', action: 'renew', id: 'paid', expirationDate }, { devices })?.refusal;
  expect(refusalOf('2034-01-01')).toBe(
    'Its present expiration date 30 Jun 2035 is later. Renewing does not shorten it.',
  );
  expect(refusalOf('2036-06-30')).toBeNull();
});

test('refuses a renewal in the past, and does not activate an active device', () => {
  expect(
    refusals([
      { kind: 'limits', action: 'renew', id: 'van3', expirationDate: '2030-01-31' },
      { kind: 'limits', action: 'renew', id: 'van1', expirationDate: '2032-01-01' },
    ]),
  ).toEqual(['31 Jan 2030 is not in the future: the device would expire again immediately.', null]);
  expect(
    plan([{ kind: 'limits', action: 'renew', id: 'van1', expirationDate: null }]),
  ).toMatchObject({
    rows: [],
    unchanged: 1,
  });
  expect(
    plan([{ kind: 'limits', action: 'renew', id: 'van1', expirationDate: '2032-01-01' }]).calls,
  ).toBe(1);
});

test('deleting a group names the users who lose access', () => {
  expect(only({ kind: 'group', action: 'delete', id: 'g1' })).toMatchObject({
    refusal: null,
    note: 'BOB loses access to 2 devices.',
    changes: [
      { field: 'name', before: 'north', after: null },
      { field: 'deviceIds', before: ['van1', 'van2'], after: null },
    ],
  });
  expect(only({ kind: 'group', action: 'delete', id: 'g2' })?.note).toBeUndefined();
});

test('refuses to replace members that the service does not provide', () => {
  expect(
    only({ kind: 'group', action: 'change', id: 'g2', edit: { deviceIds: ['van1'] } })?.refusal,
  ).toMatch(/does not provide the members of this group/);
});

/** The rows as if all of them had been carried out. */
function done(steps: JobStep[]): StoredRow[] {
  return plan(steps).rows.map((row) => ({ ...row, state: 'done' as const }));
}

function undone(rows: StoredRow[], more: Partial<KnownRecords> = {}) {
  const facts = known(more);
  return inEnglish(planUndoSteps(undoOfRows(rows, latestOf(facts)), facts).rows);
}

test('plans the undo of changes in reverse order, with the old values', () => {
  const rows = done([
    { kind: 'user', action: 'change', id: 'ann', edit: { name: 'Anna' } },
    { kind: 'group', action: 'change', id: 'g1', edit: { deviceIds: ['van1'] } },
  ]);
  const undo = undone(rows, {
    users: [user('ann', { name: 'Anna' })],
    // Another client has added a device since; it stays.
    groups: [group('g1', ['van1', 'van4'], 'north')],
  });
  expect(undo).toMatchObject([
    { undoes: 1, refusal: null, changes: [{ field: 'deviceIds', before: ['van1', 'van4'] }] },
    { undoes: 0, changes: [{ field: 'name', before: 'Anna', after: 'ANN' }] },
  ]);
  expect(undo[0]?.changes[0]?.after).toEqual(['van1', 'van4', 'van2']);
});

test('refuses to undo later changes and steps without an inverse, with the reason', () => {
  const rows = done([
    { kind: 'user', action: 'change', id: 'ann', edit: { name: 'Anna' } },
    { kind: 'user', action: 'change', id: 'bob', edit: { password: 'x' } },
    { kind: 'limits', action: 'renew', id: 'van3', expirationDate: null },
  ]);
  expect(undone(rows, { users: [user('ann', { name: 'Annette' }), user('bob')] })).toMatchObject([
    { refusal: expect.stringContaining('An activation cannot be undone') as string },
    { refusal: 'The previous password is not known.' },
    { refusal: 'It was changed again since: Name.' },
  ]);
});

test('undoes a creation by a deletion, unless the record was changed since', () => {
  const rows = done([
    { kind: 'user', action: 'create', edit: newUser },
    { kind: 'user', action: 'create', edit: { ...newUser, name: 'Di', email: 'di@example.com' } },
  ]).map((row, i) => ({ ...row, recordId: `new${i}` }));
  const users = [
    user('new0', { ...newUser }),
    user('new1', { ...newUser, name: 'Diana', email: 'di@example.com' }),
  ];
  expect(undone(rows, { users })).toMatchObject([
    { refusal: 'It was changed since it was created: Name.' },
    { step: { kind: 'user', action: 'delete', id: 'new0' }, refusal: null },
  ]);
});

test('undoes a deletion by a creation, and notes what is lost', () => {
  const rows = done([
    { kind: 'user', action: 'delete', id: 'bob' },
    { kind: 'group', action: 'delete', id: 'g1' },
  ]);
  expect(undone(rows, { users: [], groups: [] })).toMatchObject([
    {
      step: {
        kind: 'group',
        action: 'create',
        edit: { name: 'north', deviceIds: ['van1', 'van2'] },
      },
      note: 'Is created under a new id.',
    },
    {
      step: {
        kind: 'user',
        action: 'create',
        edit: { name: 'BOB', email: 'bob@example.com', group: 'north' },
      },
      refusal: null,
    },
  ]);
});

test('a plan made in chunks equals one made in one step', async () => {
  const steps = Array.from({ length: 900 }, (_, i): JobStep => {
    const name = `user${i % 800}`;
    return {
      kind: 'user',
      action: 'create',
      edit: { ...newUser, name, email: `${name}@example.com` },
    };
  });
  let turns = 0;
  const turn = () => Promise.resolve(void (turns += 1));
  expect(inEnglish(await planStepsInChunks(steps, known(), turn))).toEqual(plan(steps));
  expect(turns).toBeGreaterThan(1);
});
