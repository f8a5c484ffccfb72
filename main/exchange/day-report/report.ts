import type { LoadedState } from '#shared/domain/history';
import { metresPerSecond } from '#shared/domain/settings';
import type { Journey } from '#shared/history/trips';
import type { DistanceUnit } from '#shared/domain/units';
import type { TrackContext } from '../tracks/device-tracks';

/** An alert of the day, in words. */
export interface ReportedAlert {
  at: number;
  text: string;
}

/** A device of the report, with what is cached of its day. */
export interface ReportedDevice {
  deviceId: string;
  label: string;
  locations: LoadedState;
  alerts: LoadedState;
  reported: readonly ReportedAlert[];
}

export interface ReportContext extends TrackContext {
  /** YYYY-MM-DD in the zone of the context. */
  day: string;
  distanceUnit: DistanceUnit;
}

/** A device with the journey that was found in its track. */
export interface DeviceDay extends ReportedDevice {
  journey: Journey;
  fixes: number;
}

export interface DayTotals {
  metres: number;
  drivingMs: number;
  standingMs: number;
  trips: number;
}

/** The totals of a day; null if its track is not loaded, because zero would be wrong. */
export function totalsOf({ locations, journey }: DeviceDay): DayTotals | null {
  if (locations === 'notLoaded') return null;
  const totals = { metres: 0, drivingMs: 0, standingMs: 0, trips: 0 };
  for (const part of journey) {
    if (part.kind === 'stop') totals.standingMs += part.to - part.from;
    else {
      totals.trips += 1;
      totals.metres += part.metres;
      totals.drivingMs += part.to - part.from;
    }
  }
  return totals;
}

/** The number of alerts of a day; null if they are not loaded. */
export const alertsOf = ({ alerts, reported }: DeviceDay): number | null =>
  alerts === 'notLoaded' ? null : reported.length;

const metresPer: Record<DistanceUnit, number> = { km: 1_000, mi: 1_609.344, nmi: 1_852 };

/** With one decimal. */
export const inUnit = (metres: number, unit: DistanceUnit) =>
  Math.round((metres / metresPer[unit]) * 10) / 10;

/** A speed of the service in the unit of the report. */
export const inSpeedUnit = (speed: number, { serviceSpeedUnit, speedUnit }: TrackContext) =>
  (speed * metresPerSecond[serviceSpeedUnit]) / metresPerSecond[speedUnit];
