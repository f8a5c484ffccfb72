import { distanceMethod } from '#shared/history/distance';
import { duration, sizeText, type Format } from '#lib/format';
import type { TripTotals } from './trips/trip-rows';

const exportNames = { fixes: 'Fixes', trips: 'Trips and stops' };

/** The texts of the history page and of what is cached. */
export const historyMessages = {
  shownValues: (shown: number, all: number) => `Values (${shown} of ${all})`,
  cached: (bytes: number) =>
    `${sizeText(bytes)} of history is stored encrypted on this computer. Complete days are never fetched again. Clearing them means that the calls have to be spent again; acknowledgements and notes stay.`,
  exportOf: exportNames,
  exportAs: {
    fixes: (format: string) => `Fixes as ${format}`,
    trips: (format: string) => `Trips and stops as ${format}`,
  },
  speedAndMore: (speed: string) => `${speed} and more`,
  /** How trips and stops are found. */
  tripRules: (
    { stopRadiusMetres, stopMinutes }: { stopRadiusMetres: number; stopMinutes: number },
    { length, number }: Pick<Format, 'length' | 'number'>,
  ) =>
    `Computed by Waypost, not provided by the service: staying within ${length(stopRadiusMetres)} for ${number(stopMinutes)} min counts as a stop. Distance: ${distanceMethod}.`,
  totals: ({ trips, metres, drivingMs, stops }: TripTotals, format: Format) =>
    `${format.counted(trips, 'trip')}, ${format.trackLength(metres)}, ${duration(drivingMs / 1000)} driving, ${format.counted(stops, 'stop')}`,
};
