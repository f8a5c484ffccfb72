import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { connect, hostQuestions } from '../support/app';
import { t } from '../support/english';
import { expect, test } from '../support/fixtures';
import { liveWithin } from '../support/live-within';

interface Outcome {
  ok: boolean;
  fault?: { kind: string; message?: string };
}

/** Makes a call like code in the window, without the user. */
const call = (page: Page, word: string, name: string, input: object) =>
  page.evaluate(
    ([w, n, i]) =>
      (
        globalThis as unknown as {
          waypost: Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
        }
      ).waypost[w as string]![n as string]!(i),
    [word, name, input],
  ) as Promise<Outcome>;

/** A server that the app must not reach without consent; it records the requests. */
async function otherServer() {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.end('{"version":8,"sources":{},"layers":[]}');
  });
  server.on('connection', () => reached.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    reached,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

let other: Awaited<ReturnType<typeof otherServer>>;
test.beforeEach(async () => {
  other = await otherServer();
});
test.afterEach(() => other.close());

test('nothing is sent to a new host that the user refuses, whatever the window asks for', async ({
  start,
}) => {
  const { page, electron, ...app } = await start({ allowsHosts: false });
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  const account = { address: other.url, userName: 'a', apiKey: 'b' };
  expect(await call(page, 'session', 'connect', account)).toMatchObject({
    ok: false,
    fault: { kind: 'declined', message: { values: { server: other.url } } },
  });
  const style = { mapStyleUrl: `${other.url}/style.json` };
  expect(await call(page, 'settings', 'change', style)).toMatchObject({
    ok: false,
    fault: { kind: 'declined' },
  });
  const policy = await page.evaluate(async () =>
    (await fetch('app://waypost/index.html')).headers.get('content-security-policy'),
  );
  expect(policy).not.toContain('127.0.0.1');
  const asked = await hostQuestions({ page, electron, ...app });
  expect(asked.map(({ message }) => message)).toEqual([
    `Connect to ${other.url}?`,
    `Load the map from ${other.url}?`,
  ]);
  // The Enter key refuses.
  expect(asked.map(({ defaultId }) => defaultId)).toEqual([1, 1]);
  await connect(page, { url: other.url, userName: 'a', apiKey: 'b' });
  await expect(page.getByText(/You did not allow Waypost to contact/)).toBeVisible();
  expect(other.reached).toEqual([]);

  // The demo, whose service Waypost starts itself, needs no question.
  const before = (await hostQuestions({ page, electron, ...app })).length;
  await page.getByRole('button', { name: t('session.demo.use') }).click();
  await expect(page.getByRole('status')).toHaveText(/^(Live|Updating)/);
  expect(await hostQuestions({ page, electron, ...app })).toHaveLength(before);
});

test('a service is confirmed once; its account opens without a question afterwards', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve({ devices: 3 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  expect(await hostQuestions(first)).toHaveLength(1);
  await first.close();

  const second = await start({ allowsHosts: false });
  await expect(second.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  expect(await hostQuestions(second)).toEqual([]);
  await second.close();

  // An account list that was edited leads nowhere without the user.
  const file = path.join(profile, 'profile.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(service.url, other.url));
  const third = await start({ allowsHosts: false });
  await expect(third.page.getByRole('button').first()).toBeVisible();
  await third.page.reload();
  await expect(third.page.getByRole('button').first()).toBeVisible();
  expect(other.reached).toEqual([]);
});
