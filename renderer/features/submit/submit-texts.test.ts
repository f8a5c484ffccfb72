import { expect, test } from 'vitest';
import { problemText } from './submit-texts';

const problem = { refused: true, message: 'There is no readable time.', place: null };

test('names points if there are no lines', () => {
  const text = (point: number, lastPoint: number) =>
    problemText({ ...problem, point, lastPoint, lines: null }, String);
  expect(text(2, 9)).toBe('Points 2 to 9, left out: There is no readable time.');
  expect(text(2, 2)).toBe('Point 2, left out: There is no readable time.');
});

test('names the lines of a table, and counts the points if other lines lie between', () => {
  const text = (lastPoint: number, first: number, last: number) =>
    problemText(
      { ...problem, refused: false, point: 1, lastPoint, lines: { first, last } },
      String,
    );
  expect(text(1, 3, 3)).toBe('Line 3: There is no readable time.');
  expect(text(2, 3, 4)).toBe('Lines 3 to 4: There is no readable time.');
  expect(text(2, 3, 9)).toBe('2 points in lines 3 to 9: There is no readable time.');
});
