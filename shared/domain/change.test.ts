import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyEdit,
  changesOf,
  inverseEdit,
  mergeThreeWay,
  missingFields,
  onlyChanges,
  resolveConflicts,
  splitField,
  recordFields,
  fieldName,
} from './change';
import { group, limits, user } from './change.test-support';
import type { GroupEdit, UserEdit } from './edit';
import { applyPatch, type Operation } from 'rfc6902';
import { type Group, groupSystemFields } from './group';
import { type User, userSystemFields } from './user';
import { toJsonPatch, toReplaceBody, type PatchOperation } from '../wire/records';
import { says, textOf } from '../../test/support/english';

describe('changes', () => {
  test('lists only the fields that differ', () => {
    const edit: UserEdit = { name: 'Ana', email: 'ana@example.com', privileges: ['write', 'read'] };
    expect(changesOf('user', user, edit)).toEqual([
      { field: 'name', before: 'Ana Ruiz', after: 'Ana' },
    ]);
    expect(onlyChanges('user', user, edit)).toEqual({ name: 'Ana' });
  });

  test('empty text counts as none, spaces count as text', () => {
    expect(changesOf('user', user, { description: '' })).toEqual([]);
    expect(changesOf('user', user, { message: '' })).toEqual([
      { field: 'message', before: 'Hello', after: null },
    ]);
    expect(changesOf('user', user, { name: 'Ana Ruiz ' })).toHaveLength(1);
  });

  test('shows that a password was set, never its value', () => {
    const edit = { password: 'hunter2' };
    expect(changesOf('user', user, edit)).toEqual([
      { field: 'password', before: null, after: '(set)' },
    ]);
    expect(JSON.stringify(applyEdit('user', user, edit))).not.toContain('hunter2');
    expect(inverseEdit('user', user, edit)).toEqual({});
  });

  test('lists all given fields of a new record', () => {
    expect(changesOf('group', null, { name: 'East', description: '' })).toEqual([
      { field: 'name', before: null, after: 'East' },
    ]);
  });

  test.each([
    ['not in the answer', limits, true],
    ['stated as none', { ...limits, gaps: { none: ['dailySmsLimit'] } }, undefined],
  ])('a limit that was %s', (_known, before, isBeforeMissing) => {
    expect(changesOf('limits', before, { dailySmsLimit: 4 })).toEqual([
      { field: 'dailySmsLimit', before: null, after: 4, isBeforeMissing },
    ]);
  });

  test('only a limit with a record can be missing before', () => {
    expect(changesOf('limits', limits, { dailyEmailLimit: 4 })[0]).not.toHaveProperty(
      'isBeforeMissing',
    );
    expect(changesOf('limits', null, { dailySmsLimit: 4 })[0]).not.toHaveProperty(
      'isBeforeMissing',
    );
    const { message: _message, ...silent } = user;
    const [change] = changesOf('user', { ...silent, message: null }, { message: 'Hi' });
    expect(change).toEqual({ field: 'message', before: null, after: 'Hi' });
  });

  test('reports required fields that are missing or cleared', () => {
    expect(missingFields('user', { name: 'A', email: ' ' }, true)).toEqual([
      'email',
      'country',
      'timeZone',
    ]);
    expect(missingFields('user', { message: null }, false)).toEqual([]);
    expect(missingFields('group', { name: null }, false)).toEqual(['name']);
  });
});

describe('the record after an edit', () => {
  test('has the new values, and a cleared field is stated to be none', () => {
    const edited = applyEdit('user', { ...user, gaps: {} }, { name: 'Ana', message: '' });
    expect(edited).toMatchObject({ name: 'Ana', message: null, email: 'ana@example.com' });
    expect(edited.gaps?.none).toEqual(['message']);
  });

  test('has no gap where a value was given, and the others as before', () => {
    const gaps = {
      none: ['message', 'description'],
      notProvided: ['tags', 'privileges'],
      notUnderstood: { expiresAt: 'soon', adminDevices: 'many' },
      days: { expiresAt: '2030-01-31', validFrom: '2030-01-01' },
      partly: { tags: [1] },
    };
    const edit: UserEdit = { message: 'Hi', tags: { a: 'b' }, expiresAt: 5 };
    expect(applyEdit('user', { ...user, gaps }, edit).gaps).toEqual({
      none: ['description'],
      notProvided: ['privileges'],
      notUnderstood: { adminDevices: 'many' },
      days: { validFrom: '2030-01-01' },
      partly: { tags: [1] },
    });
    expect(applyEdit('user', user, edit)).not.toHaveProperty('gaps');
  });
});

