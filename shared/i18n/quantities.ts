import { dayMs, isTimeZone } from '../domain/calendar';
import { degreesText, type CoordinateStyle } from '../domain/coordinates';
import { type DistanceUnit, metresPer, type SpeedUnit, type Units } from '../domain/units';
import type { NearTown, Whereabouts } from '../places/place';
import { dayShape, type Language } from './languages';
import type { PlainKey, Translate } from './translate';

/** A unit that a number can be shown in. */
export type Unit = SpeedUnit | DistanceUnit | Units['length'];

const intlUnits: Record<Exclude<Unit, 'kn' | 'nmi'>, string> = {
  'm/s': 'meter-per-second',
  'km/h': 'kilometer-per-hour',
  mph: 'mile-per-hour',
  km: 'kilometer',
  mi: 'mile',
  m: 'meter',
  ft: 'foot',
};

const precisions = {
  whole: { maximumFractionDigits: 0 },
  tenth: { maximumFractionDigits: 1 },
  hundredth: { maximumFractionDigits: 2 },
  oneTenth: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  precise: { maximumFractionDigits: 3 },
  vast: { notation: 'scientific', maximumSignificantDigits: 4 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;
type Precision = keyof typeof precisions;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365.25 * day;

/** The largest unit of a length of time, and how many there are. */
function largestUnit(ms: number): {
  unit: 'second' | 'minute' | 'hour' | 'day' | 'year';
  count: number;
} {
  const length = Math.abs(ms);
  if (length < minute) return { unit: 'second', count: Math.floor(length / second) };
  if (length < hour) return { unit: 'minute', count: Math.floor(length / minute) };
  if (length < day) return { unit: 'hour', count: Math.floor(length / hour) };
  if (length < 730 * day) return { unit: 'day', count: Math.floor(length / day) };
  return { unit: 'year', count: Math.floor(length / year) };
}

const compassPoints = [
  'common.course.north',
  'common.course.northNorthEast',
  'common.course.northEast',
  'common.course.eastNorthEast',
  'common.course.east',
  'common.course.eastSouthEast',
  'common.course.southEast',
  'common.course.southSouthEast',
  'common.course.south',
  'common.course.southSouthWest',
  'common.course.southWest',
  'common.course.westSouthWest',
  'common.course.west',
  'common.course.westNorthWest',
  'common.course.northWest',
  'common.course.northNorthWest',
] as const satisfies readonly PlainKey[];

const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The point of a circle of as many points that is nearest to a direction in degrees. */
const pointOf = (degrees: number, points: number) =>
  Math.round((((degrees % 360) + 360) % 360) / (360 / points)) % points;

/** Within this distance of its centre a position is in or at the town, and a direction says nothing. */
const atTownMetres = 1000;

// Rounding the whole angle first keeps 59.9999 minutes from being written as 60.
function degreesMinutes(angle: number): string {
  const thousandths = Math.round(Math.abs(angle) * 60_000);
  const degrees = Math.floor(thousandths / 60_000);
  return `${degrees}° ${((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0')}′`;
}

function degreesMinutesSeconds(angle: number): string {
  const tenths = Math.round(Math.abs(angle) * 36_000);
  const degrees = Math.floor(tenths / 36_000);
  const minutes = String(Math.floor((tenths % 36_000) / 600)).padStart(2, '0');
  return `${degrees}° ${minutes}′ ${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}″`;
}

function nameOfZone(locale: string, timeZone: string): string | null {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' });
  const name = parts.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value;
  // Zones without a name have their difference from UTC.
  return name === undefined || /\p{Nd}/u.test(name) ? null : name;
}

/** Made at the first use: each formatter of Intl takes milliseconds. */
export function onUse<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

export type Quantities = ReturnType<typeof createQuantities>;

/**
 * How amounts, lengths of time, calendar days and places are written in a language. `isOnPage`: lines are broken
 * there, but not between a number and its unit.
 */
export function createQuantities(
  { locale }: Pick<Language, 'locale'>,
  t: Translate,
  { isOnPage = false } = {},
) {
  const inOneLine = (text: string) => (isOnPage ? text.replaceAll(' ', '\u00a0') : text);
  // Intl's formatters take milliseconds to make.
  const formats = new Map<string, Intl.NumberFormat>();
  const numberFormat = (precision: Precision, unit?: string): Intl.NumberFormat => {
    const name = `${precision} ${unit}`;
    let format = formats.get(name);
    if (!format) {
      const shape = unit ? { style: 'unit', unit, unitDisplay: 'short' } : {};
      format = new Intl.NumberFormat(locale, { ...precisions[precision], ...shape } as object);
      formats.set(name, format);
    }
    return format;
  };
  const number = (value: number, precision: Precision): string =>
    numberFormat(precision).format(value);
  const dayFormats = new Map<boolean, Intl.DateTimeFormat>();
  const dayFormat = (hasYear: boolean) => {
    let format = dayFormats.get(hasYear);
    if (!format) {
      const { year, ...shape } = dayShape(locale);
      format = new Intl.DateTimeFormat(locale, {
        ...shape,
        ...(hasYear && { year }),
        timeZone: 'UTC',
      });
      dayFormats.set(hasYear, format);
    }
    return format;
  };
  const minuteFormat = onUse(
    () => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
  );
  let countries: Intl.DisplayNames | null = null;
  const zones = new Map<string, string | null>();

  /** "45 km/h", "2.5 mi". */
  function amount(value: number, unit: Unit, precision: Precision): string {
    if (unit === 'kn' || unit === 'nmi') {
      const name = unit === 'kn' ? 'common.amount.knots' : 'common.amount.nauticalMiles';
      return inOneLine(t(name, { amount: number(value, precision) }));
    }
    return inOneLine(numberFormat(precision, intlUnits[unit]).format(value));
  }

  /** A unit alone, as many have it: "km/h". */
  function unitName(unit: Unit): string {
    if (unit === 'kn') return t('common.unit.knots');
    if (unit === 'nmi') return t('common.unit.nauticalMiles');
    return numberFormat('whole', intlUnits[unit])
      .formatToParts(100)
      .flatMap(({ type, value }) => (type === 'unit' ? value : []))
      .join('');
  }

  /** A distance in whole units, with one decimal below ten: "4 km", "2.5 mi". */
  const townName = ({ town, country }: NearTown, usualCountry: string | null): string =>
    country === usualCountry ? town : t('common.place.town', { town, country });

  function nearTown(at: NearTown, unit: DistanceUnit, usualCountry: string | null): string {
    const { metres, bearing } = at;
    const town = townName(at, usualCountry);
    if (metres < atTownMetres) {
      return t('common.place.at', { town, distance: distance(atTownMetres, unit) });
    }
    return t('common.place.from', {
      town,
      distance: distance(metres, unit),
      direction: directions[pointOf(bearing, directions.length)]!,
    });
  }

  function distance(metres: number, unit: DistanceUnit): string {
    const value = metres / metresPer[unit];
    return amount(value, unit, value < 9.95 ? 'tenth' : 'whole');
  }

  /** A length of time in its largest unit: "40 s", "5 min", "3 h", "12 d", "2 y". */
  function span(ms: number): string {
    const { unit, count } = largestUnit(ms);
    return t(`common.span.${unit}`, { count });
  }
  const ago = (ms: number): string => {
    const { unit, count } = largestUnit(Math.max(0, ms));
    return t(`common.ago.${unit}`, { count });
  };

  const daysAndHours = (days: number, hours: number) =>
    hours > 0 ? t('common.duration.daysHours', { days, hours }) : span(days * day);

  return {
    /** A number alone, in a message that has its unit. */
    rounded: number,
    amount,
    unitName,
    distance,
    span,
    /** How long ago: "5 min ago". A moment after `now` is "5 min ahead", because a clock is wrong. */
    age(at: number, now: number): string {
      if (now - at >= -minute) return ago(now - at);
      const { unit, count } = largestUnit(now - at);
      return t(`common.ahead.${unit}`, { count });
    },
    /** How far away: "in 3 d", or "3 d ago" once it has passed. */
    until(at: number, now: number): string {
      if (at <= now) return ago(now - at);
      const { unit, count } = largestUnit(at - now);
      return t(`common.in.${unit}`, { count });
    },
    /** Seconds with two units: "2 h 5 min". */
    duration(seconds: number): string {
      const s = Math.floor(seconds);
      if (s >= 86_400) return daysAndHours(Math.floor(s / 86_400), Math.floor((s % 86_400) / 3600));
      const [hours, minutes] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)];
      if (hours > 0 && minutes > 0) return t('common.duration.hoursMinutes', { hours, minutes });
      if (hours === 0 && minutes > 0 && s % 60 > 0) {
        return t('common.duration.minutesSeconds', { minutes, seconds: s % 60 });
      }
      return span(s * second);
    },
    /** Seconds without seconds: "42 min", "1 h 05", "2 d 3 h". */
    shortDuration(seconds: number): string {
      const all = Math.floor(seconds / 60);
      if (all < 1) return t('common.duration.lessThanMinute');
      if (all < 60) return span(all * minute);
      if (all >= 1440) return daysAndHours(Math.floor(all / 1440), Math.floor((all % 1440) / 60));
      return t('common.duration.hourMinutes', { hours: Math.floor(all / 60), minutes: all % 60 });
    },
    /** "22 Nov 2027" for a calendar day, `YYYY-MM-DD`, of no time zone. */
    calendarDay: (of: string, hasYear = true): string => dayFormat(hasYear).format(dayMs(of)),
    /** "14:03" or "02:03 pm" for a minute of the day. */
    timeOfDay: (minuteOfDay: number): string => minuteFormat().format(minuteOfDay * minute),
    /** How far away a calendar day is: "in 29 d", "today", "3 d ago". Never rounded, so that all pages agree. */
    daysAway(days: number): string {
      if (days === 0) return t('common.today');
      return days > 0 ? t('common.in.day', { count: days }) : t('common.ago.day', { count: -days });
    },
    /** "82 %", for 82. */
    percent: (value: number, precision: Precision = 'whole'): string =>
      inOneLine(t('common.amount.percent', { amount: number(value, precision) })),
    /** "1.4 MB", in powers of ten. */
    size(bytes: number): string {
      if (bytes < 1000) return t('common.amount.bytes', { count: bytes });
      const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
      const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
      const value = bytes / 1000 ** power;
      const precision = value < 10 ? 'oneTenth' : 'whole';
      return inOneLine(numberFormat(precision, units[power - 1]!).format(value));
    },
    /** The word for a course in degrees clockwise from north. */
    compassWord: (degrees: number): string =>
      t(compassPoints[pointOf(degrees, compassPoints.length)]!),
    /** "45.81500, 15.98190", "45° 48.900′ N 15° 58.914′ E", "45° 48′ 54.0″ N …". */
    coordinates(latitude: number, longitude: number, style: CoordinateStyle): string {
      if (style === 'dd') return `${degreesText(latitude, 5)}, ${degreesText(longitude, 5)}`;
      const angle = style === 'ddm' ? degreesMinutes : degreesMinutesSeconds;
      return t('common.coordinates', {
        latitude: angle(latitude),
        ns: latitude < 0 ? 'south' : 'north',
        longitude: angle(longitude),
        ew: longitude < 0 ? 'west' : 'east',
      });
    },
    /** The name of a country, by its ISO 3166-1 alpha-2 code; another code has the name of whoever uses it. */
    country(code: string, otherwise = code): string {
      if (!/^[A-Z]{2}$/.test(code)) return otherwise;
      countries ??= new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
      return countries.of(code) ?? otherwise;
    },
    /** "Mitteleuropäische Zeit": the name of a zone; null if the language has none. Takes a millisecond the first time. */
    zoneName(zone: string): string | null {
      let name = zones.get(zone);
      if (name === undefined) {
        name = isTimeZone(zone) ? nameOfZone(locale, zone) : null;
        zones.set(zone, name);
      }
      return name;
    },
    /**
     * "Depot North"; "Via Roma 12, Turin, IT"; outside of the town "Via Roma 12 · Turin, IT · 4 km NE"; "Turin, IT · 4 km
     * NE", and "Turin, IT · < 1 km" near its centre. `usualCountry` goes without saying.
     */
    place(at: Whereabouts, unit: DistanceUnit, usualCountry: string | null = null): string {
      if ('places' in at) return at.places[0]!;
      if ('metres' in at) return nearTown(at, unit, usualCountry);
      const { street, number, town } = at;
      const address = number === null ? street : t('common.place.address', { street, number });
      if (!town) return address;
      return town.isInTown
        ? t('common.place.streetInTown', { address, town: townName(town, usualCountry) })
        : t('common.place.streetNearTown', { address, town: nearTown(town, unit, usualCountry) });
    },
  };
}
