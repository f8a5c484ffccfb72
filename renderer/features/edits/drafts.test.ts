import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draft, EditCommand, Saved, TypedPassword } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';
import type { Fault, Outcome } from '#shared/fault';
import type { DraftOf } from './drafts';

type Stored = Omit<Draft, 'savedAt'>;
type Answer = Outcome<Saved<{ id: string }>>;

const ana: DraftOf = {
  key: 'user:7',
  kind: 'user',
  label: 'Ana',
  base: { name: 'Ana', email: 'ana@example.org', tags: { shift: 'night' } },
};

/** What main has stored, the calls it got, and how it answers. */
const stored = new Map<string, Stored>();
const calls: string[] = [];
let answer: () => Promise<{ ok: true; value: undefined } | { ok: false; fault: Fault }>;
const done = { ok: true, value: undefined } as const;
/** What main holds since the account was locked. */
const heldPasswords: TypedPassword[] = [];
/** The edits that were sent, and what main answers. */
const sent: EditCommand[] = [];
let answerEdit: (command: EditCommand) => Answer;
vi.stubGlobal('waypost', {
  drafts: {
    all: () => Promise.resolve({ ok: true, value: [] }),
    put: (draft: Stored) => {
      calls.push(`put ${draft.key}`);
      stored.set(draft.key, draft);
      return answer();
    },
    remove: ({ key }: { key: string }) => {
      calls.push(`remove ${key}`);
      stored.delete(key);
      return answer();
    },
  },
  session: {
    takePasswords: () => Promise.resolve({ ok: true, value: heldPasswords.splice(0) }),
  },
  records: {
    edit: (command: EditCommand) => {
      sent.push(command);
      return Promise.resolve(answerEdit(command));
    },
  },
});
const { showAccount } = await import('#lib/account-scope');
const {
  draftOf,
  draftStore,
  editAfterConflict,
  editAfterSave,
  resolveConflict,
  saveDrafts,
  typedPasswords,
} = await import('./drafts');
const { typedSecrets } = await import('#lib/typed-secrets');

/** Until main has answered what was sent. */
const written = () => new Promise((resolve) => setTimeout(resolve, 0));
const draft = (key = ana.key) => draftStore.getState().drafts.get(key);
const edit = (key = ana.key) => draft(key)?.edit;

beforeEach(async () => {
  showAccount(null);
  showAccount('a');
  stored.clear();
  calls.length = 0;
  answer = () => Promise.resolve(done);
  await written();
});

describe('staging', () => {
  test('stores only values that differ from the base, compared by content', () => {
    draftStore.stage(ana, { name: 'Anna', email: 'ana@example.org', tags: { shift: 'night' } });
    expect(edit()).toEqual({ name: 'Anna' });
    draftStore.stage(ana, { name: 'Ana', tags: { shift: 'day' } });
    expect(edit()).toEqual({ tags: { shift: 'day' } });
    draftStore.stage(ana, { tags: { shift: 'night' } });
    expect(draftStore.getState().drafts.size).toBe(0);
  });

  test('keeps the base from when editing began, so that conflicts are found', () => {
    draftStore.stage(ana, { name: 'Anna' });
    draftStore.stage({ ...ana, base: { ...ana.base, name: 'Anne' } }, { email: null });
    expect(draft()?.base).toBe(ana.base);
    expect(edit()).toEqual({ name: 'Anna', email: null });
  });

  test('compares limits with those of the device, which may have none', () => {
    const device = { id: '1', limits: { dailySmsLimit: 5 } };
    const limits: DraftOf = { key: 'limits:1', kind: 'limits', label: 'Van', base: device };
    draftStore.stage(limits, { dailySmsLimit: 6 });
    draftStore.stage(limits, { dailySmsLimit: 5, expires: false });
    expect(edit('limits:1')).toBeUndefined();
    draftStore.stage({ ...limits, base: { id: '1', limits: null } }, { expires: false });
    expect(edit('limits:1')).toBeUndefined();
  });
});

