import { expect, test } from 'vitest';
import { createUnsavedWork, type UnsavedWork } from './unsaved-work';

const work = (more: Partial<UnsavedWork>): UnsavedWork => ({
  changes: 0,
  passwords: 0,
  jobs: 0,
  isStored: true,
  ...more,
});

function memory(stored: string | null = null) {
  const place = { stored };
  return {
    place,
    getItem: () => place.stored,
    setItem: (_key: string, text: string) => {
      place.stored = text;
    },
  };
}

test('unsaved work is known after leaving the account, and after a restart', () => {
  const storage = memory();
  const first = createUnsavedWork();
  first.keepIn(storage);
  first.note('a', work({ changes: 3, passwords: 1, jobs: 1 }));
  first.leave();
  // Passwords are lost, and jobs are reported by their own account.
  expect(first.getState()).toMatchObject({ openId: null });
  expect(first.getState().works.get('a')).toEqual(work({ changes: 3 }));
  const second = createUnsavedWork();
  second.keepIn(storage);
  expect(second.getState().works.get('a')).toEqual(work({ changes: 3 }));
  second.forget('a');
  expect(second.getState().works.has('a')).toBe(false);
  expect(storage.place.stored).toBe('{}');
});

test('an account left for another one is treated like any account that was left', () => {
  const unsaved = createUnsavedWork();
  unsaved.note('a', work({ changes: 3, passwords: 1, jobs: 1 }));
  unsaved.note('b', work({ changes: 1 }));
  expect(unsaved.getState().works.get('a')).toEqual(work({ changes: 3 }));
});

test('work in memory is lost with its account, and never stored', () => {
  const storage = memory();
  const unsaved = createUnsavedWork();
  unsaved.keepIn(storage);
  unsaved.note('demo', work({ changes: 2, isStored: false }));
  expect(storage.place.stored).toBe('{}');
  unsaved.leave();
  expect(unsaved.getState().works.get('demo')?.changes).toBe(0);
});

test('ignores stored numbers in a foreign format', () => {
  for (const stored of ['{', 'null', '[]', '"x"', '{"a":-1,"b":"2","c":1.5,"d":null}']) {
    const unsaved = createUnsavedWork();
    unsaved.keepIn(memory(stored));
    expect([...unsaved.getState().works.values()]).toEqual([]);
  }
});
