import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL for the tests of a project, or the one at WAYPOST_POSTGRES_URL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.WAYPOST_POSTGRES_URL;
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.stop;
}
