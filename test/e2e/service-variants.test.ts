import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// Every interpretation that the wire contract allows, with the whole app: whatever a service sends
// within the contract, the fleet, the groups and the users must be the same.
const readings: Record<string, Record<string, unknown>> = {
  'bare lists, text numbers, no zone, no success member': {
    lists: 'bare',
    numbers: 'text',
    zone: 'none',
    success: 'absent',
  },
  'unset members absent, never reported is 404, always fractions': {
    unset: 'absent',
    neverReported: 'notFound',
    fractions: 'always',
    groupError: 'absent',
    usage: 'absent',
  },
  'unknown fields, names of countries, refusals with 200': {
    unknownFields: true,
    country: 'name',
    refusals: 'ok',
    neverReported: 'absent',
    fractions: 'never',
  },
};

test('whatever a service sends within the contract, its lists and its refusals are read', async ({
  start,
  serve,
}) => {
  // Nine services, one after another.
  test.setTimeout(300_000);
  const { page } = await start();
  const as = (quirks: Record<string, unknown>, devices = 30) =>
    serve({ devices, switches: ['--quirks', JSON.stringify(quirks)] });
  const disconnect = async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
  };

  for (const tokenRefusal of ['ok', 'unauthorized', 'older']) {
    await test.step(`a refused key: ${tokenRefusal}`, async () => {
      await connect(page, { ...(await as({ tokenRefusal }, 1)), apiKey: 'wrong' });
      await expect(page.getByRole('alert')).toContainText('Invalid API key or username.');
      // Without the message of this one.
      await page.reload();
    });
  }

  for (const [name, quirks] of Object.entries(readings)) {
    await test.step(name, async () => {
      await connect(page, await as(quirks));
      await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
      await expect(page.getByText('30 of 30', { exact: true })).toBeVisible();
      await expect(page.getByRole('status')).not.toContainText('not asked yet');
      await expect(page.getByRole('status')).toContainText(/2\d with a position/);
      await page.getByRole('link', { name: 'Users' }).click();
      await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
      const users = page.getByRole('table', { name: 'Users' }).locator('[role=row][aria-label]');
      await expect.poll(() => users.count()).toBeGreaterThan(3);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.getByRole('link', { name: 'Fleet' }).click();
      await disconnect();
    });
  }

  for (const emptyLists of ['array', 'null', 'absent']) {
    await test.step(`empty lists: ${emptyLists}`, async () => {
      await connect(page, await as({ emptyLists }, 0));
      await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
      await expect(page.getByText('0 of 0', { exact: true })).toBeVisible();
      await expect(page.getByText(t('fleet.empty.account'))).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await disconnect();
    });
  }
});
