import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/domain/edit';
import { createDraftStore, type DraftStore, type DraftOf } from './draft-store';

const ana: DraftOf = {
  key: 'user:7',
  kind: 'user',
  label: 'Ana',
  base: { name: 'Ana', email: 'ana@example.org', tags: { shift: 'night' } },
};

/** A storage stub that responds only when the test allows it, so that pending writes can be observed. */
function createKeeper() {
  const stored = new Map<string, Omit<Draft, 'savedAt'>>();
  const log: string[] = [];
  let answer = () =>
    Promise.resolve<{ ok: true; value: undefined }>({ ok: true, value: undefined });
  return {
    stored,
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
      stored.set(draft.key, draft);
      return answer();
    },
    remove({ key }: { key: string }) {
      log.push(`remove ${key}`);
      stored.delete(key);
      return answer();
    },
  };
}

let keeper: ReturnType<typeof createKeeper>;
let timers: Set<() => void>;
let book: DraftStore;
/** Runs the pending writes and, unless responses are held back, their responses. */
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
  test('stores only values that differ from the base', () => {
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

  test('keeps the base from when editing began, so that conflicts are found', () => {
    book.stage(ana, { name: 'Anna' });
    book.stage({ ...ana, base: { ...ana.base, name: 'Anne' } }, { email: null });
    expect(book.getState().drafts.get(ana.key)?.base).toBe(ana.base);
    expect(edit()).toEqual({ name: 'Anna', email: null });
  });

  test('reads the base with the given function if record and edit differ in shape', () => {
    const limits: DraftOf = { ...ana, key: 'limits:1', base: { limits: { dailySmsLimit: 5 } } };
    const read = (base: Record<string, unknown>, field: string) =>
      (base.limits as Record<string, unknown>)[field];
    book.stage(limits, { dailySmsLimit: 6 }, read);
    book.stage(limits, { dailySmsLimit: 5 }, read);
    expect(edit('limits:1')).toBeUndefined();
  });

  test('every field of a new record is a change', () => {
    book.stage({ ...ana, key: 'user:new:1', base: null }, { name: null });
    expect(edit('user:new:1')).toEqual({ name: null });
  });
});

describe('writing', () => {
  test('writes once for several changes in a row', async () => {
    for (const name of ['A', 'An', 'Ann']) book.stage(ana, { name });
    expect(keeper.log).toEqual([]);
    await written();
    expect(keeper.log).toEqual(['put user:7']);
    expect(keeper.stored.get('user:7')?.edit).toEqual({ name: 'Ann' });
  });

  test('removes a discarded draft', async () => {
    book.stage(ana, { name: 'Anna' });
    await written();
    book.discard(ana.key);
    await written();
    expect(keeper.stored.size).toBe(0);
  });

  test('keeps a password in memory and never writes it', async () => {
    book.stage(ana, { password: 'swordfish', name: 'Anna' });
    await written();
    expect(JSON.stringify([...keeper.stored.values()])).not.toContain('swordfish');
    book.take([{ ...ana, edit: { name: 'Anna' }, savedAt: 5 }]);
    expect(edit()).toEqual({ name: 'Anna', password: 'swordfish' });
  });

  test('does not write a draft that contains only a password', async () => {
    book.stage(ana, { password: 'swordfish' });
    await written();
    expect(keeper.log).toEqual(['remove user:7']);
    book.take([]);
    expect(edit()).toEqual({ password: 'swordfish' });
  });

  test('reports why a draft could not be written', async () => {
    const fault = { kind: 'storage', reason: 'full' } as const;
    keeper.put = () => Promise.resolve({ ok: false, fault }) as never;
    book.stage(ana, { name: 'Anna' });
    await written();
    expect(book.getState().fault).toEqual(fault);
    expect(edit()).toEqual({ name: 'Anna' });
  });
});

describe('loading drafts from main', () => {
  const older: Draft = { ...ana, edit: { name: 'Older' }, savedAt: 1 };

  test('restores drafts after a restart', () => {
    book.take([older]);
    expect(edit()).toEqual({ name: 'Older' });
    expect(book.getState().isRead).toBe(true);
  });

  test('changes that are not written yet win over drafts from main', () => {
    book.stage(ana, { name: 'Newer' });
    book.take([older]);
    expect(edit()).toEqual({ name: 'Newer' });
  });

  test('writes and removals in flight win over drafts from main', async () => {
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

  test('removes a draft that main no longer has', async () => {
    book.stage(ana, { name: 'Anna' });
    await written();
    book.take([]);
    expect(edit()).toBeUndefined();
  });

  test('clears everything when the account changes, and writes none of it', async () => {
    book.stage(ana, { name: 'Anna' });
    book.forget();
    await written();
    expect(keeper.log).toEqual([]);
    expect(book.getState().drafts.size).toBe(0);
  });
});

test('after a conflict the draft is based on the current record', () => {
  book.stage(ana, { name: 'Anna', email: null });
  book.rebase({ ...ana, base: { name: 'Anne', email: 'ana@example.org' } }, { email: null });
  expect(book.getState().drafts.get(ana.key)?.base).toMatchObject({ name: 'Anne' });
  expect(edit()).toEqual({ email: null });
  book.rebase(ana, {});
  expect(edit()).toBeUndefined();
});
