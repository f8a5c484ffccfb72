import { afterEach, expect, test, vi } from 'vitest';
import type { RunningService } from '../../main/service/start';
import { historyDesk, type HistoryDesk } from '../support/history';
import { service, tidyUp } from '../support/own';

afterEach(tidyUp);
// Notifications are gathered for seconds, on the real clock.
vi.setConfig({ testTimeout: 60_000 });

const minute = 60_000;

async function put(running: RunningService, id: string, more: Record<string, unknown>) {
  await running.control.setFix(id, { latitude: 40, longitude: -3, speed: 0, battery: 90, ...more });
}

/** A fleet of two that is well. */
async function pair(): Promise<RunningService> {
  const running = await service({ devices: 0 });
  for (const id of ['van', 'bus']) {
    await running.control.addDevice({ id, name: id.toUpperCase() });
    await put(running, id, {});
  }
  return running;
}

/** Waits until every device was asked anew and what is to be told has been. */
async function asked(desk: HistoryDesk): Promise<void> {
  const { account } = desk;
  const since = Date.now() + desk.ahead.ms;
  await account.refreshNow();
  await vi.waitFor(
    () => {
      for (const id of ['van', 'bus']) {
        expect(account.fleet.details(id).checkedAt ?? 0).toBeGreaterThanOrEqual(since);
      }
    },
    { timeout: 10_000, interval: 20 },
  );
  await new Promise((resolve) => setTimeout(resolve, 2_300));
}

test('a critical alert is told once, also after a restart; the next one waits for the cool-down', async () => {
  const running = await pair();
  const desk = await historyDesk(running);
  await asked(desk);
  expect(desk.notices).toEqual([]);
  await put(running, 'van', { alerts: ['SOSButton'], hasCriticalAlert: true });
  await asked(desk);
  await asked(desk);
  expect(desk.notices).toEqual([{ title: 'VAN', body: 'SOS button pressed', deviceId: 'van' }]);

  const again = await desk.restart();
  await asked(again);
  await put(running, 'van', { alerts: ['SOSButton'], hasCriticalAlert: true });
  await asked(again);
  expect(again.notices).toEqual([]);
  running.control.advance(16 * minute);
  again.ahead.ms += 16 * minute;
  await put(running, 'van', { alerts: ['SOSButton'], hasCriticalAlert: true });
  await asked(again);
  expect(again.notices).toHaveLength(1);
  await again.quit();
});

test('several are told together; what is put off is told when that ends, if it still lasts', async () => {
  const running = await pair();
  const desk = await historyDesk(running);
  await asked(desk);
  desk.account.liveAlerts.snooze(null, Date.now() + 60 * minute);
  for (const id of ['van', 'bus']) await put(running, id, { battery: 7 });
  await asked(desk);
  expect(desk.notices).toEqual([]);
  expect(Object.keys(desk.account.liveAlerts.snoozes())).toEqual(['']);
  desk.account.liveAlerts.snooze(null, null);
  await asked(desk);
  expect(desk.notices).toMatchObject([{ title: '2 devices: Battery at 7 %', deviceId: null }]);
  expect(desk.notices[0]!.body.split('\n').toSorted()).toEqual([
    'BUS: Battery at 7 %',
    'VAN: Battery at 7 %',
  ]);
  await desk.quit();
});

test('nothing in quiet hours, which are those of the person’s zone', async () => {
  const running = await pair();
  const { hours, minutes } = {
    hours: new Date().getUTCHours(),
    minutes: new Date().getUTCMinutes(),
  };
  const now = hours * 60 + minutes;
  const quietHours = { from: (now + 1_430) % 1_440, to: (now + 30) % 1_440 };
  const desk = await historyDesk(running, { settings: { timeZone: 'utc', quietHours } });
  await put(running, 'van', { battery: 5 });
  await asked(desk);
  expect(desk.notices).toEqual([]);
  desk.settings.quietHours = null;
  await asked(desk);
  expect(desk.notices).toHaveLength(1);
  await desk.quit();
});

test('a device that claims to move on the spot, one that falls silent, and a refused key', async () => {
  const running = await pair();
  const desk = await historyDesk(running);
  await put(running, 'van', { speed: 20 });
  await asked(desk);
  const later = (minutes: number) => {
    running.control.advance(minutes * minute);
    desk.ahead.ms += minutes * minute;
  };
  later(61);
  await put(running, 'van', { speed: 20 });
  await asked(desk);
  expect(desk.notices).toMatchObject([{ title: 'VAN' }]);
  expect(desk.notices[0]!.body).toContain('position has not changed');
  later(24 * 60);
  await put(running, 'van', {});
  await asked(desk);
  expect(desk.notices[1]).toMatchObject({ title: 'BUS', body: 'Silent for more than 24 hours' });
  running.control.regenerateKey();
  running.control.revokeTokens();
  await desk.account.refreshNow().catch(() => undefined);
  await vi.waitFor(() => expect(desk.notices.at(-1)!.body).toContain('refuses the API key'), {
    timeout: 10_000,
  });
  await desk.quit();
});
