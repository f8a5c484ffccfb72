import { defaultSettings } from '../../shared/domain/settings';
import { launch, newProfile, type App, type LaunchOptions } from './app';
import { test as base } from './desktop';
import { startServiceProcess, type ServiceProcess } from './service';

interface Fixtures {
  /**
   * The app before an account is open. Tests share it one after another, because a start costs more than most tests
   * do: nothing that a test does outside of accounts, settings and windows may stay. Otherwise use `start`.
   */
  app: App;
  /** A profile folder of this test; that of `app` is another one. */
  profile: string;
  /** Starts Waypost in that folder; closed at the end of the test. */
  start: (options?: Omit<LaunchOptions, 'profile'>) => Promise<App>;
  /** Starts a reference service; stopped at the end of the test. */
  serve: typeof startServiceProcess;
}

/** Forgets the accounts, settings and windows of a test. */
async function makeNew({ electron, page, errors }: App, bounds: Electron.Rectangle): Promise<void> {
  for (const other of electron.windows()) if (other !== page) await other.close();
  await page.evaluate(async (settings) => {
    const { waypost } = window;
    await waypost.session.disconnect({ forget: true });
    const session = await waypost.session.current();
    if (session.ok && session.value.phase === 'none') {
      for (const { id } of session.value.known) await waypost.session.forget({ id });
    }
    await waypost.settings.change(settings);
    localStorage.clear();
    location.hash = '';
  }, defaultSettings);
  await electron.evaluate(({ BrowserWindow }, area) => {
    const [main] = BrowserWindow.getAllWindows();
    main!.setBounds(area);
    main!.webContents.setZoomFactor(1);
  }, bounds);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.reload();
  errors.length = 0;
}

/** Playwright's test with a profile, an app and services that clean up after themselves. */
export const test = base.extend<Fixtures, { shared: () => Promise<App> }>({
  // A worker ends with the first test that fails, and so does its app.
  shared: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const profile = newProfile();
      const launched: Promise<App>[] = [];
      await use(() => (launched[0] ??= launch({ profile: profile.folder })));
      for (const app of launched) await (await app).close();
      profile.remove();
    },
    { scope: 'worker' },
  ],
  app: async ({ shared }, use, { errors }) => {
    const app = await shared();
    const bounds = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.getBounds(),
    );
    await use(app);
    if (errors.length === 0) await makeNew(app, bounds);
  },
  // oxlint-disable-next-line no-empty-pattern
  profile: async ({}, use) => {
    const profile = newProfile();
    await use(profile.folder);
    profile.remove();
  },
  start: async ({ profile }, use) => {
    const apps: App[] = [];
    await use(async (options) => {
      const app = await launch({ profile, ...options });
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.close().catch(() => undefined);
  },
  // oxlint-disable-next-line no-empty-pattern
  serve: async ({}, use) => {
    const services: ServiceProcess[] = [];
    await use(async (options) => {
      const service = await startServiceProcess(options);
      services.push(service);
      return service;
    });
    for (const service of services) await service.stop();
  },
});

export { expect } from '@playwright/test';
