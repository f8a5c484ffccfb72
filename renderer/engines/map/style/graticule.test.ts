import { describe, expect, it } from 'vitest';
import { graticuleLines, graticuleStepMinutes } from './graticule';

const area = (west: number, south: number, east: number, north: number) => ({
  getWest: () => west,
  getSouth: () => south,
  getEast: () => east,
  getNorth: () => north,
});
const namesOf = (lines: ReturnType<typeof graticuleLines>) =>
  lines.features.map((feature) => String(feature.properties?.['name']));

describe('graticuleLines', () => {
  it('is empty where the map has enough detail', () => {
    expect(graticuleLines(area(-180, -85, 180, 85), 3).features).toEqual([]);
  });

  it('covers the screen with lines at round values', () => {
    const lines = graticuleLines(area(4.8, 45.74, 4.88, 45.78), 13);
    expect(namesOf(lines)).toEqual(
      expect.arrayContaining(['4°48′ E', '4°50′ E', '4°52′ E', '45°45′ N', '45°46′ N']),
    );
    for (const { geometry } of lines.features) {
      const [from, to] = geometry.coordinates as [[number, number], [number, number]];
      const isMeridian = from[0] === to[0];
      expect(isMeridian ? from[1] < 45.74 && to[1] > 45.78 : from[0] < 4.8 && to[0] > 4.88).toBe(
        true,
      );
    }
  });

  it('labels degrees without minutes, the equator and the other hemispheres', () => {
    const names = namesOf(graticuleLines(area(-1.1, -1.1, 1.1, 1.1), 8));
    expect(names).toEqual(expect.arrayContaining(['1° W', '0°', '1° E', '1° S', '1° N']));
  });

  it('continues across 180°, with western longitudes as west', () => {
    const names = namesOf(graticuleLines(area(179.4, -17, 180.6, -16), 9));
    expect(names).toEqual(expect.arrayContaining(['179°40′ E', '180°', '179°40′ W']));
    expect(names.filter((name) => name.startsWith('180°'))).toEqual(['180°']);
  });

  it.each([8, 10, 12.3, 14, 16, 18])('has few lines at zoom %d', (zoom) => {
    const stepPx = (graticuleStepMinutes(zoom) / 60 / 360) * 512 * 2 ** zoom;
    expect(stepPx).toBeGreaterThanOrEqual(130);
    expect(stepPx).toBeLessThan(1000);
  });
});
