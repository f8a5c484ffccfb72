/** Two-letter codes of regions, private use or retired countries, which are not ISO 3166 countries. */
const notCountries = new Set(
  (
    'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH ' +
    'NT QO QU RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'
  ).split(' '),
);

function allCountries(): Record<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const found: Record<string, string> = {};
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = notCountries.has(code) ? undefined : names.of(code);
      if (name) found[code] = name;
    }
  }
  return found;
}

/** Current IANA names that the runtime accepts, but lists under an earlier name only. */
const currentZones = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Etc/UTC',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
];

function allTimeZones(): Record<string, string> {
  const zones = new Set(['UTC', ...currentZones, ...Intl.supportedValuesOf('timeZone')]);
  return Object.fromEntries(
    [...zones].sort().map((timeZone) => {
      const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' });
      const name = parts.formatToParts(0).find(({ type }) => type === 'timeZoneName');
      return [timeZone, name?.value ?? timeZone];
    }),
  );
}

let countryNames: Record<string, string> | undefined;
let zoneNames: Record<string, string> | undefined;

/** Two-letter ISO 3166 codes to English names. */
export function countries(): Record<string, string> {
  return (countryNames ??= allCountries());
}

/** IANA zone names to English descriptions. */
export function timeZones(): Record<string, string> {
  return (zoneNames ??= allTimeZones());
}

/** Three-letter codes of the countries in the demo account; one of the forms seen on the wire. */
const alpha3: Record<string, string> = {
  AR: 'ARG',
  BR: 'BRA',
  CL: 'CHL',
  CO: 'COL',
  CZ: 'CZE',
  DE: 'DEU',
  ES: 'ESP',
  FR: 'FRA',
  GB: 'GBR',
  IT: 'ITA',
  MX: 'MEX',
  PL: 'POL',
  PT: 'PRT',
};

export function countryAs(code: string, form: 'code' | 'name' | 'alpha3'): string {
  if (form === 'name') return countries()[code] ?? code;
  return form === 'alpha3' ? (alpha3[code] ?? code) : code;
}

/** The code of a country given by any of the three forms; null for an unknown one. */
export function countryCode(text: string): string | null {
  if (countries()[text]) return text;
  const same = (code: string) => countries()[code] === text || alpha3[code] === text;
  return Object.keys(countries()).find(same) ?? null;
}
