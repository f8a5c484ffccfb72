import { defineConfig } from '@playwright/test';

const report = process.env['WAYPOST_E2E_REPORT'];

// `npm test -- --only=package` and `--only=install` run this.
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.test.ts',
  outputDir: '../../test-results/package',
  globalSetup: './build.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  projects: [
    { name: 'package', testMatch: 'packaged/**/*.test.ts' },
    { name: 'install', testMatch: 'install/**/*.test.ts' },
  ],
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
});
