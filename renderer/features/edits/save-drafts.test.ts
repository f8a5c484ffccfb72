import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EditCommand, Saved } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import type { Outcome } from '#shared/fault';

type Answer = Outcome<Saved<{ id: string }>>;

const sent: EditCommand[] = [];
let answer: (command: EditCommand) => Answer;
const done = () => Promise.resolve({ ok: true, value: undefined });
vi.stubGlobal('waypost', {
  drafts: { all: () => Promise.resolve({ ok: true, value: [] }), put: done, remove: done },
  session: { takePasswords: () => Promise.resolve({ ok: true, value: [] }) },
  records: {
    edit: (command: EditCommand) => {
      sent.push(command);
      return Promise.resolve(answer(command));
    },
  },
});
const { showAccount } = await import('#lib/account-scope');
const { draftStore } = await import('./draft-store');
const { draftOf, editAfterConflict, editAfterSave, resolveConflict, saveDrafts } =
  await import('./save-drafts');

const group = (id: string, part: Partial<Group> = {}) =>
  ({ id, name: id, description: null, deviceIds: [], ...part }) as unknown as Group;
const draft = (id: string, edit: Record<string, unknown> = { description: 'mine' }) => {
  const of = { ...draftOf('group', group(id)), kind: 'group' as const };
  draftStore.stage(of, edit);
  return { ...of, edit };
};
const editOf = (id: string) => draftStore.getState().drafts.get(`group:${id}`)?.edit;
const idOf = (command: EditCommand) => ('base' in command ? command.base.id : '');
const saved = (record: Group): Answer => ({
  ok: true,
  value: { status: 'saved', record, journalId: `j-${record.id}` },
});

beforeEach(async () => {
  sent.length = 0;
  showAccount(null);
  showAccount('a');
  answer = (command) => saved(group(idOf(command), { description: 'mine' }));
  await Promise.resolve();
});

describe('saving drafts', () => {
  test('sends each draft with its base, and removes it when it is saved', async () => {
    const result = await saveDrafts([draft('a'), draft('b')]);
    expect(result.saved.map(({ journalId }) => journalId)).toEqual(['j-a', 'j-b']);
    expect(sent).toMatchObject([
      { kind: 'group', action: 'change', draft: 'group:a', edit: { description: 'mine' } },
      { kind: 'group', action: 'change', draft: 'group:b' },
    ]);
    expect(draftStore.getState().drafts.size).toBe(0);
  });

  test('a draft without a base is a new record', async () => {
    answer = () => saved(group('made'));
    const created = { ...draft('x'), key: 'group:new:1', base: null, edit: { name: 'New' } };
    draftStore.stage(created, created.edit);
    await saveDrafts([created]);
    expect(sent).toMatchObject([{ action: 'create', edit: { name: 'New' } }]);
    expect(draftStore.getState().drafts.has('group:new:1')).toBe(false);
  });

  test('a conflict or a refusal does not stop the other drafts', async () => {
    answer = (command) => {
      if (idOf(command) === 'a') {
        return { ok: true, value: { status: 'conflict', conflicts: [], theirs: group('a') } };
      }
      if (idOf(command) === 'b') return { ok: false, fault: { kind: 'notFound' } };
      return saved(group('c', { description: 'mine' }));
    };
    const result = await saveDrafts([draft('a'), draft('b'), draft('c')]);
    expect(result.conflicts.map((each) => each.draft.label)).toEqual(['a']);
    expect(result.failed.map((each) => each.draft.label)).toEqual(['b']);
    expect(result.saved.map((each) => each.draft.label)).toEqual(['c']);
    expect(editOf('b')).toEqual({ description: 'mine' });
  });

  test('stops and keeps the remaining drafts if the service is unavailable', async () => {
    answer = () => ({ ok: false, fault: { kind: 'offline', layer: 'tcp' } });
    await saveDrafts([draft('a'), draft('b')]);
    expect(sent).toHaveLength(1);
    expect([editOf('a'), editOf('b')]).toEqual([{ description: 'mine' }, { description: 'mine' }]);
  });

  test('what is typed meanwhile stays, based on the saved record', async () => {
    const before = draft('a');
    answer = () => {
      draftStore.stage(before, { name: 'South' });
      return saved(group('a', { description: 'mine' }));
    };
    await saveDrafts([before]);
    expect(editOf('a')).toEqual({ name: 'South' });
    expect(draftStore.getState().drafts.get('group:a')?.base).toMatchObject({
      description: 'mine',
    });
  });

  test('a decided conflict is saved on top of the record of the service', () => {
    const conflict = {
      draft: draft('a', { name: 'South', description: 'mine' }),
      conflicts: [],
      theirs: group('a', { description: 'theirs' }),
      how: 'replace' as const,
    };
    expect(resolveConflict(conflict, { description: 'mine' })).toMatchObject({
      base: { description: 'theirs' },
      edit: { name: 'South', description: 'mine' },
    });
    draft('a', { name: 'a' });
    expect(
      resolveConflict({ ...conflict, draft: draft('a') }, { description: 'theirs' }),
    ).toBeNull();
  });
});

test('after a conflict, members that others added stay', () => {
  const base = group('g', { deviceIds: ['a'] });
  const theirs = group('g', { description: 'theirs', deviceIds: ['a', 'x'] });
  const edit = { description: 'mine', deviceIds: ['a', 'b'] };
  expect(editAfterConflict('group', base, theirs, edit, { description: 'mine' })).toEqual({
    description: 'mine',
    deviceIds: ['a', 'x', 'b'],
  });
  expect(editAfterConflict('group', base, theirs, edit, { description: 'theirs' })).toEqual({
    deviceIds: ['a', 'x', 'b'],
  });
});

test('a conflict in one tag keeps the other tags of both sides', () => {
  const base = { tags: { shift: 'day' } } as unknown as User;
  const theirs = { tags: { shift: 'late', depot: 'north' } } as unknown as User;
  const edit = { tags: { shift: 'night', route: '7' } };
  const after = (choice: 'mine' | 'theirs') =>
    editAfterConflict('user', base, theirs, edit, { 'tags/shift': choice }).tags;
  expect(after('mine')).toEqual({ shift: 'night', depot: 'north', route: '7' });
  expect(after('theirs')).toEqual({ shift: 'late', depot: 'north', route: '7' });
});

test('after saving, only edits typed meanwhile remain', () => {
  const base = group('g', { deviceIds: ['a'] });
  const edit = { name: 'South', deviceIds: ['a', 'b'] };
  const after = group('g', { name: 'South', deviceIds: ['a', 'b', 'x'] });
  expect(editAfterSave('group', base, edit, after, edit)).toEqual({});
  const typed = { name: 'South', description: 'new', deviceIds: ['b'] };
  expect(editAfterSave('group', base, edit, after, typed)).toEqual({
    description: 'new',
    deviceIds: ['b', 'x'],
  });
});

test('a member changed by one side only is never lost or restored', () => {
  const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));
  fc.assert(
    fc.property(ids, ids, ids, (before, theirs, mine) => {
      const base = group('g', { deviceIds: before });
      const now = group('g', { deviceIds: theirs });
      const after = editAfterConflict('group', base, now, { deviceIds: mine }, {});
      const result = new Set(after.deviceIds ?? theirs);
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        const was = before.includes(id);
        const changed = theirs.includes(id) !== was || mine.includes(id) !== was;
        expect(result.has(id)).toBe(changed ? !was : was);
      }
    }),
  );
});
