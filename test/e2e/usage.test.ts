import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

test('sees the calls of the day, refreshes devices, limits the day, is told when a refresh needs more, and calls stop while nobody can see them', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 12, switches: ['--calls-per-minute', '6000'] });
  const { page } = app;
  await connect(page, service);
  const status = page.getByRole('status');
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible();

  const refresh = page.getByRole('button', { name: /^Refresh now/ });
  await expect(refresh).toBeEnabled();
  const openPanel = async () => {
    await page.getByRole('button', { name: 'Status details' }).click();
    await page.getByRole('button', { name: 'Calls today' }).click();
  };
  await openPanel();
  const panel = page.getByRole('dialog', { name: 'Calls today' });
  const locations = panel
    .getByRole('row')
    .filter({ hasText: 'GET /api/devices/{deviceId}/lastLocation' });
  const today = async () => Number(await locations.getByRole('cell').last().textContent());
  await expect.poll(today).toBeGreaterThanOrEqual(12);
  await expect(panel.getByRole('img', { name: /^All calls by hour/ })).toBeVisible();
  await expect(panel).toContainText(/About [\d,]+ calls, at the recent rate of/);
  await expect(panel).toContainText(/Counted by the service for its day[\d,]+, received at/);
  await page.keyboard.press('Escape');

  await expect(refresh).toHaveAccessibleName('Refresh now');

  await page.getByRole('searchbox', { name: 'Search devices' }).fill('1');
  const some = page.getByRole('button', { name: /^Refresh these \d+$/ });
  await expect(some).toBeVisible();
  await some.click();
  // A click during a refresh does nothing.
  await expect(some).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('');

  // A storm of refusals: the calls a minute fall, and what the number is based on is said.
  await service.control('setFaults', {
    statusRate: 1,
    status: 429,
    retryAfterSeconds: 1,
    times: 3,
  });
  await expect(status).toContainText('because the service asked Waypost to slow down', {
    timeout: 20_000,
  });
  // No refusal may come after the limit was forgotten.
  await service.control('setFaults', null);
  await openPanel();
  await panel.getByRole('button', { name: 'Forget this limit' }).click();
  await expect(status).not.toContainText('slow down');

  // A limit of the day that is almost used up stops the refresh, not the user.
  const perDay = panel.getByRole('textbox', { name: 'Calls per day' });
  await perDay.fill('10');
  await perDay.press('Enter');
  await expect(panel).toContainText('The 10 calls of today are used up. Nothing is sent until');
  await expect(status).toContainText('calls of today used up');
  await page.keyboard.press('Escape');
  await expect(refresh).toHaveAccessibleName('Refresh now (12 calls, 0 left today)');
  await refresh.click();
  const refused = page.getByText('wait for more than five minutes');
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss message' }).last().click();
  await expect(refused).toBeHidden();
  await expect(refresh).toBeEnabled();

  await openPanel();
  await perDay.fill('');
  await perDay.press('Enter');
  await expect(status).not.toContainText('used up');
  await page.keyboard.press('Escape');

  // Nothing is asked for while nobody can see it and nothing is to be notified.
  await page.evaluate(() =>
    window.waypost.settings.change({
      notifyAlerts: 'off',
      notifySilentHours: null,
      notifyFrozenMinutes: null,
      notifyBatteryBelow: null,
    }),
  );
  const setVisible = (isVisible: boolean) =>
    app.electron.evaluate(({ BrowserWindow }, shown) => {
      const [window] = BrowserWindow.getAllWindows();
      if (shown) window!.show();
      else window!.hide();
    }, isVisible);
  const pause = () =>
    page.evaluate(async () => {
      const outcome = await window.waypost.status.current();
      return outcome.ok ? outcome.value.refreshPause : null;
    });
  const calls = () =>
    page.evaluate(async () => {
      const outcome = await window.waypost.usage.current();
      return outcome.ok ? outcome.value.calls : 0;
    });
  await setVisible(false);
  await expect.poll(pause).toBe('hidden');
  await setVisible(true);
  await expect.poll(pause).toBeNull();
  const paused = await calls();
  await expect.poll(calls).toBeGreaterThan(paused);
});
