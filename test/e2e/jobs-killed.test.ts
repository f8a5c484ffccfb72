import type { JobStep } from '../../shared/domain/job';
import { allowCalls, connect, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import { jobsOf, startJob } from '../support/jobs-page';
import { liveWithin } from '../support/live-within';
import { connectOtherClient } from '../support/other-client';
import type { ServiceProcess } from '../support/service';
import { anHourAgo, around, openSubmit, vanAt } from '../support/submit-page';

// Uses the interface of the window, so that the whole app is killed and started again.

/** Kills the app in the middle of a job whose calls are slow, and lets the next start finish it. */
async function finishAfterKill(
  first: App,
  start: () => Promise<App>,
  service: ServiceProcess,
  job: { kind: 'user' | 'report'; steps: JobStep[]; path: string },
): Promise<App> {
  await allowCalls(first.page);
  await service.control('setFaults', { path: job.path, latencyMs: 60 });
  await startJob(first.page, job.kind, job.steps);
  await expect.poll(async () => (await jobsOf(first.page))[0]?.counts.done).toBeGreaterThan(10);
  await first.kill();
  const again = await start();
  await expect
    .poll(async () => (await jobsOf(again.page))[0]?.phase, { timeout: 30_000 })
    .toBe('done');
  const [ended] = await jobsOf(again.page);
  expect(ended).toMatchObject({ counts: { done: job.steps.length, failed: 0 } });
  return again;
}

test('an app killed during a bulk run finishes it after its start, each row once', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 5 });
  const first = await start();
  await connect(first.page, service);
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const steps = Array.from({ length: 60 }, (_, i): JobStep => ({
    kind: 'user',
    action: 'create',
    edit: {
      name: `Person ${i}`,
      email: `person${i}@fleet.example`,
      country: 'ES',
      timeZone: 'Europe/Madrid',
    },
  }));
  const again = await finishAfterKill(first, start, service, {
    kind: 'user',
    steps,
    path: '/api/users',
  });
  const users = await again.page.evaluate(() => window.waypost.users.list());
  if (!users.ok) throw new Error('no users');
  const emails = users.value.items.flatMap(({ email }) => email ?? []);
  const ours = emails.filter((email) => email.startsWith('person'));
  expect(ours).toHaveLength(60);
  expect(new Set(ours).size).toBe(60);
  expect(again.errors).toEqual([]);
});

test('an app killed while it submits alerts sends each of them once', async ({ start, serve }) => {
  const { app: first, service } = await openSubmit(start, serve);
  const texts = Array.from({ length: 60 }, (_, i) => `By hand ${i}`);
  const steps = texts.map((text, i): JobStep => ({
    kind: 'report',
    action: 'submitAlert',
    id: 'van-9',
    alert: { ...vanAt, at: anHourAgo + i * 1_000, text, alerts: ['SOSButton'], channels: [] },
  }));
  const again = await finishAfterKill(first, start, service, {
    kind: 'report',
    steps,
    path: '/alerts',
  });
  const otherClient = await connectOtherClient(service);
  const { alerts } = await otherClient.post<{ alerts: { text: string }[] }>(
    'devices/van-9/alerts',
    around(anHourAgo, anHourAgo + 120_000),
  );
  expect(alerts.map(({ text }) => text)).toEqual(texts);
  const journal = await again.page.evaluate(() =>
    window.waypost.journal.list({ from: 0, limit: 9 }),
  );
  expect(journal).toMatchObject({ ok: true, value: { total: 1 } });
});
