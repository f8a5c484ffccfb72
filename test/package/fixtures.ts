import { test as base } from '../support/desktop';
import { startServiceProcess } from '../support/service';
import { launchPackaged, newFolder, type PackagedApp, type PackagedOptions } from './packaged-app';

interface Fixtures {
  /** A profile folder of this test. */
  profile: string;
  /** Starts the packaged app; closed at the end of the test. */
  start: (options?: Partial<PackagedOptions>) => Promise<PackagedApp>;
  /** Starts a reference service; stopped at the end of the test. */
  serve: typeof startServiceProcess;
}

/** Playwright's test with a profile and packaged apps that clean up after themselves. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  profile: async ({}, use) => {
    const { folder, remove } = newFolder();
    await use(folder);
    remove();
  },
  start: async ({ profile }, use) => {
    const apps: PackagedApp[] = [];
    await use(async (options) => {
      const app = await launchPackaged({ profile, ...options });
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.close();
  },
  // oxlint-disable-next-line no-empty-pattern
  serve: async ({}, use) => {
    const services: Awaited<ReturnType<typeof startServiceProcess>>[] = [];
    await use(async (options) => {
      const service = await startServiceProcess(options);
      services.push(service);
      return service;
    });
    for (const service of services) await service.stop();
  },
});

export { expect } from '@playwright/test';
