import { english } from '../../test/support/english';
import type { FeatureCollection } from 'geojson';
import { expect, test } from 'vitest';
import type { Device } from '#shared/domain/device';
import { type Fix, positionOf } from '#shared/domain/fix';
import { choiceOfSystem } from '#shared/domain/units';
import {
  deviceColumns,
  devicesTable,
  type DeviceExportContext,
  type DeviceRow,
  devicesMap,
} from './device-files';

const device: Device = {
  id: 'd<1>',
  name: 'Van "7" & co\u0001',
  description: null,
  phone: '+34 600 11 22 33',
  tags: { depot: 'north' },
  expiresAt: Date.UTC(2030, 0, 31, 23),
  limits: {
    expires: true,
    expirationDate: '2030-02-01',
    dailyEmailLimit: 0,
    dailySmsLimit: null,
    emailsSentToday: null,
    smsSentToday: 4,
  },
  extra: { apiKey: 'never' },
  unlistedAt: null,
};

const fix: Fix = {
  at: Date.UTC(2030, 0, 10, 12),
  latitude: 40.4168,
  longitude: -3.7038,
  speed: 10,
  course: 0,
  battery: null,
  fuel: null,
  fuel2: null,
  temperature: null,
  temperature2: null,
  sensorTimes: [],
  inactiveSeconds: null,
  rpm: null,
  mileageKm: 12.5,
  warningTexts: [],
  alertTexts: ['Low battery'],
  alerts: [],
  warnings: [],
  hasCriticalAlert: null,
  attributes: {},
  accessories: [],
  inputs: [],
  outputs: [],
  extra: {},
};

const rows: DeviceRow[] = [
  { device, fix, position: positionOf(fix), groups: ['North', 'A;B'] },
  {
    device: { ...device, id: 'd2', name: null, limits: null },
    fix: null,
    position: null,
    groups: [],
  },
];

const context: DeviceExportContext = {
  language: english,
  account: 'ana at https://tracking.example.com',
  filter: 'group North',
  timeZone: 'Europe/Madrid',
  exportedAt: Date.UTC(2030, 0, 10, 12),
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
};

const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('speeds and mileages are in the units of the settings, which their titles name', () => {
  const imperial = { ...context, ...choiceOfSystem('imperial') };
  const { columns, rows: cells } = devicesTable(rows, imperial);
  const column = (key: string) => columns.findIndex((one) => one.key === key);
  expect(columns[column('mileage')]?.title).toBe('Mileage (mi)');
  expect(cells[0]?.[column('mileage')]).toBe(7.767);
  expect(columns[column('speed')]?.title).toBe('Speed (mph)');
  expect(cells[0]?.[column('speed')]).toBe(22.37);
});

test('the table has provided values; missing ones are empty, and 0 is 0', () => {
  const { columns, rows: cells } = devicesTable(rows, context);
  const first = Object.fromEntries(columns.map(({ key }, index) => [key, cells[0]?.[index]]));
  expect(first).toMatchObject({
    speed: 36,
    course: 0,
    battery: null,
    dailyEmailLimit: 0,
    dailySmsLimit: null,
    emailsSentToday: null,
    smsSentToday: 4,
    expirationDate: '2030-02-01',
    groups: ['North', 'A;B'],
  });
  expect(columns.map(({ title }) => title)).toContain('Speed (km/h)');
});

const cellsOf = (row: DeviceRow) =>
  Object.fromEntries(deviceColumns(context).map(({ key, of }) => [key, of(row)]));

test('an expiry that begins a day of the account is written as that day, in whichever zone times are', () => {
  const row: DeviceRow = { device, fix, position: positionOf(fix), groups: [] };
  const expires = (at: number, timeZone: string) =>
    deviceColumns({ ...context, timeZone, accountTimeZone: 'Europe/Madrid' })
      .find(({ key }) => key === 'expiresAt')!
      .of({ ...row, device: { ...device, expiresAt: at } });
  expect(expires(Date.UTC(2030, 0, 31, 23), 'UTC')).toBe('2030-02-01');
  expect(expires(Date.UTC(2030, 1, 1, 12), 'UTC')).toBe(Date.UTC(2030, 1, 1, 12));
});

