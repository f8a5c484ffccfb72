import fc from 'fast-check';
import { applyPatch, type Operation } from 'rfc6902';
import { describe, expect, test } from 'vitest';
import { applyEdit, inverseEdit, mergeThreeWay, resolveConflicts } from './change';
import { group, user } from './change.test-support';
import type { GroupEdit, UserEdit } from './edit';
import type { Group } from './group';
import type { User } from './user';
import { toJsonPatch, toReplaceBody, type PatchOperation } from '../wire/encode';

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