describe('undo', () => {
  test('restores what was cleared, and nothing that the edit did not change', () => {
    const edit: UserEdit = { message: null, name: 'Ana Ruiz', disabled: true };
    expect(inverseEdit('user', user, edit)).toEqual({ message: 'Hello', disabled: false });
    expect(inverseEdit('user', { ...user, disabled: true }, { disabled: false })).toEqual({
      disabled: true,
    });
  });

  test('preserves later changes by other users', () => {
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

  test('a switch that was never sent is restored to off', () => {
    expect(inverseEdit('user', { ...user, disabled: null }, { disabled: true })).toEqual({
      disabled: false,
    });
  });
});

describe('merging', () => {
  test('different changes by both sides are a conflict, the rest is sent', () => {
    const theirs = { ...user, name: 'Ana R.', message: null };
    const edit: UserEdit = { name: 'Anna', message: null, country: 'PT' };
    expect(mergeThreeWay('user', user, theirs, edit)).toEqual({
      edit: { country: 'PT' },
      conflicts: [{ field: 'name', base: 'Ana Ruiz', theirs: 'Ana R.', mine: 'Anna' }],
    });
  });

  test('merges members that two users add and remove', () => {
    const theirs = { ...group, deviceIds: ['b', 'c'] };
    const merged = mergeThreeWay('group', group, theirs, { deviceIds: ['a', 'b', 'd'] });
    expect(merged).toEqual({ edit: { deviceIds: ['b', 'c', 'd'] }, conflicts: [] });
  });

  test('members that were not sent are unknown, not removed', () => {
    const theirs = { ...group, deviceIds: null };
    const merged = mergeThreeWay('group', group, theirs, { deviceIds: ['a', 'b', 'd'] });
    expect(merged.edit.deviceIds).toEqual(['a', 'b', 'd']);
  });

  test('tags conflict individually', () => {
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

  test('turning Expires on conflicts with removing the date', () => {
    const theirs = { ...limits, expirationDate: null };
    expect(mergeThreeWay('limits', limits, theirs, { expires: true, dailySmsLimit: 4 })).toEqual({
      edit: { dailySmsLimit: 4 },
      conflicts: [
        { field: 'expires', base: false, theirs: false, mine: true },
        { field: 'expirationDate', base: '2030-01-31', theirs: null, mine: '2030-01-31' },
      ],
    });
  });

  test('a start after an end changed by another user is a conflict', () => {
    const theirs = { ...user, expiresAt: 1000 };
    const merged = mergeThreeWay('user', user, theirs, { validFrom: 2000 });
    expect(merged.edit).toEqual({});
    expect(merged.conflicts.map(({ field }) => field)).toEqual(['validFrom', 'expiresAt']);
  });

  test('a change by one side only, or the same by both, is no conflict', () => {
    const theirs = { ...user, name: 'Anna', country: 'PT' };
    expect(mergeThreeWay('user', user, theirs, { name: 'Anna', message: 'Bye' })).toEqual({
      edit: { message: 'Bye' },
      conflicts: [],
    });
    // An unchanged field of the form does not undo what the other user wrote.
    expect(mergeThreeWay('user', user, theirs, { name: 'Ana Ruiz' })).toEqual({
      edit: {},
      conflicts: [],
    });
  });

  test('a password is always sent', () => {
    expect(mergeThreeWay('user', user, user, { password: 'x' }).edit).toEqual({ password: 'x' });
  });

  test('privileges and tags that both sides changed alike are not sent', () => {
    const theirs = { ...user, privileges: ['write'], tags: {} };
    const edit: UserEdit = { privileges: ['write'], tags: {} };
    expect(mergeThreeWay('user', user, theirs, edit)).toEqual({ edit: {}, conflicts: [] });
  });

  test('a tag that only one side removed is removed', () => {
    const merged = mergeThreeWay('user', user, user, { tags: {} });
    expect(merged).toEqual({ edit: { tags: {} }, conflicts: [] });
    const theirs = { ...user, tags: {} };
    const mine = { tags: { depot: 'north', van: '1' } };
    expect(mergeThreeWay('user', user, theirs, mine).edit).toEqual({ tags: { van: '1' } });
  });

  test('a member that both sides added is sent once', () => {
    const theirs = { ...group, deviceIds: ['a', 'b', 'c'] };
    const edit = { deviceIds: ['a', 'b', 'c', 'd'] };
    expect(mergeThreeWay('group', group, theirs, edit).edit).toEqual({
      deviceIds: ['a', 'b', 'c', 'd'],
    });
  });

  test('the end of a validity that was set before another start is a conflict', () => {
    const base = { ...user, validFrom: 100, expiresAt: 900 };
    const merge = (theirs: object, edit: UserEdit) =>
      mergeThreeWay('user', base, { ...base, ...theirs }, edit);
    expect(merge({ validFrom: 500 }, { expiresAt: 400, name: 'Al' })).toEqual({
      edit: { name: 'Al' },
      conflicts: [
        { field: 'validFrom', base: 100, theirs: 500, mine: 100 },
        { field: 'expiresAt', base: 900, theirs: 900, mine: 400 },
      ],
    });
    expect(merge({ validFrom: 300 }, { expiresAt: 400 }).conflicts).toEqual([]);
    // Not valid at the service already, or by the edit alone: no conflict between the two.
    expect(merge({ validFrom: 950 }, { expiresAt: 800 })).toEqual({
      edit: { expiresAt: 800 },
      conflicts: [],
    });
    expect(merge({ name: 'Al' }, { expiresAt: 50 })).toEqual({
      edit: { expiresAt: 50 },
      conflicts: [],
    });
  });

  test('a conflict is resolved field by field', () => {
    const theirs = { ...user, name: 'Al', tags: { depot: 'east' }, country: 'PT' };
    const edit: UserEdit = { name: 'Anna', tags: {}, country: 'FR', message: 'Bye' };
    const merged = mergeThreeWay('user', user, theirs, edit);
    const chosen = resolveConflicts('user', theirs, merged, ({ field }) =>
      field === 'name' ? 'theirs' : 'mine',
    );
    expect(chosen).toEqual({ message: 'Bye', country: 'FR', tags: {} });
  });

  test('the key of a tag may contain a slash', () => {
    expect(splitField('tags/a/b')).toEqual(['tags', 'a/b']);
    expect(splitField('tags/')).toEqual(['tags', '']);
    expect(splitField('name')).toEqual(['name', null]);
  });

  test('a value that was not understood is compared by its original', () => {
    const unread = (original: unknown) => ({
      ...user,
      expiresAt: null,
      gaps: { notUnderstood: { expiresAt: original, tags: 'x' } },
    });
    const merge = (theirs: typeof user) =>
      mergeThreeWay('user', unread({ a: 1 }), theirs, { expiresAt: 5 });
    expect(merge(unread({ a: 1 }))).toEqual({ edit: { expiresAt: 5 }, conflicts: [] });
    expect(merge(unread('soon')).conflicts).toEqual([
      {
        field: 'expiresAt',
        base: { notUnderstood: { a: 1 } },
        theirs: { notUnderstood: 'soon' },
        mine: 5,
      },
    ]);
    // Tags that were read in part are merged by what was read.
    const merged = mergeThreeWay('user', unread(1), unread(1), { tags: { depot: 'south' } });
    expect(merged.edit).toEqual({ tags: { depot: 'south' } });
  });

  test('a moment that was sent as a day is that day', () => {
    const day = (of: string) => ({ ...user, gaps: { days: { expiresAt: of } } });
    const merge = (theirs: typeof user) =>
      mergeThreeWay('user', day('2030-01-31'), theirs, { expiresAt: 5 });
    expect(merge(day('2030-01-31')).conflicts).toEqual([]);
    expect(merge(day('2030-02-01')).conflicts).toMatchObject([
      { base: '2030-01-31', theirs: '2030-02-01', mine: 5 },
    ]);
  });
});

/** The document after the patch, or the name of the error of the operation. */
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

/** A record as a service would send it: empty members are left out or null. */
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

/** Reads such a record without the wire decoder. */
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
describe('JSON Patch', () => {
  test('applying the patch gives the record that the user saw', () => {
    fc.assert(
      fc.property(users, userEdits, fc.boolean(), (before, edit, leavesOut) => {
        const raw = rawOf(before, leavesOut);
        const after = patched(raw, toJsonPatch('user', raw, edit)) as Record<string, unknown>;
        expect(fieldsIn(after)).toEqual(pick(applyEdit('user', before, edit)));
        expect(after.colour).toBe('blue');
      }),
    );
  });

  test('replacing the whole record gives the same', () => {
    fc.assert(
      fc.property(users, userEdits, fc.boolean(), (before, edit, leavesOut) => {
        const body = toReplaceBody('user', rawOf(before, leavesOut), edit);
        expect(fieldsIn(body)).toEqual(pick(applyEdit('user', before, edit)));
      }),
    );
  });

  test('is rejected if and only if a field that it changes has changed', () => {
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
  test('a change by another user is preserved or shown as a conflict', () => {
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
          const isTheirs = disputed.has(field) || value(theirs) !== before;
          expect(value(result)).toBe(value(isTheirs ? theirs : wanted));
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

  test('resolving conflicts as mine or theirs gives the chosen values', () => {
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

describe('two concurrent clients', () => {
  /** A service that supports only tests, and clients that read, merge, send and retry. */
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

  test('all devices added or removed by either client are, in any order of requests', () => {
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

  test('edits of different fields of a record do not conflict', () => {
    fc.assert(
      fc.property(groups, word, word, fc.array(fc.nat(1)), (base, name, description, turns) => {
        const stored = play(base, [{ name }, { description }], turns);
        expect(stored).toMatchObject({ name, description });
      }),
    );
  });
});

describe('undo', () => {
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
});

test.each([
  [
    'user',
    userSystemFields,
    {
      name: 'Name',
      email: 'E-mail',
      country: 'Country',
      timeZone: 'Time zone',
      description: 'Description',
      message: 'Message',
      disabled: 'Disabled',
      disabledMessage: 'Message when disabled',
      tags: 'Tags',
      privileges: 'Privileges',
      group: 'Visible group',
      deviceId: 'Visible device',
      adminDevices: 'Devices managed',
      validFrom: 'Valid from',
      expiresAt: 'Valid until',
      password: 'Password',
      createdAt: 'Created',
      modifiedAt: 'Modified',
      lastLoginAt: 'Last login',
    },
  ],
  [
    'group',
    groupSystemFields,
    {
      name: 'Name',
      description: 'Description',
      deviceIds: 'Devices',
      createdAt: 'Created',
      modifiedAt: 'Modified',
    },
  ],
  [
    'limits',
    {},
    {
      expires: 'Expires',
      expirationDate: 'Expiration date',
      dailyEmailLimit: 'Daily e-mail limit',
      dailySmsLimit: 'Daily SMS limit',
    },
  ],
] as const)(
  'the names of the fields of a %s, in the order of the form',
  (kind, systemFields, shown) => {
    const fields = [...Object.keys(recordFields(kind)), ...Object.keys(systemFields)];
    expect(fields.map((field) => [field, textOf(fieldName(kind, field))])).toEqual(
      Object.entries(shown),
    );
  },
);

test('names of fields are messages; an unknown field is shown by its own name', () => {
  expect(fieldName('user', 'disabledMessage')).toEqual(says('Message when disabled'));
  expect(fieldName('user', 'lastLoginAt')).toEqual(says('Last login'));
  expect(fieldName('group', 'colour')).toBe('colour');
});
