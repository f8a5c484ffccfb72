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
import { trackMetres } from '#shared/history/distance';
import { isBroken } from '#shared/history/track';
import type { Journey, Stop, Trip } from '#shared/history/trips';
import { createQuantities, type Quantities } from '#shared/i18n/quantities';
import { createTranslate, type PlainKey, type Translate } from '#shared/i18n/translate';
import type { NameTown } from '#shared/places/place';
import {
  column,
  exportNotes,
  longTableOf,
  type ColumnOf,
  type ExportContext,
  type LongTable,
  type Note,
  distanceTitle,
  speedTitle,
} from '../table';

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

const titles = {
  course: 'columns.course',
  battery: 'columns.battery',
  fuel: 'columns.fuel',
  fuel2: 'columns.fuel2',
  temperature: 'columns.temperature',
  temperature2: 'columns.temperature2',
  rpm: 'columns.rpm',
  inactiveSeconds: 'columns.inactive',
} as const satisfies Record<Exclude<MeasureName, 'speed' | 'mileageKm'>, PlainKey>;

const inUnit = (metresASecond: number, unit: SpeedUnit) =>
  tidy(metresASecond / metresPerSecond[unit]);

/** Every fix as a row; values that no fix provides have no column. */
export function fixesTable(devices: readonly DeviceTrack[], context: TrackContext): LongTable {
  const { serviceSpeedUnit, speedUnit } = context;
  const { distance } = unitsOf(context);
  const has = (name: MeasureName) => devices.some(({ track }) => track.measures[name]);
  const attributes = [...new Set(devices.flatMap(({ track }) => Object.keys(track.attributes)))];
  const place = (name: 'latitude' | 'longitude', index: 0 | 1) =>
    column<FixRow>(name, `columns.${name}`, 'number', ({ of, row }) => {
      return placeOf(of.track, row)?.[index] ?? null;
    });
  const columns: ColumnOf<FixRow>[] = [
    column('deviceId', 'columns.deviceId', 'text', ({ of }) => of.deviceId),
    column('device', 'columns.device', 'text', ({ of }) => of.label),
    column('at', 'columns.time', 'moment', ({ of, row }) => of.track.at[row]!),
    place('latitude', 1),
    place('longitude', 0),
  ];
  if (has('speed')) {
    columns.push(
      column('speed', speedTitle('columns.speed', speedUnit), 'number', ({ of, row }) => {
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
          distanceTitle('columns.mileage', distance),
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
  return longTableOf('exchange-files.table.fixes', columns, { count, each }, context);
}

/** Another unit has another key, so that a program does not take miles for kilometres. */
const distanceKeys: Record<DistanceUnit, string> = {
  km: 'kilometres',
  mi: 'miles',
  nmi: 'nauticalMiles',
};

/** "12.4 km". */
export function lengthText(
  metres: number,
  context: UnitChoice,
  { amount }: Pick<Quantities, 'amount'>,
): string {
  const { distance } = unitsOf(context);
  return amount(metres / metresPer[distance], distance, 'oneTenth');
}

interface JourneyRow {
  of: DeviceTrack;
  part: Trip | Stop;
}

/** Trips and stops in order of time, with the detection rules in the notes. */
export function journeyTable(devices: readonly DeviceTrack[], context: JourneyContext): LongTable {
  const { serviceSpeedUnit, speedUnit } = context;
  const { distance } = unitsOf(context);
  const t = createTranslate(context.language);
  const trip =
    <T>(read: (part: Trip) => T) =>
    ({ part }: JourneyRow) =>
      part.kind === 'trip' ? read(part) : null;
  const at = ({ part }: JourneyRow) => (part.kind === 'trip' ? part.start : part);
  const towns = ({ part }: JourneyRow) => townsOf(part, context);
  const columns: ColumnOf<JourneyRow>[] = [
    column('deviceId', 'columns.deviceId', 'text', ({ of }) => of.deviceId),
    column('device', 'columns.device', 'text', ({ of }) => of.label),
    column('kind', 'columns.computedAs', 'text', ({ part }) =>
      t(`exchange-files.cell.${part.kind}`),
    ),
    column('from', 'columns.from', 'moment', ({ part }) => Math.round(part.from)),
    column('to', 'columns.to', 'moment', ({ part }) => Math.round(part.to)),
    column(
      'minutes',
      'columns.minutes',
      'number',
      ({ part }) => Math.round((part.to - part.from) / 6_000) / 10,
    ),
    column(
      distanceKeys[distance],
      distanceTitle('columns.length', distance),
      'number',
      trip(({ metres }) => Math.round((Math.round(metres) / metresPer[distance]) * 1000) / 1000),
    ),
    column(
      'maxSpeed',
      speedTitle('columns.maxSpeed', speedUnit),
      'number',
      trip(({ maxSpeed }) =>
        maxSpeed === null ? null : inUnit(maxSpeed * metresPerSecond[serviceSpeedUnit], speedUnit),
      ),
    ),
    column('latitude', 'columns.latitude', 'number', (row) => at(row).latitude),
    column('longitude', 'columns.longitude', 'number', (row) => at(row).longitude),
    column(
      'endLatitude',
      'columns.endLatitude',
      'number',
      trip(({ end }) => end.latitude),
    ),
    column(
      'endLongitude',
      'columns.endLongitude',
      'number',
      trip(({ end }) => end.longitude),
    ),
    column('nearestTown', 'columns.nearestTown', 'text', (row) => towns(row).at),
    column('endNearestTown', 'columns.endNearestTown', 'text', (row) => towns(row).atEnd),
    column(
      'hasGap',
      'columns.partlyUnseen',
      'boolean',
      trip(({ hasGap }) => hasGap),
    ),
  ];
  const rows = devices.flatMap((of) => of.journey.map((part) => ({ of, part })));
  const records = { count: rows.length, each: () => rows };
  const table = longTableOf('exchange-files.table.trips', columns, records, context);
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
export function townsText(part: Trip | Stop, context: JourneyContext, t: Translate): string | null {
  const { at, atEnd } = townsOf(part, context);
  if (at === null) return null;
  return atEnd === null
    ? t('exchange-files.map.town', { town: at })
    : t('exchange-files.map.towns', { from: at, to: atEnd });
}

/** The detection rules of trips, for the reader of the file. */
export function journeyNotes({ rules, ...context }: TrackContext): Note[] {
  const t = createTranslate(context.language);
  const { length } = unitsOf(context);
  const { amount } = createQuantities(context.language, t);
  const text = (metres: number) => amount(metres / metresPerLength[length], length, 'whole');
  return [
    [t('exchange-files.table.trips'), t('exchange-files.about.computed')],
    [
      t('exchange-files.about.stop'),
      t('exchange-files.about.stopRule', {
        minutes: rules.stopMinutes,
        radius: text(rules.stopRadiusMetres),
      }),
    ],
    [
      t('exchange-files.about.trip'),
      t('exchange-files.about.tripRule', {
        minutes: rules.minTripMinutes,
        length: text(rules.minTripMetres),
      }),
    ],
    [t('exchange-files.about.distance'), t('exchange-files.about.distanceMethod')],
  ];
}

/** The description in a map file. */
export function trackNotes(devices: readonly DeviceTrack[], context: TrackContext): Note[] {
  const t = createTranslate(context.language);
  const count = devices.reduce((sum, { track }) => sum + placedCount(track), 0);
  const leftOut = devices.reduce((sum, { track }) => sum + track.count, 0) - count;
  const metres = devices.reduce((sum, { track }) => sum + trackMetres(track), 0);
  const without = t('exchange-files.about.withoutPlace', { count: leftOut });
  return [
    ...exportNotes('exchange-files.table.fixes', count, context),
    ...(leftOut === 0 ? [] : [[t('exchange-files.about.leftOut'), without] as const]),
    [
      t('exchange-files.about.length'),
      t('exchange-files.about.lengthBy', {
        length: lengthText(metres, context, createQuantities(context.language, t)),
        method: t('exchange-files.about.distanceMethod'),
      }),
    ],
  ];
}
