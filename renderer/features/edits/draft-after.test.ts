import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import { draftAfterConflict, draftAfterSave } from './draft-after';

const group = (part: Partial<Group>) =>
  ({ id: 'g', name: 'North', description: null, ...part }) as Group;

test('after a conflict, members that others added stay', () => {
  const base = group({ deviceIds: ['a'] });
  const theirs = group({ description: 'theirs', deviceIds: ['a', 'x'] });
  const edit = { description: 'mine', deviceIds: ['a', 'b'] };
  expect(draftAfterConflict('group', base, theirs, edit, { description: 'mine' })).toEqual({
    description: 'mine',
    deviceIds: ['a', 'x', 'b'],
  });
  expect(draftAfterConflict('group', base, theirs, edit, { description: 'theirs' })).toEqual({
    deviceIds: ['a', 'x', 'b'],
  });
});

test('a conflict in one tag keeps the other tags of both sides', () => {
  const base = { tags: { shift: 'day' } } as unknown as User;
  const theirs = { tags: { shift: 'late', depot: 'north' } } as unknown as User;
  const edit = { tags: { shift: 'night', route: '7' } };
  const after = (choice: 'mine' | 'theirs') =>
    draftAfterConflict('user', base, theirs, edit, { 'tags/shift': choice }).tags;
  expect(after('mine')).toEqual({ shift: 'night', depot: 'north', route: '7' });
  expect(after('theirs')).toEqual({ shift: 'late', depot: 'north', route: '7' });
});

test('after saving, only edits typed meanwhile remain', () => {
  const base = group({ deviceIds: ['a'] });
  const sent = { name: 'South', deviceIds: ['a', 'b'] };
  const saved = group({ name: 'South', deviceIds: ['a', 'b', 'x'] });
  expect(draftAfterSave('group', base, sent, saved, sent)).toEqual({});
  const typed = { name: 'South', description: 'new', deviceIds: ['b'] };
  expect(draftAfterSave('group', base, sent, saved, typed)).toEqual({
    description: 'new',
    deviceIds: ['b', 'x'],
  });
});

test('a member changed by one side only is never lost or restored', () => {
  const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));
  fc.assert(
    fc.property(ids, ids, ids, (before, theirs, mine) => {
      const base = group({ deviceIds: before });
      const now = group({ deviceIds: theirs });
      const after = draftAfterConflict('group', base, now, { deviceIds: mine }, {});
      const result = new Set(after.deviceIds ?? theirs);
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        const was = before.includes(id);
        const changed = theirs.includes(id) !== was || mine.includes(id) !== was;
        expect(result.has(id)).toBe(changed ? !was : was);
      }
    }),
  );
});
