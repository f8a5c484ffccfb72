import { expect, test } from '../fixtures';

// Electron's checklist, what concerns workers and the rest of the browser's interfaces.

test('7: each worker is bound too: no eval, no other script, no server', async ({ start }) => {
  const { page } = await start({ switches: ['--demo'] });
  await expect(page.getByText('400 of 400')).toBeVisible();
  await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(2);
  for (const worker of page.workers()) {
    const attempts = await worker.evaluate(
      (address) =>
        new Promise<Record<string, string>>((resolve) => {
          // Later, because the policy does not bind what the debugger itself runs.
          setTimeout(() => {
            const tried = (work: () => unknown) => {
              try {
                work();
                return 'ran';
              } catch {
                return 'refused';
              }
            };
            const result = {
              // oxlint-disable-next-line no-eval
              eval: tried(() => (0, eval)('1') as number),
              // oxlint-disable-next-line no-implied-eval
              newFunction: tried(() => new Function('return 1')() as number),
              blobWorker: tried(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
            };
            fetch(address, { mode: 'no-cors' }).then(
              () => resolve({ ...result, fetched: 'loaded' }),
              () => resolve({ ...result, fetched: 'refused' }),
            );
          });
        }),
      'http://127.0.0.1:9/worker',
    );
    expect(attempts, worker.url()).toEqual({
      eval: 'refused',
      newFunction: 'refused',
      blobWorker: 'refused',
      fetched: 'refused',
    });
  }
});

test('5, 13: no service worker, no stored page, no file system of the user', async ({ start }) => {
  const { page } = await start();
  const answers = await page.evaluate(async () => {
    const refusal = (work: () => Promise<unknown>) =>
      Promise.resolve()
        .then(work)
        .then(
          () => 'granted',
          () => 'refused',
        );
    return {
      serviceWorker: await refusal(() => navigator.serviceWorker.register('./code/none.js')),
      fonts: await refusal(async () => {
        const { queryLocalFonts } = globalThis as unknown as {
          queryLocalFonts: () => Promise<unknown[]>;
        };
        if ((await queryLocalFonts()).length === 0) throw new Error('none');
      }),
      usb: await refusal(() =>
        (
          navigator as unknown as { usb: { requestDevice(o: object): Promise<unknown> } }
        ).usb.requestDevice({ filters: [] }),
      ),
      serial: await refusal(() =>
        (
          navigator as unknown as { serial: { requestPort(): Promise<unknown> } }
        ).serial.requestPort(),
      ),
    };
  });
  expect(answers).toEqual({
    serviceWorker: 'refused',
    fonts: 'refused',
    usb: 'refused',
    serial: 'refused',
  });
});
