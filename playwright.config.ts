import { defineConfig } from '@playwright/test';

const report = process.env['WAYPOST_E2E_REPORT'];

// `npm test -- --only=e2e` runs this with a display and a keyring of its own.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each test starts a whole Electron, drawing in software: two at once starve each other.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
});
