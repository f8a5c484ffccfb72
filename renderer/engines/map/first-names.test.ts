import { describe, expect, it } from 'vitest';
import type { Rect } from './camera';
import { namePlaces, placeFirst, type FirstName } from './first-names';

const widthOf = (text: string) => text.length * 7;
const nothing = new Map<number, number>();
const at = (slot: number, x: number, y: number): FirstName => ({
  slot,
  label: `Service car ${slot}`,
  x,
  y,
  isCritical: true,
});
const over = (...obstacles: Rect[]) => ({ obstacles, kept: [] });
const none = over();
const overlap = (a: Rect, b: Rect) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
const pairs = <T>(items: readonly T[]) =>
  items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const));

describe('the names of critical alerts', () => {
  it.each([
    ['at one spot', Array.from({ length: 40 }, (_, i) => at(i, 400, 300))],
    ['side by side', Array.from({ length: 40 }, (_, i) => at(i, 300 + (i % 8) * 25, 300 + i))],
  ])('never lie over each other, and none is lost: %s', (_, names) => {
    const placed = placeFirst(names, none, widthOf, nothing);
    expect(pairs(placed).filter(([a, b]) => overlap(a.rect, b.rect))).toEqual([]);
    const others = placed.map(({ text }) => Number(/ ?\+(\d+)$/.exec(text)?.[1] ?? 0));
    expect(others.reduce((sum, more) => sum + more, placed.length)).toBe(40);
    expect(placed.length).toBeGreaterThan(3);
  });

  it('take a free side of their symbols, and one over others only where there is none', () => {
    const symbol = { left: 389, right: 411, top: 289, bottom: 311 };
    const below = { left: 300, right: 500, top: 315, bottom: 400 };
    const [beside] = placeFirst([at(1, 400, 300)], over(symbol, below), widthOf, nothing);
    expect([symbol, below].filter((rect) => overlap(rect, beside!.rect))).toEqual([]);
    const everywhere = { left: 0, right: 800, top: 0, bottom: 600 };
    expect(placeFirst([at(1, 400, 300)], over(everywhere), widthOf, nothing)).toHaveLength(1);
  });

  it('are never over the count of a disc: they are counted at another instead', () => {
    const counts = { left: 0, right: 360, top: 0, bottom: 600 };
    const names = [at(1, 500, 300), at(2, 100, 300)];
    const placed = placeFirst(names, { obstacles: [], kept: [counts] }, widthOf, nothing);
    expect(placed.map(({ slot }) => slot)).toEqual([1]);
    expect(placed[0]!.text).toMatch(/\+1$/);
    // One is named at any price.
    expect(
      placeFirst([at(2, 100, 300)], { obstacles: [], kept: [counts] }, widthOf, nothing),
    ).toHaveLength(1);
  });

  it('find a gap between the clusters of a fleet nearly always', () => {
    // Evenly scattered clusters; the symbol is at another place among them each time.
    const clusters = Array.from({ length: 80 }, (_, i): Rect => {
      const [x, y] = [((i * 0.754_878) % 1) * 700, ((i * 0.569_84) % 1) * 600];
      return { left: x - 14, right: x + 14, top: y - 14, bottom: y + 14 };
    });
    const symbols = Array.from({ length: 50 }, (_, i) =>
      at(1, 200 + ((i * 53) % 300), 150 + ((i * 37) % 300)),
    );
    const covering = symbols.filter((symbol) => {
      const [name] = placeFirst([symbol], over(...clusters), () => 100, nothing);
      return clusters.some((cluster) => overlap(cluster, name!.rect));
    });
    expect(covering.length).toBeLessThanOrEqual(4);
  });

  it('stay where they are while they can', () => {
    const left = namePlaces.findIndex(({ part }) => part === 'right');
    const names = [at(1, 400, 300)];
    expect(placeFirst(names, none, widthOf, new Map([[1, left]]))[0]!.place).toBe(left);
    const there = { left: 200, right: 380, top: 290, bottom: 310 };
    expect(placeFirst(names, over(there), widthOf, new Map([[1, left]]))[0]!.place).not.toBe(left);
  });

  it('have two lines where they are long', () => {
    const name = { ...at(1, 400, 300), label: 'Refrigerated truck number 339' };
    expect(placeFirst([name], none, widthOf, nothing)[0]!.text).toBe(
      'Refrigerated\ntruck number 339',
    );
  });
});
