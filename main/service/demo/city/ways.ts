import type { DemoRole } from '../../store';
import { between, randomFor, wholeBetween, type Random } from '../random';
import { ends, measured, offset, rounded, type Gate, type Point, type Way } from '../streets';
import { cityNetwork, type Link, type Network, type StreetKind } from './network';
import { demoCity } from './plan-of-city';
import { shortestPath } from './shortest-path';

/** Each vehicle has this many rounds, driven in turn. */
export const waysPerVehicle = 2;

const otherEnd = (link: Link, crossing: number) => (link.from === crossing ? link.to : link.from);

const between2 = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

/** Where a vehicle starts and ends its day: on a small street that can be left at both ends. */
function homeOf({ links, crossings }: Network, random: Random): number {
  for (;;) {
    const index = wholeBetween(random, 0, links.length - 1);
    const { kind, from, to } = links[index]!;
    const isOpen = [from, to].every((end) => crossings[end]!.links.length > 2);
    if (kind === 'residential' && isOpen) return index;
  }
}

/** A crossing at some distance, from which a vehicle can go on without turning back. */
function targetOf({ crossings }: Network, random: Random, from: Point, reach: number): number {
  for (;;) {
    const index = wholeBetween(random, 0, crossings.length - 1);
    const target = crossings[index]!;
    const far = Math.hypot(target.x - from.x, target.y - from.y);
    if (target.links.length > 2 && far > reach * 0.3 && far < reach) return index;
  }
}

/** Crossings of a round from one end of the home street back to the other; null: there is no way. */
function round(network: Network, random: Random, home: number, reach: number): number[] | null {
  const { links, crossings } = network;
  const { from: last, to: first } = links[home]!;
  const stops = [
    ...Array.from({ length: wholeBetween(random, 2, 4) }, () =>
      targetOf(network, random, crossings[first]!, reach),
    ),
    last,
  ];
  const path = [first];
  let arrived = home;
  for (const stop of stops) {
    const at = path.at(-1)!;
    if (at === stop) continue;
    const leg = shortestPath(network, at, stop, [arrived, home]);
    if (!leg) return null;
    let here = at;
    for (const index of leg) {
      here = otherEnd(links[index]!, here);
      path.push(here);
      arrived = index;
    }
  }
  return path;
}

const speeds: Record<StreetKind, number> = {
  trunk: 19,
  primary: 14,
  secondary: 12.5,
  residential: 9,
};
const sharp = (50 * Math.PI) / 180;
const gentle = (14 * Math.PI) / 180;

function turnAt(before: Point, at: Point, after: Point): number {
  const a = Math.atan2(at.y - before.y, at.x - before.x);
  const b = Math.atan2(after.y - at.y, after.x - at.x);
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}

const isLarge = (network: Network, crossing: number) =>
  network.crossings[crossing]!.links.some((index) => network.links[index]!.kind !== 'residential');

/** The round as a line with rounded corners, and what a driver slows down for. */
function lineOf(network: Network, path: readonly number[], start: Point, random: Random): Way {
  const corners = [start, ...path.map((index) => network.crossings[index]!), start];
  const points: Point[] = [start];
  const slow: { at: number; speed: number; waitSeconds: number }[] = [];
  path.forEach((crossing, i) => {
    const [before, here, after] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    const turn = turnAt(before, here, after);
    const waits = isLarge(network, crossing) && random() < 0.22;
    const middle = points.length + (turn < gentle ? 0 : 3);
    if (turn < gentle) points.push(here);
    else points.push(...rounded(before, here, after, 9));
    if (waits) slow.push({ at: middle, speed: 0, waitSeconds: wholeBetween(random, 6, 40) });
    else if (turn > sharp) slow.push({ at: middle, speed: 4.5, waitSeconds: 0 });
  });
  points.push(start);
  const way = measured(points.map((point) => offset(demoCity, point)));
  const gates: Gate[] = ends(way.distances[way.distances.length - 1]!);
  for (const { at, ...gate } of slow) gates.push({ distance: way.distances[at]!, ...gate });
  gates.sort((a, b) => a.distance - b.distance);
  return { ...way, gates, cruiseSpeed: speeds.secondary };
}

function cityWay(seed: number, index: number, turn: number, role: DemoRole): Way {
  const network = cityNetwork();
  const atHome = randomFor(seed, 'city home', index);
  const isFar = role === 'hauls';
  for (let attempt = 0; ; attempt += 1) {
    // Both rounds of a vehicle start at the same place.
    const home = homeOf(network, atHome);
    const { from, to } = network.links[home]!;
    const share = between(atHome, 0.3, 0.7);
    const start = between2(network.crossings[from]!, network.crossings[to]!, share);
    const random = randomFor(seed, 'city way', index, turn, attempt);
    const path = round(network, random, home, isFar ? 4500 : 1900);
    if (!path) continue;
    const way = lineOf(network, path, start, random);
    return { ...way, cruiseSpeed: isFar ? between(random, 14, 18) : between(random, 10, 13.5) };
  }
}

const known = new Map<string, Way>();

/** A round of one vehicle through the streets of the demo's city. */
export function cityWayOf(seed: number, index: number, turn: number, role: DemoRole): Way {
  const key = `${seed}/${index}/${turn % waysPerVehicle}/${role}`;
  let way = known.get(key);
  if (!way) {
    way = cityWay(seed, index, turn % waysPerVehicle, role);
    known.set(key, way);
  }
  return way;
}
