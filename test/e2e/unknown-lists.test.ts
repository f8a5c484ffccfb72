import type { Page } from '@playwright/test';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { startRawService } from '../support/raw-service';

const devices = [
  { id: 'v1', name: 'Van 1' },
  { id: 'v2', name: 'Van 2' },
];
const groups = [{ id: 'g', name: 'Depot', devices: [{ id: 'v1' }, 'v2'] }];
const users = [{ id: 'u', name: 'Ana', email: 'ana@fleet.example', expires: 'soon' }];

const open = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
};
const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row', { name, exact: true });

test('users that the service refuses are not "no users", until they are loaded', async ({
  app,
}) => {
  const service = await startRawService({ devices, groups, users, forbids: ['users'] });
  const { page } = app;
  await connect(page, service.running);
  await open(page, 'Users');
  await expect(page.getByText(t('edits.list.users.refused'))).toBeVisible();
  await expect(page.getByText('Not provided').first()).toBeVisible();
  await expect(page.getByText('0 of 0')).toHaveCount(0);

  await open(page, 'Groups');
  await expect(rowOf(page, 'Groups', 'Depot')).toContainText('2 (1 not understood)');
  await expect(rowOf(page, 'Groups', 'Depot')).toContainText('Not provided');
  await rowOf(page, 'Groups', 'Depot').click();
  const details = page.getByRole('region', { name: 'Group details' });
  await expect(details).toContainText(t('edits.list.users.refused'));
  await expect(details).toContainText('2 devices, 1 of them not understood.');
  await details.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Waypost cannot tell who uses this group.');
  await expect(dialog).not.toContainText('No user is assigned');
  service.allow();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Of 1 user the group is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await open(page, 'Users');
  await expect(rowOf(page, 'Users', 'Ana')).toContainText('Not understood: soon');
  await rowOf(page, 'Users', 'Ana').click();
  const user = page.getByRole('region', { name: 'User details' });
  await expect(user).toContainText('Not provided');
  await expect(user).not.toContainText('Never');
  await user.getByRole('tab', { name: 'Access' }).click();
  await expect(user).toContainText(
    'The service does not say which group or device Ana is assigned to, so what Ana sees is not known.',
  );
  await service.stop();
});

test('groups that the service refuses: no device is "in no group"', async ({ app }) => {
  const service = await startRawService({ devices, groups, users, forbids: ['groups'] });
  const { page } = app;
  await connect(page, service.running);
  await rowOf(page, 'Devices', 'Van 1').click();
  const details = page.getByRole('region', { name: 'Device details' });
  await expect(details).toContainText('Not loaded');
  await expect(details).not.toContainText('In no group');
  await open(page, 'Groups');
  await expect(page.getByText(t('edits.list.groups.refused'))).toBeVisible();
  await page.getByText('Devices by group').click();
  await expect(page.getByText('In no group')).toHaveCount(0);
  await service.stop();
});