describe('writing', () => {
  test('writes several changes in a row once, before the next event', async () => {
    for (const name of ['A', 'An', 'Ann']) draftStore.stage(ana, { name });
    expect(calls).toEqual([]);
    await Promise.resolve();
    expect(calls).toEqual(['put user:7']);
    expect(stored.get('user:7')?.edit).toEqual({ name: 'Ann' });
    await written();
    expect(calls).toEqual(['put user:7']);
  });

  test('removes a discarded draft', async () => {
    draftStore.stage(ana, { name: 'Anna' });
    await written();
    draftStore.discard(ana.key);
    await written();
    expect(stored.size).toBe(0);
  });

  test('keeps a password in memory and never writes it', async () => {
    draftStore.stage(ana, { password: 'swordfish', name: 'Anna' });
    await written();
    expect(JSON.stringify([...stored.values()])).not.toContain('swordfish');
    draftStore.take([{ ...ana, edit: { name: 'Anna' }, savedAt: 5 }]);
    expect(edit()).toEqual({ name: 'Anna', password: 'swordfish' });
  });

  test('does not write a draft that contains only a password', async () => {
    draftStore.stage(ana, { password: 'swordfish' });
    await written();
    expect(calls).toEqual(['remove user:7']);
    draftStore.take([]);
    expect(edit()).toEqual({ password: 'swordfish' });
  });

  test('reports why a draft could not be written', async () => {
    const fault = { kind: 'storage', reason: 'full' } as const;
    answer = () => Promise.resolve({ ok: false, fault });
    draftStore.stage(ana, { name: 'Anna' });
    await written();
    expect(draftStore.getState().fault).toEqual(fault);
    expect(edit()).toEqual({ name: 'Anna' });
  });
});

describe('loading drafts from main', () => {
  const older: Draft = { ...ana, edit: { name: 'Older' }, savedAt: 1 };

  test('changes that are not written yet win over drafts from main', () => {
    draftStore.stage(ana, { name: 'Newer' });
    draftStore.take([older]);
    expect(edit()).toEqual({ name: 'Newer' });
  });

  test('writes and removals in flight win over drafts from main', async () => {
    draftStore.take([older]);
    const held = Promise.withResolvers<typeof done>();
    answer = () => held.promise;
    draftStore.discard(ana.key);
    await written();
    draftStore.take([older]);
    expect(edit()).toBeUndefined();
    held.resolve(done);
    await written();
    draftStore.take([older]);
    expect(edit()).toEqual({ name: 'Older' });
  });

  test('removes a draft that main no longer has', async () => {
    draftStore.stage(ana, { name: 'Anna' });
    await written();
    draftStore.take([]);
    expect(edit()).toBeUndefined();
  });

  test('clears everything when the account changes, and writes none of it', async () => {
    draftStore.stage(ana, { name: 'Anna' });
    showAccount(null);
    await written();
    expect(calls).toEqual([]);
    expect(draftStore.getState().drafts.size).toBe(0);
  });

  test('a typed password goes to main at the lock, and is in its draft again after it', async () => {
    draftStore.stage(ana, { name: 'Anna', password: typedSecrets.hold('Blue+Heron') });
    const typed = typedPasswords();
    expect(typed).toEqual([{ ...ana, password: 'Blue+Heron' }]);
    showAccount(null);
    expect(typedPasswords()).toEqual([]);
    heldPasswords.push(...typed);
    showAccount('a');
    await expect.poll(() => typedSecrets.read(edit()?.['password'])).toBe('Blue+Heron');
    // Main never stores it.
    await written();
    expect([...stored.values()].flatMap((each) => Object.keys(each.edit))).not.toContain(
      'password',
    );
  });
});

const group = (id: string, part: Partial<Group> = {}) =>
  ({ id, name: id, description: null, deviceIds: [], ...part }) as unknown as Group;
const staged = (id: string, edit: Record<string, unknown> = { description: 'mine' }) => {
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

describe('saving drafts', () => {
  beforeEach(() => {
    sent.length = 0;
    answerEdit = (command) => saved(group(idOf(command), { description: 'mine' }));
  });
  test('stops and keeps the remaining drafts if the service is unavailable', async () => {
    answerEdit = () => ({ ok: false, fault: { kind: 'offline', layer: 'tcp' } });
    await saveDrafts([staged('a'), staged('b')]);
    expect(sent).toHaveLength(1);
    expect([editOf('a'), editOf('b')]).toEqual([{ description: 'mine' }, { description: 'mine' }]);
  });

  test('what is typed meanwhile stays, based on the saved record', async () => {
    const before = staged('a');
    answerEdit = () => {
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
      draft: staged('a', { name: 'South', description: 'mine' }),
      conflicts: [],
      theirs: group('a', { description: 'theirs' }),
      how: 'replace' as const,
    };
    expect(resolveConflict(conflict, { description: 'mine' })).toMatchObject({
      base: { description: 'theirs' },
      edit: { name: 'South', description: 'mine' },
    });
    staged('a', { name: 'a' });
    expect(
      resolveConflict({ ...conflict, draft: staged('a') }, { description: 'theirs' }),
    ).toBeNull();
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
