import type { Rectangle } from 'electron';

/** Minimum usable window size. */
export const smallest = { width: 720, height: 480 };

/** Moves and shrinks the bounds so that the window is visible on some display. */
export function clampToDisplays(
  bounds: Rectangle,
  displays: readonly Rectangle[],
): Rectangle | null {
  const area = (d: Rectangle) =>
    Math.max(0, Math.min(bounds.x + bounds.width, d.x + d.width) - Math.max(bounds.x, d.x)) *
    Math.max(0, Math.min(bounds.y + bounds.height, d.y + d.height) - Math.max(bounds.y, d.y));
  const best = displays.toSorted((a, b) => area(b) - area(a))[0];
  if (!best || area(best) === 0) return null;
  const width = Math.min(Math.max(bounds.width, smallest.width), best.width);
  const height = Math.min(Math.max(bounds.height, smallest.height), best.height);
  return {
    width,
    height,
    x: Math.min(Math.max(bounds.x, best.x), best.x + best.width - width),
    y: Math.min(Math.max(bounds.y, best.y), best.y + best.height - height),
  };
}
