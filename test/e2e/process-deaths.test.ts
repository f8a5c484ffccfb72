import type { App } from '../support/app';
import { connect } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

// Processes of the app that are killed: the window says so in words, or works again by itself.

interface DialogStub {
  asked?: { message: string; detail: string }[];
}

/** Answers "Load again" to the questions of main and notes them. */
const answerQuestions = ({ electron }: App) =>
  electron.evaluate(({ dialog }) => {
    const stub = globalThis as DialogStub;
    stub.asked = [];
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message, detail = '' } = args.at(-1) as { message: string; detail?: string };
      stub.asked!.push({ message, detail });
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });

const questions = ({ electron }: App) =>
  electron.evaluate(() => (globalThis as DialogStub).asked ?? []);

/** The window's text, read by main: Playwright's page does not outlive its process. */
const textOf = ({ electron }: App) =>
  electron.evaluate(({ BrowserWindow }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!;
    if (webContents.isCrashed() || webContents.isLoading()) return '';
    return webContents.executeJavaScript('document.body.innerText') as Promise<string>;
  });

const killWindow = ({ electron }: App) =>
  electron.evaluate(({ BrowserWindow }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!;
    const gone = new Promise<void>((resolve) => {
      webContents.once('render-process-gone', () => resolve());
    });
    webContents.forcefullyCrashRenderer();
    return gone;
  });

/** Kills the process of the app with this type or name, and returns its id. */
const kill = ({ electron }: App, process: string) =>
  electron.evaluate(({ app }, wanted) => {
    const found = app
      .getAppMetrics()
      .find(({ type, serviceName, name }) => [type, serviceName, name].includes(wanted));
    if (!found) throw new Error(`no process ${wanted}`);
    globalThis.process.kill(found.pid, 'SIGKILL');
    return found.pid;
  }, process);

test('after its process or that of the graphics card was killed the window works again, and asks after a second time', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 5 });
  const app = await start();
  const { page } = app;
  await connect(page, service);
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const canvas = page.locator('canvas.maplibregl-canvas');
  await expect(canvas).toBeVisible();
  const killed = await kill(app, 'GPU');
  await expect
    .poll(() =>
      app.electron.evaluate(
        ({ app: electron }) =>
          electron.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? null,
      ),
    )
    .not.toBe(killed);
  const isDrawing = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const context = element.getContext('webgl2') ?? element.getContext('webgl');
      return context !== null && !context.isContextLost();
    });
  await expect.poll(isDrawing, { timeout: 30_000 }).toBe(true);
  await page.getByRole('button', { name: 'Fit all' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Live/, liveWithin);

  await answerQuestions(app);
  await killWindow(app);
  await expect.poll(() => textOf(app), { timeout: 30_000 }).toContain('Live');
  expect(await questions(app)).toEqual([]);
  await killWindow(app);
  await expect.poll(() => textOf(app), { timeout: 30_000 }).toContain('Live');
  const [asked, ...others] = await questions(app);
  expect(others).toEqual([]);
  expect(asked?.message).toBe('The window stopped unexpectedly, twice in a row');
  expect(asked?.detail).toContain('Saved changes, drafts and running jobs were kept.');
});

test('the demo fleet whose service was killed is said to be offline, and its data stays', async ({
  app,
}) => {
  const { page } = app;
  const status = page.getByRole('status');
  await page.getByRole('button', { name: t('session.demo.use') }).click();
  await expect(status).toHaveText(/400 devices, [1-9]/, { timeout: 60_000 });
  await kill(app, 'Waypost reference service');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh now' }).click();
  await expect(status).toHaveText(/^Offline .*400 devices, [1-9]/, { timeout: 60_000 });
  const row = page.getByRole('table', { name: 'Devices' }).getByRole('row').nth(1);
  await row.click();
  await expect(page.getByRole('region', { name: 'Device details' })).toBeVisible();
});
