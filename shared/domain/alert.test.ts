import { expect, test } from 'vitest';
import {
  alertOfReport,
  documentedKinds,
  knownChannels,
  severityOf,
  type Alert,
  withSosFirst,
} from './alert';
import { noChannels, type AlertChannels } from './alert-channels';

const byEmail: AlertChannels = { sent: ['Email'], notSent: [], isWhole: false };
const alert: Alert = {
  at: 1,
  latitude: 40,
  longitude: 4,
  text: 'x',
  channels: byEmail,
  alerts: ['SOSButton'],
  extra: {},
};

test('the channels of an alert are known as far as the service said', () => {
  expect(knownChannels(alert, 7)).toEqual({ is: 'value', value: byEmail, asOf: 7 });
  expect(knownChannels(alert)).toEqual({ is: 'value', value: byEmail, asOf: null });
  expect(knownChannels({ channels: noChannels }, 7)).toEqual({ is: 'notProvided', asOf: 7 });
});

test.each([
  ['channels', 'all'],
  ['email', 'yes'],
  ['sms', undefined],
])('%s that was not understood keeps its original', (member, original) => {
  const gaps = { notUnderstood: { [member]: original, text: 5 } };
  expect(knownChannels({ channels: noChannels, gaps }, 7)).toEqual({
    is: 'notUnderstood',
    original,
    asOf: 7,
  });
  expect(knownChannels({ channels: byEmail, gaps })).toEqual({
    is: 'value',
    value: byEmail,
    asOf: null,
    unread: [original],
  });
});

test('of several members that were not understood all originals are kept', () => {
  const gaps = { notUnderstood: { sms: 2, email: 1 } };
  expect(knownChannels({ channels: noChannels, gaps })).toMatchObject({ original: [1, 2] });
});

test('the most urgent kind decides, and what is not known is a warning', () => {
  expect(severityOf(['Sensor1On', 'SOSButton'])).toBe('sos');
  expect(severityOf(['Mileage', 'GPSUnplugged'])).toBe('critical');
  expect(severityOf(['Mileage'])).toBe('info');
  expect(severityOf([])).toBe('warning');
  expect(severityOf(['constructor'])).toBe('warning');
  expect(documentedKinds.filter((name) => severityOf([name]) === 'sos')).toEqual(['SOSButton']);
});

test('each documented kind is as urgent as the list of alerts shows it', () => {
  const of = (wanted: string) => documentedKinds.filter((name) => severityOf([name]) === wanted);
  expect(of('critical')).toEqual([
    'GPSUnplugged',
    'ForbiddenArea',
    'Vibration',
    'AuthenticationFailed',
  ]);
  expect(of('info')).toEqual([
    'CheckPoint',
    'CheckArea',
    'Mileage',
    'SleepMode',
    'FutureDate',
    'PastDate',
    ...[1, 2, 3, 4].map((input) => `Sensor${input}On`),
    ...[1, 2, 3, 4].map((input) => `Sensor${input}Off`),
  ]);
  expect(severityOf(['Mileage', 'Odd'])).toBe('warning');
});

test('an SOS is on top until it is acknowledged, and stays there for who has worked since', () => {
  const entry = (id: string, name: string, acknowledged: { at: number } | null = null) => ({
    id,
    alerts: [name],
    acknowledged,
  });
  const entries = [
    entry('a', 'SpeedLimit'),
    entry('b', 'SOSButton', { at: 1 }),
    entry('c', 'SOSButton'),
  ];
  expect(withSosFirst(entries).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(withSosFirst(entries, 1).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
});

test('what a report raised is of its time, or else the newest open call for help before it', () => {
  const entry = (at: number, name: string, acknowledged: { at: number } | null = null) => ({
    at,
    alerts: [name],
    acknowledged,
  });
  const entries = [
    entry(9, 'SOSButton'),
    entry(7, 'SpeedLimit'),
    entry(5, 'SOSButton', { at: 6 }),
    entry(4, 'SOSButton'),
    entry(3, 'SOSButton'),
  ];
  const atOf = (at: number) => alertOfReport(entries, at)?.at;
  expect([9, 8, 7, 5, 4, 3, 2].map(atOf)).toEqual([9, 4, 7, 5, 4, 3, undefined]);
  // Of several of one time the most urgent.
  const [low, sos] = [entry(1, 'LowBattery'), entry(1, 'SOSButton')];
  expect(alertOfReport([low, sos], 1)).toBe(sos);
});
