import { expect, test } from 'vitest';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { Condition } from '#shared/domain/alert-rules';
import { createNotificationGroup } from './notification-group';

const condition = (deviceId: string): Condition => ({
  deviceId,
  kind: 'silent',
  key: '1',
  isCritical: false,
  text: 'Silent',
});

function setup(savesNeeded = 1) {
  const clock = createFakeTime();
  const notified: string[][] = [];
  let left = savesNeeded;
  const group = createNotificationGroup(clock, {
    save: () => --left <= 0,
    notify: (conditions) => notified.push(conditions.map(({ deviceId }) => deviceId)),
  });
  return { clock, group, notified };
}

test('conditions within two seconds share one notification; later ones get their own', async () => {
  const { clock, group, notified } = setup();
  group.add([condition('a')]);
  await clock.pass(1_999);
  group.add([condition('b'), condition('c')]);
  expect(notified).toEqual([]);
  await clock.pass(1);
  expect(notified).toEqual([['a', 'b', 'c']]);
  group.add([condition('d')]);
  await clock.pass(2_000);
  expect(notified).toEqual([['a', 'b', 'c'], ['d']]);
});

test('nothing is notified before all of it is stored', async () => {
  const { clock, group, notified } = setup(3);
  group.add([condition('a')]);
  await clock.pass(2_001);
  expect(notified).toEqual([]);
  await clock.pass(1);
  expect(notified).toEqual([['a']]);
});

test('memories are stored without a notification if there is no condition', async () => {
  const { clock, group, notified } = setup(2);
  group.add([]);
  await clock.pass(2_001);
  expect(notified).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test('after it was stopped nothing is notified', async () => {
  const { clock, group, notified } = setup();
  group.add([condition('a')]);
  group.stop();
  group.add([condition('b')]);
  await clock.pass(10_000);
  expect(notified).toEqual([]);
});
