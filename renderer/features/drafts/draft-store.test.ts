import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/domain/edit';
import { createDraftStore, type DraftStore, type DraftOf } from './draft-store';

const ana: DraftOf = {
  key: 'user:7',
  kind: 'user',
  label: 'Ana',
  base: { name: 'Ana', email: 'ana@example.org', tags: { shift: 'night' } },
};

/** A keeper that answers only when it is told to, so that what is under way can be seen. */
function createKeeper() {
  const kept = new Map<string, Omit<Draft, 'savedAt'>>();
  const log: string[] = [];
  let answer = () =>
    Promise.resolve<{ ok: true; value: undefined }>({ ok: true, value: undefined });
  return {
    kept,
    log,
    hold() {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      answer = () => held.then(() => ({ ok: true, value: undefined }));
      return release;
    },
    put(draft: Omit<Draft, 'savedAt'>) {
      log.push(`put ${draft.key}`);
      kept.set(draft.key, draft);
      return answer();
    },
    remove({ key }: { key: string }) {
      log.push(`remove ${key}`);
      kept.delete(key);
      return answer();
    },
  };
}

let keeper: ReturnType<typeof createKeeper>;
let timers: Set<() => void>;
let book: DraftStore;
/** What waits is written and, unless the keeper is held, answered. */
const written = async () => {
  timers.forEach((run) => run());
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
const edit = (key = ana.key) => book.getState().drafts.get(key)?.edit;

beforeEach(() => {
  keeper = createKeeper();
  timers = new Set();
  book = createDraftStore(
    keeper,
    (run) => {
      const once = () => {
        timers.delete(once);
        run();
      };
      timers.add(once);
      return () => timers.delete(once);
    },
    () => 1000,
  );
});

describe('staging', () => {
  test('keeps only what differs from the base', () => {
    book.stage(ana, { name: 'Anna', email: 'ana@example.org' });
    expect(edit()).toEqual({ name: 'Anna' });
    book.stage(ana, { name: 'Ana' });
    expect(book.getState().drafts.size).toBe(0);
  });

  test('compares by content', () => {
    book.stage(ana, { tags: { shift: 'night' } });
    expect(edit()).toBeUndefined();
    book.stage(ana, { tags: { shift: 'day' } });
    expect(edit()).toEqual({ tags: { shift: 'day' } });
  });

  test('keeps the base the editing began with, so that a conflict is found', () => {
    book.stage(ana, { name: 'Anna' });
    book.stage({ ...ana, base: { ...ana.base, name: 'Anne' } }, { email: null });
    expect(book.getState().drafts.get(ana.key)?.base).toBe(ana.base);
    expect(edit()).toEqual({ name: 'Anna', email: null });
  });

  test('reads the base as it is told where record and edit differ in shape', () => {
    const limits: DraftOf = { ...ana, key: 'limits:1', base: { limits: { dailySmsLimit: 5 } } };
    const read = (base: Record<string, unknown>, field: string) =>
      (base.limits as Record<string, unknown>)[field];
    book.stage(limits, { dailySmsLimit: 6 }, read);
    book.stage(limits, { dailySmsLimit: 5 }, read);
    expect(edit('limits:1')).toBeUndefined();
  });

  test('of a record to be created every field is a change', () => {
    book.stage({ ...ana, key: 'user:new:1', base: null }, { name: null });
    expect(edit('user:new:1')).toEqual({ name: null });
  });
});

describe('keeping', () => {
  test('writes once for many changes at once', async () => {
    for (const name of ['A', 'An', 'Ann']) book.stage(ana, { name });
    expect(keeper.log).toEqual([]);
    await written();
    expect(keeper.log).toEqual(['put user:7']);
    expect(keeper.kept.get('user:7')?.edit).toEqual({ name: 'Ann' });
  });

  test('a discarded draft is removed', async () => {
    book.stage(ana, { name: 'Anna' });
    await written();
    book.discard(ana.key);
    await written();
    expect(keeper.kept.size).toBe(0);
  });

  test('a password stays on screen and is never written', async () => {
    book.stage(ana, { password: 'swordfish', name: 'Anna' });
    await written();
    expect(JSON.stringify([...keeper.kept.values()])).not.toContain('swordfish');
    book.take([{ ...ana, edit: { name: 'Anna' }, savedAt: 5 }]);
    expect(edit()).toEqual({ name: 'Anna', password: 'swordfish' });
  });

  test('a draft of nothing but a password is not written at all', async () => {
    book.stage(ana, { password: 'swordfish' });
    await written();
    expect(keeper.log).toEqual(['remove user:7']);
    book.take([]);
    expect(edit()).toEqual({ password: 'swordfish' });
  });

  test('says why a draft could not be kept', async () => {
    const fault = { kind: 'storage', reason: 'full' } as const;
    keeper.put = () => Promise.resolve({ ok: false, fault }) as never;
    book.stage(ana, { name: 'Anna' });
    await written();
    expect(book.getState().fault).toEqual(fault);
    expect(edit()).toEqual({ name: 'Anna' });
  });
});

describe('taking what main tells', () => {
  const older: Draft = { ...ana, edit: { name: 'Older' }, savedAt: 1 };

  test('takes up what was kept before a restart', () => {
    book.take([older]);
    expect(edit()).toEqual({ name: 'Older' });
    expect(book.getState().isRead).toBe(true);
  });

  test('what is not yet written is newer than what main tells', () => {
    book.stage(ana, { name: 'Newer' });
    book.take([older]);
    expect(edit()).toEqual({ name: 'Newer' });
  });

  test('what is on its way is newer too, also a removal', async () => {
    book.take([older]);
    const release = keeper.hold();
    book.discard(ana.key);
    await written();
    book.take([older]);
    expect(edit()).toBeUndefined();
    release();
    await written();
    book.take([older]);
    expect(edit()).toEqual({ name: 'Older' });
  });

  test('a draft that main no longer has is gone', async () => {
    book.stage(ana, { name: 'Anna' });
    await written();
    book.take([]);
    expect(edit()).toBeUndefined();
  });

  test('another account: nothing of the one before stays or is written', async () => {
    book.stage(ana, { name: 'Anna' });
    book.forget();
    await written();
    expect(keeper.log).toEqual([]);
    expect(book.getState().drafts.size).toBe(0);
  });
});

test('after a conflict the draft goes on from the record as it is now', () => {
  book.stage(ana, { name: 'Anna', email: null });
  book.rebase({ ...ana, base: { name: 'Anne', email: 'ana@example.org' } }, { email: null });
  expect(book.getState().drafts.get(ana.key)?.base).toMatchObject({ name: 'Anne' });
  expect(edit()).toEqual({ email: null });
  book.rebase(ana, {});
  expect(edit()).toBeUndefined();
});
