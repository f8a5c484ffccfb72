import { expect, test } from 'vitest';
import { t } from '../../test/support/english';
import { knownChannels } from '../domain/alert';
import { channelsText } from '../domain/alert-channels';
import { knownOf } from '../domain/known';
import { decodeAlertList } from './reports';
import { decodeDevice, decodeDeviceList, decodeLongDeviceList } from './device';
import { decodeFix, decodeFixList, decodeLastLocation } from './fix';
import { decodeGroup, decodeGroupList, decodeNames, decodeUser } from './records';
import { decodeTokenAnswer } from './token';

test('devices: the documented record', () => {
  const raw = {
    id: 'device123',
    name: 'Van 1',
    description: 'The blue one',
    min: '+4312345',
    tags: { depot: 'north' },
    expires: '2027-01-01T00:00:00Z',
    colour: 'blue',
  };
  expect(decodeDeviceList({ success: true, devices: [raw] }).items).toEqual([
    {
      record: {
        id: 'device123',
        name: 'Van 1',
        description: 'The blue one',
        phone: '+4312345',
        tags: { depot: 'north' },
        expiresAt: Date.UTC(2027, 0, 1),
        isActive: null,
        limits: null,
        extra: { colour: 'blue' },
        unlistedAt: null,
      },
      raw,
    },
  ]);
});

test('devices: PascalCase, numbers as ids, empty expiry, odd tags', () => {
  const list = decodeDeviceList({
    Success: 'true',
    Devices: [
      { Id: 17, Name: 'A', Expires: '', Tags: { n: 5, x: null } },
      { id: 'b', expires: null, tags: ['no'] },
      { id: 'c', expires: 'soon' },
    ],
  });
  expect(list.items.map(({ record }) => record)).toMatchObject([
    { id: '17', name: 'A', expiresAt: null, tags: { n: '5' }, extra: {} },
    {
      id: 'b',
      expiresAt: null,
      tags: {},
      extra: {},
      gaps: { none: ['expiresAt'], notUnderstood: { tags: ['no'] } },
    },
    { id: 'c', expiresAt: null, extra: {}, gaps: { notUnderstood: { expiresAt: 'soon' } } },
  ]);
});

test('devices: an unreadable record does not affect the others', () => {
  const list = decodeDeviceList({
    devices: [null, 'x', { name: 'nameless id' }, { id: 'a' }, { id: 'a', name: 'again' }],
  });
  expect(list.items.map(({ record }) => record.id)).toEqual(['a']);
  expect(list.skippedRecords).toEqual([
    { reason: 'notAnObject', raw: null },
    { reason: 'notAnObject', raw: 'x' },
    { reason: 'noId', raw: { name: 'nameless id' } },
    { reason: 'sameId', raw: { id: 'a', name: 'again' } },
  ]);
});

test.each([
  [{ success: true, devices: [] }],
  [{ success: true, devices: null }],
  [{ success: true }],
  [{ apiUsage: 3 }],
  [{}],
  [[]],
])('devices: %j is an empty list', (answer) => {
  expect(decodeDeviceList(answer)).toMatchObject({ items: [], skippedRecords: [], isList: true });
});

test.each([
  [{ success: true, devices: 'none' }],
  [{ success: true, units: [{ id: 'a' }] }],
  [{ success: true, devices: null, units: [{ id: 'a' }] }],
  [{ success: true, result: { devices: [{ id: 'a' }] } }],
  [{ hello: 'world' }],
  ['x'],
  [null],
  [7],
])('devices: %j is not a list, and is not treated as an empty one', (answer) => {
  expect(decodeDeviceList(answer).isList).toBe(false);
});

test.each([
  [[{ id: 'a' }]],
  [{ data: [{ id: 'a' }] }],
  [{ data: { devices: [{ id: 'a' }] } }],
  [{ success: true, devices: [{ id: 'a' }] }],
])('devices: the list is found in %j', (answer) => {
  expect(decodeDeviceList(answer).items.map(({ record }) => record.id)).toEqual(['a']);
});

