import {
  metresPer,
  metresPerLength,
  metresPerSecond,
  unitsOf,
  type DistanceUnit,
  type SpeedUnit,
  type UnitChoice,
} from '#shared/domain/units';
import type { TripRules } from '#shared/domain/history';
import { measureNames, type MeasureName, type TrackColumns } from '#shared/history/columns';
import { distanceMethod, trackMetres } from '#shared/history/distance';
import { isBroken } from '#shared/history/track';
import type { Journey, Stop, Trip } from '#shared/history/trips';
import type { NameTown } from '#shared/places/place';
import {
  column,
  exportNotes,
  longTableOf,
  type ColumnOf,
  type ExportContext,
  type LongTable,
  type Note,
} from '../table';

/** The exported data of one device. */
export interface DeviceTrack {
  deviceId: string;
  label: string;
  track: TrackColumns;
  /** Trips and stops, found with the rules of the context. */
  journey: Journey;
}

export interface TrackContext extends ExportContext, UnitChoice {
  serviceSpeedUnit: SpeedUnit;
  rules: TripRules;
}

/** What files need that name the nearest towns of trips and stops. */
export interface JourneyContext extends TrackContext {
  nameTown: NameTown;
}

export type Place = [longitude: number, latitude: number];

/** The position of a row; null if the fix has none. */
export function placeOf(track: TrackColumns, row: number): Place | null {
  const latitude = track.latitude[row]!;
  return Number.isNaN(latitude) ? null : [track.longitude[row]!, latitude];
}

/** Fixes with a position: a map file contains only these. */
export function placedCount(track: TrackColumns): number {
  let count = 0;
  for (let row = 0; row < track.count; row++) if (placeOf(track, row) !== null) count++;
  return count;
}

