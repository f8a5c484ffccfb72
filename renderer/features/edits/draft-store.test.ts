import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draft, TypedPassword } from '#shared/domain/edit';
import type { Fault } from '#shared/fault';
import type { DraftOf } from './draft-store';

type Stored = Omit<Draft, 'savedAt'>;

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
});
const { showAccount } = await import('#lib/account-scope');
const { draftStore, typedPasswords } = await import('./draft-store');
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

  test('every field of a new record is a change', () => {
    draftStore.stage({ ...ana, key: 'user:new:1', base: null }, { name: null });
    expect(edit('user:new:1')).toEqual({ name: null });
  });

  test('after a conflict the draft is based on the current record', () => {
    draftStore.stage(ana, { name: 'Anna', email: null });
    draftStore.rebase(
      { ...ana, base: { name: 'Anne', email: 'ana@example.org' } },
      { email: null },
    );
    expect(draft()).toMatchObject({ base: { name: 'Anne' }, edit: { email: null } });
    draftStore.rebase(ana, {});
    expect(edit()).toBeUndefined();
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

  test('restores drafts after a restart', () => {
    draftStore.take([older]);
    expect(edit()).toEqual({ name: 'Older' });
    expect(draftStore.getState().isRead).toBe(true);
  });

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