test('devices: limits and licences, if the service provides them', () => {
  const limits = {
    expires: 'true',
    expirationDate: '2027-03-01',
    dailyEmailLimit: '10',
    dailySmsLimit: null,
    emailsSentToday: 3,
    smsSentToday: -1,
  };
  const list = decodeDeviceList({
    devices: [{ id: 'a', limits, active: 'false' }],
    licences: { total: 5, used: 4 },
  });
  expect(list.licences).toEqual({ total: 5, used: 4 });
  expect(list.items[0]!.record.limits).toEqual({
    expires: true,
    expirationDate: '2027-03-01',
    dailyEmailLimit: 10,
    dailySmsLimit: null,
    emailsSentToday: 3,
    smsSentToday: null,
    gaps: { none: ['dailySmsLimit'], notUnderstood: { smsSentToday: -1 } },
  });
  expect(list.items[0]!.record.isActive).toBe(false);
});

test('one device: nested, flat, without an id', () => {
  expect(decodeDevice({ device: { id: 'a', name: 'A' } }, 'x')!.record.id).toBe('a');
  expect(decodeDevice({ success: true, device: { name: 'A' } }, 'x')!.record.id).toBe('x');
  expect(decodeDevice({ success: true, id: 'a' }, null)!.record.extra).toEqual({});
  expect(decodeDevice({ success: true, device: null }, 'x')).toBeNull();
});

test('a fix: numbers as text, a date without a zone, unreadable values unchanged', () => {
  const { fix } = decodeLastLocation({
    success: true,
    lastLocation: {
      dateTime: '2026-05-01T10:00:00.250',
      latitude: '48,2081',
      longitude: '16.3713',
      speed: '12.5',
      course: 0,
      battery: '',
      fuel: 'half',
      rpm: 'NaN',
      milleage: 1234.5,
      sensorTime3: '9',
      hasCriticalAlert: 0,
      alerts: 'SOSButton',
      attributes: { Satellites: 9, HDOP: '0.9' },
      accessoriesAttributes: [{ t: 4 }],
      inputs: ['true', 0],
      altitude: 171,
    },
  });
  expect(fix).toEqual({
    at: Date.UTC(2026, 4, 1, 10, 0, 0, 250),
    latitude: 48.2081,
    longitude: 16.3713,
    speed: 12.5,
    course: 0,
    battery: null,
    fuel: null,
    fuel2: null,
    temperature: null,
    temperature2: null,
    sensorTimes: [null, null, 9, null],
    inactiveSeconds: null,
    rpm: null,
    mileageKm: 1234.5,
    warningTexts: [],
    alertTexts: [],
    alerts: ['SOSButton'],
    warnings: [],
    hasCriticalAlert: false,
    attributes: { Satellites: '9', HDOP: '0.9' },
    accessories: [{ t: '4' }],
    inputs: [true, false],
    outputs: [],
    extra: { altitude: 171 },
    gaps: {
      notProvided: ['warningTexts', 'alertTexts', 'warnings', 'outputs'],
      notUnderstood: { fuel: 'half' },
    },
  });
});

test.each([
  [{ latitude: 0, longitude: 0 }],
  [{ latitude: '0', longitude: '0.0' }],
  [{ latitude: 48 }],
  [{ latitude: 48, longitude: null }],
  [{ latitude: 91, longitude: 16 }],
  [{ latitude: 48, longitude: -181 }],
  [{ latitude: 'x', longitude: 16 }],
])('a fix with %j has no position', (coordinates) => {
  const { record } = decodeFix({ dateTime: '2026-05-01T10:00:00Z', ...coordinates })!;
  expect([record.latitude, record.longitude]).toEqual([null, null]);
  expect(record.at).not.toBeNull();
});

test('a fix on the equator or on the prime meridian has a position', () => {
  expect(decodeFix({ latitude: 0, longitude: 16 })!.record).toMatchObject({ latitude: 0 });
  expect(decodeFix({ latitude: 51, longitude: 0 })!.record).toMatchObject({ longitude: 0 });
});

