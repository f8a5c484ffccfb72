import { afterEach, expect, test } from 'vitest';
import type { RunningService } from '../../main/service/start';
import { dayInZone, plusDays, startOfDayInZone } from '../../shared/domain/calendar';
import { sentCount } from '../../shared/domain/device-limits';
import { expiryOf } from '../../shared/domain/expiry';
import type { FleetColumns } from '../../shared/fleet/columns';
import { startMain, type MainProcess } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';

// Midnight in the time zone of the account, whose day is not the day of UTC.

afterEach(cleanUp);

const zone = 'Asia/Kolkata';
const minute = 60_000;
const hour = 60 * minute;

const service = () => startTestService({ devices: 0, timeZone: zone });
const limits = (part: object) => ({
  expires: false,
  expirationDate: null,
  dailyEmailLimit: null,
  dailySmsLimit: null,
  ...part,
});

/** Moves the clocks of the service and of the computer. */
function moveTo(at: number, main: MainProcess, running: RunningService): void {
  const ms = at - main.clock.now();
  running.control.advance(ms);
  main.clock.jump(ms);
}

const nextMidnight = (main: MainProcess) =>
  startOfDayInZone(plusDays(dayInZone(main.clock.now(), zone), 1), zone);

async function sendMails(running: RunningService, id: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await running.control.raiseAlert(id, {
      latitude: 40,
      longitude: -3,
      notifications: ['email'],
      alerts: ['SOSButton'],
    });
  }
}

/** Every list again, and what notifications wait for. */
async function refresh(main: MainProcess): Promise<void> {
  await main.account.refreshNow();
  await main.clock.advance(3_000);
}

const offline: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));
const quotaNotices = ({ alertNotices }: MainProcess) =>
  alertNotices.filter(({ body }) => body.includes('limit'));

test('a message quota is notified once for each counter and day of the account', async () => {
  const running = await service();
  await running.control.addDevice({ id: 'van', limits: limits({ dailyEmailLimit: 10 }) });
  let main = await startMain(running);
  // Always ahead: 23:00 on the next day.
  moveTo(nextMidnight(main) + 23 * hour, main, running);
  await sendMails(running, 'van', 9);
  await refresh(main);
  expect(quotaNotices(main)).toEqual([
    { title: 'van', body: '90 % of its daily e-mail limit is used', deviceId: 'van' },
  ]);
  await sendMails(running, 'van', 1);
  await refresh(main);
  expect(quotaNotices(main)).toHaveLength(1);
  main = await main.restart();
  await refresh(main);
  expect(quotaNotices(main)).toEqual([]);

  // Midnight passes while the service cannot be reached: yesterday's limit says nothing about today.
  main.network.send = offline;
  moveTo(nextMidnight(main) + hour, main, running);
  await main.clock.advance(minute);
  expect(quotaNotices(main)).toEqual([]);
  const { device } = main.account.fleet.details('van');
  const now = main.clock.now();
  expect(sentCount(device, 'emailsSentToday', zone, now)).toMatchObject({
    is: 'value',
    value: { count: 10, daysAgo: 1 },
  });

  main.network.send = fetch;
  await sendMails(running, 'van', 9);
  await refresh(main);
  expect(quotaNotices(main)).toHaveLength(1);
  await main.quit();
});

test('a device whose date passes unseen is expired in the details and on the map', async () => {
  const running = await service();
  const main = await startMain(running);
  const tomorrow = plusDays(dayInZone(main.clock.now(), zone), 1);
  const expiring = limits({ expires: true, expirationDate: tomorrow });
  await running.control.addDevice({ id: 'van', limits: expiring });
  await refresh(main);
  const posted: { columns: FleetColumns | null } = { columns: null };
  main.account.fleet.attachPort({
    postMessage: (message) => {
      if (message.type === 'fleet') posted.columns = message.columns;
    },
    close: () => undefined,
  });
  const judged = () => {
    const now = main.clock.now();
    const { device } = main.account.fleet.details('van');
    const { state, isConfirmed } = expiryOf(device, zone, now);
    return { state, isConfirmed, isExpiredOnMap: posted.columns!.expiredFrom[0]! <= now };
  };
  expect(judged()).toEqual({ state: 'active', isConfirmed: true, isExpiredOnMap: false });
  const midnight = nextMidnight(main);
  main.network.send = offline;
  moveTo(midnight - minute, main, running);
  expect(judged().state).toBe('active');
  moveTo(midnight + 36 * hour, main, running);
  expect(judged()).toEqual({ state: 'expired', isConfirmed: false, isExpiredOnMap: true });
  main.network.send = fetch;
  await refresh(main);
  expect(judged()).toEqual({ state: 'expired', isConfirmed: true, isExpiredOnMap: true });
  await main.quit();
});
