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

for (const [name, quirks] of Object.entries(readings)) {
  test(`a service with ${name}`, async ({ start, serve }) => {
    const service = await serve({
      devices: 30,
      switches: ['--quirks', JSON.stringify(quirks)],
    });
    const { page } = await start();
    await connect(page, service);
    await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
    await expect(page.getByText('30 of 30', { exact: true })).toBeVisible();
    await expect(page.getByRole('status')).not.toContainText('not asked yet');
    await expect(page.getByRole('status')).toContainText(/2\d with a position/);
    await page.getByRole('link', { name: 'Users' }).click();
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    const users = page.getByRole('table', { name: 'Users' }).locator('[role=row][aria-label]');
    await expect.poll(() => users.count()).toBeGreaterThan(3);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('an empty account is shown as empty, however its lists are sent', async ({ start, serve }) => {
  const { page } = await start();
  for (const emptyLists of ['array', 'null', 'absent']) {
    await test.step(emptyLists, async () => {
      const service = await serve({
        devices: 0,
        switches: ['--quirks', JSON.stringify({ emptyLists })],
      });
      await connect(page, service);
      await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
      await expect(page.getByText('0 of 0', { exact: true })).toBeVisible();
      await expect(page.getByText(t('fleet.empty.account'))).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.getByRole('button', { name: /^Account: / }).click();
      await page.getByRole('menuitem', { name: 'Disconnect', exact: true }).click();
    });
  }
});

test('a refused key is reported in the words of the service, however it is sent', async ({
  start,
  serve,
}) => {
  const { page } = await start();
  for (const tokenRefusal of ['ok', 'unauthorized', 'older']) {
    await test.step(tokenRefusal, async () => {
      const service = await serve({
        devices: 1,
        switches: ['--quirks', JSON.stringify({ tokenRefusal })],
      });
      await connect(page, { ...service, apiKey: 'wrong' });
      await expect(page.getByRole('alert')).toContainText('Invalid API key or username.');
      // Without the message of this one.
      await page.reload();
    });
  }
});

test('a refused list is not taken for an empty one', async ({ start, serve }) => {
  const service = await serve({ devices: 5 });
  await service.control('setFaults', { path: '/api/groups', statusRate: 1, status: 403 });
  const { page } = await start();
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByText('The groups are not known yet')).toBeVisible();
  await expect(page.getByText('This account has no groups yet')).toHaveCount(0);
  await service.control('setFaults', null);
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await expect(page.getByText('The groups are not known yet')).toHaveCount(0);
});
