import fc from 'fast-check';
import { applyPatch, type Operation } from 'rfc6902';
import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  changesOf,
  inverseEdit,
  mergeThreeWay,
  missingFields,
  onlyChanges,
  resolveConflicts,
  toCreateBody,
  toJsonPatch,
  toReplaceBody,
  withoutTests,
  type PatchOperation,
} from './change';
import type { GroupEdit, LimitsEdit, UserEdit } from './edit';
import type { Group } from './group';
import type { Limits } from './limit';
import type { User } from './user';

const user: User = {
  id: 'usr-1',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  country: 'ES',
  timeZone: 'Europe/Madrid',
  description: null,
  message: 'Hello',
  disabled: false,
  disabledMessage: null,
  tags: { depot: 'north' },
  privileges: ['read', 'write'],
  group: null,
  deviceId: null,
  adminDevices: null,
  validFrom: null,
  expiresAt: Date.UTC(2030, 0, 15, 6),
  createdAt: 0,
  modifiedAt: 0,
  lastLoginAt: null,
  extra: {},
};

const rawUser = {
  id: 'usr-1',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  country: 'ES',
  timeZone: 'Europe/Madrid',
  description: null,
  message: 'Hello',
  disabled: false,
  tags: { depot: 'north' },
  privileges: ['read', 'write'],
  from: null,
  expires: '2030-01-15T07:00:00+01:00',
  creation: '1970-01-01T00:00:00Z',
  modification: '1970-01-01T00:00:00Z',
  lastLogin: null,
  favouriteColour: { hex: '#fff' },
};

const group: Group = {
  id: 'grp-1',
  name: 'Depot North',
  description: 'Vans',
  deviceIds: ['a', 'b'],
  createdAt: 0,
  modifiedAt: 0,
  extra: {},
};

const limits: Limits = {
  expires: false,
  expirationDate: '2030-01-31',
  dailyEmailLimit: 10,
  dailySmsLimit: null,
  emailsSentToday: 3,
  smsSentToday: null,
};

/** The document after the patch, or the name of the operation's fault. */
function patched(document: object, patch: PatchOperation[]): unknown {
  const copy = structuredClone(document);
  const problem = applyPatch(copy, patch as Operation[]).find((outcome) => outcome !== null);
  return problem ? problem.name : copy;
}

const word = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' });
const textOrNone = fc.option(word, { nil: null });
const momentOrNone = fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: null });
const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
const tags = fc.dictionary(fc.constantFrom('a', 'b/c', '~d', 'e f', ''), word);

const userFields = {
  name: word,
  email: word,
  country: textOrNone,
  timeZone: textOrNone,
  description: textOrNone,
  message: textOrNone,
  disabled: fc.boolean(),
  disabledMessage: textOrNone,
  tags,
  privileges: ids,
  group: textOrNone,
  deviceId: textOrNone,
  adminDevices: fc.option(fc.nat(9), { nil: null }),
  validFrom: momentOrNone,
  expiresAt: momentOrNone,
};
const users: fc.Arbitrary<User> = fc.record(userFields).map((fields) => ({ ...user, ...fields }));
const userEdits: fc.Arbitrary<UserEdit> = fc.record(userFields, { requiredKeys: [] });

/** A record as a service would send it: with members left out or null where there is nothing. */
function rawOf(of: User, leavesOut: boolean): Record<string, unknown> {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const raw = {
    id: of.id,
    name: of.name,
    email: of.email,
    country: of.country,
    timeZone: of.timeZone,
    description: of.description,
    message: of.message,
    disabled: of.disabled,
    disabledMessage: of.disabledMessage,
    tags: of.tags,
    privileges: of.privileges,
    group: of.group,
    deviceId: of.deviceId,
    adminDevices: of.adminDevices,
    from: moment(of.validFrom),
    expires: moment(of.expiresAt),
    colour: 'blue',
  };
  if (!leavesOut) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
}

/** What is read back from such a record, without the decoder of the wire. */
function fieldsIn(raw: Record<string, unknown>) {
  const moment = (text: unknown) => (typeof text === 'string' ? Date.parse(text) : null);
  const { from, expires } = raw;
  const fields = Object.keys(userFields).map((field) => [field, raw[field] ?? null] as const);
  return {
    ...Object.fromEntries(fields),
    tags: raw.tags ?? {},
    privileges: raw.privileges ?? [],
    validFrom: moment(from),
    expiresAt: moment(expires),
  };
}