test.each([
  [{ lastLocation: null }],
  [{ success: true }],
  [{ lastLocation: {} }],
  [{ lastLocation: [] }],
  [{}],
  [null],
])('lastLocation: %j means that the device never reported', (answer) => {
  expect(decodeLastLocation(answer)).toMatchObject({ fix: null, isUnderstood: true });
});

const severalFixes = { lastLocation: [{ latitude: 1 }, { latitude: 2 }] };
test.each([
  [{ lastLocation: 'here' }],
  [severalFixes],
  [{ hello: 'world' }],
  [[]],
  ['x'],
  [undefined],
])('lastLocation: %j is not understood', (answer) => {
  expect(decodeLastLocation(answer)).toMatchObject({ fix: null, isUnderstood: false });
});

test('lastLocation: a list of one is read as its only record', () => {
  const dateTime = '2026-05-01T10:00:00Z';
  const answer = { success: true, LastLocation: [{ dateTime, latitude: 51, longitude: 4 }] };
  expect(decodeLastLocation(answer)).toMatchObject({
    fix: { latitude: 51, longitude: 4 },
    isUnderstood: true,
  });
});

const time = '2026-05-01T10:00:00Z';
test.each([
  [{ date: time, lat: 49.9, lng: 3.3 }],
  [{ dateTime: 'yesterday', latitude: 49.9, longitude: 3.3 }],
  [{ dateTime: '2026-05-01', latitude: 49.9, longitude: 3.3 }],
  [{ latitude: 49.9, longitude: 3.3 }],
  [{ dateTime: time, lat: 49.9, lng: 3.3 }],
  [{ dateTime: time, position: { y: '49.9', x: '3.3' } }],
  [{ dateTime: time, latitude: '49,900', longitude: 3.3 }],
  [{ dateTime: time, latitude: 49.9 }],
])('lastLocation: content without a usable time and place is kept: %j', (record) => {
  for (const answer of [{ lastLocation: record }, { last_location: record }, record]) {
    expect(decodeLastLocation(answer)).toEqual({ fix: null, raw: record, isUnderstood: false });
  }
});

test.each([
  [{ dateTime: time }],
  [{ dateTime: time, latitude: 0, longitude: 0 }],
  [{ dateTime: time, latitude: null, longitude: null, speed: 3 }],
])('lastLocation: a report without a position is understood: %j', (record) => {
  expect(decodeLastLocation({ lastLocation: record })).toMatchObject({
    fix: { at: Date.parse(time), latitude: null, longitude: null },
    isUnderstood: true,
  });
});

test('fixes and alerts: lists, and the older alert shape', () => {
  const at = '2026-05-01T00:00:00Z';
  const locations = [{ dateTime: at, latitude: 1, longitude: 2 }, 5, { dateTime: 'yesterday' }];
  expect(decodeFixList({ locations })).toMatchObject({
    items: [{ record: { latitude: 1, at: Date.parse(at) } }],
    skippedRecords: [{ reason: 'notAnObject' }, { reason: 'noTime' }],
  });
  const alerts = decodeAlertList({
    alerts: [
      { dateTime: at, notifications: ['Email', 'Push'], alerts: ['SOSButton'] },
      { dateTime: at, email: true, sms: 'false', text: 'Left the depot' },
      { dateTime: at, email: false, sms: false },
      { dateTime: at },
      { text: 'never' },
    ],
  });
  expect(alerts.items.map(({ record }) => record.channels)).toEqual([
    { sent: ['Email', 'Push'], notSent: [], isWhole: true },
    { sent: ['Email'], notSent: ['SMS'], isWhole: false },
    { sent: [], notSent: ['Email', 'SMS'], isWhole: false },
    { sent: [], notSent: [], isWhole: false },
  ]);
});

