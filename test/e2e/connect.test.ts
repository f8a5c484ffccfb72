import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

const mistyped = [
  { address: 'two words.example', words: /has a space in it/ },
  { address: 'ftp://tracking.example', words: /must begin with https/ },
  { address: 'https://name:secret@tracking.example', words: /have their own fields/ },
];
const unreachable = [
  { address: 'http://127.0.0.1:9', words: /nothing (answers|listens)|refused/i },
  { address: 'http://fleet.example.com', words: /https/i },
  { address: 'https://no-such-host.invalid', words: /name|DNS/i },
];

test('says what is wrong with an address or a key, keeps what was typed, connects, and stays connected', async ({
  app,
  serve,
}) => {
  const { page } = app;
  const alert = page.getByRole('alert').first();
  for (const { address, words } of mistyped) {
    await test.step(address, async () => {
      await page.getByRole('textbox', { name: 'Service address' }).fill(address);
      await page.getByRole('textbox', { name: 'User name' }).click();
      await expect(page.getByText(words)).toBeVisible();
      await connect(page, { url: address, userName: 'someone', apiKey: 'something' });
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
      // An empty form for the next one.
      await page.reload();
    });
  }
  for (const { address, words } of unreachable) {
    await test.step(address, async () => {
      await connect(page, { url: address, userName: 'someone', apiKey: 'something' });
      await expect(alert).toContainText(words);
      await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled();
      // Without the message of this one.
      await page.reload();
    });
  }

  await test.step('a web page', async () => {
    const service = await serve({ devices: 1 });
    await service.control('setFaults', { htmlRate: 1 });
    await connect(page, service);
    await expect(alert).toContainText(/not .*(service|interface)/i);
    await page.reload();
  });

  await test.step('a redirection', async () => {
    const moved = createServer((_, response) => {
      response.writeHead(308, { location: 'https://elsewhere.invalid/api/Auth/Token' }).end();
    });
    await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`;
    await connect(page, { url, userName: 'someone', apiKey: 'something' });
    await expect(alert).toContainText(t('faults.notThisService.title.redirect'));
    await expect(alert).toContainText('look where it ends');
    await new Promise((resolve) => moved.close(resolve));
    await page.reload();
  });

  const service = await serve({ devices: 12 });
  await test.step('an address without a scheme and with the path of a page, and a wrong key', async () => {
    const pasted = ` ${service.url.replace('http://', '')}/api/devices?all=true `;
    await page.getByRole('textbox', { name: 'Service address' }).fill(pasted);
    await expect(page.getByText(`✓ ${service.url}`)).toBeVisible();
    await connect(page, { ...service, url: pasted, apiKey: 'not-the-key' });
    await expect(alert).toContainText('Invalid API key or username.');
    await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue(service.userName);
  });
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Devices' }).getByRole('row')).not.toHaveCount(0);
  await page.reload();
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveCount(0);
});

test('known accounts open again without a key, and are forgotten one by one', async ({
  app,
  serve,
}) => {
  const [north, south] = [await serve({ devices: 6 }), await serve({ devices: 9 })];
  const { page } = app;
  await connect(page, north);
  await expect(page.getByText('6 of 6', { exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search devices' });
  await search.fill('nobody');
  await expect(page.getByText('0 of 6', { exact: true })).toBeVisible();
  const leave = async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  };
  await leave();
  await connect(page, south);
  await expect(page.getByText('9 of 9', { exact: true })).toBeVisible();
  await expect(search).toHaveValue('');

  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('region', { name: 'Accounts' });
  await expect(settings.getByRole('listitem')).toHaveCount(2);
  await settings.getByRole('button', { name: `Open ${north.userName} at ${north.url}` }).click();
  // On the page and with the search that this account had.
  await expect(page.getByText('0 of 6', { exact: true })).toBeVisible();
  await expect(search).toHaveValue('nobody');
  await search.clear();
  await expect(page.getByText('6 of 6', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);

  // The number that the menu shows beside the other account.
  await page.getByRole('button', { name: /^Account: / }).click();
  const other = page.getByRole('menuitem', { name: `${south.userName} at ${south.url}` });
  const number = (await other.locator('kbd').textContent())?.at(-1);
  await page.keyboard.press('Escape');
  await page.keyboard.press(`ControlOrMeta+Digit${number}`);
  // On the page where it was left.
  await expect(page.getByRole('button', { name: `Account: ${south.userName}` })).toContainText(
    south.url,
  );
  await expect(settings.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press(`ControlOrMeta+Digit${number === '1' ? 2 : 1}`);
  await expect(page.getByText('6 of 6', { exact: true })).toBeVisible();

  await leave();
  const accountList = page.getByRole('list', { name: t('session.accounts.list') });
  await accountList
    .getByRole('button', { name: `Forget ${south.userName} at ${south.url}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Forget ${south.userName}?` });
  await dialog.getByRole('button', { name: t('session.forget.confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(accountList.getByRole('listitem')).toHaveCount(1);
  await accountList.getByRole('button', { name: `Open ${north.userName} at ${north.url}` }).click();
  await expect(page.getByText('6 of 6', { exact: true })).toBeVisible();
});

test('the demo fleet needs no account and is shown on the map', async ({ app }) => {
  const { page, electron, errors } = app;
  await page.getByRole('button', { name: t('session.demo.use') }).click();
  // Its own limit of calls lets it read 400 positions in about 20 seconds.
  await expect(page.getByRole('status')).toHaveText(/^Live/, { timeout: 60_000 });
  await expect(page.getByText('400 of 400', { exact: true })).toBeVisible();
  const canvas = page.locator('canvas.maplibregl-canvas');
  await expect(canvas).toBeVisible();
  expect(errors).toEqual([]);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  );
});
