import { expect, test } from 'vitest';
import { createUnsavedWork, type UnsavedWork } from './unsaved-work';

const work = (more: Partial<UnsavedWork>): UnsavedWork => ({
  changes: 0,
  passwords: 0,
  jobs: 0,
  isKept: true,
  ...more,
});

function memory(kept: string | null = null) {
  const place = { kept };
  return {
    place,
    getItem: () => place.kept,
    setItem: (_key: string, text: string) => {
      place.kept = text;
    },
  };
}

test('what is kept of an account is known after it was left, and after a restart', () => {
  const storage = memory();
  const first = createUnsavedWork();
  first.keepIn(storage);
  first.note('a', work({ changes: 3, passwords: 1, jobs: 1 }));
  first.leave();
  // A password is gone, a job is told by its own account.
  expect(first.getState()).toMatchObject({ openId: null });
  expect(first.getState().works.get('a')).toEqual(work({ changes: 3 }));
  const second = createUnsavedWork();
  second.keepIn(storage);
  expect(second.getState().works.get('a')).toEqual(work({ changes: 3 }));
  second.forget('a');
  expect(second.getState().works.has('a')).toBe(false);
  expect(storage.place.kept).toBe('{}');
});

test('an account that is left for another one is as any that was left', () => {
  const unsaved = createUnsavedWork();
  unsaved.note('a', work({ changes: 3, passwords: 1, jobs: 1 }));
  unsaved.note('b', work({ changes: 1 }));
  expect(unsaved.getState().works.get('a')).toEqual(work({ changes: 3 }));
});

test('what is kept in memory only is gone with its account, and never written', () => {
  const storage = memory();
  const unsaved = createUnsavedWork();
  unsaved.keepIn(storage);
  unsaved.note('demo', work({ changes: 2, isKept: false }));
  expect(storage.place.kept).toBe('{}');
  unsaved.leave();
  expect(unsaved.getState().works.get('demo')?.changes).toBe(0);
});

test('numbers that somebody else wrote are left out', () => {
  for (const kept of ['{', 'null', '[]', '"x"', '{"a":-1,"b":"2","c":1.5,"d":null}']) {
    const unsaved = createUnsavedWork();
    unsaved.keepIn(memory(kept));
    expect([...unsaved.getState().works.values()]).toEqual([]);
  }
});
