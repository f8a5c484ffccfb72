import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { t } from '../support/english';
import { connectOtherClient, type OtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import type { ServiceProcess, startServiceProcess } from '../support/service';
import { liveWithin } from '../support/live-within';

interface GroupRecord {
  id: string;
  name: string;
  description: string | null;
  devices: string[];
}

const table = (page: Page) => page.getByRole('table', { name: 'Groups' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name, exact: true });
const outside = (page: Page) => page.getByRole('region', { name: t('groups.others') });
const inside = (page: Page) => page.getByRole('region', { name: 'In the group', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Connects, and opens the page of groups. */
async function openGroups({ page }: App, service: ServiceProcess): Promise<Page> {
  await connect(page, service);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
  await page.getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible();
  return page;
}

async function edit(page: Page, name: string): Promise<void> {
  await row(page, name).click();
  await page
    .getByRole('region', { name: 'Group details' })
    .getByRole('button', { name: /Edit|Continue editing/ })
    .click();
}

/** A service with five devices and these groups, and another client of it. */
async function fleetOf(
  serve: typeof startServiceProcess,
  ...groups: Pick<GroupRecord, 'name' | 'devices'>[]
): Promise<{ service: ServiceProcess; otherClient: OtherClient; made: GroupRecord[] }> {
  const service = await serve({ devices: 0 });
  for (const [id, name] of [
    ['a-1', 'Van 1'],
    ['a-2', 'Van 2'],
    ['a-3', 'Van 3'],
    ['b-1', 'Lorry'],
    ['b-2', 'Lorry'],
  ] as const) {
    await service.control('addDevice', { id, name });
  }
  const otherClient = await connectOtherClient(service);
  const made: GroupRecord[] = [];
  for (const group of groups) made.push(await otherClient.post<GroupRecord>('groups', group));
  return { service, otherClient, made };
}

test('a group is created, given members in every way, merged with the change of another client, and deleted', async ({
  app,
  serve,
}) => {
  const { service, otherClient, made } = await fleetOf(
    serve,
    { name: 'Night shift', devices: ['a-1', 'a-2'] },
    { name: 'Vans', devices: ['a-1'] },
  );
  const ana = { name: 'Ana', email: 'ana@fleet.example', country: 'ES', timeZone: 'Europe/Madrid' };
  const user = await otherClient.post<{ id: string }>('users', { ...ana, group: 'Night shift' });
  const ofName = async (wanted: string) => {
    const answer = await otherClient.get<{ groups: GroupRecord[] }>('groups');
    return answer.groups.filter((each) => each.name === wanted);
  };
  const page = await openGroups(app, service);

  await page.getByRole('button', { name: 'New group' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill(' ');
  await expect(page.getByText('Save is blocked by Name')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Save is blocked by Name')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Depot North');
  await expect(outside(page).getByRole('heading')).toContainText('(5)');

  // By keyboard: selects three in a row and moves them with Enter.
  await outside(page).getByRole('searchbox').fill('van');
  await expect(outside(page).getByRole('row', { name: 'Lorry' })).toHaveCount(0);
  await outside(page).getByRole('row', { name: 'Van 1' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await expect(inside(page).getByRole('heading')).toContainText('(2)');
  await service.control('resetCalls');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('status').filter({ hasText: 'Depot North was' })).toContainText(
    'Depot North was created.',
  );
  const calls = await service.control('calls');
  expect(calls['POST /api/groups']).toBe(1);

  // By pasting and by dragging, with a new name, in one PATCH.
  await edit(page, 'Depot North');
  await name.fill('Depot South');
  await page.getByRole('button', { name: 'Paste a list…' }).click();
  await page.getByRole('textbox', { name: 'Names or ids' }).fill('van 3; b-1\nLorry\nnobody');
  const problems = page.getByRole('region', { name: 'Not found' });
  await expect(problems.getByRole('row', { name: /^Lorry/ })).toContainText('2 devices have this');
  await expect(problems.getByRole('row', { name: /^nobody/ })).toContainText('No device has');
  await page.getByRole('button', { name: 'Add 2 devices' }).click();
  await outside(page).getByRole('row', { name: 'Lorry' }).dragTo(inside(page).getByRole('table'));
  await inside(page).getByRole('row', { name: 'Van 1' }).dragTo(outside(page).getByRole('table'));
  await expect(inside(page).getByRole('heading')).toContainText('(4)');
  await service.control('resetCalls');
  await save(page).click();
  await expect(page.getByText('Depot South was saved.')).toBeVisible();
  const [group] = await ofName('Depot South');
  expect(group?.devices.toSorted()).toEqual(['a-2', 'a-3', 'b-1', 'b-2']);
  expect((await service.control('calls'))[`PATCH /api/groups/${group!.id}`]).toBe(1);

  // Undone on the page where it was done.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Depot South was saved.')).toBeVisible();
  await expect(row(page, 'Depot North')).toBeVisible();

  // Another client adds a member meanwhile, and changes the same field.
  const path = `groups/${made[1]!.id}`;
  await edit(page, 'Vans');
  await page.getByRole('textbox', { name: 'Description' }).fill('mine');
  await outside(page).getByRole('row', { name: 'Van 2' }).focus();
  await page.keyboard.press('Enter');
  await otherClient.patch(path, [
    { op: 'replace', path: '/description', value: 'theirs' },
    { op: 'replace', path: '/devices', value: ['a-1', 'a-3'] },
  ]);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: /Someone else changed Vans/ });
  await expect(dialog).toContainText('theirs');
  await dialog.getByRole('button', { name: 'Keep all mine' }).click();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Vans was saved.')).toBeVisible();
  const saved = await otherClient.get<GroupRecord>(path);
  expect(saved.description).toBe('mine');
  expect(saved.devices.toSorted()).toEqual(['a-1', 'a-2', 'a-3']);

  await edit(page, 'Vans');
  await page.getByRole('textbox', { name: 'Description' }).fill('too late');
  await otherClient.remove(path);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText(t('edits.group.deletedByOthers'));
  await page.getByRole('button', { name: 'Create again' }).click();
  await expect(inside(page).getByRole('heading')).toContainText('(3)');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('Vans was created.')).toBeVisible();
  expect(await ofName('Vans')).toMatchObject([{ description: 'too late' }]);

  await row(page, 'Night shift').click();
  const remove = page.getByRole('button', { name: 'Delete…', exact: true });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Delete Night shift?' });
  await expect(question.getByRole('list')).toContainText('Ana: 2 devices');
  // This service refuses while a user is assigned to the group, and its reason is shown.
  await question.getByRole('button', { name: 'Delete group' }).click();
  await expect(question.getByRole('alert')).toContainText('The group is in use');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await otherClient.remove(`users/${user.id}`);

  await remove.click();
  await question.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByText('Night shift was deleted.')).toBeVisible();
  await expect(row(page, 'Night shift')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: Night shift was deleted.')).toBeVisible();
  await expect(row(page, 'Night shift')).toBeVisible();
  const [again] = await ofName('Night shift');
  expect(again?.devices.toSorted()).toEqual(['a-1', 'a-2']);
  expect(again?.id).not.toBe(made[0]!.id);
});

test('devices are dropped on a group from their table, and join groups from the fleet', async ({
  app,
  serve,
}) => {
  const { service, otherClient, made } = await fleetOf(serve, { name: 'Vans', devices: ['a-1'] });
  const { id } = made[0]!;
  const page = await openGroups(app, service);
  await expect(row(page, 'Vans')).toBeVisible();
  await page.getByText('Devices by group').click();
  const devices = page.getByRole('table', { name: 'Devices by group' });
  const panel = page.getByRole('region', { name: t('groups.drop.title') });
  const vans = panel.getByRole('listitem').filter({ hasText: 'Vans' });
  // Dropping a device that is already a member changes nothing.
  await devices.getByRole('row', { name: 'Van 1' }).dragTo(vans);
  await expect(page.getByText('The device is already in Vans.')).toBeVisible();
  // All selected devices are dragged together.
  await devices.getByRole('checkbox', { name: 'Select Van 2' }).click();
  await devices.getByRole('checkbox', { name: 'Select Van 3' }).click();
  await service.control('resetCalls');
  await devices.getByRole('row', { name: 'Van 3' }).dragTo(vans);
  await expect(page.getByText('2 devices added to Vans.')).toBeVisible();
  const members = async () =>
    (await otherClient.get<GroupRecord>(`groups/${id}`)).devices.toSorted();
  expect(await members()).toEqual(['a-1', 'a-2', 'a-3']);
  const calls = await service.control('calls');
  expect(calls[`PATCH /api/groups/${id}`]).toBe(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone: 2 devices added to Vans.')).toBeVisible();
  expect(await members()).toEqual(['a-1']);

  // In the fleet, the drop targets appear when a drag starts.
  await page.getByRole('link', { name: 'Fleet' }).click();
  const fleet = page.getByRole('table', { name: 'Devices', exact: true });
  await expect(panel).toBeHidden();
  await fleet.getByRole('checkbox', { name: 'Select Van 2' }).click();
  await fleet.getByRole('checkbox', { name: 'Select Van 3' }).click();
  await fleet.getByRole('row', { name: 'Van 2' }).hover();
  await page.mouse.down();
  await page.mouse.move(200, 420, { steps: 4 });
  await vans.hover();
  await page.mouse.up();
  await expect(page.getByText('2 devices added to Vans.')).toBeVisible();
  await expect(panel).toBeHidden();
  expect(await members()).toEqual(['a-1', 'a-2', 'a-3']);
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Clear' })
    .click();

  // The same by keyboard, and the undo.
  await fleet.getByRole('checkbox', { name: 'Select Van 1' }).click();
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'More' })
    .click();
  await page.getByRole('menuitem', { name: 'Remove from groups…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 1 device from groups' });
  await dialog.getByRole('combobox', { name: 'Groups' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Vans' }).click();
  await expect(dialog).toContainText('1 group will change.');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Remove 1 device', exact: true }).click();
  await expect(page.getByText('1 group changed')).toBeVisible();
  expect(await members()).toEqual(['a-2', 'a-3']);
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Clear' })
    .click();

  // Two actions after two devices are selected: a new group of them.
  await fleet.getByRole('checkbox', { name: 'Select Van 1' }).click();
  await fleet.getByRole('checkbox', { name: 'Select Van 2' }).click({ modifiers: ['Shift'] });
  await page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'More' })
    .click();
  await page.getByRole('menuitem', { name: 'New group…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Morning');
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(page.getByText('1 group created')).toBeVisible();
  const { groups } = await otherClient.get<{ groups: GroupRecord[] }>('groups');
  expect(groups.find(({ name }) => name === 'Morning')?.devices.toSorted()).toEqual(['a-1', 'a-2']);

  // "New group" of the page of groups takes the selection along too.
  await page.getByRole('link', { name: 'Groups' }).click();
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Groups', { exact: true }).click();
  await page.getByRole('button', { name: 'New group', exact: true }).click();
  await expect(inside(page).getByRole('heading')).toContainText('(2)');
  await expect(inside(page).getByRole('row', { name: 'Van 1' })).toBeVisible();
});
