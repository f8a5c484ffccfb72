import { z } from 'zod';
import { moment } from '../rules/calendar';

const text = z.string('must be text').nullable().default(null);

const validity = moment().nullable().default(null);

const country = z.string('must be given').transform((given, refinement) => {
  const code = countryCode(given);
  if (code === null) {
    refinement.addIssue(`"${given}" is not a country of /api/users/countries`);
    return z.NEVER;
  }
  return code;
});

const requiredFields = {
  name: z.string('must be given').trim().min(1, 'must not be empty'),
  email: z.email('must be an e-mail address'),
  country,
  timeZone: z
    .string('must be given')
    .refine((zone) => Object.hasOwn(timeZones(), zone), 'is not a zone of /api/users/timeZones'),
};
const optionalFields = {
  description: text,
  message: text,
  disabled: z.boolean('must be true or false').nullish().transform(Boolean),
  disabledMessage: text,
  tags: z
    .record(z.string(), z.string('must be text'), 'must be an object of texts')
    .nullish()
    .transform((tags) => tags ?? {}),
  privileges: z
    .array(z.string('must be text'), 'must be an array of texts')
    .nullish()
    .transform((words) => words ?? []),
  /** Id or name of a group, as it was written. */
  group: text,
  deviceId: text,
  adminDevices: z
    .number('must be a whole number, 0 or more')
    .int('must be a whole number, 0 or more')
    .nonnegative('must be a whole number, 0 or more')
    .nullable()
    .default(null),
  from: validity,
  expires: validity,
};

/** The members of a user that a request sets and a response shows. */
export const userMembers = Object.keys({ ...requiredFields, ...optionalFields });
/** What a user has of the fields that a request leaves out. */
export const emptyUserFields = z.object(optionalFields).parse({});

/** The body of POST and PUT on users (wire contract 5.3); system members are ignored. */
export const userSchema = z
  .object({
    ...requiredFields,
    ...optionalFields,
    password: z
      .string('must be text; leave it out to keep it')
      .min(1, 'must not be empty')
      .optional(),
  })
  .refine(({ from, expires }) => from === null || expires === null || from <= expires, {
    path: ['expires'],
    message: 'must not be before from',
  });

export type UserDocument = z.infer<typeof userSchema>;

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
function countryCode(text: string): string | null {
  if (countries()[text]) return text;
  const same = (code: string) => countries()[code] === text || alpha3[code] === text;
  return Object.keys(countries()).find(same) ?? null;
}
