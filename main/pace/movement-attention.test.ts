import { expect, test } from 'vitest';
import { createAttention, levels, noAttention } from './movement-attention';

const indexOf = (id: string) => {
  const index = 'abcde'.indexOf(id);
  return index < 0 ? undefined : index;
};
const seen = { selected: 'c', inView: ['b', 'x'], inTable: ['d', 'b'] };

test('the level and the weight of a device, the highest if it is in several lists', () => {
  const attention = createAttention();
  expect(attention.set(seen, indexOf)).toBe(true);
  const of = [0, 1, 2, 3].map((device) => [attention.level(device), attention.weight(device)]);
  expect(of).toEqual([
    [levels.rest, 1],
    [levels.inView, 25],
    [levels.inView, 25],
    [levels.inTable, 4],
  ]);
  expect(attention.selected()).toBe(2);
  expect(attention.inView()).toEqual([1]);
});

test('without a selection, or with one that is not in the fleet, no device is selected', () => {
  const attention = createAttention();
  expect(attention.selected()).toBe(-1);
  attention.set(seen, indexOf);
  attention.set({ ...seen, selected: null }, indexOf);
  expect([attention.selected(), attention.level(2)]).toEqual([-1, levels.rest]);
  attention.set({ ...seen, selected: 'x' }, indexOf);
  expect(attention.selected()).toBe(-1);
  attention.set({ ...noAttention, selected: 'a' }, indexOf);
  expect([attention.selected(), attention.level(0), attention.level(1)]).toEqual([0, 2, 0]);
});

test('the same attention is set again only after the indexes changed', () => {
  const attention = createAttention();
  attention.set(seen, indexOf);
  expect(attention.set(seen, indexOf)).toBe(false);
  attention.reindex();
  expect(attention.set(seen, (id) => (id === 'b' ? 7 : undefined))).toBe(true);
  expect(attention.inView()).toEqual([7]);
});

test('devices in view are offered before those in the table, each once', () => {
  const attention = createAttention();
  attention.set({ ...noAttention, inView: ['e', 'b'], inTable: ['a'] }, indexOf);
  const refused = new Set<number>();
  const next = () => attention.nextInOrder((device) => !refused.has(device));
  expect(next()).toBe(4);
  expect(next()).toBe(4);
  refused.add(4);
  expect(next()).toBe(1);
  refused.clear();
  expect(next()).toBe(1);
  refused.add(1);
  expect(next()).toBe(0);
  refused.add(0);
  expect(next()).toBe(-1);
  refused.clear();
  expect(next()).toBe(-1);
  attention.restart();
  expect(next()).toBe(4);
  refused.add(4);
  next();
  attention.set({ ...noAttention, inView: ['d', 'a'] }, indexOf);
  expect(next()).toBe(3);
});
