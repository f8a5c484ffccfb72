import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import { saveAs } from '../support/history-page';
import { liveWithin } from '../support/live-within';

/** Answers instead of the system's print dialog with "sent", and notes what the page has. */
const notePages = ({ electron }: App) =>
  electron.evaluateHandle(({ app }) => {
    const pages: { html: string; landscape: boolean | undefined }[] = [];
    app.on('web-contents-created', (_event, contents) => {
      contents.print = (options, done) => {
        void contents.session.fetch(contents.getURL()).then(async (answer) => {
          pages.push({ html: await answer.text(), landscape: options?.landscape });
          done?.(true, '');
        });
      };
    });
    return pages;
  });

/** The texts of the cells of a printed page, row by row. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(?:<bdi>)?(.*?)(?:<\/bdi>)?<\/t[hd]>/gs)].map(([, cell]) => cell),
  );

test('fleet, alerts, limits and users are printed, and the fleet exported, with the columns, filter and order on screen', async ({
  app,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  for (const [id, name] of [
    ['d-1', 'Truck <1>'],
    ['d-2', 'Van Zebra'],
    ['d-3', 'Van Alpha'],
  ] as const) {
    await service.control('addDevice', { id, name });
  }
  await service.control('raiseAlert', 'd-1', {
    dateTime: new Date(Date.now() - 600_000).toISOString(),
    latitude: 45.76,
    longitude: 4.84,
    alerts: ['SOSButton'],
    text: 'Driver asks for help',
  });
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const printed = await notePages(app);
  const pages = () => printed.jsonValue();

  await page.getByRole('searchbox', { name: 'Search devices' }).fill('van');
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  await expect.poll(async () => (await pages()).length, { timeout: 30_000 }).toBe(1);
  const [fleet] = await pages();
  expect(fleet?.html).toContain(`demo-fleet at ${service.url}`);
  expect(fleet?.html).toContain('search “van”');
  const [heads = [], ...rows] = rowsIn(fleet?.html ?? '');
  expect(heads[0]).toBe('Name');
  expect(rows.map(([name]) => name?.split('\n')[0])).toEqual(['Van Alpha', 'Van Zebra']);

  const file = path.join(profile, 'fleet.csv');
  await saveAs(app, file);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByText(/^2 rows written to/)).toBeVisible();
  const lines = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(lines.filter((line) => line.includes('Van ')).length).toBe(2);
  expect(lines.join('\n')).not.toContain('Truck');
  expect(lines.slice(0, 10).join('\n')).toContain('search “van”');

  /** What Ctrl+P prints of another page. */
  async function printOf(name: 'Alerts' | 'Limits' | 'Users') {
    const before = (await pages()).length;
    await page.getByRole('link', { name }).click();
    // The page before, which prints too, stays until this one is there.
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name }).getByRole('row').nth(1)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+p');
    await expect.poll(async () => (await pages()).length, { timeout: 30_000 }).toBe(before + 1);
    return (await pages())[before];
  }

  const alerts = await printOf('Alerts');
  expect(rowsIn(alerts?.html ?? '')[1]?.join(' ')).toMatch(/Truck &lt;1&gt;.*SOS button pressed/);
  const limits = await printOf('Limits');
  expect(limits?.html).toContain('<h1>Limits</h1>');
  expect(rowsIn(limits?.html ?? '').map(([name]) => name)).toEqual(
    expect.arrayContaining(['Truck &lt;1&gt;', 'Van Alpha', 'Van Zebra']),
  );
  const users = await printOf('Users');
  expect(users?.landscape).toBe(true);
  expect(users?.html).toContain('<h1>Users</h1>');
  expect(rowsIn(users?.html ?? '')[0]?.slice(0, 2)).toEqual(['Name', 'E-mail']);
});
