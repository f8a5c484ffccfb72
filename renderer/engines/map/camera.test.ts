import { expect, test } from 'vitest';
import { insetsIn } from './camera';

const map = { left: 100, top: 50, right: 500, bottom: 650 };
const at = (left: number, top: number, right: number, bottom: number) => ({
  left: map.left + left,
  top: map.top + top,
  right: map.left + right,
  bottom: map.top + bottom,
});

test('each element covers the map from the side where that takes the fewest pixels', () => {
  const buttons = at(354, 10, 390, 410);
  const sources = at(200, 570, 400, 600);
  const chip = at(10, 10, 180, 40);
  expect(insetsIn(map, [buttons, sources, chip])).toEqual({
    left: 0,
    right: 46,
    top: 40,
    bottom: 30,
  });
  // A legend that is higher than half of the map covers it from the side.
  expect(insetsIn(map, [at(210, 10, 390, 350)])).toMatchObject({ top: 0, right: 190 });
});

test('elements that are hidden, beside the map or over most of it are no reason to move', () => {
  const hidden = { left: 0, top: 0, right: 0, bottom: 0 };
  const beside = at(400, 0, 750, 600);
  const over = at(20, 20, 380, 580);
  expect(insetsIn(map, [hidden, beside, over])).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
});
