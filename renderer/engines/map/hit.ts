import { discRadius, type ClusterRef, type VisibleSet } from '#engines/fleet';
import type { Fan } from './scene';

/** What is under the pointer, topmost first. */
export type Hit =
  | { kind: 'fanned'; slot: number }
  | { kind: 'selected'; slot: number }
  /** One device, or several whose symbols lie on each other. */
  | { kind: 'devices'; slots: number[] }
  /** A disc, at its middle. */
  | { kind: 'cluster'; cluster: ClusterRef; x: number; y: number };

/** The position of the pointer, and the scale to convert distances to pixels. */
export interface Aim {
  /** Mercator. */
  x: number;
  y: number;
  /** Pixels for one Mercator unit. */
  scale: number;
  /** Rotation of the map in degrees. */
  bearing: number;
}

const reachPx = 14;
/** Symbols closer than this to the nearest one overlap it. */
const overlapPx = 8;

/** The offset from a place to the pointer in pixels, the shorter way around the world. */
function away(aim: Aim, x: number, y: number): { x: number; y: number } {
  const dx = aim.x - x;
  const east = (dx - Math.round(dx)) * aim.scale;
  const south = (aim.y - y) * aim.scale;
  const turn = (-aim.bearing * Math.PI) / 180;
  return {
    x: east * Math.cos(turn) - south * Math.sin(turn),
    y: east * Math.sin(turn) + south * Math.cos(turn),
  };
}

const distance = (aim: Aim, x: number, y: number) => {
  const { x: dx, y: dy } = away(aim, x, y);
  return Math.hypot(dx, dy);
};

function hitFan(fan: Fan, aim: Aim): Hit | null {
  const from = away(aim, fan.x, fan.y);
  const hit = fan.members.find(({ x, y }) => Math.hypot(from.x - x, from.y - y) <= reachPx);
  return hit ? { kind: 'fanned', slot: hit.device.slot } : null;
}

function hitSingles({ singles }: VisibleSet, aim: Aim): Hit | null {
  let nearest = -1;
  let nearestPx = reachPx;
  for (let i = 0; i < singles.slot.length; i++) {
    const px = distance(aim, singles.x[i]!, singles.y[i]!);
    if (px <= nearestPx) {
      nearest = i;
      nearestPx = px;
    }
  }
  if (nearest < 0) return null;
  const around = { ...aim, x: singles.x[nearest]!, y: singles.y[nearest]! };
  const slots: number[] = [];
  for (let i = 0; i < singles.slot.length; i++) {
    if (distance(around, singles.x[i]!, singles.y[i]!) <= overlapPx) slots.push(singles.slot[i]!);
  }
  return { kind: 'devices', slots };
}

function hitClusters({ clusters }: VisibleSet, aim: Aim): Hit | null {
  for (let i = clusters.count.length - 1; i >= 0; i--) {
    const count = clusters.count[i]!;
    if (distance(aim, clusters.x[i]!, clusters.y[i]!) > discRadius(count) + 1) continue;
    return { kind: 'cluster', cluster: clusters.ref[i]!, x: clusters.x[i]!, y: clusters.y[i]! };
  }
  return null;
}

/** What the pointer hits, in drawing order from the top. */
export function hitTest(visible: VisibleSet, fan: Fan | null, aim: Aim): Hit | null {
  const fanned = fan && hitFan(fan, aim);
  if (fanned) return fanned;
  const { selected } = visible;
  if (selected && distance(aim, selected.x, selected.y) <= reachPx) {
    return { kind: 'selected', slot: selected.slot };
  }
  return hitSingles(visible, aim) ?? hitClusters(visible, aim);
}
