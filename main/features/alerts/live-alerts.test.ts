import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inEnglish, textOf } from '../../../test/support/english';
import { openCache } from '#main/cache/cache';
import { syntheticDevice, syntheticFix } from '#main/cache/synthetic-fleet.test-support';
import { createFleet } from '#main/features/fleet/fleet';
import type { AlertNotice } from '#main/features/history/history';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { type Condition, allDevices, callsForHelpOf } from '#shared/domain/alert-rules';
import type { LocationAnswer } from '#shared/domain/fix';
import { defaultSettings } from '#shared/domain/settings';
import {
  accountId,
  createLiveAlerts,
  createNotificationGroup,
  createNotificationStore,
  noticesOf,
} from './live-alerts';

const hour = 3_600_000;
const notUnderstood: LocationAnswer = { fix: null, raw: { odd: true }, isUnderstood: false };
const none: LocationAnswer = { fix: null, raw: null, isUnderstood: true };

function setup() {
  const clock = createFakeTime();
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  const fleet = createFleet({ accountId: 'a', cache, clock, nextGeneration: () => 1 });
  const device = syntheticDevice(1);
  const { id } = device.record;
  fleet.replaceDevices([device], clock.now());
  const notices: AlertNotice[] = [];
  const alerts = createLiveAlerts({
    cache,
    records: cache.records('announced'),
    clock,
    settings: () => defaultSettings,
    notify: (notice) => notices.push(notice),
    accountTimeZone: () => null,
    computerTimeZone: () => 'UTC',
  });
  alerts.start();
  const answer = (given: LocationAnswer) => {
    fleet.putFix(id, given, clock.now());
    alerts.seen(id, given);
    fleet.flush();
  };
  const healthy = { speed: 0, battery: 80, hasCriticalAlert: false };
  const report = (at: number, change: Parameters<typeof syntheticFix>[2] = {}) =>
    answer({ ...syntheticFix(1, at, { ...healthy, ...change }), isUnderstood: true });
  return { clock, notices, answer, report, alerts, id };
}

const textsOf = (notices: readonly AlertNotice[]) =>
  notices.map(({ body }) => body.map((line) => textOf(line)).join('\n'));

test('a device that is not asked for is not silent; one without a new report is', async () => {
  const { clock, notices, answer, report } = setup();
  report(clock.now());
  await clock.pass(25 * hour);
  expect(notices).toEqual([]);
  answer(none);
  await clock.pass(5_000);
  expect(textsOf(notices)).toEqual(['Silent for more than 24 hours']);
});

test('answers that are not understood say nothing about the device', async () => {
  const { clock, notices, answer, report } = setup();
  report(clock.now());
  await clock.pass(25 * hour);
  answer(notUnderstood);
  await clock.pass(5 * 60_000);
  expect(notices).toEqual([]);
});

test('a report that is dated in the future is no silence', async () => {
  const { clock, notices, report } = setup();
  report(clock.now());
  await clock.pass(25 * hour);
  report(clock.now() + hour);
  report(clock.now() + 2 * hour);
  await clock.pass(5 * 60_000);
  expect(notices).toEqual([]);
});

test('a device that claims to move is frozen only for as long as it reports so', async () => {
  const { clock, notices, report } = setup();
  report(clock.now(), { speed: 20 });
  await clock.pass(2 * hour);
  expect(notices).toEqual([]);
  report(clock.now(), { speed: 20 });
  await clock.pass(5_000);
  expect(textsOf(notices)[0]).toContain('its position has not changed for more than 60 minutes');
});

test('the alerts of a late, older report are not news', async () => {
  const { clock, notices, report } = setup();
  report(clock.now());
  report(clock.now() - hour, { alerts: ['SOSButton'] });
  await clock.pass(5_000);
  expect(notices).toEqual([]);
  report(clock.now(), { alerts: ['SOSButton'] });
  await clock.pass(5_000);
  expect(notices).toHaveLength(1);
});

test('the conditions of a thousand devices are stored in a few writes, before one notification', async () => {
  const clock = createFakeTime();
  const cache = openCache({ file: null, key: new Uint8Array(32) });
  const fleet = createFleet({ accountId: 'a', cache, clock, nextGeneration: () => 1 });
  const limits = {
    expires: false,
    expirationDate: null,
    dailyEmailLimit: 10,
    dailySmsLimit: null,
    emailsSentToday: 10,
    smsSentToday: null,
  };
  const devices = Array.from({ length: 1_000 }, (_, i) => syntheticDevice(i, { limits }));
  fleet.replaceDevices(devices, clock.now());
  const records = cache.records('announced');
  const events: string[] = [];
  const alerts = createLiveAlerts({
    cache,
    records: {
      ...records,
      putMany: (entries) => {
        events.push('stored');
        records.putMany(entries);
      },
    },
    clock,
    settings: () => defaultSettings,
    notify: () => events.push(`told of ${records.count()}`),
    accountTimeZone: () => null,
    computerTimeZone: () => 'UTC',
  });
  alerts.listed(devices);
  // It looks at a list in several turns of the event loop.
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  await clock.pass(10_000);
  expect(events).toEqual([...Array.from({ length: 8 }, () => 'stored'), 'told of 1000']);
});

