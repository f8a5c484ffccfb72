import { afterEach, beforeEach, expect } from 'vitest';
import { FaultError, type Fault } from '#shared/fault';
import type { CallReport } from './caller';
import {
  answerJson,
  startFixtureServer,
  type Answerer,
  type FixtureServer,
  type SeenRequest,
} from './server.test-support';
import { createServiceClient, type ServiceClient } from './service-client';

const tokenPath = '/api/Auth/Token';

/** For tests: an account at a fixture server with replaceable answers. */
export interface FixtureAccount {
  server: FixtureServer;
  /** The response to the token exchange; by default `token-1`, `token-2`, … valid for an hour. */
  exchange: Answerer;
  /** The response to all other requests; by default success without data. */
  answer: Answerer;
  apiKey: string | null;
  /** The calls that the clients reported. */
  calls: CallReport[];
  client(more?: Partial<Parameters<typeof createServiceClient>[0]>): ServiceClient;
  /** The number of exchanges that the server received. */
  exchanges(): number;
  /** The other requests that it received. */
  others(): SeenRequest[];
}

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A new account for every test of the file. */
export function useFixtureAccount(): FixtureAccount {
  let tokens = 0;
  const account: Omit<FixtureAccount, 'server'> & { server: FixtureServer | null } = {
    server: null,
    exchange: () => undefined,
    answer: () => undefined,
    apiKey: null,
    calls: [],
    client: (more) =>
      createServiceClient({
        fetch,
        address: account.server!.url,
        userName: 'ada',
        apiKey: () => Promise.resolve(account.apiKey),
        onCall: (call) => account.calls.push(call),
        ...more,
      }),
    exchanges: () => account.server!.seen.length - account.others().length,
    others: () => account.server!.seen.filter(({ path }) => path !== tokenPath),
  };
  beforeEach(async () => {
    tokens = 0;
    account.calls = [];
    account.apiKey = 'key-1';
    account.exchange = (_, response) =>
      answerJson(response, { success: true, token: `token-${++tokens}`, expires: inAnHour() });
    account.answer = (_, response) => answerJson(response, { success: true });
    account.server = await startFixtureServer((request, response) =>
      (request.path === tokenPath ? account.exchange : account.answer)(request, response),
    );
  });
  afterEach(() => account.server?.close());
  return account as FixtureAccount;
}

/** The fault with which a call is rejected. */
export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const error: unknown = await promise.then(
    () => expect.fail('it was fulfilled'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof FaultError)) throw error;
  return error.fault;
}
