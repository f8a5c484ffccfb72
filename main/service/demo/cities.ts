import type { DemoRole } from '../store';

export type Language = 'fr' | 'es' | 'de' | 'it' | 'pt' | 'pl' | 'cs' | 'en';

/** Where demo vehicles work. Inland cities only: a loop of some kilometres never ends in the sea. */
export interface City {
  name: string;
  country: string;
  language: Language;
  latitude: number;
  longitude: number;
  timeZone: string;
  /** Whole hours from UTC; demo vehicles ignore daylight saving time. */
  utcOffsetHours: number;
  districts: readonly string[];
  /** Index of the city its long-haul vehicles go to and come back from. */
  partner: number;
}

type Line = [
  name: string,
  country: string,
  language: Language,
  latitude: number,
  longitude: number,
  timeZone: string,
  utcOffsetHours: number,
  districts: string,
  partner: number,
];

const lines: readonly Line[] = [
  ['Lyon', 'FR', 'fr', 45.757, 4.851, 'Europe/Paris', 1, 'Sud|Part-Dieu|Croix-Rousse|Gerland', 1],
  ['Dijon', 'FR', 'fr', 47.322, 5.041, 'Europe/Paris', 1, 'Centre|Toison d’Or|Chenôve', 0],
  ['Madrid', 'ES', 'es', 40.42, -3.69, 'Europe/Madrid', 1, 'Chamberí|Vallecas|Getafe|Alcalá', 3],
  ['Zaragoza', 'ES', 'es', 41.652, -0.881, 'Europe/Madrid', 1, 'Delicias|Actur|Pla-Za', 2],
  [
    'Ciudad de México',
    'MX',
    'es',
    19.41,
    -99.14,
    'America/Mexico_City',
    -6,
    'Coyoacán|Iztapalapa|Álvaro Obregón',
    5,
  ],
  [
    'Querétaro',
    'MX',
    'es',
    20.592,
    -100.392,
    'America/Mexico_City',
    -6,
    'Centro|Juriquilla|El Marqués',
    4,
  ],
  ['Berlin', 'DE', 'de', 52.51, 13.4, 'Europe/Berlin', 1, 'Neukölln|Köpenick|Spandau', 7],
  ['Leipzig', 'DE', 'de', 51.34, 12.375, 'Europe/Berlin', 1, 'Nord|Plagwitz|Süd', 6],
  ['Milano', 'IT', 'it', 45.468, 9.18, 'Europe/Rome', 1, 'Lambrate|Rho|Città Studi', 9],
  ['Torino', 'IT', 'it', 45.07, 7.67, 'Europe/Rome', 1, 'Lingotto|Mirafiori|Centro', 8],
  [
    'São Paulo',
    'BR',
    'pt',
    -23.55,
    -46.63,
    'America/Sao_Paulo',
    -3,
    'Mooca|Tatuapé|Santo André',
    11,
  ],
  [
    'Campinas',
    'BR',
    'pt',
    -22.906,
    -47.06,
    'America/Sao_Paulo',
    -3,
    'Barão Geraldo|Centro|Sumaré',
    10,
  ],
  ['Bogotá', 'CO', 'es', 4.65, -74.095, 'America/Bogota', -5, 'Fontibón|Engativá|Usaquén', 13],
  ['Ibagué', 'CO', 'es', 4.438, -75.22, 'America/Bogota', -5, 'Picaleña|Centro|El Jordán', 12],
  ['Warszawa', 'PL', 'pl', 52.23, 21.01, 'Europe/Warsaw', 1, 'Żoliborz|Praga-Południe|Włochy', 15],
  ['Łódź', 'PL', 'pl', 51.77, 19.455, 'Europe/Warsaw', 1, 'Bałuty|Widzew|Górna', 14],
  ['Praha', 'CZ', 'cs', 50.08, 14.43, 'Europe/Prague', 1, 'Žižkov|Smíchov|Letňany', 17],
  ['Plzeň', 'CZ', 'cs', 49.745, 13.377, 'Europe/Prague', 1, 'Borská pole|Slovany|Lochotín', 16],
  ['Birmingham', 'GB', 'en', 52.48, -1.89, 'Europe/London', 0, 'Aston|Digbeth|Solihull', 19],
  ['Nottingham', 'GB', 'en', 52.953, -1.15, 'Europe/London', 0, 'Lenton|Sneinton|Beeston', 18],
  [
    'Córdoba',
    'AR',
    'es',
    -31.415,
    -64.185,
    'America/Argentina/Cordoba',
    -3,
    'Güemes|Alta Córdoba|Nueva Córdoba',
    21,
  ],
  [
    'Rosario',
    'AR',
    'es',
    -32.955,
    -60.67,
    'America/Argentina/Cordoba',
    -3,
    'Fisherton|Centro|Echesortu',
    20,
  ],
  ['Santiago', 'CL', 'es', -33.455, -70.66, 'America/Santiago', -4, 'Ñuñoa|Maipú|Peñalolén', 23],
  ['Rancagua', 'CL', 'es', -34.17, -70.74, 'America/Santiago', -4, 'Centro|Machalí|Norte', 22],
];

export const cities: readonly City[] = lines.map(
  ([
    name,
    country,
    language,
    latitude,
    longitude,
    timeZone,
    utcOffsetHours,
    districts,
    partner,
  ]) => ({
    name,
    country,
    language,
    latitude,
    longitude,
    timeZone,
    utcOffsetHours,
    districts: districts.split('|'),
    partner,
  }),
);

/** Index of the device whose depot a demo device uses; stacked devices share the first one's. */
export const depotIndexOf = (role: DemoRole, deviceIndex: number): number =>
  role === 'stacked' ? 0 : deviceIndex;

/** The city of the demo device at this index: big cities first, soon all of them. */
export function cityIndexOf(deviceIndex: number): number {
  // Twelve pairs; the first city of a pair keeps two vehicles of three.
  const pair = deviceIndex % (cities.length / 2);
  const turn = Math.floor(deviceIndex / (cities.length / 2));
  return pair * 2 + (turn % 3 === 2 ? 1 : 0);
}
