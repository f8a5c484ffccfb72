import { distanceMethod } from '#shared/history/distance';
import { duration, sizeText, type Format } from '#lib/format';
import type { Summary } from './tracks/resample';
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
  overTime: (label: string) => `${label} over time`,
  remove: (name: string) => `Remove ${name}`,
  daysWithIncomplete: (days: string, closedDays: string, incompleteDays: string) =>
    `${days} (${closedDays} complete, ${incompleteDays} not complete)`,
  daysComplete: (days: string, closedDays: string) => `${days} (${closedDays} complete)`,
  clearAllOf: (label: string) => `Clear all of ${label}`,
  writingOf: (done: string, rows: string) => `Writing ${done} of ${rows}`,
  exportTo: (file: string) => `Export to ${file}`,
  lastFixHere: (label: string) => `${label}: no data for this moment; the last fix was here`,
  beginsAndEndsHere: (name: string, begins: string) => `${name} begins and ends here: ${begins}`,
  begins: (name: string, begins: string) => `${name} begins: ${begins}`,
  ends: (name: string, ends: string) => `${name} ends: ${ends}`,
  fixAt: (clock: string) => `fix at ${clock}`,
  batteryPercent: (percent: string) => `battery ${percent} %`,
  fuelPercent: (percent: string) => `fuel ${percent} %`,
  thisComputer: (name: string) => `This computer (${name})`,
  account: (accountZone: string) => `Account (${accountZone})`,
  locationOfTheDevice: (zone: string | null) =>
    zone === null ? 'Location of the device (not known)' : `Location of the device (${zone})`,
  atOnePlaceWithin: (unit: string) => `At one place within (${unit})`,
  aTripIsAtLeast: (unit: string) => `A trip is at least (${unit})`,
  aJumpIsFasterThan: (unit: string) => `A jump is faster than (${unit})`,
  tripOf: (device: string, from: string) => `Trip of ${device} from ${from}`,
  stopOf: (device: string, from: string) => `Stop of ${device} from ${from}`,
};

/** The values of a chart's line in words; `device` is null if there is one line only. */
export function chartSummaryText(
  device: string | null,
  summary: Summary | null,
  { number }: Pick<Format, 'number'>,
): string {
  if (!summary) return device === null ? 'no data' : `${device}: no data`;
  const [least, most, mean] = [summary.least, summary.most, summary.mean].map((value) =>
    number(Math.round(value * 10) / 10),
  );
  return device === null
    ? `${least} to ${most}, mean ${mean}`
    : `${device}: ${least} to ${most}, mean ${mean}`;
}
