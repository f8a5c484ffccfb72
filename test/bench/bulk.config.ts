import { defineConfig } from 'vitest/config';

// `node scripts/node.mjs vitest run --config test/bench/bulk.config.ts`; USERS=10000 is the default.
export default defineConfig({
  test: {
    include: ['test/bench/bulk.measure.ts'],
    pool: 'forks',
    testTimeout: 3_600_000,
    disableConsoleIntercept: true,
  },
});