test.each([
  [{ notifications: [] }, 'None'],
  [{ notifications: null }, 'Not provided'],
  [{}, 'Not provided'],
  [{ notifications: '' }, 'Not provided'],
  [{ email: false }, 'Not by e-mail. Not provided for SMS'],
  [{ email: 'false' }, 'Not by e-mail. Not provided for SMS'],
  [{ sms: true }, 'By SMS. Not provided for e-mail'],
  [{ email: true, sms: null }, 'By e-mail. Not provided for SMS'],
  [{ email: true, sms: 0 }, 'By e-mail. Not by SMS'],
  [{ Notifications: ['EMAIL', 'sms', 'Push'] }, 'By e-mail, SMS and Push'],
  [{ notifications: ['Email', 'email'] }, 'By e-mail'],
  [{ notifications: ['Email'], email: false }, 'Contradictory for e-mail'],
  [{ notifications: [], sms: true }, 'Contradictory for SMS'],
  [{ notifications: ['SMS'], email: false, sms: true }, 'By SMS'],
])('alerts: the channels of %j', (members, text) => {
  const [alert] = decodeAlertList([{ dateTime: '2026-05-01T00:00:00Z', ...members }]).items;
  const known = knownChannels(alert!.record);
  const shown = known.is === 'value' ? channelsText(known.value, t) : known.is;
  expect(shown).toBe(text === 'Not provided' ? 'notProvided' : text);
});

test.each([
  ['Email'],
  [true],
  [{ Email: true }],
  [['Email', 7]],
  [['Email', null]],
  [[{}]],
  [['']],
])(
  'alerts: notifications of %j are not a list of channels, and are stored as received',
  (notifications) => {
    const at = '2026-05-01T00:00:00Z';
    const [alone, beside] = decodeAlertList([
      { dateTime: at, notifications },
      { dateTime: at, notifications, email: true },
    ]).items;
    expect(knownChannels(alone!.record)).toEqual({
      is: 'notUnderstood',
      original: notifications,
      asOf: null,
    });
    expect(knownChannels(beside!.record)).toEqual({
      is: 'value',
      value: { sent: ['Email'], notSent: [], isWhole: false },
      unread: [notifications],
      asOf: null,
    });
  },
);

test('alerts: kinds, text and place that are missing or unreadable are told apart', () => {
  const at = '2026-05-01T00:00:00Z';
  const known = (members: object) => {
    const { record } = decodeAlertList([{ dateTime: at, ...members }]).items[0]!;
    return (['alerts', 'text', 'latitude'] as const).map((field) => knownOf(record, field).is);
  };
  expect(known({})).toEqual(['notProvided', 'notProvided', 'notProvided']);
  expect(known({ alerts: null })[0]).toBe('notProvided');
  expect(known({ alerts: [], text: '', latitude: null, longitude: null })).toEqual([
    'value',
    'notProvided',
    'notProvided',
  ]);
  expect(known({ alerts: 7, text: {}, latitude: 91, longitude: 4 })).toEqual([
    'notUnderstood',
    'notUnderstood',
    'notUnderstood',
  ]);
  expect(known({ latitude: 0, longitude: 0 })[2]).toBe('notUnderstood');
});

test.each([
  [{ success: true, id: 'g1', name: 'Vans', devices: ['a'], apiUsage: 1 }],
  [{ success: true, group: { id: 'g1', name: 'Vans', devices: ['a'] } }],
  [{ data: { id: 'g1', name: 'Vans', devices: ['a'] } }],
  [{ data: { group: { id: 'g1', name: 'Vans', devices: ['a'] } } }],
  [{ name: 'Vans', devices: ['a'], error: null }],
])('one group is found in %j', (answer) => {
  expect(decodeGroup(answer, 'g1')!.record).toEqual({
    id: 'g1',
    name: 'Vans',
    description: null,
    deviceIds: ['a'],
    createdAt: null,
    modifiedAt: null,
    extra: {},
  });
});

test('groups: devices null is unknown, not empty', () => {
  const list = decodeGroupList({
    groups: [
      { id: 'a', devices: null },
      { id: 'b', devices: [] },
    ],
  });
  expect(list.items.map(({ record }) => record.deviceIds)).toEqual([null, []]);
  expect(decodeGroup({ success: true }, 'g')).toBeNull();
});

