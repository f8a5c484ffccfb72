import type { Coverage, Range } from '#shared/domain/history';
import { duration, type Format } from '#lib/format';
import type { TripTotals } from './trips/trip-rows';

/** How much of today's track of a device is cached. */
export type LoadedPart = { is: 'nothing' } | { is: 'until'; at: number } | { is: 'parts' };

export function loadedPart({ missing }: Pick<Coverage, 'missing'>, range: Range): LoadedPart {
  const [first, ...others] = missing;
  if (!first) return { is: 'until', at: range.to };
  if (first.from <= range.from && first.to >= range.to) return { is: 'nothing' };
  const isRest = others.length === 0 && first.to >= range.to;
  return isRest ? { is: 'until', at: first.from } : { is: 'parts' };
}

/** "12 trips, 214 km, 3 h 5 min driving". */
export function todayText({ trips, metres, drivingMs }: TripTotals, format: Format): string {
  if (trips === 0) return 'No trips';
  return `${format.counted(trips, 'trip')}, ${format.distance(metres)}, ${duration(drivingMs / 1000)} driving`;
}

/** How far the summary goes. */
export function loadedText(part: LoadedPart, format: Format): string {
  switch (part.is) {
    case 'nothing':
      return 'Not loaded';
    case 'until':
      return `Loaded until ${format.clock(part.at)}`;
    case 'parts':
      return 'Parts of today are not loaded';
  }
}

/** The button that loads what is missing, and what that costs. */
export function loadText(part: LoadedPart, calls: number | null, format: Format): string {
  const verb = part.is === 'nothing' ? 'Load' : 'Update';
  return calls === null ? verb : `${verb} (${format.counted(calls, 'call')})`;
}