const pick = (of: User) =>
  Object.fromEntries(Object.keys(userFields).map((key) => [key, of[key as keyof User]]));

describe('changes', () => {
  test('only what differs', () => {
    const edit: UserEdit = { name: 'Ana', email: 'ana@example.com', privileges: ['write', 'read'] };
    expect(changesOf('user', user, edit)).toEqual([
      { field: 'name', before: 'Ana Ruiz', after: 'Ana' },
    ]);
    expect(onlyChanges('user', user, edit)).toEqual({ name: 'Ana' });
  });

  test('empty text is none, spaces are text', () => {
    expect(changesOf('user', user, { description: '' })).toEqual([]);
    expect(changesOf('user', user, { message: '' })).toEqual([
      { field: 'message', before: 'Hello', after: null },
    ]);
    expect(changesOf('user', user, { name: 'Ana Ruiz ' })).toHaveLength(1);
  });

  test('a password shows that it was set, never itself', () => {
    const edit = { password: 'hunter2' };
    expect(changesOf('user', user, edit)).toEqual([
      { field: 'password', before: null, after: '(set)' },
    ]);
    expect(JSON.stringify(applyEdit('user', user, edit))).not.toContain('hunter2');
    expect(inverseEdit('user', user, edit)).toEqual({});
  });

  test('of a new record, all that was given', () => {
    expect(changesOf('group', null, { name: 'East', description: '' })).toEqual([
      { field: 'name', before: null, after: 'East' },
    ]);
  });

  test('required fields that are missing or emptied', () => {
    expect(missingFields('user', { name: 'A', email: ' ' }, true)).toEqual([
      'email',
      'country',
      'timeZone',
    ]);
    expect(missingFields('user', { message: null }, false)).toEqual([]);
    expect(missingFields('group', { name: null }, false)).toEqual(['name']);
  });
});

describe('bodies', () => {
  test('POST holds nothing null and no dates of the system', () => {
    const edit: UserEdit = {
      name: 'A',
      email: 'a@b',
      message: null,
      description: '',
      validFrom: 0,
    };
    expect(toCreateBody('user', edit)).toEqual({
      name: 'A',
      email: 'a@b',
      from: '1970-01-01T00:00:00Z',
    });
    expect(toCreateBody('group', { name: 'G', deviceIds: ['a', 'a'] })).toEqual({
      name: 'G',
      devices: ['a'],
    });
  });

  test('PUT keeps what it does not know and echoes no password', () => {
    const raw = { success: true, apiUsage: 3, ...rawUser, Password: null };
    expect(
      toReplaceBody('user', raw, { name: 'Ana', tags: { depot: 'south' }, message: null }),
    ).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      country: 'ES',
      timeZone: 'Europe/Madrid',
      description: null,
      message: null,
      disabled: false,
      tags: { depot: 'south' },
      privileges: ['read', 'write'],
      from: null,
      expires: '2030-01-15T07:00:00+01:00',
      favouriteColour: { hex: '#fff' },
    });
    expect(toReplaceBody('user', raw, { password: 'new' })).toHaveProperty('password', 'new');
  });

  test('PUT finds members in the letter case of the service', () => {
    const raw = { Id: 'g', Name: 'Old', Devices: ['a'], LastModified: 'x' };
    expect(toReplaceBody('group', raw, { name: 'New' })).toEqual({ Name: 'New', Devices: ['a'] });
  });
});

