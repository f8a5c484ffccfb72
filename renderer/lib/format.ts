import { writableZone } from '#shared/domain/calendar';
import { degreesText } from '#shared/domain/coordinates';
import {
  type SpeedUnit,
  type UnitChoice,
  convertSpeed,
  metresPer,
  metresPerLength,
  unitsOf,
} from '#shared/domain/units';
import type { Language } from '#shared/i18n/languages';
import { createQuantities } from '#shared/i18n/quantities';
import { createTranslate, type Said } from '#shared/i18n/translate';
import type { Place } from '#shared/places/place';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

interface FormatOptions extends UnitChoice {
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The zone of the account's days; absent: as `timeZone`. */
  accountTimeZone?: string;
  serviceSpeedUnit: SpeedUnit;
}

export type Format = ReturnType<typeof createFormat>;

/** A length of time in its largest unit: "40 s", "5 min", "3 h", "12 d", "2 y". */
export function span(ms: number): string {
  const length = Math.abs(ms);
  if (length < minute) return `${Math.floor(length / second)} s`;
  if (length < hour) return `${Math.floor(length / minute)} min`;
  if (length < day) return `${Math.floor(length / hour)} h`;
  if (length < 730 * day) return `${Math.floor(length / day)} d`;
  return `${Math.floor(length / (365.25 * day))} y`;
}

/** How long ago: "5 min ago". A moment after `now` is "5 min ahead", because a clock is wrong. */
export function age(at: number, now: number): string {
  const ms = now - at;
  if (ms < -minute) return `${span(ms)} ahead`;
  return `${span(Math.max(0, ms))} ago`;
}

/** How far away: "in 3 d", or "3 d ago" once it has passed. */
export function until(at: number, now: number): string {
  return at > now ? `in ${span(at - now)}` : `${span(now - at)} ago`;
}

export { duration, shortDuration } from '#shared/domain/duration';

const compassPoints = [
  'north',
  'north-north-east',
  'north-east',
  'east-north-east',
  'east',
  'east-south-east',
  'south-east',
  'south-south-east',
  'south',
  'south-south-west',
  'south-west',
  'west-south-west',
  'west',
  'west-north-west',
  'north-west',
  'north-north-west',
] as const;

/** The word for a course in degrees clockwise from north. */
export function compassWord(degrees: number): string {
  const sector = Math.round((((degrees % 360) + 360) % 360) / 22.5) % 16;
  return compassPoints[sector]!;
}

export const coordinateStyles = ['dd', 'ddm', 'dms'] as const;
/** Decimal degrees, degrees and decimal minutes, or degrees, minutes and seconds. */
export type CoordinateStyle = (typeof coordinateStyles)[number];

/** A position as text: "45.81500, 15.98190", "45° 48.900′ N 15° 58.914′ E", "45° 48′ 54.0″ N …". */
export function coordinates(latitude: number, longitude: number, style: CoordinateStyle): string {
  if (style === 'dd') return `${degreesText(latitude, 5)}, ${degreesText(longitude, 5)}`;
  const part = style === 'ddm' ? degreesMinutes : degreesMinutesSeconds;
  return `${part(latitude, 'N', 'S')} ${part(longitude, 'E', 'W')}`;
}

// Rounding the whole angle first keeps 59.9999 minutes from being written as 60.
function degreesMinutes(angle: number, positive: string, negative: string): string {
  const thousandths = Math.round(Math.abs(angle) * 60_000);
  const degrees = Math.floor(thousandths / 60_000);
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${degrees}° ${minutes}′ ${angle < 0 ? negative : positive}`;
}

function degreesMinutesSeconds(angle: number, positive: string, negative: string): string {
  const tenths = Math.round(Math.abs(angle) * 36_000);
  const degrees = Math.floor(tenths / 36_000);
  const minutes = String(Math.floor((tenths % 36_000) / 600)).padStart(2, '0');
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${degrees}° ${minutes}′ ${seconds}″ ${angle < 0 ? negative : positive}`;
}

