// The pictures of the user guide, docs/guide: of the embedded demo, in one window that goes from page to
// page. A page of the guide shows each of them; `guide.test.ts` checks that.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  chooseLayout,
  details,
  goTo,
  isLive,
  openDevice,
  row,
  search,
  table,
  withApp,
} from './app.mjs';
import { demoFixesMs } from './scenes.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
export const guideFolder = path.join(root, 'docs', 'guide');
export const picturesFolder = path.join(guideFolder, 'pictures');
const size = { width: 1280, height: 780 };
const settleMs = 1200;
/** Lowered for a picture that gets larger than a page should load. */
const qualities = [75, 60, 45, 30];
export const mostBytes = 80_000;

const button = (page, name) => page.getByRole('button', { name });
const menuItem = (page, name) => page.getByRole('menuitem', { name });

/** The list of the fleet as it is at the start. */
async function openFleet(page) {
  await goTo(page, 'Fleet');
  // They cover the list.
  const close = details(page).getByRole('button', { name: 'Close details' });
  if (await close.isVisible()) await close.click();
  await search(page, '');
}

const stateFilter = (page, name) =>
  page.getByRole('group', { name: 'State' }).getByRole('button', { name });

/** Selects a device that moves now. */
async function openMovingDevice(page) {
  await openFleet(page);
  await stateFilter(page, 'Moving').click();
  const name = await table(page).getByRole('row').nth(2).getAttribute('aria-label');
  await stateFilter(page, 'Moving').click();
  await openDevice(page, name);
}

async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** What leads to each picture, by its name; a scene ends where the next one can begin. */
export const guideScenes = ({ page }) => ({
  connect: {
    show: async () => {
      await button(page, 'Connect your account').click();
      await page.getByRole('textbox', { name: 'Service address' }).fill('https://api.example.com');
      await page.getByRole('textbox', { name: 'User name' }).fill('ana@fleet.example');
    },
    leave: () => closeDialog(page),
  },
  'find-a-device': {
    show: async () => {
      await search(page, 'van 7');
      await row(page, 'Van 71').click({ position: { x: 80, y: 10 } });
      await details(page).getByRole('heading', { name: 'Van 71' }).waitFor();
    },
  },
  'follow-a-device': {
    show: async () => {
      await openMovingDevice(page);
      await chooseLayout(page, 'Map');
      await details(page).getByRole('button', { name: 'Follow', exact: true }).click();
      await button(page, 'Stop following').waitFor();
    },
    leave: async () => {
      await button(page, 'Stop following').click();
      await chooseLayout(page, 'Split');
    },
  },
  'saved-views': {
    show: async () => {
      await openFleet(page);
      await search(page, 'van');
      await stateFilter(page, 'Stopped').click();
      await button(page, /^Saved views/).click();
      await menuItem(page, 'Save as a new view…').click();
      await page.getByRole('textbox', { name: 'Name of the view' }).fill('Parked vans');
    },
    leave: async () => {
      await closeDialog(page);
      await button(page, 'Clear filters').click();
    },
  },
  attention: {
    show: async () => {
      await openFleet(page);
      await page
        .getByRole('group', { name: 'State' })
        .getByRole('button', { name: /^SOS/ })
        .click();
    },
    leave: () => button(page, 'Clear filters').click(),
  },
  history: {
    show: async () => {
      await openMovingDevice(page);
      await button(page, 'Today’s track').click();
      await page.getByRole('region', { name: 'Playback' }).waitFor();
      await page
        .getByRole('row', { name: /^Trip of/ })
        .first()
        .click();
    },
  },
  'daily-report': {
    show: async () => {
      await openMovingDevice(page);
      await details(page).getByRole('button', { name: 'More actions' }).click();
      await menuItem(page, 'Share a day…').click();
      await page.getByRole('dialog', { name: 'Share a day' }).waitFor();
    },
    leave: () => closeDialog(page),
  },
  groups: {
    show: async () => {
      await goTo(page, 'Groups');
      await row(page, 'Cold chain', 'Groups').click({ position: { x: 120, y: 8 } });
      await page.getByRole('region', { name: 'Group details' }).waitFor();
    },
  },
  users: {
    show: async () => {
      await goTo(page, 'Users');
      await table(page, 'Users')
        .getByRole('row')
        .nth(2)
        .click({ position: { x: 120, y: 8 } });
      await page.getByRole('region', { name: 'User details' }).waitFor();
      await page.getByRole('tab', { name: 'Access' }).click();
    },
  },
  limits: {
    show: async () => {
      await goTo(page, 'Limits');
      const field = page.getByRole('textbox', { name: /^Daily e-mail limit of/ }).first();
      await field.fill('25');
      await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    },
    leave: () => button(page, 'Discard').click(),
  },
  expiry: {
    show: async () => {
      await goTo(page, 'Expiry');
      await button(page, /^Renew /)
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
    leave: () => closeDialog(page),
  },
  import: { show: () => goTo(page, 'Import') },
  submit: { show: () => goTo(page, 'Submit') },
  'map-settings': {
    show: async () => {
      await goTo(page, 'Settings');
      await page.getByRole('region', { name: 'Map', exact: true }).scrollIntoViewIfNeeded();
      await button(page, 'Clear the cache of online maps').scrollIntoViewIfNeeded();
    },
  },
  settings: {
    show: async () => {
      await goTo(page, 'Settings');
      await page.getByRole('region', { name: 'Units and times' }).scrollIntoViewIfNeeded();
    },
  },
  // The last: alerts are loaded in the background.
  alerts: {
    show: async () => {
      await goTo(page, 'Alerts');
      await table(page, 'Alerts')
        .getByRole('row')
        .nth(2)
        .click({ position: { x: 300, y: 8 } });
      await page.getByRole('region', { name: 'Alert details' }).waitFor();
    },
  },
});

export const guidePictures = Object.keys(guideScenes({}));

/** Takes the pictures of the guide; `only` absent: all. */
export async function takeGuidePictures(only) {
  fs.mkdirSync(picturesFolder, { recursive: true });
  await withApp({ switches: ['--demo'], size }, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await isLive(page);
    await sleep(demoFixesMs);
    for (const [name, { show, leave }] of Object.entries(guideScenes({ page }))) {
      if (only && !only.includes(name)) continue;
      await show();
      await sleep(settleMs);
      const bytes = await shoot(devtools, path.join(picturesFolder, `${name}.webp`));
      await leave?.();
      console.log(`screenshots: guide, ${name} (${Math.round(bytes / 1000)} kB)`);
    }
  });
}

/** Writes what the window shows as WebP in the best quality that is small enough. */
async function shoot(devtools, file) {
  for (const quality of qualities) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    fs.writeFileSync(file, picture);
    if (picture.length <= mostBytes) return picture.length;
  }
  throw new Error(`${file} is larger than ${mostBytes} bytes`);
}