/** Rows with a position, split where no line connects two of them. */
export function unbrokenParts(track: TrackColumns, from = 0, to = track.count - 1): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let row = from; row <= to; row++) {
    if (placeOf(track, row) === null) continue;
    if (isBroken(track.flags[row]!) && part.length > 0) {
      parts.push(part);
      part = [];
    }
    part.push(row);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** A measured value; null if it was not provided. */
export function measured(track: TrackColumns, name: MeasureName, row: number): number | null {
  const value = track.measures[name]?.[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : tidy(value);
}

/** A 32-bit value with as few digits as it was given in. */
const tidy = (value: number) => Number(value.toPrecision(7));

/** Metres per second. */
export function speedOf(track: TrackColumns, row: number, unit: SpeedUnit): number | null {
  const speed = measured(track, 'speed', row);
  return speed === null ? null : tidy(speed * metresPerSecond[unit]);
}

interface FixRow {
  of: DeviceTrack;
  row: number;
}

const titles: Record<Exclude<MeasureName, 'speed' | 'mileageKm'>, string> = {
  course: 'Course (°)',
  battery: 'Battery (%)',
  fuel: 'Fuel (%)',
  fuel2: 'Fuel 2 (%)',
  temperature: 'Temperature (°C)',
  temperature2: 'Temperature 2 (°C)',
  rpm: 'Engine speed (rpm)',
  inactiveSeconds: 'Inactive (s)',
};

const inUnit = (metresASecond: number, unit: SpeedUnit) =>
  tidy(metresASecond / metresPerSecond[unit]);

/** Every fix as a row; values that no fix provides have no column. */
export function fixesTable(devices: readonly DeviceTrack[], context: TrackContext): LongTable {
  const { serviceSpeedUnit, speedUnit } = context;
  const { distance } = unitsOf(context);
  const has = (name: MeasureName) => devices.some(({ track }) => track.measures[name]);
  const attributes = [...new Set(devices.flatMap(({ track }) => Object.keys(track.attributes)))];
  const columns: ColumnOf<FixRow>[] = [
    column('deviceId', 'Device id', 'text', ({ of }) => of.deviceId),
    column('device', 'Device', 'text', ({ of }) => of.label),
    column('at', 'Time', 'moment', ({ of, row }) => of.track.at[row]!),
    place('latitude', 'Latitude', 1),
    place('longitude', 'Longitude', 0),
  ];
  if (has('speed')) {
    columns.push(
      column('speed', `Speed (${speedUnit})`, 'number', ({ of, row }) => {
        const speed = speedOf(of.track, row, serviceSpeedUnit);
        return speed === null ? null : inUnit(speed, speedUnit);
      }),
    );
  }
  for (const name of measureNames) {
    if (name === 'speed' || !has(name)) continue;
    if (name === 'mileageKm') {
      columns.push(
        column(
          distance === 'km' ? name : 'mileage',
          `Mileage (${distance})`,
          'number',
          ({ of, row }) => {
            const km = measured(of.track, name, row);
            return km === null ? null : tidy((km * metresPer.km) / metresPer[distance]);
          },
        ),
      );
      continue;
    }
    columns.push(
      column(name, titles[name], 'number', ({ of, row }) => measured(of.track, name, row)),
    );
  }
  for (const name of attributes) {
    columns.push({
      key: `attribute.${name}`,
      title: name,
      kind: 'number',
      of: ({ of, row }) => {
        const value = of.track.attributes[name]?.[row] ?? Number.NaN;
        return Number.isNaN(value) ? null : tidy(value);
      },
    });
  }
  const count = devices.reduce((sum, { track }) => sum + track.count, 0);
  function* each(): Generator<FixRow> {
    for (const of of devices) for (let row = 0; row < of.track.count; row++) yield { of, row };
  }
  return longTableOf('Fixes', columns, { count, each }, context);
}

function place(key: string, title: string, index: 0 | 1): ColumnOf<FixRow> {
  return {
    key,
    title,
    kind: 'number',
    of: ({ of, row }) => placeOf(of.track, row)?.[index] ?? null,
  };
}

/** Another unit has another key, so that a program does not take miles for kilometres. */
const distanceColumns: Record<DistanceUnit, { key: string; title: string }> = {
  km: { key: 'kilometres', title: 'Kilometres' },
  mi: { key: 'miles', title: 'Miles' },
  nmi: { key: 'nauticalMiles', title: 'Nautical miles' },
};

/** "12.4 km". */
export function lengthText(metres: number, context: UnitChoice): string {
  const { distance } = unitsOf(context);
  return `${(metres / metresPer[distance]).toFixed(1)} ${distance}`;
}

interface JourneyRow {
  of: DeviceTrack;
  part: Trip | Stop;
}

/** Trips and stops in order of time, with the detection rules in the notes. */
export function journeyTable(devices: readonly DeviceTrack[], context: JourneyContext): LongTable {
  const { serviceSpeedUnit, speedUnit } = context;
  const { distance } = unitsOf(context);
  const trip =
    <T>(read: (part: Trip) => T) =>
    ({ part }: JourneyRow) =>
      part.kind === 'trip' ? read(part) : null;
  const at = ({ part }: JourneyRow) => (part.kind === 'trip' ? part.start : part);
  const towns = ({ part }: JourneyRow) => townsOf(part, context);
  const columns: ColumnOf<JourneyRow>[] = [
    column('deviceId', 'Device id', 'text', ({ of }) => of.deviceId),
    column('device', 'Device', 'text', ({ of }) => of.label),
    column('kind', 'Computed as', 'text', ({ part }) => part.kind),
    column('from', 'From', 'moment', ({ part }) => Math.round(part.from)),
    column('to', 'To', 'moment', ({ part }) => Math.round(part.to)),
    column(
      'minutes',
      'Minutes',
      'number',
      ({ part }) => Math.round((part.to - part.from) / 6_000) / 10,
    ),
    {
      ...distanceColumns[distance],
      kind: 'number',
      of: trip(
        ({ metres }) => Math.round((Math.round(metres) / metresPer[distance]) * 1000) / 1000,
      ),
    },
    column(
      'maxSpeed',
      `Highest speed (${speedUnit})`,
      'number',
      trip(({ maxSpeed }) =>
        maxSpeed === null ? null : inUnit(maxSpeed * metresPerSecond[serviceSpeedUnit], speedUnit),
      ),
    ),
    column('latitude', 'Latitude', 'number', (row) => at(row).latitude),
    column('longitude', 'Longitude', 'number', (row) => at(row).longitude),
    column(
      'endLatitude',
      'End latitude',
      'number',
      trip(({ end }) => end.latitude),
    ),
    column(
      'endLongitude',
      'End longitude',
      'number',
      trip(({ end }) => end.longitude),
    ),
    column('nearestTown', 'Nearest town', 'text', (row) => towns(row).at),
    column('endNearestTown', 'Nearest town at the end', 'text', (row) => towns(row).atEnd),
    column(
      'hasGap',
      'Partly unseen',
      'boolean',
      trip(({ hasGap }) => hasGap),
    ),
  ];
  const rows = devices.flatMap((of) => of.journey.map((part) => ({ of, part })));
  const records = { count: rows.length, each: () => rows };
  const table = longTableOf('Trips and stops', columns, records, context);
  return { ...table, notes: [...table.notes, ...journeyNotes(context)] };
}

/** The nearest towns of a stop, or of where a trip starts and ends; null where no town is named. */
export function townsOf(
  part: Trip | Stop,
  { nameTown }: JourneyContext,
): { at: string | null; atEnd: string | null } {
  if (part.kind === 'stop') return { at: nameTown(part.latitude, part.longitude), atEnd: null };
  return {
    at: nameTown(part.start.latitude, part.start.longitude),
    atEnd: nameTown(part.end.latitude, part.end.longitude),
  };
}

/** The nearest towns of a part of a journey, as one message; null if none is named. */
export function townsText(part: Trip | Stop, context: JourneyContext): string | null {
  const { at, atEnd } = townsOf(part, context);
  if (at === null) return null;
  return atEnd === null ? `Nearest town: ${at}` : `Nearest towns: from ${at} to ${atEnd}`;
}

/** The detection rules of trips, for the reader of the file. */
export function journeyNotes({ rules, ...context }: TrackContext): Note[] {
  const { length } = unitsOf(context);
  const text = (metres: number) =>
    `${Math.round(metres / metresPerLength[length])} ${length === 'm' ? 'metres' : 'feet'}`;
  return [
    ['Trips and stops', 'computed by Waypost from the fixes, not stated by the service'],
    ['Stop', `at least ${rules.stopMinutes} minutes within ${text(rules.stopRadiusMetres)}`],
    ['Trip', `at least ${text(rules.minTripMetres)} and ${rules.minTripMinutes} minutes`],
    ['Distance', distanceMethod],
  ];
}

/** The description in a map file. */
export function trackNotes(devices: readonly DeviceTrack[], context: TrackContext): Note[] {
  const count = devices.reduce((sum, { track }) => sum + placedCount(track), 0);
  const leftOut = devices.reduce((sum, { track }) => sum + track.count, 0) - count;
  const metres = devices.reduce((sum, { track }) => sum + trackMetres(track), 0);
  const fixes = leftOut === 1 ? 'fix' : 'fixes';
  return [
    ...exportNotes('Fixes', count, context),
    ...(leftOut === 0 ? [] : [['Left out', `${leftOut} ${fixes} without a place`] as const]),
    ['Length', `${lengthText(metres, context)}: ${distanceMethod}`],
  ];
}
