import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

test('checks the connection and the computer, with one request for a token, and copies what was found', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 12 });
  const { electron, page } = await start();
  await connect(page, service);
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible();

  await electron.evaluate(({ Menu }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help');
    help?.submenu?.items.find(({ label }) => label === 'Diagnostics…')?.click();
  });
  const dialog = page.getByRole('dialog', { name: 'Diagnostics' });
  const result = (check: string) => dialog.getByRole('row', { name: new RegExp(`^${check} `) });
  await expect(result('Key')).toContainText('The service accepts the key and gave a token.');
  await expect(result('Address')).toContainText('The service runs on this computer.');
  await expect(result('Offline copy')).toContainText(/Encrypted, \d+ MB, without damage/);
  await expect(result('Keychain')).toContainText('stores and returns an entry');
  await expect(result('Disk')).toContainText('GB free');
  await expect(result('Versions')).toContainText('Electron');
  await expect(dialog.getByText('Checking…')).toHaveCount(0);
  await expect(result('GET /api/devices/\\{deviceId\\}/lastLocation')).toContainText('ms');

  await dialog.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain('Key: Fine. The service accepts the key and gave a token.');
  expect(text).not.toContain('127.0.0.1');

  await service.control('setFaults', { statusRate: 1, status: 503, times: 100 });
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(result('Key')).toContainText('Broken');
});
