import type { Account } from '#main/account/account';
import { dayMs } from '#main/features/history/ranges';
import type { Place, PlaceKind } from '#shared/domain/places';

/** The middle of the city of the demo, and its degrees of a metre. */
const [middleLatitude, middleLongitude] = [52.48, -1.89];
const degreesNorth = 1 / 111_320;
const degreesEast = degreesNorth / Math.cos((middleLatitude * Math.PI) / 180);

/** Where vehicles of the demo stop between their rounds: metres east and north of the middle, and the radius. */
const areas: readonly [PlaceKind, string, east: number, north: number, radiusM: number][] = [
  ['depot', 'Depot Central', -760, 535, 200],
  ['depot', 'Depot North', 509, 1451, 200],
  ['depot', 'Depot South', -338, -2341, 200],
  ['customer', 'Old Town Bakery', -126, -115, 120],
  ['customer', 'Riverside Clinic', 1194, 746, 150],
  ['customer', 'Market Quarter Hotel', 1053, -368, 120],
  ['customer', 'Eastfield Wholesale', 2881, 1099, 150],
  ['customer', 'Northgate School', -1300, 1666, 150],
  ['customer', 'Westbrook Garden Centre', -1756, -344, 150],
  ['customer', 'Canal Workshops', -1357, -1779, 200],
  ['fuel', 'Fuel at the ring road', 1820, -876, 100],
  ['forbidden', 'Pedestrian zone', -587, -1015, 180],
];

/** The depots and customers of the demo account; the streets of its city are invented, and so are they. */
export const demoPlaces = (): Place[] =>
  areas.map(([kind, name, east, north, radiusM], n) => ({
    id: `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
    name,
    kind,
    colour: null,
    note: '',
    hours: null,
    groups: [],
    shape: {
      kind: 'circle',
      centre: [middleLongitude + east * degreesEast, middleLatitude + north * degreesNorth],
      radiusM,
    },
    updatedAt: 0,
  }));

/** The demo's service makes their week up within some seconds. */
const mostLoaded = 8;

/**
 * Loads the last week of some vehicles that are at a place now, so that visits are there to look at. False: none is
 * known to be at one yet.
 */
export function loadDemoWeek(
  account: Pick<Account, 'fleet' | 'history' | 'now' | 'places'>,
): boolean {
  const index = account.places.index();
  const isAtPlace = (id: string) => {
    const { position } = account.fleet.details(id);
    return position !== null && index?.placesAt(position.longitude, position.latitude).length;
  };
  const deviceIds = account.fleet.listed().ids.filter(isAtPlace).slice(0, mostLoaded);
  if (deviceIds.length === 0) return false;
  const to = account.now();
  account.history.fetcher.fetch({
    log: 'locations',
    deviceIds,
    range: { from: to - 7 * dayMs, to },
  });
  return true;
}
