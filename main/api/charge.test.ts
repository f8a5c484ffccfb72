import { expect, test } from 'vitest';
import { callAs, type CallSource } from '#main/pace/call-source';
import { useFixtureAccount } from './account.test-support';
import { answerJson } from './server.test-support';

const account = useFixtureAccount();

/** A client that records its charges. */
function charging() {
  const charged: CallSource[] = [];
  return { charged, client: account.client({ charge: (source) => charged.push(source) }) };
}

test('charges each operation once, to its source, before it is sent', async () => {
  const { charged, client } = charging();
  account.answer = (_, response) => answerJson(response, { success: true, users: [] });
  const listing = callAs('lists', () => client.users());
  expect(charged).toEqual(['lists']);
  await listing;
  await callAs('job', () => client.deleteUser('a'));
  await client.deleteUser('b');
  expect(charged).toEqual(['lists', 'job', 'interactive']);
  expect(account.others()).toHaveLength(3);
});

test('reports every call with its source, token exchanges included', async () => {
  const { charged, client } = charging();
  await callAs('history', () => client.deleteUser('a'));
  expect(account.calls.map(({ path, source }) => [path, source])).toEqual([
    ['/api/Auth/Token', 'history'],
    ['/api/users/{userId}', 'history'],
  ]);
  expect(charged).toEqual(['history']);
});

test('charges the repeat with a new token and with the other media type', async () => {
  const { charged, client } = charging();
  account.answer = (request, response) => {
    const isRefused = request.headers.authorization === 'Bearer token-1';
    const isOtherType = request.headers['content-type'] === 'application/json-patch+json';
    answerJson(response, { success: true }, isRefused ? 401 : isOtherType ? 200 : 415);
  };
  await callAs('job', () => client.patchUser('a', []));
  expect(charged).toEqual(['job', 'job', 'job']);
  expect(account.others()).toHaveLength(3);
});

test('does not charge a call that is never sent', async () => {
  const { charged, client } = charging();
  await expect(client.user('..')).rejects.toThrow('notFound');
  expect(charged).toEqual([]);
});
