import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

test('F1 opens the guide at the page on screen, with its pictures, before an account is open too', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 12 });
  const { electron, page } = app;
  const guide = page.getByRole('dialog', { name: 'User guide' });
  const title = guide.getByRole('article').getByRole('heading', { level: 1 });
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'User guide' }).click();
  await expect(title).toHaveText('Connect an account');
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();

  await connect(page, service);
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /^Alerts/ }).click();
  await page.keyboard.press('F1');
  await expect(title).toHaveText(/^Alerts/);
  const picture = guide.getByRole('article').getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // The contents show where one is.
  await expect(guide.locator('[aria-current=page]')).toBeInViewport();

  // The menu of the system, above what is open.
  await electron.evaluate(({ Menu }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help');
    help?.submenu?.items.find(({ label }) => label === 'Report a problem')?.click();
  });
  await expect(title).toHaveText('Report a problem');
  await expect(guide.locator('[aria-current=page]')).toBeInViewport();
});
