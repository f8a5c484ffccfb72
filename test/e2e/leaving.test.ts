import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// Messages about unsaved work before the user leaves it, and where it is found again.

const account = (page: Page) => page.getByRole('button', { name: /^Account:/ });
const unsaved = (page: Page) => page.getByRole('button', { name: /unsaved change/ });

/** Starts to edit a user without saving. */
async function typeMessage(page: Page, user: string, message: string): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('table', { name: 'Users' }).getByRole('row', { name: user }).click();
  await page
    .getByRole('region', { name: 'User details' })
    .getByRole('button', { name: 'Edit' })
    .click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(message);
  await expect(unsaved(page)).toContainText('1 unsaved change');
}

/** Quits with this answer to the dialog; returns its question, or null if there was none. */
function quit({ electron }: App, response: number): Promise<string> {
  return electron.evaluate(({ app, dialog: dialogs }, answer) => {
    const question = new Promise<string>((resolve) => {
      dialogs.showMessageBox = (...[options]: unknown[]) => {
        const { message, detail } = options as { message: string; detail: string };
        resolve(`${message} ${detail}`);
        return Promise.resolve({ response: answer, checkboxChecked: false });
      };
    });
    app.quit();
    return question;
  }, response);
}

test('unsaved work of an account stays with it, and is reported before the account is forgotten', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 2 });
  const otherClient = await connectOtherClient(service);
  await otherClient.post('users', {
    name: 'Ana Ruiz',
    email: 'ana@fleet.example',
    country: 'ES',
    timeZone: 'Europe/Madrid',
  });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await typeMessage(first.page, 'Ana Ruiz', 'Call the depot');
  await expect(first.page.getByRole('region', { name: 'Unsaved changes' })).toContainText(
    t('edits.place.disk'),
  );
  await account(first.page).click();
  await first.page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();

  // No dialog was shown; the account shows its unsaved work.
  const accounts = (page: Page) => page.getByRole('list', { name: t('session.accounts.list') });
  await expect(accounts(first.page)).toContainText('1 unsaved change');
  await first.close();
  // It opens automatically at the next start, with the input; quitting immediately loses no
  // keystroke.
  const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
  const reopened = async (typed: string) => {
    const app = await start();
    await unsaved(app.page).click();
    await app.page.getByRole('menuitem', { name: /Ana Ruiz/ }).click();
    await expect(message(app.page)).toHaveValue(typed);
    return app;
  };
  const second = await reopened('Call the depot');
  await message(second.page).fill('Call the depot today');
  await second.close();
  const third = await reopened('Call the depot today');
  const { page } = third;

  // A password is never stored, so quitting and leaving ask for confirmation.
  await page.getByLabel('New password', { exact: true }).fill('correct horse');
  await expect(unsaved(page)).toContainText('2 unsaved changes');
  // Main handles calls in order: after a later result it has the password.
  await page.evaluate(() => window.waypost.drafts.all());
  expect(await quit(third, 1)).toBe(
    'Close and lose what is not saved? A password that was typed and not saved is lost: passwords are never kept.',
  );
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  const leave = page.getByRole('dialog', { name: /^Leave/ });
  await expect(leave).toContainText('The password that was typed and not saved is lost');
  await expect(leave).toContainText(t('session.leave.otherChanges'));
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(accounts(page)).toContainText('1 unsaved change');

  await page.getByRole('button', { name: /^Forget/ }).click();
  const forget = page.getByRole('dialog', { name: /^Forget/ });
  await expect(forget).toContainText('Lost with it: 1 unsaved change.');
  await forget.getByRole('button', { name: 'Keep' }).click();
  await expect(forget).toBeHidden();
  await page.getByRole('button', { name: /^Open/ }).click();
  await expect(unsaved(page)).toContainText('1 unsaved change');
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Disconnect and forget…' }).click();
  await expect(forget).toContainText('Lost with it: 1 unsaved change.');
  await forget.getByRole('button', { name: t('session.forget.confirm') }).click();
  await expect(page.getByLabel('Service address')).toBeVisible();
  await expect(accounts(page)).toBeHidden();
});

test('leaving the demo asks before it discards unsaved work', async ({ start }) => {
  const { page } = await start({ switches: ['--demo'] });
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await typeMessage(page, 'Anneliese Köhler', 'Call the depot');
  await page.getByRole('button', { name: 'Connect your account' }).click();
  const own = page.getByRole('dialog', { name: 'Connect your account' });
  await expect(own).toContainText('its unsaved changes and unfinished jobs are lost');
  await own.getByRole('textbox', { name: 'Service address' }).fill('http://127.0.0.1:9');
  await own.getByRole('textbox', { name: 'User name' }).fill('someone');
  await own.getByRole('textbox', { name: 'API key' }).fill('something');
  await own.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(own.getByRole('alert')).toBeVisible();
  await own.getByRole('button', { name: 'Close' }).click();
  await expect(unsaved(page)).toContainText('1 unsaved change');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText(
    t('edits.place.memory'),
  );
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  const leave = page.getByRole('dialog', { name: /^Leave/ });
  await expect(leave).toContainText('1 unsaved change is lost: nothing of the demo is stored');
  await leave.getByRole('button', { name: 'Stay' }).click();
  await expect(unsaved(page)).toContainText('1 unsaved change');
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByLabel('Service address')).toBeVisible();
});