describe('JSON Patch', () => {
  test('tests the old value as it came, before any change', () => {
    const edit: UserEdit = {
      name: 'Ana',
      expiresAt: Date.UTC(2031, 0, 1),
      disabledMessage: 'Left',
    };
    expect(toJsonPatch('user', rawUser, edit)).toEqual([
      { op: 'test', path: '/name', value: 'Ana Ruiz' },
      { op: 'test', path: '/expires', value: '2030-01-15T07:00:00+01:00' },
      { op: 'replace', path: '/name', value: 'Ana' },
      { op: 'add', path: '/disabledMessage', value: 'Left' },
      { op: 'replace', path: '/expires', value: '2031-01-01T00:00:00Z' },
    ]);
  });

  test('removes what is emptied and leaves alone what is empty already', () => {
    const edit: UserEdit = { message: null, description: null, deviceId: null };
    expect(toJsonPatch('user', rawUser, edit)).toEqual([
      { op: 'test', path: '/message', value: 'Hello' },
      { op: 'remove', path: '/message' },
    ]);
  });

  test('sets a password without a test', () => {
    expect(toJsonPatch('user', { ...rawUser, password: null }, { password: 'new' })).toEqual([
      { op: 'add', path: '/password', value: 'new' },
    ]);
  });

  test('changes tags one by one, with escaped names', () => {
    const raw = { tags: { 'a/b': 'x', '~c': 7, gone: 'y', hidden: null } };
    const edit: UserEdit = { tags: { 'a/b': 'z', '~c': '7', new: 'n' } };
    expect(toJsonPatch('user', raw, edit)).toEqual([
      { op: 'test', path: '/tags/gone', value: 'y' },
      { op: 'test', path: '/tags/a~1b', value: 'x' },
      { op: 'remove', path: '/tags/gone' },
      { op: 'replace', path: '/tags/a~1b', value: 'z' },
      { op: 'add', path: '/tags/new', value: 'n' },
    ]);
  });

  test('adds the tags whole where the service sent none', () => {
    expect(toJsonPatch('user', { tags: null }, { tags: { a: 'b' } })).toEqual([
      { op: 'test', path: '/tags', value: null },
      { op: 'replace', path: '/tags', value: { a: 'b' } },
    ]);
    expect(toJsonPatch('user', {}, { tags: { a: 'b' } })).toEqual([
      { op: 'add', path: '/tags', value: { a: 'b' } },
    ]);
  });

  test('replaces the members of a group whole, guarded by the whole', () => {
    expect(toJsonPatch('group', { devices: ['a', 'b'] }, { deviceIds: ['b', 'c'] })).toEqual([
      { op: 'test', path: '/devices', value: ['a', 'b'] },
      { op: 'replace', path: '/devices', value: ['b', 'c'] },
    ]);
  });

  test('writes limits below /limits and null for no limit', () => {
    const raw = { id: 'd', limits: { expires: false, dailyEmailLimit: 10 } };
    const edit: LimitsEdit = { dailyEmailLimit: null, dailySmsLimit: 5, expirationDate: null };
    expect(toJsonPatch('limits', raw, edit)).toEqual([
      { op: 'test', path: '/limits/dailyEmailLimit', value: 10 },
      { op: 'replace', path: '/limits/dailyEmailLimit', value: null },
      { op: 'add', path: '/limits/dailySmsLimit', value: 5 },
    ]);
    expect(toJsonPatch('limits', { id: 'd' }, { dailySmsLimit: 5 })).toEqual([
      { op: 'add', path: '/limits', value: { dailySmsLimit: 5 } },
    ]);
  });

  test('without tests it says the same changes', () => {
    const patch = toJsonPatch('user', rawUser, { name: 'Ana' });
    expect(withoutTests(patch)).toEqual([{ op: 'replace', path: '/name', value: 'Ana' }]);
  });

  test('carried out, it gives what the person saw', () => {
    fc.assert(
      fc.property(users, userEdits, fc.boolean(), (before, edit, leavesOut) => {
        const raw = rawOf(before, leavesOut);
        const after = patched(raw, toJsonPatch('user', raw, edit)) as Record<string, unknown>;
        expect(fieldsIn(after)).toEqual(pick(applyEdit('user', before, edit)));
        expect(after.colour).toBe('blue');
      }),
    );
  });

  test('a whole replacement gives the same', () => {
    fc.assert(
      fc.property(users, userEdits, fc.boolean(), (before, edit, leavesOut) => {
        const body = toReplaceBody('user', rawOf(before, leavesOut), edit);
        expect(fieldsIn(body)).toEqual(pick(applyEdit('user', before, edit)));
      }),
    );
  });

  test('is refused when a field it changes has moved, and only then', () => {
    fc.assert(
      fc.property(users, userEdits, userEdits, (before, mine, others) => {
        const read = rawOf(before, false);
        const patch = toJsonPatch('user', read, mine);
        const moved = patched(read, toJsonPatch('user', read, others)) as object;
        const tested = patch.flatMap((each) => (each.op === 'test' ? [each.path.split('/')] : []));
        const at = (document: object, path: string[]) =>
          path.slice(1).reduce<unknown>((value, token) => {
            const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
            return (value as Record<string, unknown> | null | undefined)?.[name];
          }, document);
        const hasMoved = tested.some(
          (path) => JSON.stringify(at(read, path)) !== JSON.stringify(at(moved, path)),
        );
        const outcome = patched(moved, patch);
        expect(typeof outcome === 'string').toBe(hasMoved);
      }),
    );
  });
});

