import { expect, test } from 'vitest';
import { alertNames, severityOf, withSosFirst } from './alert';

test('the most urgent kind decides, and what is not known is a warning', () => {
  expect(severityOf(['Sensor1On', 'SOSButton'])).toBe('sos');
  expect(severityOf(['Mileage', 'GPSUnplugged'])).toBe('critical');
  expect(severityOf(['Mileage'])).toBe('info');
  expect(severityOf([])).toBe('warning');
  expect(severityOf(['constructor'])).toBe('warning');
  expect(Object.keys(alertNames).filter((name) => severityOf([name]) === 'sos')).toEqual([
    'SOSButton',
  ]);
});

test('each documented kind is as urgent as the list of alerts shows it', () => {
  const of = (wanted: string) =>
    Object.keys(alertNames).filter((name) => severityOf([name]) === wanted);
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

test('an SOS is on top until it is acknowledged', () => {
  const entry = (id: string, name: string, acknowledged: object | null = null) => ({
    id,
    alerts: [name],
    acknowledged,
  });
  const sorted = withSosFirst([
    entry('a', 'SpeedLimit'),
    entry('b', 'SOSButton', { at: 1 }),
    entry('c', 'SOSButton'),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
