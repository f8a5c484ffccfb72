import { launch, newProfile, type App, type LaunchOptions } from './app';
import { test as base } from './desktop';
import { startServiceProcess, type ServiceProcess } from './service';

interface Fixtures {
  /** A profile folder of this test. */
  profile: string;
  /** Starts Waypost in that folder; closed at the end of the test. */
  start: (options?: Omit<LaunchOptions, 'profile'>) => Promise<App>;
  /** Starts a reference service; stopped at the end of the test. */
  serve: typeof startServiceProcess;
}

/** Playwright's test with a profile, an app and services that clean up after themselves. */
export const test = base.extend<Fixtures>({
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