describe('merging', () => {
  test('what both sides changed differently is a conflict, the rest goes on', () => {
    const theirs = { ...user, name: 'Ana R.', message: null };
    const edit: UserEdit = { name: 'Anna', message: null, country: 'PT' };
    expect(mergeThreeWay('user', user, theirs, edit)).toEqual({
      edit: { country: 'PT' },
      conflicts: [{ field: 'name', base: 'Ana Ruiz', theirs: 'Ana R.', mine: 'Anna' }],
    });
  });

  test('members that two people add and remove all count', () => {
    const theirs = { ...group, deviceIds: ['b', 'c'] };
    const merged = mergeThreeWay('group', group, theirs, { deviceIds: ['a', 'b', 'd'] });
    expect(merged).toEqual({ edit: { deviceIds: ['b', 'c', 'd'] }, conflicts: [] });
  });

  test('members that were not sent are unknown, not gone', () => {
    const theirs = { ...group, deviceIds: null };
    const merged = mergeThreeWay('group', group, theirs, { deviceIds: ['a', 'b', 'd'] });
    expect(merged.edit.deviceIds).toEqual(['a', 'b', 'd']);
  });

  test('tags conflict one by one', () => {
    const base = { ...user, tags: { depot: 'north', shift: 'day', van: '1' } };
    const theirs = { ...user, tags: { depot: 'east', shift: 'day', new: 'n' } };
    const edit: UserEdit = { tags: { depot: 'south', shift: 'night', van: '2' } };
    const merged = mergeThreeWay('user', base, theirs, edit);
    expect(merged).toEqual({
      edit: { tags: { depot: 'east', shift: 'night', new: 'n' } },
      conflicts: [
        { field: 'tags/depot', base: 'north', theirs: 'east', mine: 'south' },
        { field: 'tags/van', base: '1', theirs: null, mine: '2' },
      ],
    });
    expect(resolveConflicts('user', theirs, merged, () => 'mine')).toEqual({
      tags: { depot: 'south', shift: 'night', new: 'n', van: '2' },
    });
    expect(resolveConflicts('user', theirs, merged, () => 'theirs')).toEqual(merged.edit);
  });

  test('Expires switched on meets a date taken away', () => {
    const theirs = { ...limits, expirationDate: null };
    expect(mergeThreeWay('limits', limits, theirs, { expires: true, dailySmsLimit: 4 })).toEqual({
      edit: { dailySmsLimit: 4 },
      conflicts: [
        { field: 'expires', base: false, theirs: false, mine: true },
        { field: 'expirationDate', base: '2030-01-31', theirs: null, mine: '2030-01-31' },
      ],
    });
  });

  test('a start after an end that others moved is a conflict', () => {
    const theirs = { ...user, expiresAt: 1000 };
    const merged = mergeThreeWay('user', user, theirs, { validFrom: 2000 });
    expect(merged.edit).toEqual({});
    expect(merged.conflicts.map(({ field }) => field)).toEqual(['validFrom', 'expiresAt']);
  });

  test('no change of theirs is lost unless it is shown as a conflict', () => {
    fc.assert(
      fc.property(users, userEdits, userEdits, (base, theirEdit, mine) => {
        const theirs = applyEdit('user', base, theirEdit);
        const { edit, conflicts } = mergeThreeWay('user', base, theirs, mine);
        const result = applyEdit('user', theirs, edit);
        const wanted = applyEdit('user', base, mine);
        const disputed = new Set(conflicts.map(({ field }) => field));
        for (const [field, before] of Object.entries(pick(base))) {
          if (field === 'tags' || field === 'privileges') continue;
          const value = (of: User) => Reflect.get(of, field) as unknown;
          if (disputed.has(field)) expect(value(result)).toBe(value(theirs));
          else if (value(theirs) !== before) expect(value(result)).toBe(value(theirs));
          else expect(value(result)).toBe(value(wanted));
        }
        for (const key of new Set([
          ...Object.keys(base.tags),
          ...Object.keys(theirs.tags),
          ...Object.keys(wanted.tags),
        ])) {
          const isTheirs = theirs.tags[key] !== base.tags[key] || disputed.has(`tags/${key}`);
          expect(result.tags[key]).toBe(isTheirs ? theirs.tags[key] : wanted.tags[key]);
        }
        const expected = new Set(theirs.privileges);
        for (const item of wanted.privileges) {
          if (!base.privileges.includes(item)) expected.add(item);
        }
        for (const item of base.privileges) {
          if (!wanted.privileges.includes(item)) expected.delete(item);
        }
        expect(new Set(result.privileges)).toEqual(expected);
      }),
    );
  });

  test('choosing mine everywhere gives mine, theirs elsewhere', () => {
    fc.assert(
      fc.property(users, userEdits, userEdits, (base, theirEdit, mine) => {
        const theirs = applyEdit('user', base, theirEdit);
        const merged = mergeThreeWay('user', base, theirs, mine);
        const chosen = resolveConflicts('user', theirs, merged, () => 'mine');
        const result = applyEdit('user', theirs, chosen);
        for (const conflict of merged.conflicts.filter(({ field }) => !field.includes('/'))) {
          expect(Reflect.get(result, conflict.field)).toEqual(conflict.mine);
        }
        const again = mergeThreeWay('user', theirs, theirs, chosen);
        expect(again.conflicts).toEqual([]);
      }),
    );
  });
});