/** Made at the first use: each formatter of the browser takes milliseconds. */
function onUse<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** The formatting for the current settings. Create it once for each choice, not for each value. */
export function createFormat(options: FormatOptions) {
  const { language, timeZone, serviceSpeedUnit, speedUnit } = options;
  const { locale } = language;
  const units = unitsOf(options);
  const dates = (shape: Intl.DateTimeFormatOptions) => {
    const inZone = onUse(() => new Intl.DateTimeFormat(locale, { timeZone, ...shape }));
    const inUtc = onUse(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...shape }));
    return (at: number) =>
      (writableZone(at, timeZone) === timeZone ? inZone() : inUtc()).format(at);
  };
  const numbers = (shape: Intl.NumberFormatOptions) =>
    onUse(() => new Intl.NumberFormat(locale, shape));
  const date = { year: 'numeric', month: 'short', day: '2-digit' } as const;
  const time = {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const;
  const moments = dates({ ...date, ...time, timeZoneName: 'short' });
  const days = dates(date);
  const clocks = dates(time);
  const minutes = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const whole = numbers({ maximumFractionDigits: 0 });
  const precise = numbers({ maximumFractionDigits: 3 });
  const vast = numbers({ notation: 'scientific', maximumSignificantDigits: 4 });
  /** Numbers that are only readable in scientific notation. */
  const isVast = (value: number) => Math.abs(value) >= 1e15;
  const number = (value: number) => (isVast(value) ? vast : precise)().format(value);
  const t = createTranslate(language, { timeZone });
  const quantities = createQuantities(language, t);
  const { amount } = quantities;
  const precisely = (value: number) => (isVast(value) ? 'vast' : 'precise');
  const speed = (value: number, unit: SpeedUnit) =>
    amount(value, unit, isVast(value) ? 'vast' : unit === 'm/s' ? 'tenth' : 'whole');
  const names = onUse(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const choices = onUse(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  const items = onUse(() => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));
  return {
    /** Writes a message in the language of the user. */
    t,
    /** A text as it is, a message in the language of the user. */
    said: (text: Said): string => (typeof text === 'string' ? text : t(text)),
    language,
    ...quantities,
    /** Names in a sentence: "Ana, Ben and Cleo". */
    list: (texts: readonly string[]) => names().format(texts),
    /** Names of which one applies: "Ana, Ben or Cleo". */
    either: (texts: readonly string[]) => choices().format(texts),
    /** Names or values side by side: "Ana, Ben, Cleo". */
    items: (texts: readonly string[]) => items().format(texts),
    timeZone,
    accountTimeZone: options.accountTimeZone ?? timeZone,
    serviceSpeedUnit,
    speedUnit,
    units,
    options,
    /** "21 Nov 2026, 14:03:12 CET": date, time and zone. */
    moment: moments,
    /** "21 Nov 2026". */
    day: days,
    /** "14:03". */
    time: minutes,
    /** "14:03:12". */
    clock: clocks,
    count: (value: number) => whole().format(value),
    /** "1 record", "2 records". */
    counted: (value: number, one: string, many = `${one}s`) =>
      `${whole().format(value)} ${value === 1 ? one : many}`,
    /** Up to three decimals. */
    number,
    /** A speed in the service's unit, shown in the user's unit. */
    speed: (value: number) => speed(convertSpeed(value, serviceSpeedUnit, speedUnit), speedUnit),
    /** "4 km", "2.5 mi". */
    distance: (metres: number) => quantities.distance(metres, units.distance),
    /** With one decimal, however far: "214.3 km". */
    trackLength: (metres: number) =>
      amount(metres / metresPer[units.distance], units.distance, 'tenth'),
    /** A mileage in kilometres, with up to three decimals. */
    mileage(km: number) {
      const value = (km * metresPer.km) / metresPer[units.distance];
      return amount(value, units.distance, precisely(value));
    },
    /** "150 m", "492 ft". */
    length: (metres: number) =>
      amount(metres / metresPerLength[units.length], units.length, 'whole'),
    /** "Turin · 4 km NE", with the country if it is not the usual one of the fleet. */
    place: (place: Place, usualCountry: string | null = null) =>
      quantities.place(
        { ...place, country: place.country === usualCountry ? null : place.country },
        units.distance,
      ),
    /** "Nearest town: Turin, Piedmont, Italy". */
    placeTitle({ town, region, country: code }: Place) {
      const country = quantities.country(code);
      return region
        ? t('common.place.nearestWithRegion', { town, region, country })
        : t('common.place.nearest', { town, country });
    },
    /** The same speed as the service sent it. */
    serviceSpeed: (value: number) => amount(value, serviceSpeedUnit, precisely(value)),
  };
}

/** The same formatting with the times of another zone. */
export const inZone = (format: Format, timeZone: string): Format =>
  createFormat({ ...format.options, timeZone });

/** "1.4 MB", in powers of ten. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]!}`;
}

/** One whole message for one, and one for every other number; `{n}` is the number. */
export interface CountedMessage {
  one: string;
  many: string;
}

/** The message for a number; `values` by the names in it. */
export function countedMessage(
  message: CountedMessage,
  n: number,
  { count }: Pick<Format, 'count'>,
  values: Readonly<Record<string, string>> = {},
): string {
  const all: Readonly<Record<string, string>> = { ...values, n: count(n) };
  const text = n === 1 ? message.one : message.many;
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => all[name] ?? found);
}

/** An entry of a module of texts that depends on a number. */
export const counted =
  (message: CountedMessage) =>
  (n: number, format: Pick<Format, 'count'>, values?: Readonly<Record<string, string>>): string =>
    countedMessage(message, n, format, values);
