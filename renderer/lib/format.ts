import { writableZone } from '#shared/domain/calendar';
import type { CoordinateStyle } from '#shared/domain/coordinates';
import {
  type SpeedUnit,
  type UnitChoice,
  convertSpeed,
  metresPer,
  metresPerLength,
  unitsOf,
} from '#shared/domain/units';
import { dayShape, firstDayOfWeek, type Language } from '#shared/i18n/languages';
import { createQuantities, onUse } from '#shared/i18n/quantities';
import { createTranslate, isolated, saidIn, sideBySide, type Said } from '#shared/i18n/translate';
import type { NearTown, Whereabouts } from '#shared/places/place';

interface FormatOptions extends UnitChoice {
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The zone of the account's days; absent: as `timeZone`. */
  accountTimeZone?: string;
  serviceSpeedUnit: SpeedUnit;
  coordinateStyle?: CoordinateStyle;
}

export type Format = ReturnType<typeof createFormat>;

/** The formatting for the current settings. Create it once for each choice, not for each value. */
export function createFormat(options: FormatOptions) {
  const { language, timeZone, serviceSpeedUnit, speedUnit, coordinateStyle = 'dd' } = options;
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
  const date = dayShape(locale);
  const minute = { hour: '2-digit', minute: '2-digit' } as const;
  const time = { ...minute, second: '2-digit' } as const;
  const moments = dates({ ...date, ...time, timeZoneName: 'short' });
  const days = dates(date);
  const clocks = dates(time);
  const minutes = dates(minute);
  const firstDay = onUse(() => firstDayOfWeek(locale));
  const whole = numbers({ maximumFractionDigits: 0 });
  const precise = numbers({ maximumFractionDigits: 3 });
  const vast = numbers({ notation: 'scientific', maximumSignificantDigits: 4 });
  /** Numbers that are only readable in scientific notation. */
  const isVast = (value: number) => Math.abs(value) >= 1e15;
  const number = (value: number) => (isVast(value) ? vast : precise)().format(value);
  const t = createTranslate(language, { timeZone });
  const quantities = createQuantities(language, t, { isOnPage: true });
  const { amount } = quantities;
  const precisely = (value: number) => (isVast(value) ? 'vast' : 'precise');
  const speed = (value: number, unit: SpeedUnit) =>
    amount(value, unit, isVast(value) ? 'vast' : unit === 'm/s' ? 'tenth' : 'whole');
  const marks = onUse(() => {
    const parts = precise().formatToParts(1_234_567.8);
    const valueOf = (of: string) => parts.find(({ type }) => type === of)?.value;
    return { group: valueOf('group') ?? ',', decimal: valueOf('decimal') ?? '.' };
  });
  const names = onUse(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const choices = onUse(() => new Intl.ListFormat(locale, { type: 'disjunction' }));
  const joined = (form: Intl.ListFormat, texts: readonly string[]) =>
    form.format(texts.map((text) => isolated(text, language)));
  const townTitle = ({ town, region, country: code }: NearTown): string => {
    const country = quantities.country(code);
    return region
      ? t('common.place.nearestWithRegion', { town, region, country })
      : t('common.place.nearest', { town, country });
  };
  return {
    /** Writes a message in the language of the user. */
    t,
    /** A text as it is, a message in the language of the user. */
    said: (text: Said): string => saidIn(t, text),
    language,
    ...quantities,
    /** Names in a sentence: "Ana, Ben and Cleo". */
    list: (texts: readonly string[]) => joined(names(), texts),
    /** Names of which one applies: "Ana, Ben or Cleo". */
    either: (texts: readonly string[]) => joined(choices(), texts),
    /** Texts side by side that may have commas themselves: "Ana, Ben; Cleo". */
    listed: (texts: readonly string[]): string =>
      texts.length === 0 ? '' : texts.reduce((first, rest) => t('common.listed', { first, rest })),
    /** Names or values side by side: "Ana, Ben, Cleo". */
    items: (texts: readonly string[]) => sideBySide(texts, t),
    timeZone,
    /** The day that weeks begin with, 1 (Monday) to 7. */
    get firstDay() {
      return firstDay();
    },
    accountTimeZone: options.accountTimeZone ?? timeZone,
    serviceSpeedUnit,
    speedUnit,
    units,
    coordinateStyle,
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
    /** What stands between the parts of a number. */
    get marks() {
      return marks();
    },
    /** Up to three decimals. */
    number,
    /** A speed in the service's unit, shown in the user's unit. */
    speed: (value: number) => speed(convertSpeed(value, serviceSpeedUnit, speedUnit), speedUnit),
    /** "4 km", "2.5 mi". */
    distance: (metres: number) => quantities.distance(metres, units.distance),
    /** With one decimal, however far: "214.3 km". */
    trackLength: (metres: number) =>
      amount(metres / metresPer[units.distance], units.distance, 'tenth'),
    /** A mileage in kilometres, as an odometer shows it: always with one decimal. */
    mileage(km: number) {
      const value = (km * metresPer.km) / metresPer[units.distance];
      return amount(value, units.distance, isVast(value) ? 'vast' : 'oneTenth');
    },
    /** "150 m", "492 ft". */
    length: (metres: number) =>
      amount(metres / metresPerLength[units.length], units.length, 'whole'),
    /**
     * "Depot North"; "Via Roma 12, Turin"; "Turin · 4 km NE", with the country if it is not the usual one of the fleet.
     */
    place: (at: Whereabouts, usualCountry: string | null = null) =>
      quantities.place(at, units.distance, usualCountry),
    /** "In Depot North and Turin region"; "Nearest town: Turin, Piedmont, Italy"; for a street, in two lines. */
    placeTitle(at: Whereabouts): string {
      if ('places' in at) return t('common.place.in', { places: joined(names(), at.places) });
      if (!('street' in at)) return townTitle(at);
      const street = t('common.place.nearestStreet', { street: at.street });
      return at.town ? `${street}\n${townTitle(at.town)}` : street;
    },
    /** A position as the settings say, unless another style is given. */
    coordinates: (latitude: number, longitude: number, style = coordinateStyle) =>
      quantities.coordinates(latitude, longitude, style),
    /** The same speed as the service sent it. */
    serviceSpeed: (value: number) => amount(value, serviceSpeedUnit, precisely(value)),
  };
}

/** The same formatting with the times of another zone. */
export const inZone = (format: Format, timeZone: string): Format =>
  createFormat({ ...format.options, timeZone });
