import { cities, type City } from './cities';
import data from './city-rounds.json';
import { ends, measured, offset, rounded, type Gate, type Point, type Way } from './streets';

/** The town of the demo. Where it lies is real, as its neighbours on the map are; its streets are invented. */
const town = cities.find(({ name }) => name === 'Birmingham') as City;
export const demoCity: City = {
  ...town,
  districts: ['Old Town', 'Northgate', 'Riverside', 'Eastfield', 'Westbrook', 'Market Quarter'],
};

/** Each vehicle has this many rounds, driven in turn. */
const roundsPerVehicle = 2;

/** City-rounds.json has decimetres east and north of the middle of the city. */
const pointOf = ([x, y]: readonly number[]): Point => ({ x: x! / 10, y: y! / 10 });

const sharp = (50 * Math.PI) / 180;
const gentle = (14 * Math.PI) / 180;

function turnAt(before: Point, at: Point, after: Point): number {
  const a = Math.atan2(at.y - before.y, at.x - before.x);
  const b = Math.atan2(after.y - at.y, after.x - at.x);
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}

/** The round as a line with rounded corners, and what a driver slows down for. */
function wayAlong(round: (typeof data.rounds)[number]): Way {
  const start = pointOf(round.start);
  const corners = [
    start,
    ...round.crossings.map((index) => pointOf(data.crossings[index]!)),
    start,
  ];
  const waits = new Map<number, number>();
  for (let i = 0; i < round.waits.length; i += 2) waits.set(round.waits[i]!, round.waits[i + 1]!);
  const points: Point[] = [start];
  const slow: { at: number; speed: number; waitSeconds: number }[] = [];
  round.crossings.forEach((_, i) => {
    const [before, here, after] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    const turn = turnAt(before, here, after);
    const middle = points.length + (turn < gentle ? 0 : 3);
    if (turn < gentle) points.push(here);
    else points.push(...rounded(before, here, after, 9));
    const waitSeconds = waits.get(i) ?? 0;
    if (waitSeconds > 0) slow.push({ at: middle, speed: 0, waitSeconds });
    else if (turn > sharp) slow.push({ at: middle, speed: 4.5, waitSeconds });
  });
  points.push(start);
  const way = measured(points.map((point) => offset(demoCity, point)));
  const gates: Gate[] = ends(way.distances[way.distances.length - 1]!);
  for (const { at, ...gate } of slow) gates.push({ distance: way.distances[at]!, ...gate });
  gates.sort((a, b) => a.distance - b.distance);
  return { ...way, gates, cruiseSpeed: round.cruise };
}

const known = new Map<number, Way>();

/**
 * A round of one vehicle through the streets that assets/basemap/demo-city.pmtiles shows. A larger fleet
 * than that of the demo shares them.
 */
export function cityWayOf(vehicle: number, turn: number): Way {
  const index = (vehicle * roundsPerVehicle + (turn % roundsPerVehicle)) % data.rounds.length;
  let way = known.get(index);
  if (!way) {
    way = wayAlong(data.rounds[index]!);
    known.set(index, way);
  }
  return way;
}
