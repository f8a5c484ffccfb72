import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import { isAllHere, noonOfYesterday, openDrive, saveAs } from '../support/history-page';
import { defaultTripRules } from '../../shared/domain/history';

const fixes = 300;

/** Yesterday in UTC, from noon on, one fix every ten seconds. */
function yesterdaysDrive(): object[] {
  const noon = noonOfYesterday();
  return Array.from({ length: fixes }, (_, i) => ({
    dateTime: new Date(noon + i * 10_000).toISOString(),
    latitude: 45.76 + i * 0.0005,
    longitude: 4.84,
    speed: 5,
    course: 0,
    battery: 80,
  }));
}

async function exportAs(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/**
 * From now on the file process receives everything except its task, so it waits as if it were busy.
 */
async function holdExports(app: App, isHeld: boolean): Promise<void> {
  await app.electron.evaluate(({ utilityProcess }, hold) => {
    const patched = utilityProcess as typeof utilityProcess & {
      first?: typeof utilityProcess.fork;
    };
    patched.first ??= utilityProcess.fork;
    const fork = patched.first;
    patched.fork = (...call) => {
      const child = fork(...call);
      const post = child.postMessage.bind(child);
      child.postMessage = (message: { type: string }) => {
        if (!hold || message.type !== 'write') post(message);
      };
      return child;
    };
  }, isHeld);
}

/** Ids of the file processes. */
const fileProcesses = (app: App) =>
  app.electron.evaluate(({ app: electron }) =>
    electron
      .getAppMetrics()
      .filter(({ name }) => name === 'Waypost files')
      .map(({ pid }) => pid),
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('an export runs in the background, can be cancelled, and leaves no partial file', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  const app = await start();
  const { page } = app;
  await openDrive(app, service, yesterdaysDrive());
  await expect(page.getByText(isAllHere)).toBeVisible();

  const folder = path.join(profile, 'exports');
  const file = path.join(folder, 'van.csv');
  mkdirSync(folder);
  writeFileSync(file, 'what was there');
  await saveAs(app, file);

  await holdExports(app, true);
  await exportAs(page, 'Fixes as CSV');
  const writing = page.getByRole('progressbar', { name: 'Export to van.csv' });
  await expect(writing).toBeVisible();
  await expect.poll(() => fileProcesses(app)).toHaveLength(1);
  // The rest of the window stays usable: the export is still shown after visiting another page.
  await page.getByRole('link', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(writing).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(writing).toBeHidden();
  await expect.poll(() => fileProcesses(app)).toEqual([]);
  expect(readdirSync(folder)).toEqual(['van.csv']);
  expect(readFileSync(file, 'utf8')).toBe('what was there');

  await holdExports(app, false);
  await exportAs(page, 'Fixes as CSV');
  await expect(page.getByText(`${fixes} rows written to van.csv`)).toBeVisible();
  expect(readFileSync(file, 'utf8').match(/^van-9,/gm)).toHaveLength(fixes);
  const workbook = path.join(folder, 'van.xlsx');
  await saveAs(app, workbook);
  await exportAs(page, 'Fixes as Excel (XLSX)');
  await expect(page.getByText(`${fixes} rows written to van.xlsx`)).toBeVisible();
  expect(readFileSync(workbook).subarray(0, 2).toString()).toBe('PK');

  await saveAs(app, path.join(folder, 'gone', 'van.csv'));
  await exportAs(page, 'Fixes as CSV');
  await expect(page.getByText(/cannot be written/)).toBeVisible();

  await holdExports(app, true);
  await saveAs(app, file);
  await exportAs(page, 'Fixes as GeoJSON');
  await expect(writing).toBeVisible();
  await expect.poll(() => fileProcesses(app)).toHaveLength(1);
  const [pid] = await fileProcesses(app);
  await app.close();
  expect(isAlive(pid!)).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual(['van.csv', 'van.xlsx']);
  expect(readFileSync(file, 'utf8').match(/^van-9,/gm)).toHaveLength(fixes);
  expect(app.errors).toEqual([]);
});

/** Exports the fixes of a range that is not cached, and returns the outcome. */
const exportNothing = (page: Page) =>
  page.evaluate(async (rules) => {
    const { waypost } = window;
    const outcome = await waypost.history.exportTracks({
      what: 'fixes',
      format: 'csv',
      deviceIds: ['van-9'],
      range: { from: 0, to: 1 },
      rules,
      timeZone: 'UTC',
    });
    return outcome.ok ? 'written' : outcome.fault.kind;
  }, defaultTripRules);

test('an export that fails leaves no process, and one of a killed app no file after its next start', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 0 });
  await service.control('addDevice', { id: 'van-9', name: 'Van 9' });
  const app = await start();
  const { page } = app;
  const file = path.join(profile, 'van.csv');
  await saveAs(app, file);
  // Without an open account there is nothing to export.
  expect(await exportNothing(page)).toBe('declined');
  expect(await exportNothing(page)).toBe('declined');
  await connect(page, service);
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText('Van 9');
  expect(await exportNothing(page)).toBe('written');
  await expect.poll(() => fileProcesses(app)).toEqual([]);
  expect(app.errors).toEqual([]);

  const folder = path.join(profile, 'exports');
  mkdirSync(folder);
  const others = ['.letters.txt.part', 'van.csv'];
  for (const name of others) writeFileSync(path.join(folder, name), 'what was there');
  await saveAs(app, path.join(folder, 'van.csv'));
  // The file is written, but main never receives the message.
  await app.electron.evaluate(({ utilityProcess }) => {
    const fork = utilityProcess.fork.bind(utilityProcess);
    utilityProcess.fork = (...call) => {
      const child = fork(...call);
      const emit = child.emit.bind(child) as (event: string, message: unknown) => boolean;
      child.emit = (event: string, message?: unknown) =>
        (message as { type?: unknown } | undefined)?.type === 'written' || emit(event, message);
      return child;
    };
  });
  const exporting = exportNothing(page).catch(() => 'ended with the app');
  await expect.poll(() => readdirSync(folder)).toHaveLength(3);
  await app.kill();
  expect(await exporting).toBe('ended with the app');
  expect(readdirSync(folder)).toHaveLength(3);

  const again = await start();
  await expect(again.page.getByRole('table', { name: 'Devices' })).toContainText('Van 9');
  expect(readdirSync(folder).toSorted()).toEqual(others);
  expect(readFileSync(path.join(folder, 'van.csv'), 'utf8')).toBe('what was there');
  expect(again.errors).toEqual([]);
});
