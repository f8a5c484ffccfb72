import fs from 'node:fs';
import os from 'node:os';
import { connect } from '../support/app';
import { expect, test } from '../support/fixtures';

/** The priorities of V8's helper threads in a process, each once. */
function helperPriorities(processId: number): number[] {
  const tasks = `/proc/${processId}/task`;
  const helpers = fs
    .readdirSync(tasks)
    .filter((thread) => fs.readFileSync(`${tasks}/${thread}/comm`, 'utf8').startsWith('V8Worker'));
  return [...new Set(helpers.map((thread) => os.getPriority(Number(thread))))];
}

/** Runs in main: samples the size of the youngest part of its heap. */
function watchYoungHeap(): void {
  const { getHeapSpaceStatistics } = process.getBuiltinModule('v8');
  const sizes: number[] = [];
  (globalThis as { youngSizes?: number[] }).youngSizes = sizes;
  setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
    sizes.push(young.space_size);
  }, 20);
}

/**
 * Runs in main: three quarters of the samples are at most this. The others may be more, since V8 lets this part grow
 * while it marks the whole heap.
 */
function usualYoungMegabytes(): number {
  const sizes = (globalThis as { youngSizes?: number[] }).youngSizes!.toSorted((a, b) => a - b);
  return sizes[Math.floor(sizes.length * 0.75)]! / 2 ** 20;
}

const whole = { timeout: 120_000 };

test('a list of 100,000 devices is cut off, then read whole while the user searches in it', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 100_000 });
  await service.control('addDevice', { id: 'last-one', name: 'Crane 7' });
  await service.control('setFaults', { path: '/api/devices', cutRate: 1, times: 1 });
  const { electron, page, errors } = await start();
  await electron.evaluate(watchYoungHeap);
  const window = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
  );
  await connect(page, service);
  const table = page.getByRole('table', { name: 'Devices' });
  const box = page.getByRole('searchbox', { name: 'Search devices' });

  // The list is requested again by itself; before it has arrived, no number of devices is shown.
  await expect(page.getByText('Loading devices…')).toBeVisible();
  await expect(page.getByText('0 of 0', { exact: true })).toBeHidden();
  // The first devices are there while the rest arrives, and are said to be a part.
  await expect(page.getByText('List not complete: 256 devices so far.')).toBeVisible(whole);
  await expect(table.locator('[aria-rowindex="3"]')).toBeVisible();
  await box.pressSequentially('crane 7');
  await expect(table.getByRole('row', { name: 'Crane 7' })).toBeVisible(whole);
  expect((await service.control('calls'))['GET /api/devices']).toBeGreaterThan(1);
  await expect(box).toHaveValue('crane 7');
  await expect(box).toBeFocused();
  await expect(page.getByText('1 of 100,001', { exact: true })).toBeVisible(whole);

  // Compilation and garbage collection of main come after the window.
  if (process.platform === 'linux') {
    const { PRIORITY_BELOW_NORMAL: below, PRIORITY_NORMAL: normal } = os.constants.priority;
    const main = electron.process().pid!;
    await expect.poll(() => helperPriorities(main)).toEqual([below]);
    expect(os.getPriority(window)).toBe(normal);
  }

  // Without a limit about 60. V8 may drop the answer of a busy process ("garbage collected").
  await expect(async () => {
    expect(await electron.evaluate(usualYoungMegabytes)).toBeLessThan(20);
  }).toPass({ timeout: 10_000 });

  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('region', { name: 'Device details' }).getByRole('heading', { name: 'Crane 7' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByText('100,001 of 100,001', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
