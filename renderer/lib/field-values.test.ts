import { expect, test } from 'vitest';
import { changeText, fieldWord, valueText } from './field-values';
import { createFormat } from './format';
import { format } from '../../test/support/english';

test('a field without a label keeps its own name', () => {
  expect(fieldWord('limits', 'dailySmsLimit', format)).toBe('Daily SMS limit');
  expect(fieldWord('user', 'costCentre', format)).toBe('costCentre');
});

test('an empty limit is no limit, and 0 is 0', () => {
  expect(valueText('limits', 'dailySmsLimit', null, format)).toBe('no limit');
  expect(valueText('limits', 'dailySmsLimit', 0, format)).toBe('0');
  expect(valueText('limits', 'expirationDate', '2027-11-22', format)).toBe('22 Nov 2027');
  expect(valueText('limits', 'expirationDate', 'soon', format)).toBe('soon');
  expect(valueText('user', 'email', null, format)).toBe('empty');
});

test('times have their zone, switches are yes and no, tags are listed', () => {
  expect(valueText('report', 'from', 0, format)).toContain('1970');
  expect(valueText('report', 'from', 0, format)).toContain('UTC');
  expect(valueText('user', 'disabled', true, format)).toBe('yes');
  expect(valueText('user', 'tags', { shift: 'night' }, format)).toBe('shift: night');
});

test.each([
  ['America/Bogota', '2027-02-27T05:00:00Z', '26 Feb 2027'],
  ['Europe/Berlin', '2027-02-26T23:00:00Z', '26 Feb 2027'],
  ['Europe/Berlin', '2027-02-26T22:59:59Z', '26 Feb 2027'],
  ['Pacific/Auckland', '2027-02-26T11:00:00Z', '26 Feb 2027'],
  ['Europe/Berlin', '2027-02-26T13:30:00Z', '26 Feb 2027, until 14:30'],
])('the end of a validity in %s at %s is %s', (accountTimeZone, at, text) => {
  const shown = createFormat({ ...format.options, timeZone: 'Asia/Tokyo', accountTimeZone });
  expect(valueText('user', 'expiresAt', Date.parse(at), shown)).toBe(text);
});

test('the start of a validity is its first day, and a day of the service stays that day', () => {
  const berlin = createFormat({ ...format.options, accountTimeZone: 'Europe/Berlin' });
  const at = Date.parse('2027-02-25T23:00:00Z');
  expect(valueText('user', 'validFrom', at, berlin)).toBe('26 Feb 2027');
  expect(valueText('user', 'validFrom', at + 60_000, berlin)).toBe('26 Feb 2027, from 00:01');
  expect(valueText('user', 'expiresAt', '2027-02-26', berlin)).toBe('26 Feb 2027');
});

test('a change of members lists additions and removals', () => {
  const change = { field: 'deviceIds', before: ['a', 'b'], after: ['b', 'c'] };
  expect(changeText('group', change, format)).toEqual({
    name: 'Devices',
    before: '2 devices',
    after: '2 devices (added c; removed a)',
  });
  const after = (from: string[], to: string[]) =>
    changeText('group', { field: 'deviceIds', before: from, after: to }, format).after;
  expect(after(['a'], ['a', 'b'])).toBe('2 devices (added b)');
  expect(after(['a', 'b'], ['a'])).toBe('1 device (removed b)');
  expect(after(['a'], ['a'])).toBe('1 device');
  const many = Array.from({ length: 14 }, (_, index) => `d${index}`);
  expect(after([], many)).toMatch(/^14 devices \(added d0, .*, d11 and 2 more\)$/);
});

test('submitted alerts have labels, and an undocumented name stays as it is', () => {
  const alerts = ['SpeedLimit', 'GeofenceX'];
  expect(valueText('report', 'alerts', alerts, format)).toBe('Too fast, GeofenceX');
  // A tag of this text is not an alert.
  expect(valueText('user', 'tags', ['SpeedLimit'], format)).toBe('SpeedLimit');
});

test('a submission names the channels asked for apart from the answer of the service', () => {
  expect(fieldWord('report', 'channels', format)).toBe('Asked to be sent by');
  expect(valueText('report', 'channels', ['Email', 'SMS'], format)).toBe('e-mail and SMS');
  const answer = {
    of: 'alert',
    source: 'answer',
    found: 'yes',
    records: 1,
    differences: [{ field: 'at', sent: 0, answered: 60_000 }],
    channels: {
      asked: ['Email', 'SMS'],
      said: { sent: ['Email'], notSent: [], isWhole: true },
    },
  };
  expect(fieldWord('report', 'answer', format)).toBe('Answer of the service');
  expect(valueText('report', 'answer', answer, format)).toBe(
    'The answer differs: Time 01 Jan 1970, 00:01:00 UTC (submitted: 01 Jan 1970, 00:00:00 UTC). Sent by e-mail. Not sent by SMS: the service left it out of its answer.',
  );
  expect(valueText('report', 'answer', { of: 'parcel' }, format)).toBe(
    'Not understood: {"of":"parcel"}',
  );
});

test('a value that was not understood is shown as such, also among the members of a list', () => {
  expect(valueText('user', 'disabled', { notUnderstood: 'maybe' }, format)).toBe(
    'not understood: maybe',
  );
  expect(valueText('user', 'tags', { notUnderstood: 'x' }, format)).toBe('notUnderstood: x');
  expect(valueText('user', 'privileges', ['read', { id: 'w' }], format)).toBe('read, {"id":"w"}');
});

test('numbers of a submitted location are shown with their units', () => {
  const shown = Object.entries({ speed: 22.5, course: 180, battery: 80 });
  expect(shown.map(([field, value]) => valueText('report', field, value, format))).toEqual([
    '81\u00a0km/h',
    '180°',
    '80 %',
  ]);
});
