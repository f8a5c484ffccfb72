import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** A project with a PostgreSQL of its own. */
const onPostgres = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, globalSetup: 'test/support/postgres-for-tests.ts', hookTimeout: 120_000, ...test },
});

// Runs under Electron's own Node (scripts/test.mjs), the runtime that ships, with its SQLite.
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,main,renderer,preload,scripts}/**/*.test.ts'],
          setupFiles: ['test/support/window/language.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['renderer/**/*.test.tsx'],
          environment: 'happy-dom',
          // A build in the same run leaves `production` behind, and React for production cannot be tested.
          env: { NODE_ENV: 'test' },
          setupFiles: ['test/support/window/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          // Pointed at another service, only what can be asked of any service is run.
          exclude: process.env['WAYPOST_CONTRACT_URL']
            ? [
                'test/contract/reference/**',
                'test/contract/portable/{alternative,variants}.test.ts',
              ]
            : [],
        },
      },
      // Injected faults and the log of calls belong to one process.
      onPostgres('postgres', {
        include: [
          'test/contract/reference/{faults,hostile-calls}.test.ts',
          'test/service/**/*.test.ts',
        ],
        env: { WAYPOST_CONTRACT_INSTANCES: '1' },
      }),
      // All else: what holds with two instances holds with one.
      onPostgres('instances', {
        include: ['test/contract/**/*.test.ts'],
        exclude: [
          'test/contract/portable/alternative.test.ts',
          'test/contract/reference/{faults,hostile-calls}.test.ts',
        ],
        env: { WAYPOST_CONTRACT_INSTANCES: '2' },
      }),
      { extends: true, test: { name: 'wired', include: ['test/wired/**/*.test.ts'] } },
    ],
    pool: 'forks',
    // A process for each file would take most of the time of the unit tests. Files share processes, but
    // no modules, stubs or variables of the environment.
    isolate: false,
    // By default one processor stays idle, which is half of a small machine.
    maxWorkers: '100%',
    unstubGlobals: true,
    unstubEnvs: true,
    setupFiles: ['test/support/own-modules.ts', 'test/support/property-seed.ts'],
    // For machines that do other things too; what waits in a test gives up earlier, with its own words.
    testTimeout: 60_000,
  },
});
