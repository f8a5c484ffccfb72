import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { createFakeTime } from '#main/poll/fake-time';
import type { Draft } from '#shared/domain/edit';
import { createDrafts } from './drafts';

const draft = (id: string, edit: Draft['edit']) => ({
  key: `user:${id}`,
  kind: 'user' as const,
  label: id,
  base: { name: 'Ana' },
  edit,
});

function setup() {
  const cache = openCache({ file: null, key: new Uint8Array(32).fill(5) });
  const time = createFakeTime();
  const told: Draft[][] = [];
  const open = () =>
    createDrafts({
      records: cache.records('draft'),
      clock: time,
      onChanged: (drafts) => told.push(drafts),
    });
  return { open, time, told };
}

test('every change is kept at once; news of many are told together', async () => {
  const { open, time, told } = setup();
  const drafts = open();
  for (const name of ['A', 'An', 'Ann']) drafts.put(draft('1', { name }));
  drafts.put(draft('2', { message: 'x' }));
  expect(
    open()
      .all()
      .map(({ edit }) => edit),
  ).toEqual([{ name: 'Ann' }, { message: 'x' }]);
  expect(told).toHaveLength(1);
  await time.pass(1_000);
  expect(told.map((all) => all.length)).toEqual([1, 2]);
  drafts.remove('user:2');
  drafts.remove('user:nobody');
  await time.pass(1_000);
  expect(told.map((all) => all.length)).toEqual([1, 2, 1]);
  expect(open().all()).toHaveLength(1);
});

test('a password is in nothing that is kept or told, wherever it stood', () => {
  const { open, told } = setup();
  const drafts = open();
  drafts.put({ ...draft('1', { Password: 'Zq7', name: 'A' }), base: { password: 'Zq7' } });
  expect(JSON.stringify([told, drafts.all(), open().all()])).not.toContain('Zq7');
});

test('what is under way when the account is left is told once more, and then nothing', async () => {
  const { open, time, told } = setup();
  const drafts = open();
  drafts.put(draft('1', { name: 'A' }));
  drafts.put(draft('1', { name: 'An' }));
  drafts.close();
  expect(told.at(-1)).toMatchObject([{ edit: { name: 'An' } }]);
  await time.pass(1_000);
  expect(told).toHaveLength(2);
});
