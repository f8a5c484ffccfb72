import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import { createFakeTime } from '#main/pace/fake-time.test-support';
import { inEnglish } from '../../../test/support/english';
import { plusDays } from '#shared/domain/calendar';
import { type Device, noLimits } from '#shared/domain/device';
import { deviceOf } from '#shared/domain/records.test-support';
import type { Notice } from '#shared/domain/notice';
import { createExpiryWarnings, noticeOf } from './expiry-warnings';

const device = (id: string, expirationDate: string) =>
  deviceOf(id, {
    name: `Van ${id}`,
    limits: { ...noLimits, expires: true, expirationDate },
  });

/** Lets a check end, which on a busy machine pauses after each device. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

function setup(days: Record<string, number>, part: Partial<Device> = {}) {
  const time = createFakeTime(Date.parse('2030-03-01T09:00:00Z'));
  const cache = openCache({ file: null, key: new Uint8Array(32).fill(3) });
  const notices: Notice[] = [];
  const state = { thresholds: [60, 30, 7, 1] as number[], stored: () => undefined as void };
  const records = cache.records('warned');
  const putMany = records.putMany.bind(records);
  records.putMany = (entries) => {
    putMany(entries);
    state.stored();
  };
  const open = () =>
    createExpiryWarnings({
      clock: time,
      records,
      devices: () =>
        Object.entries(days).map(([id, left]) => [
          { ...device(id, plusDays('2030-03-01', left)), ...part },
        ]),
      timeZone: () => 'UTC',
      thresholds: () => state.thresholds,
      notify: (notice) => notices.push(inEnglish(notice)),
    });
  const check = async () => {
    open().check();
    await turns();
  };
  return { time, notices, state, open, check };
}

test('one notification for all that is due, soonest first', async () => {
  const { notices, check } = setup({ a: 20, b: 1, c: 61, d: 5 });
  await check();
  expect(notices).toEqual([
    {
      title: '3 devices expire within 30 days',
      body: ['Van b (tomorrow)', 'Van d (in 5 days)', 'Van a (in 20 days)'],
    },
  ]);
});

test('every threshold is said once, by itself as the days go by, and not again after a restart', async () => {
  const { time, notices, open } = setup({ a: 9 });
  const first = open();
  first.check();
  first.start();
  await turns();
  expect(notices.map(({ title }) => title)).toEqual(['Van a expires in 9 days']);
  await time.pass(2 * 86_400_000);
  await turns();
  expect(notices.map(({ title }) => title).slice(1)).toEqual(['Van a expires in 7 days']);
  first.stop();
  const again = open();
  again.check();
  again.start();
  await time.pass(6 * 86_400_000);
  await turns();
  expect(notices.map(({ title }) => title).slice(2)).toEqual(['Van a expires tomorrow']);
});

test('a check that begins while warnings are stored on a slow disk loses none', async () => {
  const { notices, state, open } = setup({ a: 5 });
  const warnings = open();
  state.stored = () => {
    warnings.check();
    for (const end = performance.now() + 20; performance.now() < end;);
  };
  warnings.check();
  await turns();
  expect(notices.map(({ title }) => title)).toEqual(['Van a expires in 5 days']);
});

test('no thresholds, no warnings; one that is added is said', async () => {
  const { notices, state, check } = setup({ a: 5 });
  state.thresholds = [];
  await check();
  expect(notices).toEqual([]);
  state.thresholds = [7];
  await check();
  expect(notices).toHaveLength(1);
});

test.each([
  [
    'only a date of the limits',
    { gaps: { none: ['expiresAt'] } },
    [
      'On 08 Mar 2030.',
      'The service states no expiry of the device, but the expiration date 08 Mar 2030 of its limits.',
    ],
  ],
  [
    'another date of the limits',
    { expiresAt: Date.parse('2030-03-06T00:00:00Z') },
    [
      'On 06 Mar 2030.',
      'The service states two dates: the device expires on 06 Mar 2030, its limits on 08 Mar 2030.',
    ],
  ],
  [
    'one and the same date',
    { expiresAt: Date.parse('2030-03-08T00:00:00Z') },
    ['On 08 Mar 2030. Renew it before then, or its licence is released.'],
  ],
])('the body of the notification: %s', async (_, part, body) => {
  const { notices, check } = setup({ a: 7 }, part);
  await check();
  expect(notices.map((notice) => notice.body)).toEqual([body]);
});

test('a list of devices marks those whose record contradicts itself', async () => {
  const { notices, check } = setup({ a: 5, b: 7 }, { gaps: { none: ['expiresAt'] } });
  await check();
  expect(notices[0]?.body).toEqual([
    'Van a (in 5 days, the record contradicts itself)',
    'Van b (in 7 days, the record contradicts itself)',
  ]);
});

test('a long list is cut short in the notification, not in the count', () => {
  const warnings = Array.from({ length: 12 }, (_, i) => ({
    deviceId: `${i}`,
    day: '2030-03-02',
    daysLeft: i === 0 ? 0 : 1,
    threshold: 1,
  }));
  const notice = noticeOf(
    warnings,
    (id) => `Van ${id}`,
    () => [],
  );
  expect(inEnglish(notice)).toEqual({
    title: '12 devices expire within 1 day',
    body: ['Van 0 (today)', ...[1, 2, 3, 4].map((van) => `Van ${van} (tomorrow)`), 'and 7 more'],
  });
});
