import { emptyUserFields } from '../routes/user-schema';
import type { DeviceRow, GroupRow, UserRow } from '../store';
import { cities, cityIndexOf, depotIndexOf } from './cities';
import { demoCity } from './city';

const dayMs = 86_400_000;

/** The wire names of privileges are not documented; these are invented for the demo account. */
const privileges = {
  edit: 'EditDevices',
  commands: 'SendCommands',
  sms: 'SendSmsAlerts',
  trackOne: 'TrackOne',
  trackAll: 'TrackAll',
} as const;

type GroupPlan = [name: string, description: string | null, deviceIds: string[]];
type IdsOf = (keep: (device: DeviceRow, index: number) => boolean) => string[];

const byDistrict = (ids: IdsOf): GroupPlan[] =>
  demoCity.districts
    .slice(0, 5)
    .map((district) => [
      district,
      `Vehicles of the depot ${district}`,
      ids(({ tags, name }) => tags['depot'] === district || name.includes(district)),
    ]);

/** Groups that overlap: by country or district, by kind, by depot; one is empty, some devices are in none. */
export function demoGroups(devices: readonly DeviceRow[], now: number): GroupRow[] {
  const ids: IdsOf = (keep) =>
    devices.filter((device, i) => (i + 1) % 19 !== 0 && keep(device, i)).map((device) => device.id);
  const inCountry = (country: string) =>
    ids(
      (device) =>
        device.demo !== null &&
        cities[cityIndexOf(depotIndexOf(device.demo.role, device.demo.index))]?.country === country,
    );
  const byCountry = (): GroupPlan[] => [
    ['Lyon et région', 'Tous les véhicules de la région', inCountry('FR')],
    ['España', 'Vehículos de Madrid y Zaragoza', inCountry('ES')],
    ['México', null, inCountry('MX')],
    ['Deutschland', 'Berlin und Leipzig', inCountry('DE')],
    ['Brasil', 'São Paulo e Campinas', inCountry('BR')],
  ];
  const isCity = devices[0]?.demo?.area === 'city';
  const plans: GroupPlan[] = [
    ...(isCity ? byDistrict(ids) : byCountry()),
    [
      'Long haul',
      isCity ? 'Long rounds, overnight' : 'Between cities, overnight',
      ids((device) => device.demo?.role === 'hauls'),
    ],
    [
      'Trailers and containers',
      'They move when somebody pulls them',
      ids(({ demo }) => demo?.role === 'parked' || demo?.role === 'stacked'),
    ],
    [
      'Cold chain',
      'Temperature is checked twice a day',
      ids(({ name }) => /frig|Kühl|Refrig|refrig|Chł|chł|Chlad/.test(name)),
    ],
    ['Night shift', null, ids((_, i) => i % 7 === 2)],
    ['Spare vehicles', 'Nothing here at the moment', []],
  ];
  return plans.map(([name, description, deviceIds], i) => ({
    id: `grp-${101 + i}`,
    name,
    description,
    deviceIds,
    createdAt: now - (400 - i * 21) * dayMs,
    modifiedAt: now - (60 - i * 5) * dayMs,
  }));
}

const blank = { ...emptyUserFields, passwordHash: null, isOwner: false };

/** Users of every kind; `deviceId` is one of the fleet's own. */
export function demoUsers(
  groups: readonly GroupRow[],
  deviceId: string | null,
  now: number,
): UserRow[] {
  const people: (Partial<UserRow> & Pick<UserRow, 'name' | 'email' | 'country' | 'timeZone'>)[] = [
    {
      name: 'Inês Carvalho',
      email: 'ines@waypost.example',
      country: 'PT',
      timeZone: 'Europe/Lisbon',
      description: 'Owner of the account',
      isOwner: true,
      privileges: Object.values(privileges),
      lastLoginAt: now - 2 * 3_600_000,
    },
    {
      name: 'Jérôme Lefèvre',
      email: 'jerome@waypost.example',
      country: 'FR',
      timeZone: 'Europe/Paris',
      description: 'Dispatcher, Lyon',
      group: groups[0]?.name ?? null,
      privileges: [privileges.edit, privileges.trackAll],
      tags: { shift: 'day' },
    },
    {
      name: 'Begoña Ibáñez',
      email: 'begona@waypost.example',
      country: 'ES',
      timeZone: 'Europe/Madrid',
      group: groups[1]?.id ?? null,
      privileges: [privileges.trackAll, privileges.sms],
    },
    {
      name: 'Łukasz Żak',
      email: 'lukasz@waypost.example',
      country: 'PL',
      timeZone: 'Europe/Warsaw',
      description: 'Driver',
      deviceId,
      privileges: [privileges.trackOne],
    },
    {
      name: 'Anneliese Köhler',
      email: 'anneliese@waypost.example',
      country: 'DE',
      timeZone: 'Europe/Berlin',
      adminDevices: 25,
      privileges: [privileges.edit, privileges.commands],
    },
    {
      name: 'Tomáš Dvořák',
      email: 'tomas@waypost.example',
      country: 'CZ',
      timeZone: 'Europe/Prague',
      disabled: true,
      disabledMessage: 'On parental leave until autumn',
    },
    {
      name: 'María José Núñez',
      email: 'mariajose@waypost.example',
      country: 'CL',
      timeZone: 'America/Santiago',
      message: 'Please call the depot before 8:00',
      from: now - 700 * dayMs,
      expires: now - 12 * dayMs,
    },
    {
      name: 'João Araújo',
      email: 'joao@waypost.example',
      country: 'BR',
      timeZone: 'America/Sao_Paulo',
      expires: now + 20 * dayMs,
      lastLoginAt: null,
      description: 'Invited, has not signed in yet',
    },
    {
      name: 'Siân Prichard',
      email: 'sian@waypost.example',
      country: 'GB',
      timeZone: 'Europe/London',
      tags: { shift: 'night', desk: '3' },
      privileges: [privileges.trackAll],
    },
  ];
  return people.map((person, i) => ({
    ...blank,
    id: `usr-${31 + i}`,
    createdAt: now - (500 - i * 30) * dayMs,
    modifiedAt: now - (40 - i) * dayMs,
    lastLoginAt: now - (i + 1) * 0.4 * dayMs,
    ...person,
  }));
}
