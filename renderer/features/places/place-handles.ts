import {
  largestRadius,
  mostCorners,
  polygonsOf,
  type LonLat,
  type PlaceShape,
} from '#shared/domain/places';
import { degreesEast, metresBetween } from '#shared/history/distance';
import { message, type Message } from '#shared/i18n/translate';

/** A point of an area that is dragged. */
interface Handle {
  key: string;
  at: LonLat;
  kind: 'centre' | 'radius' | 'corner' | 'side';
  label: Message;
  moved: (to: LonLat) => PlaceShape;
  /** Absent: it cannot be removed. */
  removed?: () => PlaceShape;
}

/** More handles would cover the area, and each other. */
export const mostHandles = 300;

/** The centre and the edge of a circle; the corners of a polygon, and the middles of its sides, which become corners. */
export function handlesOf(shape: PlaceShape): Handle[] {
  if (shape.kind === 'circle') {
    const { centre } = shape;
    const [ring] = polygonsOf({ shape })[0]!;
    const radiusTo = ([lon, lat]: LonLat) =>
      Math.max(1, Math.min(largestRadius, metresBetween(centre[1], centre[0], lat, lon)));
    return [
      {
        key: 'centre',
        kind: 'centre',
        at: centre,
        label: message('places.centre'),
        moved: (to) => ({ ...shape, centre: to }),
      },
      {
        key: 'radius',
        kind: 'radius',
        // To the east.
        at: ring![(ring!.length - 1) / 4]!,
        label: message('places.reshape.radius'),
        moved: (to) => ({ ...shape, radiusM: radiusTo(to) }),
      },
    ];
  }
  const isFull = shape.rings.reduce((sum, ring) => sum + ring.length, 0) >= mostCorners;
  return shape.rings.flatMap((ring, r) => {
    const withRing = (next: LonLat[]): PlaceShape => ({
      ...shape,
      rings: shape.rings.map((each, i) => (i === r ? next : each)),
    });
    return ring.flatMap((at, i): Handle[] => {
      const next = ring[(i + 1) % ring.length]!;
      const corner: Handle = {
        key: ['corner', r, i].join(' '),
        kind: 'corner',
        at,
        label: message('places.reshape.corner', { number: i + 1 }),
        moved: (to) => withRing(ring.map((each, j) => (j === i ? to : each))),
        ...(ring.length > 3 && { removed: () => withRing(ring.filter((_, j) => j !== i)) }),
      };
      const side: Handle = {
        key: ['side', r, i].join(' '),
        kind: 'side',
        at: [degreesEast(0, at[0] + degreesEast(at[0], next[0]) / 2), (at[1] + next[1]) / 2],
        label: message('places.reshape.side', { number: i + 1 }),
        moved: (to) => withRing([...ring.slice(0, i + 1), to, ...ring.slice(i + 1)]),
      };
      return isFull ? [corner] : [corner, side];
    });
  });
}