test('the nearest town is that of the last position; a device without one has none', () => {
  const nearestTown = () => 'Turin, IT · 4 km NE';
  const column = deviceColumns({ ...context, nearestTown }).find(
    ({ key }) => key === 'nearestTown',
  );
  const row: DeviceRow = { device, fix, position: positionOf(fix), groups: [] };
  expect(column?.of(row)).toBe('Turin, IT · 4 km NE');
  expect(column?.of({ ...row, position: null })).toBeNull();
  expect(cellsOf(row)['nearestTown']).toBeNull();
});

test('a value that was not understood is not empty', () => {
  const unread = {
    device: { ...device, phone: null, gaps: { notUnderstood: { phone: 34, tags: [1] } } },
    fix: {
      ...fix,
      speed: null,
      mileageKm: null,
      alertTexts: [],
      gaps: {
        notUnderstood: { battery: -1, speed: 'fast', mileageKm: '1,5', alertTexts: 7 },
        notProvided: ['warnings'],
        partly: { warningTexts: [{ code: 3 }] },
      },
    },
    groups: null,
  };
  expect(cellsOf({ ...unread, position: positionOf(unread.fix) })).toMatchObject({
    name: device.name,
    description: null,
    phone: 'Not understood: 34',
    tags: 'Not understood: [1]',
    battery: 'Not understood: -1',
    speed: 'Not understood: fast',
    mileage: 'Not understood: 1,5',
    course: 0,
    alerts: ['Not understood: 7'],
    warnings: ['Not understood: {"code":3}'],
  });
});

test('alerts and their texts are one list, which is empty only if that is stated', () => {
  const alertsOf = (part: Partial<Fix> | null) =>
    cellsOf({ device, fix: part && { ...fix, ...part }, position: null, groups: [] })['alerts'];
  expect(alertsOf(null)).toBeNull();
  expect(alertsOf({ alertTexts: [], gaps: { notProvided: ['alerts', 'alertTexts'] } })).toBeNull();
  expect(alertsOf({ alertTexts: [], gaps: { notProvided: ['alerts'] } })).toEqual([]);
  expect(alertsOf({ alerts: ['sos', 'Low battery'] })).toEqual(['sos', 'Low battery']);
});

test('no export contains unknown fields', () => {
  const keys = deviceColumns(context).map(({ key }) => key);
  expect(keys).not.toContain('extra');
  for (const bytes of [devicesMap('geojson', rows, context), devicesMap('kml', rows, context)]) {
    expect(read(bytes)).not.toContain('never');
  }
});

test('GeoJSON: longitude first, no geometry without a position, and a description', () => {
  const json = JSON.parse(read(devicesMap('geojson', rows, context))) as FeatureCollection & {
    about: Record<string, string>;
  };
  expect(json.about).toMatchObject({ Filter: 'group North', 'Time zone': 'Europe/Madrid' });
  expect(json.features).toMatchObject([
    {
      type: 'Feature',
      id: 'd<1>',
      geometry: { type: 'Point', coordinates: [-3.7038, 40.4168] },
      properties: {
        at: '2030-01-10T13:00:00+01:00',
        tags: { depot: 'north' },
        speed: 36,
        battery: null,
      },
    },
    { id: 'd2', geometry: null, properties: { label: 'd2', at: null } },
  ]);
});

test('KML: escaped, valid characters only, no Point without a position', () => {
  const kml = read(devicesMap('kml', rows, context));
  expect(kml).toContain('<name>Van &quot;7&quot; &amp; co\uFFFD</name>');
  // Programs show values and descriptions as HTML: after XML it is a text there too.
  expect(kml).toContain('<value>d&amp;lt;1&gt;</value>');
  expect(kml).toContain('<coordinates>-3.7038,40.4168</coordinates>');
  expect(kml).toContain('<when>2030-01-10T12:00:00.000Z</when>');
  expect(kml.match(/<Placemark>/g)).toHaveLength(2);
  expect(kml.match(/<Point>/g)).toHaveLength(1);
  expect(kml).toContain('Filter: group North');
});
