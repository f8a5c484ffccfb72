import { cities, type City } from '../cities';
import { between, randomFor, type Random } from '../random';
import { offset, type Point } from '../streets';

/** The town of the demo. Where it lies is real, as its neighbours on the map are; its streets are invented. */
const town = cities.find(({ name }) => name === 'Birmingham') as City;
export const demoCity: City = {
  ...town,
  districts: ['Old Town', 'Northgate', 'Riverside', 'Eastfield', 'Westbrook', 'Market Quarter'],
};

/** One city for everyone, whatever the seed of its vehicles. */
const citySeed = 7;
export const cityRandom = (...purpose: (string | number)[]): Random =>
  randomFor(citySeed, 'city', ...purpose);

export const columns = 59;
export const rows = 49;
export const middleColumn = (columns - 1) / 2;
export const middleRow = (rows - 1) / 2;

/** Metres of each line from the first, with smaller blocks in the middle of the city. */
function lines(count: number, purpose: string): number[] {
  const random = cityRandom('lines', purpose);
  const at = [0];
  for (let i = 1; i < count; i += 1) {
    const far = Math.abs(i - (count - 1) / 2) / ((count - 1) / 2);
    at.push(at[i - 1]! + 84 + 50 * far + between(random, -14, 14));
  }
  const half = at[count - 1]! / 2;
  return at.map((metres) => metres - half);
}

const east = lines(columns, 'columns');
const north = lines(rows, 'rows');

function along(at: readonly number[], index: number): number {
  const low = Math.min(at.length - 2, Math.max(0, Math.floor(index)));
  return at[low]! + (at[low + 1]! - at[low]!) * (index - low);
}

const turn = 0.21;

/** Metres from the middle of the city of a place between streets, whose lines bend gently. */
export function metresOf(column: number, row: number): Point {
  const x = along(east, column);
  const y = along(north, row);
  const bentX = x + 150 * Math.sin(y / 1050 + 0.6) + 45 * Math.sin(x / 520 + y / 610);
  const bentY = y + 130 * Math.sin(x / 1250 - 0.4) + 40 * Math.sin(x / 560 - y / 480 + 1);
  return {
    x: bentX * Math.cos(turn) - bentY * Math.sin(turn),
    y: bentX * Math.sin(turn) + bentY * Math.cos(turn),
  };
}

export type Position = [longitude: number, latitude: number];

export function positionOf(point: Point): Position {
  const { latitude, longitude } = offset(demoCity, point);
  return [longitude, latitude];
}

/** 1 on the edge of the built-up area, less inside. */
export function farOut(column: number, row: number): number {
  const x = (column - middleColumn) / middleColumn;
  const y = (row - middleRow) / middleRow;
  const angle = Math.atan2(y, x);
  const edge = 0.9 + 0.06 * Math.sin(3 * angle + 1) + 0.04 * Math.sin(7 * angle);
  return Math.hypot(x, y) / edge;
}

/** The row at which the river crosses a column. It never reaches the main roads along it. */
export const riverRow = (column: number): number =>
  16.5 + 3 * Math.sin(column / 8.5) + 0.8 * Math.sin(column / 3.1);
/** Half of its width, in blocks. */
export const riverHalf = (column: number): number => 0.42 + 0.1 * Math.sin(column / 5);

export interface Green {
  column: number;
  row: number;
  wide: number;
  high: number;
  name: string;
  kind: 'park' | 'cemetery';
  /** A pond in its middle. */
  hasPond: boolean;
}

export const greens: readonly Green[] = [
  { column: 33, row: 27, wide: 3.2, high: 2.4, name: 'Queen’s Park', kind: 'park', hasPond: true },
  { column: 14, row: 31, wide: 2.7, high: 3.4, name: 'Mill Heath', kind: 'park', hasPond: true },
  { column: 45, row: 38, wide: 3.6, high: 2.3, name: 'Beacon Hill', kind: 'park', hasPond: false },
  { column: 43, row: 10, wide: 2.6, high: 1.9, name: 'Lower Green', kind: 'park', hasPond: false },
  { column: 20, row: 7, wide: 2.2, high: 1.7, name: 'St Anne’s', kind: 'cemetery', hasPond: false },
  { column: 24, row: 40, wide: 2.3, high: 1.8, name: 'Long Meadow', kind: 'park', hasPond: false },
  { column: 50, row: 24, wide: 1.7, high: 2.4, name: 'Orchard Park', kind: 'park', hasPond: false },
];

export const isIn = (green: Green, column: number, row: number): boolean =>
  Math.hypot((column - green.column) / green.wide, (row - green.row) / green.high) < 1;

/** The outline of a green, rounded. */
export function outline({ column, row, wide, high }: Green, share: number): Point[] {
  const steps = 40;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = ((i % steps) / steps) * 2 * Math.PI;
    const wave = 1 + 0.07 * Math.sin(3 * angle + column);
    return metresOf(
      column + wide * share * wave * Math.cos(angle),
      row + high * share * wave * Math.sin(angle),
    );
  });
}
