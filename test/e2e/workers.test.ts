import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { isAllHere, noonOfYesterday, openDrive, openYesterday } from '../support/history-page';

const minuteMs = 60_000;

/** Yesterday: half an hour in the yard, ten minutes on the road, half an hour there. */
function yesterdaysDrive(): object[] {
  const noon = noonOfYesterday();
  return Array.from({ length: 70 }, (_, minute) => {
    const way = Math.min(10, Math.max(0, minute - 30));
    return {
      dateTime: new Date(noon + minute * minuteMs).toISOString(),
      latitude: 45.76 + way * 0.006,
      longitude: 4.84,
      speed: way > 0 && way < 10 ? 11 : 0,
    };
  });
}

/** Every worker of the window, by the name of its script. */
const workerScripts = ['maplibre-gl-worker', 'track-worker', 'worker'];

const scriptOf = (url: string) => /([a-z-]+)-[\w-]{8}\.m?js/.exec(url)?.[1] ?? url;

/**
 * Runs code in each worker after a pause: what the debugger itself runs may use eval, whatever the
 * policy says.
 */
const inWorkers = (page: Page) =>
  Promise.all(
    page.workers().map(async (worker) => ({
      script: scriptOf(worker.url()),
      attempts: await worker.evaluate(
        () =>
          new Promise<Record<string, string>>((resolve) => {
            setTimeout(() => {
              const result: Record<string, string> = {};
              const attempt = (name: string, run: () => unknown) => {
                try {
                  result[name] = run() === undefined ? 'did nothing' : 'ran';
                } catch {
                  result[name] = 'refused';
                }
              };
              // Each of these must be refused.
              // oxlint-disable-next-line no-eval
              attempt('eval', () => (0, eval)('1 + 1') as number);
              // oxlint-disable-next-line no-implied-eval
              attempt('new Function', () => new Function('return 1')() as number);
              attempt('importScripts', () => {
                const { importScripts } = globalThis as unknown as {
                  importScripts: (url: string) => void;
                };
                importScripts('data:text/javascript,1');
                return 1;
              });
              const blob = URL.createObjectURL(new Blob(['postMessage(1)']));
              const first = (work: Promise<unknown>) =>
                work.then(
                  () => 'ran',
                  () => 'refused',
                );
              const ofWorker = (url: string) =>
                first(
                  new Promise((ran, refused) => {
                    const worker_ = new Worker(url);
                    worker_.onmessage = ran;
                    worker_.onerror = refused;
                  }),
                );
              void Promise.all([
                ofWorker(blob),
                ofWorker('data:text/javascript,postMessage(1)'),
                first(import(/* @vite-ignore */ blob)),
                first(fetch('https://example.com/', { mode: 'no-cors' })),
                first(fetch('http://127.0.0.1:9/', { mode: 'no-cors' })),
              ]).then(([blobWorker, dataWorker, imported, remote, local]) =>
                resolve({
                  ...result,
                  blobWorker: blobWorker!,
                  dataWorker: dataWorker!,
                  imported: imported!,
                  remote: remote!,
                  local: local!,
                }),
              );
            });
          }),
      ),
    })),
  );

/** Makes a worker throw, as if out of memory; waits until the window has reported it. */
async function breakWorker(page: Page, script: string): Promise<void> {
  const worker = page.workers().find((each) => each.url().includes(`/${script}-`));
  expect(worker, `a worker of ${script}`).toBeDefined();
  await worker!.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('broken by a test');
    });
  });
}

const endedNotice = (page: Page, work: string) =>
  page.getByRole('alert').filter({ hasText: `${work} stopped unexpectedly` });

test('no worker runs other code than the bundle or reaches a server; one that ends is reported, and the reloaded window works again', async ({
  app,
  serve,
}) => {
  const service = await serve({ devices: 0 });
  const { page } = app;
  await openDrive(app, service, yesterdaysDrive());
  await expect(page.getByText(isAllHere)).toBeVisible();
  const trips = page.getByRole('table', { name: 'Trips and stops' });
  const trip = trips.getByRole('row', { name: /^Trip of Van 9/ });
  await expect(trip).toHaveCount(1);
  const speed = page.getByRole('figure', { name: 'Speed over time' });
  await expect(speed).toContainText('39.6');

  await expect
    .poll(() => [...new Set(page.workers().map((worker) => scriptOf(worker.url())))].toSorted())
    .toEqual(workerScripts);
  for (const { script, attempts } of await inWorkers(page)) {
    expect({ script, attempts }).toEqual({
      script,
      attempts: {
        eval: 'refused',
        'new Function': 'refused',
        importScripts: 'refused',
        blobWorker: 'refused',
        dataWorker: 'refused',
        imported: 'refused',
        remote: 'refused',
        local: 'refused',
      },
    });
  }

  await test.step('the tracks: what is shown stays', async () => {
    await breakWorker(page, 'track-worker');
    await expect(endedNotice(page, 'Showing tracks')).toContainText('Nothing was lost');
    await expect(trip).toHaveCount(1);
  });

  await test.step('the reloaded window shows the track again', async () => {
    const notice = page.getByRole('alert').filter({ hasText: 'stopped unexpectedly' });
    await notice.getByRole('button', { name: 'Reload the window' }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole('link', { name: 'Fleet' }).click();
    await openYesterday(page);
    await expect(trip).toHaveCount(1);
    await expect(speed).toContainText('39.6');
    await breakWorker(page, 'worker');
    await expect(endedNotice(page, 'Updating the fleet')).toBeVisible();
  });

  await test.step('the fleet', async () => {
    await page.getByRole('button', { name: 'Reload the window' }).click();
    const devices = page.getByRole('table', { name: 'Devices' });
    await page.getByRole('link', { name: 'Fleet' }).click();
    // The details of the device that was selected are in the place of the list.
    await page.getByRole('button', { name: /^Back to/ }).click();
    await expect(devices.getByRole('row', { name: 'Van 9' })).toBeVisible();
    await service.control('addDevice', { id: 'van-10', name: 'Van 10' });
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Refresh now' }).click();
    await expect(devices.getByRole('row', { name: 'Van 10' })).toBeVisible();
  });
});
