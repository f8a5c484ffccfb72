import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator';

describe('Mercator', () => {
  it('converts back to the same degrees', () => {
    fc.assert(
      fc.property(fc.double({ min: -85, max: 85, noNaN: true }), (latitude) => {
        expect(latitudeOf(mercatorY(latitude))).toBeCloseTo(latitude, 9);
      }),
    );
    expect(longitudeOf(mercatorX(-57.5))).toBeCloseTo(-57.5, 9);
    expect(mercatorX(180)).toBe(0);
    expect(mercatorY(90)).toBe(mercatorY(86));
  });
});

describe('boundsOf', () => {
  const box = (longitudes: number[]) =>
    boundsOf(
      Float64Array.from(longitudes, mercatorX),
      new Float64Array(longitudes.length).fill(0.5),
      longitudes.keys(),
    );

  it('encloses the points', () => {
    const bounds = box([-10, 30, 5])!;
    expect(longitudeOf(bounds.west)).toBeCloseTo(-10);
    expect(longitudeOf(bounds.east)).toBeCloseTo(30);
  });

  it('crosses the antimeridian if that is shorter', () => {
    const bounds = box([178, -179, 179.5])!;
    expect(longitudeOf(bounds.west)).toBeCloseTo(178);
    expect(longitudeOf(bounds.east)).toBeCloseTo(181);
  });

  it('returns null without points', () => {
    expect(box([])).toBeNull();
  });
});
