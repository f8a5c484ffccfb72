import { expect, test } from 'vitest';
import { z } from 'zod';
import { FaultError, type Fault } from '#shared/fault';
import { openCache } from '#main/cache/cache';
import { createCachedList, type Cached } from './cached-list';

interface Item {
  id: string;
  name: string;
}

function setup() {
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  const clock = { now: () => 1_000, after: () => () => undefined };
  const changes: Cached<Item>[] = [];
  const requests: ((items: Item[]) => void)[] = [];
  const list = createCachedList<Item>({
    name: 'users',
    item: z.object({ id: z.string(), name: z.string() }),
    cache,
    clock,
    ask: () =>
      new Promise((resolve) => {
        requests.push((items) =>
          resolve({ items: items.map((record) => ({ record })), skippedRecords: [] }),
        );
      }),
    onChanged: (next) => changes.push(next),
  });
  return { list, cache, changes, answer: (items: Item[]) => requests.shift()!(items) };
}

const a = { id: 'a', name: 'Anna' };
const b = { id: 'b', name: 'Bo' };

test('puts, drops, caches and announces single records', async () => {
  const { list, cache, changes, answer } = setup();
  const first = list.refresh();
  answer([a, b]);
  await first;
  list.put({ ...a, name: 'Anna B' });
  expect(changes.at(-1)?.items).toEqual([{ ...a, name: 'Anna B' }, b]);
  list.put({ id: 'c', name: 'Cia' });
  list.drop('b');
  list.drop('nobody');
  expect(list.current()).toMatchObject({
    items: [
      { id: 'a', name: 'Anna B' },
      { id: 'c', name: 'Cia' },
    ],
    asOf: 1_000,
  });
  list.flush();
  expect(changes.at(-1)).toEqual(list.current());
  expect(cache.list('users')?.value).toMatchObject({ items: list.current().items });
});

test('an answer requested before a change does not undo the change', async () => {
  const { list, answer } = setup();
  const before = list.refresh();
  list.put({ id: 'c', name: 'Cia' });
  list.drop('a');
  answer([a, b]);
  await before;
  expect(list.current().items).toEqual([b, { id: 'c', name: 'Cia' }]);
  const after = list.refresh();
  answer([a, b]);
  await after;
  expect(list.current().items).toEqual([a, b]);
});

test('a list that was refused says so, and is not an empty list', async () => {
  const changes: Cached<Item>[] = [];
  let refusal: Fault | null = { kind: 'forbidden' };
  const list = createCachedList<Item>({
    name: 'users',
    item: z.object({ id: z.string(), name: z.string() }),
    cache: openCache({ file: null, key: new Uint8Array(32) }),
    clock: { now: () => 1_000, after: () => () => undefined },
    ask: () =>
      refusal
        ? Promise.reject(new FaultError(refusal))
        : Promise.resolve({ items: [{ record: a }], skippedRecords: [] }),
    onChanged: (next) => changes.push(next),
  });
  expect(list.current()).toMatchObject({ asOf: null, fault: null });
  await expect(list.refresh()).rejects.toThrow('forbidden');
  await expect(list.refresh()).rejects.toThrow('forbidden');
  expect(changes).toEqual([
    { items: [], asOf: null, skippedRecords: 0, fault: { kind: 'forbidden' } },
  ]);
  refusal = null;
  await list.refresh();
  expect(list.current()).toMatchObject({ items: [a], asOf: 1_000, fault: null });
  // Refused again later, the list that was received stays, with its age.
  refusal = { kind: 'notFound' };
  await expect(list.refresh()).rejects.toThrow('notFound');
  expect(list.current()).toMatchObject({ items: [a], asOf: 1_000, fault: { kind: 'notFound' } });
});
