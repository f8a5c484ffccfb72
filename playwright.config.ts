import { defineConfig } from '@playwright/test';

const report = process.env['WAYPOST_E2E_REPORT'];

// `npm test -- --only=e2e` runs this.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // One app uses about one core, and waits for its window, its service and its disk in between.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
});
