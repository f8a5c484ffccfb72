import { expect, test } from 'vitest';
import { changeText, fieldWord, valueText } from './field-messages';
import { createFormat } from './format';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});

test('a field without a word keeps its own name', () => {
  expect(fieldWord('limits', 'dailySmsLimit')).toBe('Daily SMS limit');
  expect(fieldWord('user', 'costCentre')).toBe('costCentre');
});

test('an empty limit is no limit, and 0 is 0', () => {
  expect(valueText('limits', 'dailySmsLimit', null, format)).toBe('no limit');
  expect(valueText('limits', 'dailySmsLimit', 0, format)).toBe('0');
  expect(valueText('user', 'email', null, format)).toBe('empty');
});

test('moments carry their zone, switches are yes and no, tags are spelt out', () => {
  expect(valueText('user', 'expiresAt', 0, format)).toContain('1970');
  expect(valueText('user', 'expiresAt', 0, format)).toContain('UTC');
  expect(valueText('user', 'disabled', true, format)).toBe('yes');
  expect(valueText('user', 'tags', { shift: 'night' }, format)).toBe('shift: night');
});

test('a change of members says what came and what went', () => {
  const change = { field: 'deviceIds', before: ['a', 'b'], after: ['b', 'c'] };
  expect(changeText('group', change, format)).toEqual({
    name: 'Devices',
    before: '2 devices',
    after: '2 devices (added c; removed a)',
  });
});

test('submitted alerts go by their words, and a name nobody documented as it came', () => {
  const alerts = ['SpeedLimit', 'GeofenceX'];
  expect(valueText('report', 'alerts', alerts, format)).toBe('Too fast, GeofenceX');
  // Who names a group so means the name.
  expect(valueText('user', 'tags', ['SpeedLimit'], format)).toBe('SpeedLimit');
});
