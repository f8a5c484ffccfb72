import { expect, test } from 'vitest';
import { createDeviceFaults } from './device-faults';

function setup() {
  const rests: [string, number][] = [];
  const faults = createDeviceFaults({ now: () => 0, rest: (...rest) => rests.push(rest) });
  return { faults, rests };
}

test('a device that fails alone rests once the service answers others', () => {
  const { faults, rests } = setup();
  expect(faults.failed('a', false)).toBe(false);
  expect(rests).toEqual([]);
  faults.answered();
  faults.answered();
  expect(rests).toEqual([['a', 60_000]]);
});

test('two failures in a row, or that of the only device, may be the service', () => {
  const { faults, rests } = setup();
  expect(faults.failed('a', true)).toBe(true);
  expect(faults.failed('b', false)).toBe(true);
  faults.forget();
  faults.answered();
  expect(rests).toEqual([]);
});

test('a device whose daily results are used up rests for longer', () => {
  const { faults, rests } = setup();
  faults.limited('a');
  expect(rests).toEqual([['a', 900_000]]);
});
