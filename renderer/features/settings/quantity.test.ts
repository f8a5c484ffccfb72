import { expect, test } from 'vitest';
import { choiceOfSystem, unitsOf } from '#shared/domain/units';
import { scaleOf } from './quantity';

const imperial = unitsOf(choiceOfSystem('imperial'));

test('a stored speed or length is shown in the units of the settings', () => {
  const speed = scaleOf('speedKmh', imperial, { min: 0, max: 50, decimals: 1 });
  expect([speed.unit, speed.shown(3)]).toEqual(['mph', 1.9]);
  const length = scaleOf('metres', imperial, { min: 10, max: 2_000, decimals: 0 });
  expect([length.unit, length.shown(100)]).toEqual(['feet', 328]);
});

test('what was typed is stored within the bounds, also where the shown bounds are rounded', () => {
  const bounds = { min: 50, max: 2_000, decimals: 0 };
  const scale = scaleOf('speedKmh', imperial, bounds);
  expect(scale.stored(scale.shown(bounds.max))).toBe(bounds.max);
  expect(scale.stored(scale.shown(bounds.min))).toBe(bounds.min);
  expect(scale.shown(scale.stored(100))).toBe(100);
});

test('the stored unit is kept as typed', () => {
  const metric = unitsOf(choiceOfSystem('metric'));
  const scale = scaleOf('speedKmh', metric, { min: 0, max: 50, decimals: 1 });
  expect(scale.shown(scale.stored(3.3))).toBe(3.3);
  expect(scale.stored(3)).toBe(3);
});
