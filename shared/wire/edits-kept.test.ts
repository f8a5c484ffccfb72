import { expect, test } from 'vitest';
import { toJsonPatch, toReplaceBody, decodeUser } from './records';
import { fieldCandidates } from './field-candidates';

test('ids that were sent as numbers stay numbers when others are added', () => {
  const raw = { id: 'g', name: 'G', devices: [1, 2] };
  expect(toJsonPatch('group', raw, { deviceIds: ['1', '3'] })).toEqual([
    { op: 'test', path: '/devices', value: [1, 2] },
    { op: 'replace', path: '/devices', value: [1, '3'] },
  ]);
  expect(toJsonPatch('group', raw, { deviceIds: ['1', '2'] })).toEqual([]);
});

test('an original that was not understood is restored if it differs anywhere', () => {
  const patch = (now: unknown, original: unknown) =>
    toJsonPatch(
      'user',
      { id: 'u', name: 'A', message: now },
      { message: { notUnderstood: original } as never },
    ).map(({ op }) => op);
  expect(patch({ text: 'a' }, { text: 'b' })).toEqual(['test', 'replace']);
  expect(patch({ text: 'a' }, { other: 'a' })).toEqual(['test', 'replace']);
  expect(patch({ text: 'a', more: 1 }, { text: 'a' })).toEqual(['test', 'replace']);
  expect(patch({ list: [1, 2] }, { list: [1, 3] })).toEqual(['test', 'replace']);
  expect(patch({ list: [1, 2] }, { list: [1] })).toEqual(['test', 'replace']);
  expect(patch({ list: [1, { a: 2 }] }, { list: [1, { a: 2 }] })).toEqual([]);
});

test('null states that there is none only where the interface says so', () => {
  const names = ['group', 'deviceId', 'from', 'expires', 'lastLogin', 'creation', 'adminDevices'];
  const user = Object.fromEntries(names.map((name) => [name, null]));
  const { gaps } = decodeUser({ user: { id: 'u', name: 'A', ...user } }, null)!.record;
  expect(gaps?.none?.toSorted()).toEqual(
    ['deviceId', 'expiresAt', 'group', 'lastLoginAt', 'validFrom'].toSorted(),
  );
});

test('members are proposed down to the third level', () => {
  const pointers = (sample: object) =>
    fieldCandidates('location', 'latitude', [sample]).map(({ pointer }) => pointer);
  expect(pointers({ a: { b: { lat: 1.5 } } })).toEqual(['/a/b/lat']);
  expect(pointers({ a: { b: { c: { lat: 1.5 } } } })).toEqual([]);
});

test('beside a member that was not understood only what is new is added', () => {
  const raw = { id: 'g', name: 'G', devices: ['a', { x: 1 }, 'c'] };
  expect(toJsonPatch('group', raw, { deviceIds: ['a', 'b'] })).toEqual([
    { op: 'test', path: '/devices/2', value: 'c' },
    { op: 'remove', path: '/devices/2' },
    { op: 'add', path: '/devices/-', value: 'b' },
  ]);
});

test('a user without an id is one only if the id is known', () => {
  expect(decodeUser({ user: { name: 'A' } }, null)).toBeNull();
  expect(decodeUser({ user: { name: 'A' } }, 'u')?.record.id).toBe('u');
});

test('a replaced user keeps tags as they were sent, unless the edit changes them', () => {
  const raw = { id: 'u', name: 'A', tags: { van: 1, shift: 2, hidden: null } };
  const tags = { van: '1', shift: '3', toString: 'x' };
  expect(toReplaceBody('user', raw, { tags })['tags']).toEqual({
    van: 1,
    shift: '3',
    hidden: null,
    toString: 'x',
  });
});
