import { describe, expect, it } from 'vitest';
import { joinHalves, roundCorners, unwrapLine, unwrapPolygon } from './rings.mjs';

type Ring = [number, number][];

describe('unwrapLine', () => {
  it('continues beyond 180° instead of jumping to the other edge', () => {
    const line: Ring = [
      [179, 60],
      [-179, 61],
      [-178, 62],
      [179.5, 63],
    ];
    expect(unwrapLine(line)).toEqual([
      [179, 60],
      [181, 61],
      [182, 62],
      [179.5, 63],
    ]);
  });
});

describe('unwrapPolygon', () => {
  it('keeps a hole inside its outline', () => {
    const { rings } = unwrapPolygon([
      [
        [170, 0],
        [-170, 0],
        [-170, 10],
        [170, 10],
        [170, 0],
      ],
      [
        [-175, 4],
        [-174, 4],
        [-174, 5],
        [-175, 4],
      ],
    ] satisfies Ring[]);
    const [outline, hole] = rings as [Ring, Ring];
    const west = Math.min(...outline.map(([x]) => x));
    const east = Math.max(...outline.map(([x]) => x));
    for (const [x] of hole) expect(x > west && x < east).toBe(true);
    expect(east - west).toBe(20);
  });

  it.each(['east', 'west'])('closes a ring that runs %s around the pole', (direction) => {
    const round: Ring = [-180, -90, 0, 90].map((x) => [x, -70]);
    const ring: Ring = [...round, [-180, -70]];
    const { polar, rings } = unwrapPolygon([direction === 'east' ? ring : ring.toReversed()]);
    const [outline] = rings as [Ring];
    expect(polar).toBe(true);
    expect(outline.slice(0, 2)).toEqual([
      [-180, -90],
      [-180, -70],
    ]);
    expect(outline.slice(-3)).toEqual([
      [180, -70],
      [180, -90],
      [-180, -90],
    ]);
    for (let i = 1; i < outline.length - 1; i++) {
      expect(outline[i]![0] - outline[i - 1]![0]).toBeGreaterThanOrEqual(0);
    }
  });
});

const westernHalf = {
  polar: false,
  rings: [
    [
      [170, 60],
      [180, 60],
      [180, 70],
      [170, 70],
      [170, 60],
    ],
  ],
};

describe('joinHalves', () => {
  it('joins two halves into one polygon without an edge along 180°', () => {
    const easternHalf = {
      polar: false,
      rings: [
        [
          [-180, 60.001],
          [-170, 60],
          [-170, 70],
          [-180, 70.001],
          [-180, 60.001],
        ],
      ],
    };
    const joined = joinHalves([westernHalf, easternHalf]) as { rings: Ring[] }[];
    expect(joined).toHaveLength(1);
    const outline = joined[0]!.rings[0]!;
    expect(outline[0]).toEqual(outline.at(-1));
    const turn = outline.some(([x]) => x > 180.5) ? 180 : -180;
    for (let i = 1; i < outline.length; i++) {
      expect(outline[i]![0] === turn && outline[i - 1]![0] === turn).toBe(false);
    }
    const width = Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x));
    expect(width).toBe(20);
  });

  it('throws if a half has no other half', () => {
    expect(() => void joinHalves([westernHalf])).toThrow('180°');
  });
});

describe('roundCorners', () => {
  it('keeps the ends of a line and closes a ring', () => {
    const open: Ring = [
      [0, 0],
      [4, 0],
      [4, 4],
    ];
    const rounded = roundCorners(open) as Ring;
    expect([rounded[0], rounded.at(-1)]).toEqual([open[0], open.at(-1)]);
    expect(rounded.length).toBeGreaterThan(open.length);
    const ring = roundCorners([...open, [0, 0]]) as Ring;
    expect(ring[0]).toEqual(ring.at(-1));
  });
});
