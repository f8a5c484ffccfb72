import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { Draft } from '#shared/domain/edit';
import { createDrafts } from './drafts';

const draft = (id: string, edit: Draft['edit']) => ({
  key: `user:${id}`,
  kind: 'user' as const,
  label: id,
  base: { name: 'Ana' },
  edit,
});

/** Opens the stored drafts, as every start does. */
function opener() {
  const cache = openCache({ file: null, key: new Uint8Array(32).fill(5) });
  return () => createDrafts({ records: cache.records('draft'), now: () => 0 });
}

test('stores every change immediately', () => {
  const open = opener();
  const drafts = open();
  for (const name of ['A', 'An', 'Ann']) drafts.put(draft('1', { name }));
  drafts.put(draft('2', { message: 'x' }));
  const both = [{ name: 'Ann' }, { message: 'x' }];
  expect(drafts.all().map(({ edit }) => edit)).toEqual(both);
  expect(
    open()
      .all()
      .map(({ edit }) => edit),
  ).toEqual(both);
  drafts.remove('user:2');
  drafts.remove('user:nobody');
  expect(drafts.all()).toHaveLength(1);
  expect(open().all()).toHaveLength(1);
});

test('keeps of a draft that was sent only what was typed since', () => {
  const open = opener();
  const drafts = open();
  drafts.put(draft('1', { name: 'Ann', tags: { depot: 'Lund' }, message: 'newer' }));
  drafts.settle('user:1', { name: 'Ann', tags: { depot: 'Lund' }, message: 'older' });
  drafts.settle('user:nobody', { name: 'Ann' });
  for (const each of [drafts, open()]) {
    expect(each.all()).toMatchObject([{ edit: { message: 'newer' }, base: { name: 'Ana' } }]);
    expect(Object.keys(each.all()[0]!.edit)).toEqual(['message']);
  }
  drafts.settle('user:1', { message: 'newer' });
  expect([drafts.all(), open().all()]).toEqual([[], []]);
  drafts.put({ ...draft('new:1', { name: 'Ann', message: 'newer' }), base: null });
  drafts.settle('user:new:1', { name: 'Ann' });
  expect([drafts.all(), open().all()]).toEqual([[], []]);
});

test('removes a draft only if it is still the one that was planned', () => {
  const open = opener();
  const drafts = open();
  const was = draft('1', { name: 'A', message: undefined });
  drafts.put(was);
  expect(drafts.removeIfSame({ ...was, edit: { name: 'B' } })).toBeNull();
  expect(drafts.removeIfSame({ ...was, key: 'user:2' })).toBeNull();
  expect(drafts.all()).toHaveLength(1);
  expect(drafts.removeIfSame({ ...was, edit: { name: 'A' } })).toBe('user');
  expect(drafts.all()).toEqual([]);
  expect(open().all()).toEqual([]);
});

test('stores no password from any part of the draft', () => {
  const open = opener();
  const drafts = open();
  drafts.put({ ...draft('1', { Password: 'Zq7', name: 'A' }), base: { password: 'Zq7' } });
  expect(JSON.stringify([drafts.all(), open().all()])).not.toContain('Zq7');
});
