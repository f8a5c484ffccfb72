import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { noonOfYesterday, openDrive } from '../support/history-page';

/** Every worker of the window, by the name of its script. */
const workerScripts = ['maplibre-gl-worker', 'track-worker', 'worker'];

const scriptOf = (url: string) => /([a-z-]+)-[^/]+\.m?js/.exec(url)?.[1] ?? url;

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

test('no worker runs other code than the bundle or reaches a server', async ({ app, serve }) => {
  const service = await serve({ devices: 0 });
  const { page } = app;
  const noon = noonOfYesterday();
  await openDrive(
    app,
    service,
    Array.from({ length: 40 }, (_, minute) => ({
      dateTime: new Date(noon + minute * 60_000).toISOString(),
      latitude: 45.76 + minute * 0.006,
      longitude: 4.84,
      speed: 11,
    })),
  );
  await expect(page.getByRole('table', { name: 'Trips and stops' })).toBeVisible();
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
});
