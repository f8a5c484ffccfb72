import { test as base } from '@playwright/test';
import { findElectron } from '../../scripts/electron-dist.mjs';
import { openDesktop } from '../../scripts/inside.mjs';

/**
 * Gives each of Playwright's workers a display, a keyring and a home folder of its own, so that apps of
 * several workers share nothing.
 */
export const test = base.extend<object, { desktop: void }>({
  desktop: [
    // Playwright reads the names of fixtures from the pattern, so it requires an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dist = findElectron();
      if (!dist) throw new Error('there is no Electron to test with');
      const desktop = await openDesktop(dist);
      const names = Object.keys(process.env).filter((name) => !(name in desktop.env));
      for (const name of names) delete process.env[name];
      Object.assign(process.env, desktop.env);
      await use();
      await desktop.close();
    },
    { scope: 'worker', auto: true },
  ],
});
