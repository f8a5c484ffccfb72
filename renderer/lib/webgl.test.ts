import { expect, test } from 'vitest';
import { movedTo } from './webgl';

test('a matrix is translated before it is rounded', () => {
  const scale = 2 ** 29;
  const matrix = [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1, 0, -scale * 0.7, -scale * 0.3, 0, 1];
  const moved = movedTo(matrix, 0.7 + 1e-9, 0.3);
  expect(moved[12]).toBeCloseTo(scale * 1e-9, 6);
  expect(moved[13]).toBeCloseTo(0, 6);
});
