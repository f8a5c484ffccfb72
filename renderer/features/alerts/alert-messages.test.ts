import { expect, test } from 'vitest';
import { decodeAlertList } from '#shared/wire/reports';
import {
  deviceAlertsText,
  alertNames,
  alertPlace,
  alertText,
  alertTitle,
  alertWord,
  channelsMessage,
  kindNames,
} from './alert-messages';

test('each of the 55 documented names has a label', () => {
  expect(alertNames).toHaveLength(55);
  expect(new Set(alertNames.map(alertWord)).size).toBe(55);
  for (const name of alertNames) expect(alertWord(name)).not.toBe(name);
});

test('the two names with inconsistent spelling in the specification are known', () => {
  expect(alertWord('TemperatureLowerThan')).toBe('Too cold (sensor 1)');
  expect(alertWord('Temperature2LessThan')).toBe('Too cold (sensor 2)');
});

test('an undocumented name is shown as it is', () => {
  expect(alertWord('GeofenceX')).toBe('GeofenceX');
  expect(alertWord('toString')).toBe('toString');
});

/** What the details of an alert show that the service sent like this. */
function shown(members: object, asked: string[] | null = null) {
  const { record } = decodeAlertList([{ dateTime: '2026-05-01T00:00:00Z', ...members }]).items[0]!;
  return {
    title: alertTitle(record),
    kinds: kindNames(record),
    text: alertText(record),
    channels: channelsMessage({ ...record, asked }),
    place: alertPlace(record),
  };
}

test('what the service did not send is not provided, never none', () => {
  expect(shown({})).toEqual({
    title: 'Kind of alert: Not provided',
    kinds: 'Not provided',
    text: 'Not provided',
    channels: 'Not provided',
    place: 'Not provided',
  });
});

test('what the service sent as empty is none', () => {
  const empty = shown({ alerts: [], notifications: [], text: 'Left the depot' });
  expect(empty).toMatchObject({ title: 'Left the depot', kinds: 'None', channels: 'None' });
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
    kinds: 'RPM. Not understood: [{}]',
    channels: 'Not by e-mail; SMS not provided. Not understood: [7]',
  });
  expect(shown({ latitude: 0, longitude: 0 }).place).toBe(
    'Not understood: latitude 0, longitude 0',
  );
});

test('the channels of an alert of ours are compared with those asked for', () => {
  expect(shown({ notifications: ['Email'] }, ['Email', 'SMS']).channels).toBe(
    'Sent by e-mail. SMS was not sent: the service left it out of its answer.',
  );
  expect(shown({}, ['SMS']).channels).toBe(
    'Not provided: the service names no channel. Asked for: SMS.',
  );
});

test('says "None" of a device only if its alerts were asked for', () => {
  const format = { count: String };
  const log = { total: 0, unacknowledged: 0, incompleteDevices: 1 };
  expect(deviceAlertsText(log, false, format)).toBe('Not loaded');
  expect(deviceAlertsText(log, true, format)).toBe('None');
  expect(deviceAlertsText({ ...log, incompleteDevices: 0 }, false, format)).toBe('None');
  const some = { ...log, total: 2, unacknowledged: 1 };
  expect(deviceAlertsText(some, false, format)).toBe('2, 1 not acknowledged. Not all are loaded.');
});
