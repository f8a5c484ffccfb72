import { expect, test } from 'vitest';
import { t } from '../../../test/support/english';
import { problemMessage } from './problem-message';

const problem = { refused: true, message: 'There is no readable time.', place: null };

test('names points if there are no lines', () => {
  const text = (point: number, lastPoint: number) =>
    t(problemMessage({ ...problem, point, lastPoint, lines: null }));
  expect(text(2, 9)).toBe('Points 2 to 9, left out: There is no readable time.');
  expect(text(2, 2)).toBe('Point 2, left out: There is no readable time.');
});

test('names the lines of a table, and counts the points if other lines lie between', () => {
  const text = (lastPoint: number, first: number, last: number) =>
    t(problemMessage({ ...problem, refused: false, point: 1, lastPoint, lines: { first, last } }));
  expect(text(1, 3, 3)).toBe('Line 3: There is no readable time.');
  expect(text(2, 3, 4)).toBe('Lines 3 to 4: There is no readable time.');
  expect(text(2, 3, 9)).toBe('2 points in lines 3 to 9: There is no readable time.');
});
