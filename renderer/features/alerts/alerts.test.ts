import { expect, test } from 'vitest';
import { alertKindName, documentedKinds, inWorkOrder } from '#shared/domain/alert';
import { groupOf } from '#shared/domain/records.test-support';
import { decodeAlertList } from '#shared/wire/reports';
import { alertPlace, alertText, alertTitle, sentText, unreadKinds } from './alert-facts';
import {
  badgeStatus,
  deviceStatus,
  overviewStatus,
  shortStatus,
  watchStatus,
} from './alert-overview';
import { devicesOf } from './store';
import { format, t } from '../../../test/support/english';

test('each documented kind has a name of its own, and others are shown as they are', () => {
  const names = documentedKinds.map((kind) => alertKindName(kind, t));
  expect(new Set(names).size).toBe(55);
  for (const kind of ['GeofenceX', 'toString']) expect(alertKindName(kind, t)).toBe(kind);
});

/** What the details of an alert show that the service sent like this. */
function shown(members: object, asked: string[] | null = null) {
  const { record } = decodeAlertList([{ dateTime: '2026-05-01T00:00:00Z', ...members }]).items[0]!;
  return {
    title: alertTitle(record, format),
    kinds: unreadKinds(record, format),
    text: alertText(record, format),
    channels: sentText({ ...record, asked }, format),
    place: alertPlace(record, format),
  };
}

test('what the service did not send is not provided, never none', () => {
  expect(shown({})).toEqual({
    title: 'Kind of alert: Not provided',
    kinds: null,
    text: 'Not provided',
    channels: 'Not provided',
    place: 'Not provided',
  });
});

test('what the service sent as empty is none', () => {
  const empty = shown({ alerts: [], notifications: [], text: 'Left the depot' });
  expect(empty).toMatchObject({ title: 'Left the depot', kinds: null, channels: 'None' });
});

test('what is not understood is shown as received', () => {
  expect(shown({ alerts: 7, notifications: true, text: {}, latitude: 91, longitude: 'x' })).toEqual(
    {
      title: 'Kind of alert: Not understood: 7',
      kinds: 'Not understood: 7',
      text: 'Not understood: {}',
      channels: 'Not understood: true',
      place: 'Not understood: latitude 91, longitude x',
    },
  );
  expect(shown({ alerts: ['RPM', {}], notifications: 7, email: false })).toMatchObject({
    kinds: 'Not understood: [{}]',
    channels: 'Not by e-mail. Not provided for SMS. Not understood: [7]',
  });
  expect(shown({ latitude: 0, longitude: 0 }).place).toBe(
    'Not understood: latitude 0, longitude 0',
  );
});

test('the channels of an alert of ours are compared with those asked for', () => {
  expect(shown({ notifications: ['Email'] }, ['Email', 'SMS']).channels).toBe(
    'Sent by e-mail. Not sent by SMS: the service left it out of its answer.',
  );
  expect(shown({}, ['SMS']).channels).toBe(
    'Not provided: the service names no channel. Asked for: SMS.',
  );
});

test('says "None" of a device only if its alerts were asked for', () => {
  const log = { total: 0, unacknowledged: 0, incompleteDevices: 1 };
  expect(deviceStatus(log, false, format)).toBe('Not loaded');
  expect(deviceStatus(log, true, format)).toBe('None');
  expect(deviceStatus({ ...log, incompleteDevices: 0 }, false, format)).toBe('None');
  const some = { ...log, total: 2, unacknowledged: 1 };
  expect(deviceStatus(some, false, format)).toBe(
    '2 alerts, 1 not acknowledged. Not all are loaded.',
  );
});

const watch = { devices: 10, loaded: 0, oldestAt: null, off: null };

test('says of how many devices the alerts are counted, and never none where none was asked for', () => {
  const text = (loaded: number, total = 0) =>
    overviewStatus({ total, unacknowledged: total }, { watch: { ...watch, loaded } }, format);
  expect(text(0)).toBe('Not loaded yet');
  expect(text(4)).toBe('No alerts so far, 4 of 10 devices loaded');
  expect(text(10)).toBe('No alerts in the last 24 hours');
  expect(text(4, 1)).toBe('1 alert, not acknowledged, 4 of 10 devices loaded');
  expect(text(10, 1)).toBe('1 alert, not acknowledged');
  const short = (loaded: number, unacknowledged = 0) =>
    shortStatus(
      {
        unacknowledged,
        acknowledgedUntil: [],
        urgent: [],
        revision: 1,
        watch: { ...watch, loaded },
      },
      format,
    );
  expect([short(0), short(4), short(10)]).toEqual([
    'Alerts not loaded',
    'No alerts, 4 of 10 devices loaded',
    'No alerts',
  ]);
  expect(short(4, 2)).toBe('2 alerts, 4 of 10 devices loaded');
  expect(short(10, 2)).toBe('2 alerts');
  const badge = (loaded: number) =>
    badgeStatus(
      {
        unacknowledged: 2,
        acknowledgedUntil: [],
        urgent: [],
        revision: 1,
        watch: { ...watch, loaded },
      },
      format,
    );
  expect(badge(4)).toBe('2 not acknowledged, 4 of 10 devices loaded');
  expect(badge(10)).toBe('2 not acknowledged');
});

test('says how far the alerts are loaded, and why no more are', () => {
  const text = (part: object) => watchStatus({ ...watch, ...part }, 600_000, format);
  expect(text({})).toContain('being loaded in the background');
  expect(text({ loaded: 4 })).toBe('Loaded for 4 of 10 devices.');
  expect(text({ loaded: 10, oldestAt: 0 })).toBe('Loaded for 10 devices, the oldest 10 min ago.');
  expect(text({ off: 'budget' })).toContain('the calls are used up');
  expect(text({ loaded: 4, off: 'paused' })).toContain('paused');
  expect(text({ loaded: 4, off: 'fault' })).toContain('until the service answers');
});

const chosen = (id: string) => ({ id, label: id });
const groups = [
  groupOf('north', { deviceIds: ['a', 'b'] }),
  groupOf('unknown', { deviceIds: null }),
];

test('an empty selection means all devices', () => {
  expect(devicesOf({ devices: [], groupId: null }, groups)).toBeNull();
});

test('combines devices and a group without duplicates', () => {
  expect(devicesOf({ devices: [chosen('b'), chosen('c')], groupId: 'north' }, groups)).toEqual([
    'b',
    'c',
    'a',
  ]);
});

test('a group with unknown members means no devices, never all', () => {
  expect(devicesOf({ devices: [], groupId: 'unknown' }, groups)).toEqual([]);
  expect(devicesOf({ devices: [], groupId: 'gone' }, groups)).toEqual([]);
});

test('what is most urgent is first; what was acknowledged before is last, and what is acknowledged now stays', () => {
  const entry = (id: string, kind: string, acknowledgedAt: number | null = null) => ({
    id,
    alerts: [kind],
    acknowledged: acknowledgedAt === null ? null : { at: acknowledgedAt, note: '' },
  });
  const entries = [
    entry('done SOS', 'SOSButton', 99),
    entry('new warning', 'SpeedLimit'),
    entry('information', 'Mileage'),
    entry('SOS seen now', 'SOSButton', 100),
    entry('unknown kind', 'GeofenceX'),
    entry('critical', 'Vibration'),
    entry('old SOS', 'SOSButton'),
  ];
  expect(inWorkOrder(entries, 100).map(({ id }) => id)).toEqual([
    'SOS seen now',
    'old SOS',
    'critical',
    'new warning',
    'unknown kind',
    'information',
    'done SOS',
  ]);
});
