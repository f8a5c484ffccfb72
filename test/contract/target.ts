// Selects the service to test. The portable tests run against our two services, or any other one:
// WAYPOST_CONTRACT_URL, WAYPOST_CONTRACT_USER, WAYPOST_CONTRACT_KEY. WAYPOST_CONTRACT_INSTANCES is set by the
// projects of vitest.config.ts that run the reference service on PostgreSQL.
import { afterAll, beforeAll } from 'vitest';
import { startService, type RunningService, type ServiceOptions } from '#main/service/start';
import { startOnPostgres } from '../support/postgres-service';
import { Client, type Account } from './client';
import { createFindings, type Findings } from './findings';
import { createReading, type Reading } from './reading';

/** The account of another service; null if none is given. */
export function elsewhere(): Account | null {
  const { WAYPOST_CONTRACT_URL, WAYPOST_CONTRACT_USER, WAYPOST_CONTRACT_KEY } = process.env;
  if (!WAYPOST_CONTRACT_URL) return null;
  if (!WAYPOST_CONTRACT_USER || !WAYPOST_CONTRACT_KEY) {
    throw new Error('WAYPOST_CONTRACT_URL needs WAYPOST_CONTRACT_USER and WAYPOST_CONTRACT_KEY.');
  }
  return {
    url: WAYPOST_CONTRACT_URL.replace(/\/+$/, ''),
    userName: WAYPOST_CONTRACT_USER,
    apiKey: WAYPOST_CONTRACT_KEY,
  };
}

/** What the portable tests need of a service, and what they find out about it. */
export interface Target extends Findings, Reading {
  /** A signed-in client, once the tests run. */
  client(): Client;
}

/** A target for the tests of this file; `start` is called before the first one. */
export function portableTarget(
  start: () => Promise<Account & { stop?: () => Promise<unknown> }>,
): Target {
  const findings = createFindings();
  let stop: (() => Promise<unknown>) | undefined;
  let client: Client | undefined;
  beforeAll(async () => {
    const account = await start();
    stop = account.stop;
    client = await new Client(account).signIn();
  });
  afterAll(() => stop?.());
  return {
    ...findings,
    ...createReading(findings),
    client: () => {
      if (!client) throw new Error('The client is there once the tests run.');
      return client;
    },
  };
}

/** The reference service on the store of this run: SQLite, or one or more instances on PostgreSQL. */
export function startReference(options: ServiceOptions): Promise<RunningService> {
  const instances = Number(process.env.WAYPOST_CONTRACT_INSTANCES ?? 0);
  return instances > 0 ? startOnPostgres(options, instances) : startService(options);
}

export interface Reference {
  service: RunningService;
  client: Client;
}

/** Runs `work` against a new service, which is always stopped afterwards. */
export async function withService(
  options: ServiceOptions,
  work: (reference: Reference) => Promise<void>,
): Promise<void> {
  const service = await startReference({ devices: 0, ...options });
  try {
    await work({ service, client: await new Client(service).signIn() });
  } finally {
    await service.stop();
  }
}

/** A clock that stays at one time until it is set. */
export function stoppedClock(start: string): { now: () => number; set(moment: string): void } {
  let at = Date.parse(start);
  return {
    now: () => at,
    set: (moment) => {
      at = Date.parse(moment);
    },
  };
}
