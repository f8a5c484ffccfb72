import { expect, test } from 'vitest';
import { benchHistory } from './history.bench';

test('the benchmark measures complete days that are read back', () => {
  const figures = benchHistory(5_000, 10);
  expect(figures.fixes).toBe(5_000);
  expect(figures.trips).toBeGreaterThan(10);
  expect(figures.megabytes).toBeGreaterThan(5_000 * 28e-6);
});
