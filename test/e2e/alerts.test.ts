import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';
import { watchNotifications, type Notifications } from '../support/notifications';
import type { ServiceProcess } from '../support/service';

const alerts = (page: Page) => page.getByRole('table', { name: 'Alerts' });
const sos = { alerts: ['SOSButton'], hasCriticalAlert: true };

test('a call for help is named on every page until it is acknowledged; alerts load by themselves, are filtered and acknowledged', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  const now = Date.now();
  const place = { latitude: 45.76, longitude: 4.84 };
  const raise = (minutesAgo: number, name: string, text: string) =>
    service.control('raiseAlert', 'van-9', {
      ...place,
      dateTime: new Date(now - minutesAgo * 60_000).toISOString(),
      alerts: [name],
      text,
    });
  await raise(20, 'SpeedLimit', '94 in a zone of 80');
  await raise(30, 'SOSButton', 'Driver asks for help');
  const dateTime = new Date(now - 1_800_000).toISOString();
  await service.control('setFix', 'van-9', { ...place, ...sos, dateTime });
  const { page } = app;
  await connect(page, service);
  const strip = page.getByRole('region', { name: t('alerts.sos') });
  const chip = page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^SOS/ });
  const badge = page.getByRole('link', { name: /Alerts/ });
  const details = page.getByRole('region', { name: 'Alert details' });
  await expect(chip).toHaveText(/^SOS\s*1$/);
  await expect(badge).toContainText('2');
  await badge.click();
  // Loaded in the background; the open SOS is on top although the other one is newer.
  await expect(page.getByText('2 alerts, none acknowledged')).toBeVisible();
  await expect(alerts(page).getByRole('row').nth(1)).toHaveAccessibleName(/^SOS button pressed/);
  const sign = alerts(page).getByTitle('SOS', { exact: true }).first();
  expect(await sign.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);

  await page.getByRole('link', { name: 'Users' }).click();
  await strip.getByRole('button', { name: /^Van 9/ }).click();
  await expect(details).toContainText('Driver asks for help');
  // What was done about it is typed at once.
  await expect(details.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Called the driver');
  await details.getByRole('button', { name: /^Acknowledge/ }).click();
  await expect(strip).toBeHidden();
  await details.getByRole('button', { name: 'Undo' }).click();
  await expect(strip).toContainText('Van 9');
  await details.getByRole('button', { name: /^Acknowledge/ }).click();
  await expect(strip).toBeHidden();
  await expect(details).toContainText('Called the driver');
  await expect(badge).toContainText('1');
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Severity' }).getByRole('button', { name: /^SOS/ }).click();
  await expect(page.getByText('2 alerts, 1 not acknowledged')).toBeVisible();

  const choose = async (name: string) => {
    await alerts(page)
      .getByRole('button', { name: /^Actions: Too fast/ })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Acknowledge');
  await expect(badge).not.toContainText('1');
  await choose('Withdraw acknowledgement');
  await expect(badge).toContainText('1');
  const snoozed = async () => {
    const outcome = await page.evaluate(() => window.waypost.alerts.snoozes());
    return outcome.ok ? Object.keys(outcome.value) : outcome.fault;
  };
  await choose('4 hours');
  const muted = page
    .locator('[data-tone]')
    .filter({ hasText: /Notifications of Van 9 are muted until/ });
  await expect(muted).toBeVisible();
  expect(await snoozed()).toHaveLength(1);
  await muted.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(snoozed).toEqual([]);

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('textbox', { name: 'Devices' }).fill('van');
  await page.getByRole('option', { name: 'Van 9' }).click();
  await expect(alerts(page).getByRole('row', { name: /^Too fast, Van 9/ })).toBeVisible();
  const kinds = page.getByRole('combobox', { name: 'Kinds of alert' });
  await kinds.fill('speed');
  await page.getByRole('option', { name: 'Too fast' }).click();
  await expect(page.getByText('1 alert, not acknowledged')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Fleet' }).click();
  await expect(page.getByRole('row', { name: /^Van 9/ })).toBeVisible();
  await expect(chip).toBeHidden();
  await expect(page.getByRole('row', { name: /^Van 9/ })).not.toContainText(/SOS|Critical/i);
});

interface Fleet {
  page: Page;
  notifications: Notifications;
  /** Stores a fix and waits until Waypost has received it. */
  report(id: string, fix: Record<string, unknown>): Promise<void>;
}

/** Refreshes, and waits until every device was polled. */
async function refresh(page: Page, ids: readonly string[]): Promise<void> {
  const since = await page.evaluate(() => Date.now());
  await page.evaluate(() => window.waypost.fleet.refresh());
  for (const id of ids) {
    await expect
      .poll(async () => {
        const outcome = await page.evaluate((of) => window.waypost.fleet.details({ id: of }), id);
        return outcome.ok ? outcome.value.checkedAt : null;
      })
      .toBeGreaterThanOrEqual(since);
  }
}

const ids = ['van', 'bus'] as const;

async function pair(service: ServiceProcess): Promise<void> {
  for (const id of ids) {
    await service.control('addDevice', { id, name: id.toUpperCase() });
    await service.control('setFix', id, { latitude: 45.76, longitude: 4.84, battery: 90 });
  }
}

function watcher(service: ServiceProcess, page: Page, notifications: Notifications): Fleet {
  return {
    page,
    notifications,
    report: async (id, fix) => {
      await service.control('setFix', id, {
        latitude: 45.76,
        longitude: 4.84,
        battery: 90,
        ...fix,
      });
      await refresh(page, ids);
    },
  };
}

test('an alert is notified once, also after a restart; a click opens it, and a button acknowledges it', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await pair(service);
  const app = await start();
  const first = watcher(service, app.page, await watchNotifications(app));
  await connect(app.page, service);
  await expect(app.page.getByText('2 of 2', { exact: true })).toBeVisible();
  const at = new Date();
  await service.control('raiseAlert', 'van', {
    dateTime: at.toISOString(),
    latitude: 45.76,
    longitude: 4.84,
    text: 'Driver asks for help',
    alerts: sos.alerts,
  });
  await first.report('van', { ...sos, dateTime: at.toISOString() });
  await expect.poll(first.notifications.all).toHaveLength(1);
  const [announced] = await first.notifications.all();
  expect(announced).toMatchObject({
    title: 'VAN',
    body: 'SOS button pressed\nLast position: Lyon, FR · 1.4 km N',
  });
  // A critical urgency would break through the desktop's "do not disturb".
  expect(announced!.urgency).not.toBe('critical');

  await first.notifications.click('VAN');
  const details = app.page.getByRole('region', { name: 'Alert details' });
  await expect(details).toContainText('Driver asks for help', liveWithin);
  await app.page.getByRole('link', { name: 'Fleet' }).click();
  await first.notifications.press('VAN', t('alerts.acknowledge'));
  await expect(app.page.getByRole('region', { name: t('alerts.sos') })).toHaveCount(0);
  await first.notifications.click('VAN');
  await expect(details).toContainText('You acknowledged this');
  await first.report('van', { battery: 7 });
  await expect.poll(first.notifications.all).toHaveLength(2);
  await first.notifications.click('VAN');
  await expect(app.page.getByRole('region', { name: 'Device details' })).toContainText('VAN');
  await app.close();

  // The app connects only after the test listens for notifications.
  await service.control('setFaults', { status: 503, statusRate: 1 });
  const restarted = await start();
  const again = watcher(service, restarted.page, await watchNotifications(restarted));
  await service.control('setFaults', null);
  await refresh(again.page, ids);
  // A later notification shows that all earlier ones have been sent.
  await again.report('bus', { battery: 7 });
  await expect.poll(again.notifications.all).not.toHaveLength(0);
  expect(await again.notifications.all()).toMatchObject([
    { title: 'BUS', body: expect.stringMatching(/^Battery at 7 %\nLast position: /) },
  ]);
  expect(restarted.errors.filter((text) => !text.includes('503'))).toEqual([]);
});

