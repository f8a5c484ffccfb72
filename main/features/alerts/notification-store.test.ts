import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { allDevices, callsForHelp } from '#shared/domain/alert-rules';
import { createNotificationStore } from './notification-store';

const notified = { key: 'low', toldAt: 1, coolDownMs: 2 };

function setUp() {
  const records = openCache({ file: null, key: Buffer.alloc(32, 3) }).records('announced');
  const clock = { now: 100 };
  const open = () => createNotificationStore(records, () => clock.now);
  return { records, clock, open };
}

test('stores memory by device and removes it when empty', () => {
  const { records, open } = setUp();
  const store = open();
  store.setMemory('van', { battery: notified });
  expect(store.memoryOf('van')).toEqual({ battery: notified });
  expect(store.save(10)).toBe(true);
  expect(open().memoryOf('van')).toEqual({ battery: notified });
  expect(open().memoryOf('bus')).toEqual({});
  store.setMemory('van', {});
  expect(store.save(10)).toBe(true);
  expect(records.ids()).toEqual([]);
});

test('writes many memories in a few transactions', () => {
  const { records, open } = setUp();
  let writes = 0;
  const store = createNotificationStore(
    { ...records, putMany: (entries) => (writes++, records.putMany(entries)) },
    () => 0,
  );
  for (let i = 0; i < 250; i++) store.setMemory(`van ${i}`, { battery: notified });
  expect(records.count()).toBe(0);
  expect([store.save(100), records.count()]).toEqual([false, 100]);
  expect([store.save(100), store.save(100), records.count()]).toEqual([false, true, 250]);
  expect(writes).toBe(3);
  expect(open().memoryOf('van 249')).toEqual({ battery: notified });
});

test('snoozes end at their time, or when they are ended', () => {
  const { clock, open } = setUp();
  const store = open();
  store.snooze(['van'], 200);
  store.snooze([allDevices, callsForHelp], 300);
  expect(open().snoozes()).toEqual({ van: 200, [allDevices]: 300, [callsForHelp]: 300 });
  clock.now = 250;
  expect(open().snoozes()).toEqual({ [allDevices]: 300, [callsForHelp]: 300 });
  store.snooze([allDevices, callsForHelp], null);
  expect(open().snoozes()).toEqual({});
});
