// The scenes of `npm run screenshots`, each taken in light and dark: of the embedded demo on its streets,
// and of a connected service, which is stopped for the offline scene.
import { setTimeout as sleep } from 'node:timers/promises';
import { details, drawLimitMs, goTo, isLive, row, search } from './app.mjs';

const fixesMs = 30_000;
/** Until the map has come to rest. */
const mapMs = 4_000;
/** Until the vehicles of the demo have moved on its streets. */
export const demoFixesMs = 15_000;

/** Scenes of the embedded demo, in order; each starts where the previous one ended. */
export const demoScenes = ({ page }) => ({
  fleet: async () => {
    await isLive(page);
    await sleep(demoFixesMs);
  },
  /** At a customer, with the depots and other customers around it. */
  details: async () => {
    await search(page, 'at old town bakery');
    await row(page, 'Old Town Bakery').click({ position: { x: 80, y: 10 } });
    await details(page).waitFor();
    await sleep(mapMs);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await sleep(mapMs);
  },
});

/** Scenes of a connected service, in order; each starts where the previous one ended. */
export const serviceScenes = ({ page, service }) => ({
  connect: () => page.getByRole('button', { name: 'Connect', exact: true }).waitFor(),
  world: async () => {
    await page.getByRole('textbox', { name: 'Service address' }).fill(service.url);
    await page.getByRole('textbox', { name: 'User name' }).fill(service.userName);
    await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await isLive(page);
    await sleep(fixesMs);
  },
  search: () => search(page, 'van'),
  groups: () => goTo(page, 'Groups'),
  users: () => goTo(page, 'Users'),
  settings: () => goTo(page, 'Settings'),
  offline: async () => {
    await goTo(page, 'Fleet');
    await search(page, '');
    await service.stop();
    await page
      .getByRole('status')
      .filter({ hasText: /^(Delayed|Offline)/ })
      .waitFor({ timeout: drawLimitMs });
  },
});
