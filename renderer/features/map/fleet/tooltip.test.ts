import { describe, expect, it } from 'vitest';
import { tooltipLines } from './tooltip';

describe('tooltipLines', () => {
  it('lists eight names and counts the others', () => {
    const devices = Array.from({ length: 8 }, (_, i) => ({ label: `Van ${i}` }));
    expect(tooltipLines(devices, 42).slice(-2)).toEqual(['Van 7', 'and 34 more']);
    expect(tooltipLines(devices.slice(0, 1), 1)).toEqual(['Van 0']);
  });
});
