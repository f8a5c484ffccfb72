import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPoint,
  afterKey,
  canClose,
  close,
  emptyRuler,
  finish,
  mostPoints,
  resume,
  undo,
} from './ruler';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const along = (count: number) =>
  Array.from({ length: count }, (_, i) => at(i / 10, i / 10)).reduce(addPoint, emptyRuler);

test('points are added one after another; the same one twice in a row is one', () => {
  const ruler = addPoint(addPoint(addPoint(emptyRuler, at(1, 2)), at(1, 2)), at(1, 3));
  expect(ruler.points).toEqual([at(1, 2), at(1, 3)]);
});

test('undo opens a closed shape first, then removes points, and ends at nothing', () => {
  const closed = close(along(3));
  expect(closed).toMatchObject({ isClosed: true, isFinished: true });
  const open = undo(closed);
  expect(open).toEqual(along(3));
  expect(undo(open)).toEqual(along(2));
  expect(undo(undo(undo(undo(open))))).toEqual(emptyRuler);
});

test('a shape needs three corners, a result two points', () => {
  expect(close(along(2))).toEqual(along(2));
  expect(canClose(along(2))).toBe(false);
  expect(canClose(along(3))).toBe(true);
  expect(finish(along(1))).toEqual(along(1));
  expect(finish(along(2)).isFinished).toBe(true);
});

test('a finished line takes no points until it is continued', () => {
  const finished = finish(along(2));
  expect(addPoint(finished, at(9, 9))).toBe(finished);
  expect(addPoint(resume(finished), at(9, 9)).points).toHaveLength(3);
  expect(resume(close(along(3))).isClosed).toBe(true);
});

test('the number of points is limited', () => {
  expect(along(mostPoints + 5).points).toHaveLength(mostPoints);
});

describe('keys', () => {
  test('Backspace and Delete undo, Enter ends, the space bar adds the centre of the map', () => {
    expect(afterKey(along(3), 'Backspace', at(9, 9))).toEqual(along(2));
    expect(afterKey(along(3), 'Delete', at(9, 9))).toEqual(along(2));
    expect(afterKey(along(2), 'Enter', at(9, 9))).toEqual(finish(along(2)));
    expect(afterKey(along(2), ' ', at(9, 9))?.points.at(-1)).toEqual(at(9, 9));
  });

  test('other keys are for the map, and after the end only undo is for the ruler', () => {
    expect(afterKey(along(2), 'ArrowLeft', at(9, 9))).toBeNull();
    expect(afterKey(finish(along(2)), ' ', at(9, 9))).toBeNull();
    expect(afterKey(finish(along(2)), 'Enter', at(9, 9))).toBeNull();
    expect(afterKey(finish(along(2)), 'Backspace', at(9, 9))).toEqual(along(1));
  });

  test('no order of keys and clicks makes a shape of fewer than three points', () => {
    const step = fc.constantFrom('Backspace', 'Enter', ' ', 'close', 'resume');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let ruler = emptyRuler;
        let i = 0;
        for (const each of steps) {
          if (each === 'close') ruler = close(ruler);
          else if (each === 'resume') ruler = resume(ruler);
          else ruler = afterKey(ruler, each, at((i += 1), 0)) ?? ruler;
          expect(ruler.isClosed && ruler.points.length < 3).toBe(false);
          expect(ruler.isFinished && ruler.points.length < 2).toBe(false);
        }
      }),
    );
  });
});
