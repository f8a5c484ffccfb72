import type { Page } from '@playwright/test';
import type { Job, JobStep } from '../../shared/domain/job';
import type { EditCommand } from '../../shared/domain/edit';
import { allowCalls, connect } from '../support/app';
import { expect, test } from '../support/fixtures';
import { jobsOf, startJob } from '../support/jobs-page';
import { connectOtherClient } from '../support/other-client';
import { startSecureProxy } from '../support/secure-proxy';
import type { ServiceProcess } from '../support/service';
import { around } from '../support/submit-page';
import { liveWithin } from '../support/live-within';

// Chromium sends a request again if a connection that it reuses closes without an answer, and Node
// does not: only the real app can show that a write is sent once. The service does the work and closes
// the connection.

/** Sends an edit over the window's interface; the kind of its fault, or its status. */
const edit = (page: Page, command: EditCommand) =>
  page.evaluate(async (sent) => {
    const outcome = await window.waypost.records.edit(sent);
    return outcome.ok ? outcome.value.status : outcome.fault.kind;
  }, command);

async function groupNamed(page: Page, name: string) {
  const outcome = await page.evaluate(() => window.waypost.groups.reload());
  const found = outcome.ok ? outcome.value.items.filter((group) => group.name === name) : [];
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Calls of a method that the service received; `path` is part of theirs. */
async function received(service: ServiceProcess, method: string, path: string): Promise<number> {
  const calls = Object.entries(await service.control('calls'));
  return calls
    .filter(([what]) => what.startsWith(`${method} `) && what.includes(path))
    .reduce((sum, [, count]) => sum + count, 0);
}

/** Every answer to a call of this method is lost after the service did the work. */
const loseAnswers = (service: ServiceProcess, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
  service.control('setFaults', { method, path: '/api/', dropAfterRate: 1 });

async function stopLosing(service: ServiceProcess): Promise<void> {
  await service.control('setFaults', null);
  await service.control('resetCalls');
}

const createGroup = (name: string): EditCommand => ({
  kind: 'group',
  action: 'create',
  edit: { name },
});

/** Creates, changes, replaces and deletes groups while the answer of each is lost. */
async function editGroups(page: Page, service: ServiceProcess): Promise<void> {
  await loseAnswers(service, 'POST');
  for (let i = 0; i < 6; i++) await edit(page, createGroup(`Lost ${i}`));
  expect(await received(service, 'POST', '/api/groups')).toBe(6);
  await stopLosing(service);
  for (let i = 0; i < 6; i++) await groupNamed(page, `Lost ${i}`);

  await loseAnswers(service, 'POST');
  await Promise.all(Array.from({ length: 10 }, (_, i) => edit(page, createGroup(`Parallel ${i}`))));
  expect(await received(service, 'POST', '/api/groups')).toBe(10);
  await stopLosing(service);
  for (let i = 0; i < 10; i++) await groupNamed(page, `Parallel ${i}`);

  const group = await groupNamed(page, 'Lost 0');
  await loseAnswers(service, 'PATCH');
  await edit(page, { kind: 'group', action: 'change', base: group, edit: { name: 'Changed' } });
  expect(await received(service, 'PATCH', '/api/groups')).toBe(1);
  await stopLosing(service);

  const changed = await groupNamed(page, 'Changed');
  await loseAnswers(service, 'PUT');
  await edit(page, {
    kind: 'group',
    action: 'replace',
    base: changed,
    edit: { name: 'Replaced', description: 'Whole' },
  });
  expect(await received(service, 'PUT', '/api/groups')).toBe(1);
  await stopLosing(service);

  const { id } = await groupNamed(page, 'Replaced');
  await loseAnswers(service, 'DELETE');
  await edit(page, { kind: 'group', action: 'delete', id });
  expect(await received(service, 'DELETE', '/api/groups')).toBe(1);
  await stopLosing(service);
}

const people: JobStep[] = Array.from({ length: 20 }, (_, i) => ({
  kind: 'user',
  action: 'create',
  edit: {
    name: `Person ${i}`,
    email: `person${i}@fleet.example`,
    country: 'ES',
    timeZone: 'Europe/Madrid',
  },
}));

async function runJob(page: Page, kind: Job['kind'], steps: JobStep[]): Promise<void> {
  const id = await startJob(page, kind, steps);
  const phase = async () => (await jobsOf(page)).find((job) => job.id === id)?.phase;
  await expect.poll(phase, { timeout: 60_000 }).toBe('done');
}

/** Creates users and submits an alert as jobs while the answers of some rows are lost. */
async function runJobs(page: Page, service: ServiceProcess): Promise<void> {
  await service.control('setFaults', {
    method: 'POST',
    path: '/api/users',
    dropAfterRate: 0.5,
    times: 20,
  });
  await runJob(page, 'user', people);
  expect(await received(service, 'POST', '/api/users')).toBe(20);
  await stopLosing(service);
  const users = await page.evaluate(() => window.waypost.users.reload());
  const emails = users.ok ? users.value.items.flatMap(({ email }) => email ?? []) : [];
  expect(emails.filter((email) => email.startsWith('person'))).toHaveLength(20);

  const path = '/api/devices/van-1/alerts';
  await service.control('setFaults', { method: 'POST', path, dropAfterRate: 1, times: 1 });
  const at = Date.now() - 3_600_000;
  const alert = { latitude: 48, longitude: 2, text: 'Lost', alerts: ['SOSButton'], channels: [] };
  await runJob(page, 'report', [
    { kind: 'report', action: 'submitAlert', id: 'van-1', alert: { ...alert, at } },
  ]);
  await stopLosing(service);
  const otherClient = await connectOtherClient(service);
  const { alerts } = await otherClient.post<{ alerts: { text: string }[] }>(
    'devices/van-1/alerts',
    around(at, at),
  );
  expect(alerts.map(({ text }) => text)).toEqual(['Lost']);
}

async function connectTo(
  page: Page,
  account: { url: string; userName: string; apiKey: string },
): Promise<void> {
  await connect(page, account);
  await allowCalls(page);
  await expect(page.getByRole('status').first()).toHaveText(/^Live/, liveWithin);
}

test('a write whose answer is lost is sent once, over a connection in use and over TLS with HTTP/2', async ({
  start,
  serve,
}) => {
  test.slow();
  const app = await start();
  const { page } = app;
  const service = await serve({ devices: 5 });
  await service.control('addDevice', { id: 'van-1', name: 'Van 1' });
  await connectTo(page, service);
  await stopLosing(service);
  await editGroups(page, service);
  await runJobs(page, service);
  await page.evaluate(() => window.waypost.session.disconnect({ forget: true }));

  await app.electron.evaluate(({ session }) => {
    // The certificate is self-signed. The sessions are those of main/app/network.ts.
    const partitions = [
      'service',
      ...Array.from({ length: 12 }, (_, i) => `service-write-${i + 1}`),
    ];
    for (const partition of partitions) {
      const own = session.fromPartition(partition, { cache: false });
      own.setCertificateVerifyProc((_request, answer) => answer(0));
    }
  });
  const other = await serve({ devices: 5 });
  const proxy = await startSecureProxy(other);
  await connectTo(page, proxy);
  await stopLosing(other);
  await editGroups(page, other);
  const writes = proxy.requests.filter(({ what }) => what.includes(' /api/groups'));
  expect(new Set(writes.map(({ httpVersion }) => httpVersion))).toEqual(new Set(['2.0']));
  await app.close();
  await proxy.stop();
});