describe('two clients at once', () => {
  /** A service that knows tests and nothing else, and clients that read, merge, send, try again. */
  function play(base: Group, edits: GroupEdit[], turns: number[]): Record<string, unknown> {
    let stored: Record<string, unknown> = {
      name: base.name,
      description: base.description,
      devices: base.deviceIds,
    };
    const read = (): Group => ({
      ...base,
      name: (stored.name ?? null) as string | null,
      description: (stored.description ?? null) as string | null,
      deviceIds: stored.devices as string[],
    });
    const clients = edits.map((edit) => ({
      edit,
      patch: toJsonPatch('group', stored, edit),
      isDone: false,
    }));
    const send = (client: (typeof clients)[number]) => {
      if (client.isDone) return;
      const outcome = patched(stored, client.patch);
      if (typeof outcome === 'string') {
        const { edit } = mergeThreeWay('group', base, read(), client.edit);
        client.patch = toJsonPatch('group', stored, edit);
      } else {
        stored = outcome as Record<string, unknown>;
        client.isDone = true;
      }
    };
    for (const turn of turns) {
      const client = clients[turn % clients.length];
      if (client) send(client);
    }
    for (const client of clients) {
      while (!client.isDone) send(client);
    }
    return stored;
  }

  const groups = fc
    .record({ deviceIds: ids, name: word })
    .map((fields) => ({ ...group, ...fields }));

  test('every device added or removed by anybody is, in whatever order they come', () => {
    fc.assert(
      fc.property(
        groups,
        fc.array(ids, { minLength: 2, maxLength: 4 }),
        fc.array(fc.nat(3), { maxLength: 12 }),
        (base, wanted, turns) => {
          const stored = play(
            base,
            wanted.map((deviceIds) => ({ deviceIds })),
            turns,
          );
          const expected = new Set(base.deviceIds);
          for (const each of wanted) {
            for (const id of each) if (!base.deviceIds.includes(id)) expected.add(id);
          }
          for (const each of wanted) {
            for (const id of base.deviceIds) if (!each.includes(id)) expected.delete(id);
          }
          expect(new Set(stored.devices as string[])).toEqual(expected);
        },
      ),
    );
  });

  test('different fields of one record never meet', () => {
    fc.assert(
      fc.property(groups, word, word, fc.array(fc.nat(1)), (base, name, description, turns) => {
        const stored = play(base, [{ name }, { description }], turns);
        expect(stored).toMatchObject({ name, description });
      }),
    );
  });
});

describe('taking back', () => {
  test('the inverse restores the record', () => {
    fc.assert(
      fc.property(users, userEdits, (before, edit) => {
        const after = applyEdit('user', before, edit);
        const restored = applyEdit('user', after, inverseEdit('user', before, edit));
        expect(restored).toEqual({ ...before, privileges: restored.privileges });
        expect(new Set(restored.privileges)).toEqual(new Set(before.privileges));
      }),
    );
  });

  test('what others did since stays', () => {
    const edit: GroupEdit = { name: 'East', deviceIds: ['a', 'b', 'c'] };
    const after = applyEdit('group', group, edit);
    const now = { ...after, description: 'Lorries', deviceIds: ['a', 'b', 'c', 'd'] };
    const { edit: undo, conflicts } = mergeThreeWay(
      'group',
      after,
      now,
      inverseEdit('group', group, edit),
    );
    expect({ undo, conflicts }).toEqual({
      undo: { name: 'Depot North', deviceIds: ['a', 'b', 'd'] },
      conflicts: [],
    });
  });

  test('a switch that was never sent goes back to off', () => {
    expect(inverseEdit('user', { ...user, disabled: null }, { disabled: true })).toEqual({
      disabled: false,
    });
  });
});