const sos = { alerts: ['SOSButton'], hasCriticalAlert: true };

test('while all devices are snoozed a call for help is notified, unless that was asked for too', async () => {
  const { clock, notices, report, alerts } = setup();
  alerts.snooze(null, clock.now() + hour);
  report(clock.now(), { battery: 5 });
  report(clock.now() + 1, { battery: 5, ...sos });
  await clock.pass(5_000);
  expect(textsOf(notices)).toEqual([expect.stringMatching(/^SOS button pressed/)]);
  // A critical alert without a name may be one.
  report(clock.now() + 2, { battery: 5, alerts: [], hasCriticalAlert: true });
  await clock.pass(5_000);
  expect(textsOf(notices)).toEqual([
    expect.stringMatching(/^SOS/),
    expect.stringMatching(/^Critical/),
  ]);

  alerts.snooze(null, clock.now() + hour, true);
  report(clock.now() + 3, { battery: 5, ...sos });
  await clock.pass(5_000);
  expect(notices).toHaveLength(2);
  // What lasts is notified afterwards, and nothing is notified twice.
  alerts.snooze(null, null);
  expect(alerts.snoozes()).toEqual({});
  report(clock.now() + 4, { battery: 5 });
  await clock.pass(5_000);
  expect(textsOf(notices).slice(2)).toEqual([expect.stringMatching(/^Battery/)]);
  alerts.snooze(null, clock.now() + hour);
  report(clock.now() + 5, { battery: 5, ...sos });
  await clock.pass(2 * hour);
  report(clock.now(), { battery: 5 });
  await clock.pass(5_000);
  expect(textsOf(notices).filter((text) => text.startsWith('Battery'))).toHaveLength(1);
});

test('a snooze without calls for help takes the place of one with them', () => {
  const { clock, alerts, id } = setup();
  const until = clock.now() + hour;
  for (const of of [null, id]) {
    alerts.snooze(of, clock.now() + 9 * hour, true);
    alerts.snooze(of, until);
  }
  expect(alerts.snoozes()).toEqual({ [allDevices]: until, [id]: until });
});

test('a muted device notifies of calls for help alone, and not of them if that was asked for; others notify', async () => {
  const { clock, notices, report, alerts, id } = setup();
  alerts.snooze(id, clock.now() + hour);
  report(clock.now(), { battery: 5, ...sos });
  await clock.pass(5_000);
  expect(textsOf(notices)).toEqual([expect.stringMatching(/^SOS button pressed/)]);
  alerts.snooze(id, clock.now() + hour, true);
  report(clock.now() + 1, { battery: 5, alerts: [], hasCriticalAlert: true });
  await clock.pass(5_000);
  expect(notices).toHaveLength(1);
  alerts.snooze('another', clock.now() + hour, true);
  alerts.snooze(id, null);
  expect(Object.keys(alerts.snoozes())).toEqual(['another', callsForHelpOf('another')]);
  report(clock.now() + 2, { battery: 5 });
  await clock.pass(5_000);
  expect(textsOf(notices).slice(1)).toEqual([expect.stringMatching(/^Battery/)]);
});

const waitingCondition = (deviceId: string): Condition => ({
  deviceId,
  kind: 'silent',
  key: '1',
  isCritical: false,
  text: 'Silent',
});

function openGroup(savesNeeded = 1) {
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
  const { clock, group, notified } = openGroup();
  group.add([waitingCondition('a')]);
  await clock.pass(1_999);
  group.add([waitingCondition('b'), waitingCondition('c')]);
  expect(notified).toEqual([]);
  await clock.pass(1);
  expect(notified).toEqual([['a', 'b', 'c']]);
  group.add([waitingCondition('d')]);
  await clock.pass(2_000);
  expect(notified).toEqual([['a', 'b', 'c'], ['d']]);
});

test('nothing is notified before all of it is stored', async () => {
  const { clock, group, notified } = openGroup(3);
  group.add([waitingCondition('a')]);
  await clock.pass(2_001);
  expect(notified).toEqual([]);
  await clock.pass(1);
  expect(notified).toEqual([['a']]);
});

