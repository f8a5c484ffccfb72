import type { Rect } from './camera';
import { currentFormat } from '#lib/use-format';

/** The size of names on the map, pixels. */
export const nameSizePx = 12;
/** More of these names than so many would hide the map. */
export const mostFirst = 60;

/** Which part of a name is at its symbol: the middle of the side towards it, a corner only where the name is oblique. */
function partTowards(x: number, y: number) {
  const row = y > 0.5 ? 'top' : y < -0.5 ? 'bottom' : null;
  const side = x > 0.5 ? 'left' : x < -0.5 ? 'right' : null;
  if (row && side) return `${row}-${side}` as const;
  return row ?? side ?? 'center';
}

/** The sides first: below, right, left, above; then the corners, then what is between. */
const turns = [4, 0, 8, 12, 2, 6, 14, 10, 1, 3, 5, 7, 9, 11, 13, 15].map((n) => (n * Math.PI) / 8);
const round = (value: number) => Math.round(value * 100) / 100;

/** Where a name is tried, offsets in ems: on each side of its symbol, then farther away. */
export const namePlaces = [1.6, 2.3, 3, 3.8].flatMap((away) =>
  turns.map((turn) => {
    const [x, y] = [Math.cos(turn), Math.sin(turn)];
    return { part: partTowards(x, y), offset: [round(x * away), round(y * away)] as const };
  }),
);

/** A name that is shown whatever is below it. `x`, `y`: its symbol, pixels of the map. */
export interface FirstName {
  slot: number;
  label: string;
  x: number;
  y: number;
  /** Where it has no room it is counted at another; otherwise it is shown at any price. */
  isCritical: boolean;
}

export interface PlacedName {
  slot: number;
  /** With line breaks, and with how many others have no room beside it. */
  text: string;
  /** An index of `namePlaces`. */
  place: number;
  rect: Rect;
}

/** The symbol of a name with the mark of its alert. */
const markOf = ({ x, y }: FirstName): Rect => ({
  left: x - 11,
  right: x + 18,
  top: y - 18,
  bottom: y + 11,
});

const lineHeightPx = 1.2 * nameSizePx;
/** Longer names have two lines. */
const longestLinePx = 9 * nameSizePx;
/** Around a name, for its halo. */
const haloPx = 2;

/** What names make way for, pixels of the map. */
interface InTheWay {
  /** Symbols, discs and what covers the map: hidden as little as possible. */
  obstacles: readonly Rect[];
  /** Counts of discs, edges and buttons: never below the name of an alert. */
  kept: readonly Rect[];
}

/**
 * Places names in their order: where nothing is, else over as little as possible, and never over each other. A
 * critical alert whose name has no room is counted at the nearest name of another. `before`: the places of last time,
 * which they keep if they can.
 */
export function placeFirst(
  names: readonly FirstName[],
  { obstacles, kept }: InTheWay,
  widthOf: (text: string) => number,
  before: ReadonlyMap<number, number>,
): PlacedName[] {
  const others = new Map<FirstName, number>();
  const marks = names.map(markOf);
  // To cover such a symbol is worse than any other.
  const weighed = [...obstacles, ...marks, ...marks, ...marks];
  let left = names;
  for (;;) {
    const placed = new Map<FirstName, PlacedName>();
    const failed: FirstName[] = [];
    for (const name of left) {
      const text = textOf(name, others.get(name) ?? 0, widthOf);
      const how = { widthOf, before };
      const taken = [...placed.values()].map(({ rect }) => rect);
      const isCountable =
        name.isCritical && [...placed.keys()].some(({ isCritical }) => isCritical);
      const found =
        bestPlace({ ...name, text }, weighed, [...taken, ...kept], how) ??
        (isCountable ? null : bestPlace({ ...name, text }, weighed, taken, how));
      if (found) placed.set(name, found);
      else failed.push(name);
    }
    if (failed.length === 0) return [...placed.values()];
    const hosts = [...placed.keys()].filter(({ isCritical }) => isCritical);
    for (const name of failed) {
      const host = name.isCritical && nearestTo(name, hosts);
      if (host) others.set(host, (others.get(host) ?? 0) + 1 + (others.get(name) ?? 0));
    }
    // With more in their names, the others are placed again.
    left = [...placed.keys()];
  }
}

function textOf({ label }: FirstName, more: number, widthOf: (text: string) => number): string {
  const text =
    more > 0 ? currentFormat().t('map.names.andMore', { device: label, count: more }) : label;
  if (widthOf(text) <= longestLinePx) return text;
  const spaces = [...text.matchAll(/\s+/gu)].map(({ index, 0: space }) => [
    text.slice(0, index),
    text.slice(index + space.length),
  ]);
  const widest = (lines: readonly string[]) => Math.max(...lines.map(widthOf));
  const [best] = spaces.toSorted((a, b) => widest(a) - widest(b));
  return best ? best.join('\n') : text;
}

interface Named extends FirstName {
  text: string;
}

function bestPlace(
  { slot, text, x, y }: Named,
  obstacles: readonly Rect[],
  keptFree: readonly Rect[],
  { widthOf, before }: { widthOf: (text: string) => number; before: ReadonlyMap<number, number> },
): PlacedName | null {
  const lines = text.split('\n');
  const width = Math.max(...lines.map(widthOf)) + 2 * haloPx;
  const height = lines.length * lineHeightPx + 2 * haloPx;
  const reach = { x: width + 4 * nameSizePx, y: height + 4 * nameSizePx };
  const around = { left: x - reach.x, right: x + reach.x, top: y - reach.y, bottom: y + reach.y };
  const near = obstacles.filter((rect) => shared(rect, around) > 0);
  const taken = keptFree.filter((rect) => shared(rect, around) > 0);
  const last = before.get(slot) ?? 0;
  const order = [last, ...namePlaces.keys()];
  let best: { place: number; rect: Rect; hidden: number } | null = null;
  for (const place of order) {
    const rect = rectAt({ x, y }, { width, height }, place);
    if (taken.some((other) => shared(other, rect) > 0)) continue;
    // Squared: to touch two symbols is better than to hide one.
    const hidden = near.reduce((sum, obstacle) => sum + shared(obstacle, rect) ** 2, 0);
    if (!best || hidden < best.hidden) best = { place, rect, hidden };
    if (hidden === 0) break;
  }
  return best && { slot, text, place: best.place, rect: best.rect };
}

function rectAt(
  { x, y }: { x: number; y: number },
  { width, height }: { width: number; height: number },
  place: number,
): Rect {
  const { part, offset } = namePlaces[place]!;
  const at = [x + offset[0] * nameSizePx, y + offset[1] * nameSizePx] as const;
  const left = part.endsWith('left') ? at[0] : at[0] - width / (part.endsWith('right') ? 1 : 2);
  const top = part.startsWith('top') ? at[1] : at[1] - height / (part.startsWith('bottom') ? 1 : 2);
  return { left, right: left + width, top, bottom: top + height };
}

/** The area that two rectangles share, square pixels. */
function shared(a: Rect, b: Rect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function nearestTo({ x, y }: FirstName, names: readonly FirstName[]): FirstName | undefined {
  const away = (name: FirstName) => Math.hypot(name.x - x, name.y - y);
  return names.toSorted((a, b) => away(a) - away(b))[0];
}
