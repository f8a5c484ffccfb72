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
  /** How the token exchange is answered; by default with `token-1`, `token-2`, … for an hour. */
  exchange: Answerer;
  /** How everything else is answered; by default with success and nothing more. */
  answer: Answerer;
  apiKey: string | null;
  /** What the clients reported. */
  calls: CallReport[];
  client(more?: Partial<Parameters<typeof createServiceClient>[0]>): ServiceClient;
  /** How many exchanges the server saw. */
  exchanges(): number;
  /** The other requests it saw. */
  others(): SeenRequest[];
}

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A fresh account for every test of the file. */
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