test('nothing but a call for help is notified while snoozed, and nothing in quiet hours', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  await pair(service);
  const app = await start();
  const { page } = app;
  const { notifications, report } = watcher(service, page, await watchNotifications(app));
  await connect(page, service);
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Notifications' });

  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications' });
  await bell.click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  const sign = page.getByRole('note').filter({ hasText: /^Snoozed until/ });
  await expect(sign).toBeVisible();
  await report('van', { alerts: ['SpeedLimit'] });
  await report('van', {});
  // A call for help comes through, until the user confirms that it is not to.
  await report('bus', sos);
  await expect.poll(notifications.all).toHaveLength(1);
  expect(await notifications.all()).toMatchObject([
    { title: 'BUS', body: expect.stringMatching(/^SOS/) },
  ]);
  await report('bus', {});
  await bell.click();
  await page.getByRole('menuitem', { name: /^Also silence SOS/ }).click();
  await page
    .getByRole('dialog', { name: /^Also silence calls for help/ })
    .getByRole('button', { name: 'Silence SOS' })
    .click();
  await expect(page.getByRole('note').filter({ hasText: /^Snoozed with SOS/ })).toBeVisible();
  await report('van', sos);
  await report('van', {});
  await page.getByRole('banner').getByRole('button', { name: 'End now' }).click();
  await expect(page.getByRole('note').filter({ hasText: /^Snoozed/ })).toHaveCount(0);

  await section.getByRole('switch', { name: /^Quiet hours/ }).click();
  // The whole day except one minute that has passed or is hours away.
  const minute = await page.evaluate(() => new Date().getHours() * 60 + new Date().getMinutes());
  const clock = (at: number) => {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(Math.floor((at % 1440) / 60))}:${two(at % 60)}`;
  };
  await section.getByLabel('From', { exact: true }).fill(clock(minute + 1438));
  await section.getByLabel('To', { exact: true }).fill(clock(minute + 1430));
  await report('bus', sos);
  await report('bus', {});
  await section.getByRole('switch', { name: /^Quiet hours/ }).click();
  await expect(section.getByLabel('From', { exact: true })).toHaveCount(0);

  // Conditions that ended by then are in the log only; later ones are notified.
  await report('van', { battery: 6 });
  await expect.poll(notifications.all).toHaveLength(2);
  expect((await notifications.all()).slice(1)).toMatchObject([
    { title: 'VAN', body: expect.stringMatching(/^Battery at 6 %\nLast position: /) },
  ]);
});
