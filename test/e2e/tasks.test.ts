import { countedActions } from '../support/actions';
import { allowCalls, connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { sortBy } from '../support/fleet-page';
import { noonOfYesterday } from '../support/history-page';
import { connectOtherClient } from '../support/other-client';

const minuteMs = 60_000;
const vans = ['Van 1', 'Van 2', 'Van 3', 'Van 4', 'Van 5'];
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

interface GroupRecord {
  name: string;
  devices: string[];
}
interface DeviceAnswer {
  device: { limits: { dailySmsLimit: number | null } };
}

/** Yesterday's noon: half an hour north at 40 km/h. */
const drive = () =>
  Array.from({ length: 31 }, (_, minute) => ({
    dateTime: new Date(noonOfYesterday() + minute * minuteMs).toISOString(),
    latitude: 45.6 + minute * 0.006,
    longitude: 4.84,
    speed: 11,
    course: 0,
  }));

test('the questions of a day are answered in few actions', async ({ app, serve }) => {
  const service = await serve({ devices: 0 });
  for (const [index, name] of [...vans, 'Crane', 'Lorry', 'Tractor'].entries()) {
    const id = `d-${index}`;
    await service.control('addDevice', { id, name });
    // Two of them have been silent for days, one of these in the group.
    const minutes = name === 'Van 4' || name === 'Lorry' ? 4 * 24 * 60 : 1;
    await service.control('setFix', id, {
      dateTime: ago(minutes),
      latitude: 45.7 + index / 100,
      longitude: 4.84,
      speed: 0,
    });
  }
  await service.control('raiseAlert', 'd-5', {
    alerts: ['SOSButton'],
    text: 'Help',
    dateTime: ago(30),
    latitude: 45.75,
    longitude: 4.84,
  });
  const client = await connectOtherClient(service);
  await client.post('groups', { name: 'Vans', devices: ['d-0', 'd-1', 'd-2', 'd-3', 'd-4'] });
  await client.post('devices/d-6/locations', { location: drive() });
  const { page, errors } = app;
  await connect(page, service);
  await allowCalls(page);
  const table = page.getByRole('table', { name: 'Devices' });
  const rows = table.locator('[role=row][aria-label]');
  const details = page.getByRole('region', { name: 'Device details' });
  await expect(page.getByText('8 of 8', { exact: true })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^Live/);
  const actions = countedActions(page);

  await test.step('position and age of a device known by name', async () => {
    await actions.shortcut('Control+k');
    await actions.type('crane');
    await expect(details.getByRole('heading', { name: 'Crane' })).toBeVisible();
    await expect(details).toContainText('45.75000, 4.84000');
    await expect(details).toContainText(/Stopped\d+ (s|min) ago/);
    expect(actions.take()).toBeLessThanOrEqual(2);
  });

  await test.step('alerts of the last 24 hours', async () => {
    await actions.click(page.getByRole('link', { name: /^Alerts/ }));
    await expect(
      page.getByRole('table', { name: 'Alerts' }).getByRole('row', { name: /Crane/ }),
    ).toBeVisible();
    expect(actions.take()).toBeLessThanOrEqual(1);
  });

  await page.getByRole('link', { name: 'Fleet' }).click();
  await details.getByRole('button', { name: /^Back to/ }).click();
  await test.step('all silent devices of a group', async () => {
    await actions.choose(page.getByRole('combobox', { name: 'Group' }), 'Vans (5)');
    await actions.click(
      page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Silent/ }),
    );
    await expect(rows).toHaveCount(1);
    await expect(rows).toHaveAccessibleName(/^Van 4/);
    expect(actions.take()).toBeLessThanOrEqual(3);
  });

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(8);
  await sortBy(page, 'Name');
  await test.step('five devices into a new group', async () => {
    await actions.click(table.getByRole('checkbox', { name: 'Select Van 1' }));
    await actions.click(table.getByRole('checkbox', { name: 'Select Van 5' }), { shift: true });
    await actions.click(page.getByRole('button', { name: 'Add to groups…' }));
    await actions.type('Night shift');
    await actions.click(page.getByRole('button', { name: 'Add 5 devices', exact: true }));
    await expect(page.getByText('1 group created')).toBeVisible();
    const { groups } = await client.get<{ groups: GroupRecord[] }>('groups');
    const made = groups.find(({ name }) => name === 'Night shift');
    expect(made?.devices.toSorted()).toEqual(['d-0', 'd-1', 'd-2', 'd-3', 'd-4']);
    expect(actions.take()).toBeLessThanOrEqual(5);
  });

  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('button', { name: 'Clear' }).click();
  await test.step('a limit changed on three devices and undone', async () => {
    const limit = async (id: string) =>
      (await client.get<DeviceAnswer>(`devices/${id}`)).device.limits.dailySmsLimit;
    await actions.click(table.getByRole('checkbox', { name: 'Select Van 1' }));
    await actions.click(table.getByRole('checkbox', { name: 'Select Van 3' }), { shift: true });
    await actions.click(page.getByRole('button', { name: 'Set limits…' }));
    const dialog = page.getByRole('dialog', { name: 'Set limits of 3 devices' });
    await actions.choose(dialog.getByLabel('Daily SMS limit', { exact: true }), 'Set to');
    await actions.typeInto(
      dialog.getByRole('textbox', { name: 'Daily SMS limit: messages a day' }),
      '9',
    );
    await actions.click(dialog.getByRole('button', { name: 'Set limits of 3 devices' }));
    await expect.poll(async () => Promise.all(['d-0', 'd-1', 'd-2'].map(limit))).toEqual([9, 9, 9]);
    // The message of the new group may still be there, with an Undo of its own.
    const done = page
      .locator('[data-tone]')
      .filter({ has: page.getByText('Limits of 3 devices set', { exact: true }) });
    await actions.click(done.getByRole('button', { name: 'Undo', exact: true }));
    await expect
      .poll(async () => Promise.all(['d-0', 'd-1', 'd-2'].map(limit)))
      .toEqual([null, null, null]);
    expect(actions.take()).toBeLessThanOrEqual(8);
  });

  await selection.getByRole('button', { name: 'Clear' }).click();
  await test.step('yesterday’s track, playing', async () => {
    await actions.click(table.getByRole('row', { name: 'Lorry' }));
    await actions.click(details.getByRole('button', { name: 'Yesterday' }));
    const play = page.getByRole('button', { name: 'Play' });
    await actions.click(play);
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Totals' })).toContainText('1 trip, 20 km');
    const moment = page.getByRole('slider', { name: 'Moment' });
    const shown = await moment.getAttribute('aria-valuetext');
    await expect(moment).not.toHaveAttribute('aria-valuetext', shown ?? '');
    expect(actions.take()).toBeLessThanOrEqual(3);
  });
  expect(errors).toEqual([]);
});