test('a user: the group is a text beside the envelope, not a nested record', () => {
  const { record, raw } = decodeUser(
    {
      success: true,
      id: 42,
      name: 'Ada',
      group: 'Vans',
      password: null,
      from: '2026-01-01',
      adminDevices: '3',
      lastLogin: null,
      disabled: 'false',
      shoeSize: 38,
    },
    null,
  )!;
  expect(record).toMatchObject({
    id: '42',
    group: 'Vans',
    validFrom: null,
    gaps: { days: { validFrom: '2026-01-01' }, none: ['lastLoginAt'] },
    adminDevices: 3,
    lastLoginAt: null,
    disabled: false,
    extra: { shoeSize: 38 },
  });
  expect(raw).not.toHaveProperty('password');
  expect(raw).not.toHaveProperty('success');
});

test('names: a map, under its own name or under data', () => {
  expect(decodeNames({ countries: { AT: 'Austria' } }, 'countries')).toEqual({ AT: 'Austria' });
  expect(decodeNames({ data: { AT: 'Austria' } }, 'countries')).toEqual({ AT: 'Austria' });
  expect(decodeNames({ success: true, countries: null }, 'countries')).toEqual({});
  expect(decodeNames({ countries: 'all' }, 'countries')).toBeNull();
  expect(decodeNames([], 'timeZones')).toBeNull();
});

test('a token answer, with and without announcements', () => {
  const plain = decodeTokenAnswer({
    success: true,
    token: 'abc.def.ghi',
    expires: '2026-05-01T10:00:00Z',
  });
  expect(plain).toMatchObject({
    success: true,
    token: 'abc.def.ghi',
    expiresAt: Date.UTC(2026, 4, 1, 10),
    capabilities: { writesLimits: false, activates: false, takesSubmissions: false },
    accountTimeZone: null,
    callsPerMinute: null,
    licences: null,
  });
  const nested = { success: true, data: { token: 'n', expires: '2026-05-01T10:00:00Z' } };
  expect(decodeTokenAnswer(nested)).toMatchObject({
    success: true,
    token: 'n',
    expiresAt: Date.UTC(2026, 4, 1, 10),
  });
  const rich = decodeTokenAnswer({
    token: 'a',
    capabilities: ['limits.write', 'devices.activate', 'something.new'],
    account: { timeZone: 'Europe/Vienna' },
    limits: { callsPerMinute: '240' },
    licences: { total: 10, used: 3 },
  });
  expect(rich).toMatchObject({
    success: null,
    capabilities: { writesLimits: true, activates: true, takesSubmissions: false },
    accountTimeZone: 'Europe/Vienna',
    callsPerMinute: 240,
    licences: { total: 10, used: 3 },
  });
  expect(
    decodeTokenAnswer({ capabilities: { submissions: 'true', 'limits.write': false } })
      .capabilities,
  ).toEqual({
    writesLimits: false,
    activates: false,
    takesSubmissions: true,
  });
});

test('a failed exchange, in the current and the older shape', () => {
  expect(
    decodeTokenAnswer({ success: false, error: 'Invalid API key or username.' }),
  ).toMatchObject({ success: false, token: null });
  expect(decodeTokenAnswer({ Success: 'false', errorCode: 5, errorText: 'No.' })).toMatchObject({
    success: false,
  });
  expect(decodeTokenAnswer({ token: 'a\r\nX-Evil: 1' }).token).toBeNull();
});

test('a long list read in chunks gives the same list and yields between chunks', async () => {
  const devices = Array.from({ length: 5_000 }, (_, i) => ({ id: i % 7 === 0 ? null : `d${i}` }));
  const answer = {
    success: true,
    devices: [...devices, { id: 'd1' }],
    licences: { total: 9, used: 2 },
  };
  let turns = 0;
  const read = await decodeLongDeviceList(answer, () => {
    turns++;
    return Promise.resolve();
  });
  expect(read).toEqual(decodeDeviceList(answer));
  expect(read.skippedRecords.at(-1)).toMatchObject({ reason: 'sameId' });
  expect(turns).toBe(250);
});
