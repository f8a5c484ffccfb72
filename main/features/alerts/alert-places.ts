import type { AlertEntry } from '#shared/domain/alert';
import type { AlertPlaces } from '#shared/ipc/history';

/** The most places; above it neighbouring ones are counted as one. */
export const mostPlaces = 5_000;
/** About 100 m. */
const finestDegrees = 0.001;
const coarser = 4;

/** How many alerts there were where, for a map of them. Every alert with a position is counted. */
export function alertPlaces(
  entries: readonly Pick<AlertEntry, 'latitude' | 'longitude'>[],
  most = mostPlaces,
): Omit<AlertPlaces, 'incompleteDevices'> {
  const placed = entries.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  let degrees = finestDegrees;
  let cells = cellsOf(placed, degrees);
  while (cells.size > most) {
    degrees *= coarser;
    cells = cellsOf(placed, degrees);
  }
  const places = [...cells.values()];
  return {
    latitude: places.map(({ latitude, count }) => latitude / count),
    longitude: places.map(({ longitude, count }) => longitude / count),
    count: places.map(({ count }) => count),
    alerts: placed.length,
    withoutPosition: entries.length - placed.length,
  };
}

/** The sums of the alerts in each cell of a grid. */
function cellsOf(
  placed: readonly { latitude: number; longitude: number }[],
  degrees: number,
): Map<string, { latitude: number; longitude: number; count: number }> {
  const cells = new Map<string, { latitude: number; longitude: number; count: number }>();
  for (const { latitude, longitude } of placed) {
    const key = `${Math.floor(latitude / degrees)} ${Math.floor(longitude / degrees)}`;
    const cell = cells.get(key) ?? { latitude: 0, longitude: 0, count: 0 };
    cell.latitude += latitude;
    cell.longitude += longitude;
    cell.count += 1;
    cells.set(key, cell);
  }
  return cells;
}
