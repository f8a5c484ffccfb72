import { defineConfig } from 'vitest/config';

// `npm run bench -- --only=bulk --users=10000`
export default defineConfig({
  test: {
    include: ['test/bench/bulk.measure.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
    disableConsoleIntercept: true,
  },
});
