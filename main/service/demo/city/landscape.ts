import { between, wholeBetween } from '../random';
import type { Point } from '../streets';
import type { Network } from './network';
import {
  cityRandom,
  columns,
  farOut,
  greens,
  isIn,
  metresOf,
  middleColumn,
  middleRow,
  outline,
  positionOf,
  riverHalf,
  riverRow,
  type Position,
} from './plan-of-city';

/** What one layer of the map draws. */
export interface MapFeature {
  layer: string;
  properties: Record<string, string>;
  geometry:
    | { type: 'LineString'; coordinates: Position[] }
    | { type: 'Polygon'; coordinates: Position[][] }
    | { type: 'Point'; coordinates: Position };
}

const area = (layer: string, kind: string, points: readonly Point[]): MapFeature => ({
  layer,
  properties: { kind },
  geometry: { type: 'Polygon', coordinates: [points.map(positionOf)] },
});

/** From the edge of the map to its other edge, through the city. */
function river(): MapFeature {
  const steps = Array.from({ length: 240 }, (_, i) => -22 + (i / 239) * (columns + 44));
  const bank = (side: number) =>
    steps.map((column) => metresOf(column, riverRow(column) + side * riverHalf(column)));
  const north = bank(1);
  return area('water_polygons', 'river', [...bank(-1), ...north.toReversed(), bank(-1)[0]!]);
}

/** The built-up area, without the fields around it. */
function builtUp(): MapFeature {
  const points = Array.from({ length: 121 }, (_, i) => {
    const angle = ((i % 120) / 120) * 2 * Math.PI;
    const at = (share: number): [number, number] => [
      middleColumn + Math.cos(angle) * middleColumn * share,
      middleRow + Math.sin(angle) * middleRow * share,
    ];
    return metresOf(...at(0.99 / farOut(...at(1))));
  });
  return area('land', 'residential', points);
}

/** Woods and meadows outside the ring. */
function surroundings(): MapFeature[] {
  const random = cityRandom('surroundings');
  return Array.from({ length: 26 }, (_, i) => {
    const angle = (i / 26) * 2 * Math.PI + between(random, -0.1, 0.1);
    const far = between(random, 1.38, 1.75);
    const green = {
      column: middleColumn + Math.cos(angle) * middleColumn * far,
      row: middleRow + Math.sin(angle) * middleRow * far,
      wide: between(random, 1.6, 4.2),
      high: between(random, 1.4, 3.4),
    };
    const kind = random() < 0.55 ? 'forest' : 'meadow';
    const points = outline({ ...green, name: '', kind: 'park', hasPond: false }, 1);
    return area('land', kind, points);
  });
}

/** A yard with halls in some blocks, shown as another kind of land. */
function industry(): MapFeature[] {
  const yards: [column: number, row: number, wide: number, high: number, kind: string][] = [
    [6, 18, 4, 5, 'industrial'],
    [49, 13, 5, 4, 'industrial'],
    [26, 22, 6, 4, 'commercial'],
    [36, 33, 5, 3, 'commercial'],
  ];
  return yards.map(([column, row, wide, high, kind]) =>
    area('land', kind, [
      metresOf(column, row),
      metresOf(column + wide, row),
      metresOf(column + wide, row + high),
      metresOf(column, row + high),
      metresOf(column, row),
    ]),
  );
}

/** Water, parks and the kinds of land: everything but streets and houses. */
export function landscape(): MapFeature[] {
  return [
    builtUp(),
    ...industry(),
    ...surroundings(),
    ...greens.map((green) => area('land', green.kind, outline(green, 0.92))),
    ...greens
      .filter(({ hasPond }) => hasPond)
      .map((green) => area('water_polygons', 'water', outline(green, 0.3))),
    river(),
  ];
}

const isFree = (column: number, row: number) =>
  farOut(column, row) < 0.98 &&
  Math.abs(row - riverRow(column)) > riverHalf(column) + 0.4 &&
  !greens.some((green) => isIn(green, column, row));

/** Houses along the streets, in two rows at some distance from the middle of the street. */
export function buildings({ links, crossings }: Network): MapFeature[] {
  const random = cityRandom('houses');
  return links.flatMap(({ kind, from, to, metres, isBridge, line, at }) => {
    if (kind === 'trunk' || isBridge) return [];
    const [a, b] = [crossings[from]!, crossings[to]!];
    const [column, row] = line.startsWith('column')
      ? [Number(line.slice('column '.length)), at + 0.5]
      : [at + 0.5, Number(line.slice('row '.length))];
    const along = { x: (b.x - a.x) / metres, y: (b.y - a.y) / metres };
    const houses: MapFeature[] = [];
    for (const side of [-1, 1]) {
      const isColumn = line.startsWith('column');
      const beside = side * 0.22;
      if (!isFree(column + (isColumn ? beside : 0), row + (isColumn ? 0 : beside))) continue;
      for (let start = 24; start < metres - 34;) {
        const wide = between(random, 10, 22);
        const deep = between(random, 9, 14);
        const far = (kind === 'residential' ? 10 : 14) + between(random, 0, 3);
        const corner = (s: number, t: number): Point => ({
          x: a.x + along.x * s - along.y * t * side,
          y: a.y + along.y * s + along.x * t * side,
        });
        const end = Math.min(start + wide, metres - 22);
        const corners = [
          corner(start, far),
          corner(end, far),
          corner(end, far + deep),
          corner(start, far + deep),
          corner(start, far),
        ];
        if (random() < 0.86) houses.push({ ...area('buildings', '', corners), properties: {} });
        start = end + wholeBetween(random, 2, 9);
      }
    }
    return houses;
  });
}
