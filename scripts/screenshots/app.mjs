// The real app as the scripts that take pictures use it: started with a profile of its own, sized, led
// from page to page.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { electronSwitches } from '../inside.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const hostAnswers = path.join(root, 'test', 'support', 'host-answers.cjs');
export const drawLimitMs = 90_000;
/** Enough calls to get a fix for each of the 400 devices quickly, and no tour in the pictures. */
const settings = { callsPerMinute: 1200, tourEnded: true };

/** Starts the reference service with the fleet of the pictures. */
export async function startService() {
  const args = ['--json', '--devices', '400', '--seed', '42', '--token-lifetime', '3600'];
  const child = spawn(process.execPath, [path.join(root, 'scripts/service.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { ...JSON.parse(line), stop: () => stopService(child) };
  }
  throw new Error('the reference service did not start');
}

async function stopService(child) {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Starts the app with a new profile, calls `use({ app, page })`, and closes it. */
export async function withApp({ switches = [], size }, use) {
  const { _electron } = await import('@playwright/test');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-profile-'));
  fs.writeFileSync(path.join(profile, 'settings.json'), JSON.stringify(settings));
  const app = await _electron.launch({
    cwd: root,
    // Nobody answers the native question about the host of the service.
    args: [
      ...electronSwitches(),
      `--user-data-dir=${profile}`,
      '-r',
      hostAnswers,
      root,
      ...switches,
    ],
  });
  try {
    const page = await app.firstWindow();
    page.setDefaultTimeout(drawLimitMs);
    await resize(app, page, size);
    await use({ app, page });
  } finally {
    await app.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

export async function resize(app, page, { width, height }) {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0].setContentSize(size.width, size.height);
    },
    { width, height },
  );
  await page.waitForFunction((expected) => window.innerWidth === expected, width);
}

export const table = (page, name = 'Devices') =>
  page.getByRole('table', { name }).or(page.getByRole('grid', { name }));

export const row = (page, text, name = 'Devices') =>
  table(page, name).getByRole('row').filter({ hasText: text }).first();

/** Opens a page by its link. */
export const goTo = (page, name) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

export const isLive = (page) =>
  page.getByRole('status').filter({ hasText: /^Live/ }).waitFor({ timeout: drawLimitMs });

export const search = (page, text) =>
  page.getByRole('searchbox', { name: 'Search devices' }).fill(text);

export const details = (page) => page.getByRole('region', { name: 'Device details' });

/** Opens the details of the first device that a search finds. */
export async function openDevice(page, name) {
  await search(page, name);
  await row(page, name).click({ position: { x: 80, y: 10 } });
  await details(page).getByRole('heading', { name }).waitFor();
}

/** Shows the fleet as Map, Split or Table. */
export const chooseLayout = (page, name) =>
  page
    .getByRole('radiogroup', { name: 'Layout' })
    .filter({ visible: true })
    .getByTitle(name, { exact: true })
    .click();
