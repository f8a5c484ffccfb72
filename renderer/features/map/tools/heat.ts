import type { Viewport } from '#engines/geo';
import type { VisibleSet } from '#engines/fleet';

/** Places with a number of things at each, in Mercator units. */
export interface HeatPoints {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  count: ArrayLike<number>;
}

/** A place on screen; a weight of 1 is that of the busiest spot. */
export interface HeatSpot {
  x: number;
  y: number;
  weight: number;
}

export const noHeat: HeatPoints = { x: [], y: [], count: [] };

/** The devices that the map draws: those drawn alone, the selected one, and clusters by their number. */
export function heatOfDevices({ singles, clusters, selected }: VisibleSet): HeatPoints {
  const own = selected ? [selected] : [];
  return {
    x: [...singles.x, ...clusters.x, ...own.map(({ x }) => x)],
    y: [...singles.y, ...clusters.y, ...own.map(({ y }) => y)],
    count: [...singles.slot.map(() => 1), ...clusters.count, ...own.map(() => 1)],
  };
}

/** Pixels of the world at zoom 0, and of a spot. */
const worldPx = 512;
const spotPx = 64;

/** What is in view, with weights relative to the busiest spot of 64 pixels there. */
export function spotsInView({ x, y, count }: HeatPoints, view: Viewport): HeatSpot[] {
  const perUnit = (worldPx * 2 ** view.zoom) / spotPx;
  const sums = new Map<string, number>();
  const inView: HeatSpot[] = [];
  let most = 0;
  for (let i = 0; i < count.length; i++) {
    const [atX, atY, weight] = [x[i]!, y[i]!, count[i]!];
    const fromWest = atX - view.west - Math.floor(atX - view.west);
    if (fromWest > view.east - view.west || atY < view.north || atY > view.south) continue;
    const spot = `${Math.floor(atX * perUnit)} ${Math.floor(atY * perUnit)}`;
    const sum = (sums.get(spot) ?? 0) + weight;
    sums.set(spot, sum);
    most = Math.max(most, sum);
    inView.push({ x: atX, y: atY, weight });
  }
  return inView.map((spot) => ({ ...spot, weight: spot.weight / most }));
}
