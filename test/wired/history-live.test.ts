import { afterEach, expect, test, vi } from 'vitest';
import type { RunningService } from '../../main/service/start';
import { type MainProcess, startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';

afterEach(cleanUp);

const minute = 60_000;

async function put(running: RunningService, id: string, more: Record<string, unknown>) {
  await running.control.setFix(id, { latitude: 40, longitude: -3, speed: 0, battery: 90, ...more });
}

/** Two devices without problems. */
async function pair(): Promise<RunningService> {
  const running = await startTestService({ devices: 0 });
  for (const id of ['van', 'bus']) {
    await running.control.addDevice({ id, name: id.toUpperCase() });
    await put(running, id, {});
  }
  return running;
}

/** Longer than the throttle of notifications. */
const throttleMs = 2_300;

/** Polls every device again and waits for the throttle of notifications. */
async function pollAll(main: MainProcess): Promise<void> {
  const { account, clock } = main;
  const since = clock.now();
  await account.refreshNow();
  await vi.waitFor(
    () => {
      for (const id of ['van', 'bus']) {
        expect(account.fleet.details(id).checkedAt ?? 0).toBeGreaterThanOrEqual(since);
      }
    },
    { timeout: 10_000, interval: 20 },
  );
  await clock.advance(throttleMs);
}

test('notifies of a critical alert once, also after a restart; the next one waits for the cool-down', async () => {
  const running = await pair();
  const main = await startMain(running);
  await pollAll(main);
  expect(main.alertNotices).toEqual([]);
  await put(running, 'van', { alerts: ['SOSButton'], hasCriticalAlert: true });
  await pollAll(main);
  await pollAll(main);
  expect(main.alertNotices).toEqual([
    { title: 'VAN', body: 'SOS button pressed', deviceId: 'van' },
  ]);

  const again = await main.restart();
  await pollAll(again);
  await put(running, 'van', { alerts: ['SOSButton'], hasCriticalAlert: true });
  await pollAll(again);
  expect(again.alertNotices).toEqual([]);
  running.control.advance(16 * minute);
  again.clock.jump(16 * minute);
  await put(running, 'van', { alerts: ['SOSButton'], hasCriticalAlert: true });
  await pollAll(again);
  expect(again.alertNotices).toHaveLength(1);
  await again.quit();
});

test('groups notifications; a snoozed condition is notified when the snooze ends, if it still holds', async () => {
  const running = await pair();
  const main = await startMain(running);
  await pollAll(main);
  main.account.liveAlerts.snooze(null, Date.now() + 60 * minute);
  for (const id of ['van', 'bus']) await put(running, id, { battery: 7 });
  await pollAll(main);
  expect(main.alertNotices).toEqual([]);
  expect(Object.keys(main.account.liveAlerts.snoozes())).toEqual(['']);
  main.account.liveAlerts.snooze(null, null);
  await pollAll(main);
  expect(main.alertNotices).toMatchObject([{ title: '2 devices: Battery at 7 %', deviceId: null }]);
  expect(main.alertNotices[0]!.body.split('\n').toSorted()).toEqual([
    'BUS: Battery at 7 %',
    'VAN: Battery at 7 %',
  ]);
  await main.quit();
});

test('sends no notification in the quiet hours of the chosen time zone', async () => {
  const running = await pair();
  const { hours, minutes } = {
    hours: new Date().getUTCHours(),
    minutes: new Date().getUTCMinutes(),
  };
  const now = hours * 60 + minutes;
  const quietHours = { from: (now + 1_430) % 1_440, to: (now + 30) % 1_440 };
  const main = await startMain(running, { timeZone: 'utc', quietHours });
  await put(running, 'van', { battery: 5 });
  await pollAll(main);
  expect(main.alertNotices).toEqual([]);
  main.settings.quietHours = null;
  await pollAll(main);
  expect(main.alertNotices).toHaveLength(1);
  await main.quit();
});

test('notifies of a frozen position, of a silent device, and of a refused key', async () => {
  const running = await pair();
  const main = await startMain(running);
  await put(running, 'van', { speed: 20 });
  await pollAll(main);
  const later = (minutes: number) => {
    running.control.advance(minutes * minute);
    main.clock.jump(minutes * minute);
  };
  later(61);
  await put(running, 'van', { speed: 20 });
  await pollAll(main);
  expect(main.alertNotices).toMatchObject([{ title: 'VAN' }]);
  expect(main.alertNotices[0]!.body).toContain('position has not changed');
  later(24 * 60);
  await put(running, 'van', {});
  await pollAll(main);
  expect(main.alertNotices[1]).toMatchObject({
    title: 'BUS',
    body: 'Silent for more than 24 hours',
  });
  await running.control.regenerateKey();
  await running.control.revokeTokens();
  await main.account.refreshNow().catch(() => undefined);
  await vi.waitFor(() => expect(main.alertNotices.at(-1)!.body).toContain('refuses the API key'), {
    timeout: 10_000,
  });
  await main.quit();
});
