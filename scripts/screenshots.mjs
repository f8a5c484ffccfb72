// `npm run screenshots`: screenshots of the real app, light and dark, with the demo fleet; the service
// is stopped during the run for the offline scenes. Written to out/screenshots; those in the README are
// copied to assets/screenshots. `-- --only=fleet,details` selects scenes.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { electronSwitches, insideArguments, runAgainInside } from './inside.mjs';
import { setUp } from './setup.mjs';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out', 'screenshots');
const shown = path.join(root, 'assets', 'screenshots');
const inReadme = ['fleet-light', 'details-light', 'offline-dark'];
const usual = { width: 1440, height: 900 };
const otherSizes = [
  { width: 1024, height: 680 },
  { width: 1920, height: 1000 },
];
const settleMs = 1500;
const drawLimitMs = 90_000;
/** High enough to get a fix for each of the 400 devices quickly. */
const settings = { callsPerMinute: 1200 };
const fixesMs = 30_000;

async function startService() {
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

async function resize(app, page, { width, height }) {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0].setContentSize(size.width, size.height);
    },
    { width, height },
  );
  await page.waitForFunction((expected) => window.innerWidth === expected, width);
}

/** The scenes in order; each starts where the previous one ended. */
function scenes({ page, service }) {
  const link = (name) => page.getByRole('navigation').getByRole('link', { name }).click();
  const table = page
    .getByRole('table', { name: 'Devices' })
    .or(page.getByRole('grid', { name: 'Devices' }));
  const search = page.getByRole('searchbox', { name: 'Search devices' });
  return {
    connect: () => page.getByRole('button', { name: 'Connect', exact: true }).waitFor(),
    fleet: async () => {
      await page.getByRole('textbox', { name: 'Service address' }).fill(service.url);
      await page.getByRole('textbox', { name: 'User name' }).fill(service.userName);
      await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('status').filter({ hasText: /^Live/ }).waitFor({ timeout: drawLimitMs });
      await sleep(fixesMs);
    },
    search: async () => {
      await search.fill('van');
    },
    details: async () => {
      await search.fill('');
      await table
        .getByRole('row')
        .nth(3)
        .click({ position: { x: 60, y: 10 } });
      await page.getByRole('region', { name: 'Device details' }).waitFor();
    },
    groups: () => link('Groups'),
    users: () => link('Users'),
    settings: () => link('Settings'),
    offline: async () => {
      await link('Fleet');
      await service.stop();
      await page
        .getByRole('status')
        .filter({ hasText: /^(Delayed|Offline)/ })
        .waitFor({ timeout: drawLimitMs });
    },
  };
}

async function shoot(page, name) {
  for (const theme of ['light', 'dark']) {
    // Playwright overrides the system theme.
    await page.emulateMedia({ colorScheme: theme });
    await sleep(settleMs);
    await page.screenshot({ path: path.join(out, `${name}-${theme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function shootSizes(app, page) {
  for (const size of otherSizes) {
    await resize(app, page, size);
    await sleep(settleMs);
    await page.screenshot({ path: path.join(out, `fleet-${size.width}x${size.height}.png`) });
  }
  await resize(app, page, usual);
}

async function takePictures(only) {
  const { _electron } = await import('@playwright/test');
  fs.mkdirSync(out, { recursive: true });
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'waypost-profile-'));
  fs.writeFileSync(path.join(profile, 'settings.json'), JSON.stringify(settings));
  const service = await startService();
  const app = await _electron.launch({
    cwd: root,
    args: [...electronSwitches(), `--user-data-dir=${profile}`, root],
  });
  try {
    const page = await app.firstWindow();
    await resize(app, page, usual);
    for (const [name, lead] of Object.entries(scenes({ page, service }))) {
      await lead();
      if (only && !only.includes(name)) continue;
      await shoot(page, name);
      if (name === 'fleet') await shootSizes(app, page);
      console.log(`screenshots: ${name}`);
    }
  } finally {
    await app.close();
    await service.stop();
    fs.rmSync(profile, { recursive: true, force: true });
  }
  fs.mkdirSync(shown, { recursive: true });
  for (const name of inReadme) {
    const picture = path.join(out, `${name}.png`);
    if (fs.existsSync(picture)) fs.copyFileSync(picture, path.join(shown, `${name}.png`));
  }
  console.log(`screenshots: in ${out}`);
}

const args = insideArguments();
if (args) {
  const only = args.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
  await takePictures(only?.split(','));
} else {
  const dist = await setUp({ purpose: 'test' });
  const again = () => runAgainInside(dist, import.meta.filename, process.argv.slice(2));
  process.exitCode = dist ? await again() : 1;
}