test('memories are stored without a notification if there is no condition', async () => {
  const { clock, group, notified } = openGroup(2);
  group.add([]);
  await clock.pass(2_001);
  expect(notified).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test('after it was stopped nothing is notified', async () => {
  const { clock, group, notified } = openGroup();
  group.add([waitingCondition('a')]);
  group.stop();
  group.add([waitingCondition('b')]);
  await clock.pass(10_000);
  expect(notified).toEqual([]);
});

const condition = (deviceId: string, text: string, isCritical = false): Condition => ({
  deviceId,
  kind: text,
  key: '1',
  isCritical,
  text,
});
const label = (id: string) => id.toUpperCase();
/** The notification of conditions among which nobody calls for help. */
const noticeOf = (...given: Parameters<typeof noticesOf>) => {
  const notices = noticesOf(...given);
  expect(notices).toHaveLength(1);
  return notices[0]!;
};

test('each device that calls for help has its own notification, and the others one together', () => {
  const call = (deviceId: string, at: number): Condition => ({
    ...condition(deviceId, 'SOS button pressed', true),
    kind: 'alert:SOSButton',
    at,
  });
  const conditions = [
    call('van', 7),
    condition('van', 'Low'),
    condition('car', 'Low'),
    call('bus', 8),
  ];
  const notices = noticesOf([...conditions, condition('cab', 'Low')], label);
  expect(notices.map(({ title, deviceId, callAt }) => [textOf(title), deviceId, callAt])).toEqual([
    ['VAN', 'van', 7],
    ['BUS', 'bus', 8],
    ['2 devices: Low', null, null],
  ]);
  expect(notices[0]!.body).toEqual(['SOS button pressed', 'Low']);
  // Where hundreds call at once, no desktop shows hundreds of notifications.
  const many = noticesOf(
    Array.from({ length: 300 }, (_, i) => call(`d${i}`, i)),
    label,
  );
  expect(many).toHaveLength(11);
  expect(textOf(many.at(-1)!.title)).toBe('290 devices: SOS button pressed');
});

test('one device: its name, its texts once each, and a link to it', () => {
  const conditions = [
    condition('van', 'Battery at 9 %'),
    condition('van', 'SOS button pressed', true),
    condition('van', 'Battery at 9 %'),
  ];
  expect(inEnglish(noticeOf(conditions, label))).toEqual({
    title: 'VAN',
    body: ['SOS button pressed', 'Battery at 9 %'],
    deviceId: 'van',
    callAt: null,
    page: 'alerts',
  });
});

test('one device: the nearest town of its last position, if it is known', () => {
  const conditions = [condition('van', 'SOS button pressed', true)];
  const notice = inEnglish(noticeOf(conditions, label, () => 'Turin, IT · 4 km NE'));
  expect(notice.body).toEqual(['SOS button pressed', 'Last position: Turin, IT · 4 km NE']);
  const account = noticeOf([condition(accountId, 'Key refused')], label, () => 'Turin, IT');
  expect(account.body).toEqual(['Key refused']);
});

test('the account: no link to a device', () => {
  expect(noticeOf([condition(accountId, 'Key refused')], label)).toEqual({
    title: 'Waypost',
    body: ['Key refused'],
    deviceId: null,
    callAt: null,
    page: 'alerts',
  });
});

test.each([
  ['place:rule:depot', 'place:rule:customer', 'place-events'],
  ['place:rule:depot', 'silent', 'alerts'],
])('several devices with %s and %s lead to the list that has them: %s', (first, second, page) => {
  const conditions = [
    { ...condition('van', 'Entered'), kind: first },
    { ...condition('bus', 'Something'), kind: second },
  ];
  expect(noticeOf(conditions, label).page).toBe(page);
});

test('several devices: a title for one kind, and five lines at most', () => {
  const conditions = Array.from({ length: 7 }, (_, i) => condition(`d${i}`, 'Silent'));
  const notice = inEnglish(noticeOf(conditions, label));
  expect(notice).toMatchObject({ title: '7 devices: Silent', deviceId: null });
  expect(notice.body).toHaveLength(6);
  expect(notice.body.at(-1)).toBe('and 2 more');
  const other = noticeOf([...conditions, condition('d0', 'Low')], label);
  expect(inEnglish(other).title).toBe('8 alerts on 7 devices');
});

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
  const all = [allDevices, callsForHelpOf(allDevices)];
  store.snooze(['van'], 200);
  store.snooze(all, 300);
  expect(open().snoozes()).toEqual({ van: 200, ...Object.fromEntries(all.map((id) => [id, 300])) });
  clock.now = 250;
  expect(open().snoozes()).toEqual(Object.fromEntries(all.map((id) => [id, 300])));
  store.snooze(all, null);
  expect(open().snoozes()).toEqual({});
});
