import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { syntheticDevice, syntheticFix } from '#main/cache/synthetic-fleet.test-support';
import { createFleet } from '#main/features/fleet/fleet';
import { defaultSettings } from '#shared/domain/settings';
import type { AlertNotice } from '#main/features/history/history-port';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import type { LocationAnswer } from '#shared/domain/fix';
import { createLiveAlerts } from './live-alerts';

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

const textsOf = (notices: readonly AlertNotice[]) => notices.map(({ body }) => body);

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

test('a muted device notifies of nothing; others do', async () => {
  const { clock, notices, report, alerts, id } = setup();
  alerts.snooze(id, clock.now() + hour);
  report(clock.now(), { battery: 5, ...sos });
  await clock.pass(5_000);
  expect(notices).toEqual([]);
  alerts.snooze('another', clock.now() + hour);
  alerts.snooze(id, null);
  report(clock.now() + 1, { battery: 5 });
  await clock.pass(5_000);
  expect(textsOf(notices)).toEqual([expect.stringMatching(/^Battery/)]);
});
