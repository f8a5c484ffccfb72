import { expect, test } from 'vitest';
import { foldedChips } from './fold-chips';

const chips = (chosen: readonly string[] = []) =>
  ['sos', 'silent', 'moving', 'stopped', 'expired'].map((id) => ({
    id,
    width: 100,
    isChosen: chosen.includes(id),
  }));
const room = (width: number, rows: number) => ({ width, rows, gap: 4, more: 60 });

test('chips with room are all in sight, in as many rows as there may be', () => {
  expect(foldedChips(chips(), room(516, 1))).toEqual([]);
  expect(foldedChips(chips(), room(308, 2))).toEqual([]);
});

test('the last chips without room are folded, with room for what opens them', () => {
  expect(foldedChips(chips(), room(515, 1))).toEqual(['expired']);
  expect(foldedChips(chips(), room(470, 1))).toEqual(['stopped', 'expired']);
  expect(foldedChips(chips(), room(204, 2))).toEqual(['stopped', 'expired']);
});

test('a chosen chip stays in sight in its place', () => {
  expect(foldedChips(chips(['expired']), room(372, 1))).toEqual(['moving', 'stopped']);
});

test('in no room at all, the menu has everything', () => {
  expect(foldedChips(chips(), room(40, 1))).toHaveLength(5);
});
