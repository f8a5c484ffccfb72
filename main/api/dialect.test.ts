import { expect, test } from 'vitest';
import { faultOf, useFixtureAccount } from './account.test-support';
import { createDialect } from './dialect';
import { answerJson } from './server.test-support';

const account = useFixtureAccount();
const patchType = 'application/json-patch+json';

test('clients with one dialect learn the media type of a PATCH once', async () => {
  account.answer = ({ headers }, response) => {
    const isTaken = headers['content-type'] === patchType;
    answerJson(response, { success: isTaken }, isTaken ? 200 : 415);
  };
  const dialect = createDialect();
  await account.client({ dialect }).patchUser('a', []);
  expect(dialect.patchContentType).toBe(patchType);
  await account.client({ dialect }).patchUser('a', []);
  const types = account.others().map(({ headers }) => headers['content-type']);
  expect(types).toEqual(['application/json', patchType, patchType]);
});

test('a 403 that a new token does not change is trusted for ten minutes', async () => {
  account.answer = (_, response) => answerJson(response, { success: false }, 403);
  const dialect = createDialect();
  let now = 1_000;
  const client = account.client({ dialect, monotonicNow: () => now });
  const forbidden = { kind: 'forbidden' };
  expect(await faultOf(client.users())).toMatchObject(forbidden);
  expect(dialect.refusalsTrustedUntil).toBe(601_000);
  expect(await faultOf(client.users())).toMatchObject(forbidden);
  expect(account.exchanges()).toBe(2);
  now = 601_000;
  expect(await faultOf(client.users())).toMatchObject(forbidden);
  expect(account.exchanges()).toBe(3);
});
