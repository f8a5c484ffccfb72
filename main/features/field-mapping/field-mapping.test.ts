import { expect, test } from 'vitest';
import { isMostlyNotUnderstood } from '#shared/domain/field-mapping';
import { decodeDeviceList } from '#shared/wire/device';
import { decodeLastLocation } from '#shared/wire/fix';
import { FieldMapping } from './field-mapping';

const own = { lastLocation: { dateTime: '2026-05-01T10:00:00Z', latitude: 1, longitude: 2 } };
const renamed = { lastLocation: { date: '2026-05-01T10:00:00Z', lat: 1, lng: 2 } };

function setup() {
  let changes = 0;
  const fieldMapping = new FieldMapping({
    current: () => ({}),
    store: () => undefined,
    refresh: () => undefined,
    onChanged: () => changes++,
  });
  const send = (answer: unknown, times = 1) => {
    for (let i = 0; i < times; i++) fieldMapping.countLocation(decodeLastLocation(answer));
  };
  const isMostly = () => fieldMapping.state().counts.map(isMostlyNotUnderstood);
  return { fieldMapping, send, isMostly, changes: () => changes };
}

test('a service that renames its fields is noticed after about half of the latest answers', () => {
  const { fieldMapping, send, isMostly, changes } = setup();
  send(own, 50);
  expect(changes()).toBe(0);
  send(renamed, 25);
  expect(isMostly()).toEqual([false, false]);
  send(renamed);
  expect(isMostly()).toEqual([true, false]);
  expect(changes()).toBe(1);
  expect(fieldMapping.state().counts[0]).toEqual({
    kind: 'location',
    answers: 50,
    notUnderstood: 26,
  });
  expect(fieldMapping.state().samples.location[0]).toEqual(renamed.lastLocation);
  send(own, 40);
  expect(isMostly()).toEqual([false, false]);
});

test('devices that never reported are understood', () => {
  const { send, isMostly } = setup();
  send({ success: true, lastLocation: null }, 10);
  expect(isMostly()).toEqual([false, false]);
});

test('unreadable values of devices and of their limits are counted, with the records', () => {
  const { fieldMapping, isMostly } = setup();
  const odd = { id: 'a', limits: { dailyEmailLimit: '100 per day' } };
  fieldMapping.countDevices(
    decodeDeviceList({ devices: [odd, { id: 'b', expires: 'soon' }, { id: 'c' }] }),
  );
  expect(isMostly()).toEqual([false, true]);
  expect(fieldMapping.state().counts[1]).toEqual({ kind: 'device', answers: 3, notUnderstood: 2 });
  expect(fieldMapping.state().samples.device).toEqual([
    odd,
    { id: 'b', expires: 'soon' },
    { id: 'c' },
  ]);
});

test('a new mapping starts again', () => {
  const { fieldMapping, send, isMostly, changes } = setup();
  send(renamed, 3);
  const before = changes();
  fieldMapping.set({});
  expect(isMostly()).toEqual([false, false]);
  expect(changes()).toBe(before + 1);
});
