/// <reference lib="esnext.temporal" />
import { isTimeZone, zonedMoment, zoneOffsetMs } from './calendar';
import { withoutUnseen } from './text';

/** What this computer says about its time zone. */
export interface ComputerZone {
  /** One that can be used in any case. */
  zone: string;
  /** False: the computer names none; `zone` has the present difference of its clock from UTC. */
  isNamed: boolean;
}

/** The zone of this process. An environment may name one that does not exist, or none. */
export function zoneOfProcess(): ComputerZone {
  const name: unknown = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = new Date();
  const minutes = -now.getTimezoneOffset();
  // For TZ=GMT-4 the name is that of UTC-4, and the clock shows UTC+4, which is right.
  const isUsable =
    typeof name === 'string' &&
    isTimeZone(name) &&
    zoneOffsetMs(now.getTime(), name) === minutes * 60_000;
  return isUsable
    ? { zone: name, isNamed: true }
    : { zone: zoneOfMinutes(minutes), isNamed: false };
}

/**
 * The zone that a text of somebody else means: a name of IANA in any case, old or new, or of Windows, or a difference
 * from UTC as people write it ("GMT+2", "UTC-05:30"). null: none.
 */
export function zoneNamed(text: string): string | null {
  const name = withoutUnseen(text);
  if (isTimeZone(name)) return zonedMoment(0, name).timeZoneId;
  const [, sign, hours = '', minutes = '0'] =
    /^(?:UTC|GMT|Z)?\s*([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  if (sign !== undefined && size <= 14 * 60) return zoneOfMinutes(sign === '+' ? size : -size);
  return zoneOfWindowsName(name) ?? usual(name.replaceAll(' ', '_'));
}

const usual = (name: string): string | null =>
  isTimeZone(name) ? zonedMoment(0, name).timeZoneId : null;

/** Whether two names are of one zone, such as Asia/Calcutta and Asia/Kolkata. */
export function isSameZone(a: string, b: string): boolean {
  return zonedMoment(0, a).equals(zonedMoment(0, b));
}

/** A zone as it is shown: "+05:00" alone reads like a number. */
export const zoneLabel = (zone: string): string => (/^[+-]/.test(zone) ? `UTC${zone}` : zone);

function zoneOfMinutes(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  // A rule of TZ may differ by a whole day from UTC; a zone cannot.
  return size === 0 || size >= 24 * 60
    ? 'UTC'
    : `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** Windows names of zones and the zone of each in the world (CLDR, windowsZones); `~` is " Standard Time". */
const packed =
  'Dateline~=Etc/GMT+12;UTC-11=Etc/GMT+11;Aleutian~=America/Adak;Hawaiian~=Pacific/Honolulu;' +
  'Marquesas~=Pacific/Marquesas;Alaskan~=America/Anchorage;UTC-09=Etc/GMT+9;Pacific~ (Mexico)=America/Tijuana;' +
  'UTC-08=Etc/GMT+8;Pacific~=America/Los_Angeles;US Mountain~=America/Phoenix;' +
  'Mountain~ (Mexico)=America/Mazatlan;Mountain~=America/Denver;Yukon~=America/Whitehorse;' +
  'Central America~=America/Guatemala;Central~=America/Chicago;Easter Island~=Pacific/Easter;' +
  'Central~ (Mexico)=America/Mexico_City;Canada Central~=America/Regina;SA Pacific~=America/Bogota;' +
  'Eastern~ (Mexico)=America/Cancun;Eastern~=America/New_York;Haiti~=America/Port-au-Prince;' +
  'Cuba~=America/Havana;US Eastern~=America/Indianapolis;Turks And Caicos~=America/Grand_Turk;' +
  'Paraguay~=America/Asuncion;Atlantic~=America/Halifax;Venezuela~=America/Caracas;' +
  'Central Brazilian~=America/Cuiaba;SA Western~=America/La_Paz;Pacific SA~=America/Santiago;' +
  'Newfoundland~=America/St_Johns;Tocantins~=America/Araguaina;E. South America~=America/Sao_Paulo;' +
  'SA Eastern~=America/Cayenne;Argentina~=America/Buenos_Aires;Greenland~=America/Godthab;' +
  'Montevideo~=America/Montevideo;Magallanes~=America/Punta_Arenas;Saint Pierre~=America/Miquelon;' +
  'Bahia~=America/Bahia;UTC-02=Etc/GMT+2;Azores~=Atlantic/Azores;Cape Verde~=Atlantic/Cape_Verde;UTC=Etc/UTC;' +
  'GMT~=Europe/London;Greenwich~=Atlantic/Reykjavik;Sao Tome~=Africa/Sao_Tome;Morocco~=Africa/Casablanca;' +
  'W. Europe~=Europe/Berlin;Central Europe~=Europe/Budapest;Romance~=Europe/Paris;' +
  'Central European~=Europe/Warsaw;W. Central Africa~=Africa/Lagos;Jordan~=Asia/Amman;GTB~=Europe/Bucharest;' +
  'Middle East~=Asia/Beirut;Egypt~=Africa/Cairo;E. Europe~=Europe/Chisinau;Syria~=Asia/Damascus;' +
  'West Bank~=Asia/Hebron;South Africa~=Africa/Johannesburg;FLE~=Europe/Kiev;Israel~=Asia/Jerusalem;' +
  'South Sudan~=Africa/Juba;Kaliningrad~=Europe/Kaliningrad;Sudan~=Africa/Khartoum;Libya~=Africa/Tripoli;' +
  'Namibia~=Africa/Windhoek;Arabic~=Asia/Baghdad;Turkey~=Europe/Istanbul;Arab~=Asia/Riyadh;' +
  'Belarus~=Europe/Minsk;Russian~=Europe/Moscow;E. Africa~=Africa/Nairobi;Iran~=Asia/Tehran;' +
  'Arabian~=Asia/Dubai;Astrakhan~=Europe/Astrakhan;Azerbaijan~=Asia/Baku;Russia Time Zone 3=Europe/Samara;' +
  'Mauritius~=Indian/Mauritius;Saratov~=Europe/Saratov;Georgian~=Asia/Tbilisi;Volgograd~=Europe/Volgograd;' +
  'Caucasus~=Asia/Yerevan;Afghanistan~=Asia/Kabul;West Asia~=Asia/Tashkent;Ekaterinburg~=Asia/Yekaterinburg;' +
  'Pakistan~=Asia/Karachi;Qyzylorda~=Asia/Qyzylorda;India~=Asia/Calcutta;Sri Lanka~=Asia/Colombo;' +
  'Nepal~=Asia/Katmandu;Central Asia~=Asia/Almaty;Bangladesh~=Asia/Dhaka;Omsk~=Asia/Omsk;Myanmar~=Asia/Rangoon;' +
  'SE Asia~=Asia/Bangkok;Altai~=Asia/Barnaul;W. Mongolia~=Asia/Hovd;North Asia~=Asia/Krasnoyarsk;' +
  'N. Central Asia~=Asia/Novosibirsk;Tomsk~=Asia/Tomsk;China~=Asia/Shanghai;North Asia East~=Asia/Irkutsk;' +
  'Singapore~=Asia/Singapore;W. Australia~=Australia/Perth;Taipei~=Asia/Taipei;Ulaanbaatar~=Asia/Ulaanbaatar;' +
  'Aus Central W.~=Australia/Eucla;Transbaikal~=Asia/Chita;Tokyo~=Asia/Tokyo;North Korea~=Asia/Pyongyang;' +
  'Korea~=Asia/Seoul;Yakutsk~=Asia/Yakutsk;Cen. Australia~=Australia/Adelaide;AUS Central~=Australia/Darwin;' +
  'E. Australia~=Australia/Brisbane;AUS Eastern~=Australia/Sydney;West Pacific~=Pacific/Port_Moresby;' +
  'Tasmania~=Australia/Hobart;Vladivostok~=Asia/Vladivostok;Lord Howe~=Australia/Lord_Howe;' +
  'Bougainville~=Pacific/Bougainville;Russia Time Zone 10=Asia/Srednekolymsk;Magadan~=Asia/Magadan;' +
  'Norfolk~=Pacific/Norfolk;Sakhalin~=Asia/Sakhalin;Central Pacific~=Pacific/Guadalcanal;' +
  'Russia Time Zone 11=Asia/Kamchatka;New Zealand~=Pacific/Auckland;UTC+12=Etc/GMT-12;Fiji~=Pacific/Fiji;' +
  'Chatham Islands~=Pacific/Chatham;UTC+13=Etc/GMT-13;Tonga~=Pacific/Tongatapu;Samoa~=Pacific/Apia;' +
  'Line Islands~=Pacific/Kiritimati;';

const zones = new Map(
  packed
    .split(';')
    .filter(Boolean)
    .map((entry) => {
      const [name = '', zone = ''] = entry.replace('~', ' Standard Time').split('=');
      return [name.toLowerCase(), zone] as const;
    }),
);

/** The zone of a Windows name such as "W. Europe Standard Time"; null for another text. */
const zoneOfWindowsName = (name: string): string | null =>
  zones.get(name.toLowerCase().replace('daylight time', 'standard time')) ?? null;
