import { expect, test } from 'vitest';
import { likelySwapped } from './swapped';

const lyon = { latitude: 45.76, longitude: 4.84 };

test('detects swapped numbers from the last position of the device', () => {
  const guess = likelySwapped({ latitude: 4.83, longitude: 45.75 }, lyon);
  expect(guess?.place).toEqual({ latitude: 45.75, longitude: 4.83 });
  expect(guess!.swappedMetres).toBeLessThan(2_000);
  expect(guess!.metres).toBeGreaterThan(5_000_000);
});

test('leaves a place near the device, one far from it either way, and one without a device unchanged', () => {
  expect(likelySwapped({ latitude: 45.8, longitude: 4.9 }, lyon)).toBeNull();
  expect(likelySwapped({ latitude: -33.9, longitude: 151.2 }, lyon)).toBeNull();
  expect(likelySwapped({ latitude: -33.9, longitude: 18.4 }, lyon)).toBeNull();
  expect(likelySwapped({ latitude: 4.83, longitude: 45.75 }, null)).toBeNull();
});
