import { describe, expect, test } from 'vitest';
import { limitForecast } from './device-limits';

describe('reaching the daily limit', () => {
  test('missing data gives no forecast', () => {
    expect(limitForecast(null, 10, 0.5)).toBeNull();
    expect(limitForecast(5, null, 0.5)).toBeNull();
    expect(limitForecast(5, 10, 0.01)).toBeNull();
  });

  test('forecasts at the current rate', () => {
    expect(limitForecast(5, 20, 0.5)).toEqual({
      outlook: 'within',
      projected: 10,
      reachedAt: null,
    });
    expect(limitForecast(8, 10, 0.5)).toEqual({
      outlook: 'willReach',
      projected: 16,
      reachedAt: 0.625,
    });
    expect(limitForecast(10, 10, 0.001)?.outlook).toBe('reached');
    expect(limitForecast(0, 0, 0.5)?.outlook).toBe('reached');
    expect(limitForecast(0, 1, 1)?.outlook).toBe('within');
  });
});
