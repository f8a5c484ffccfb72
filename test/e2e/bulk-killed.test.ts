import { allowCalls, connect, type App } from '../support/app';
import { expect, test } from '../support/fixtures';
import type { Job, JobStep } from '../../shared/domain/job';
import type { WaypostClient } from '../../shared/ipc/contract';
import { liveWithin } from '../support/live-within';

// Uses the interface of the window, so that the whole app is killed and started again.

declare global {
  interface Window {
    waypost: WaypostClient;
  }
}

const people: JobStep[] = Array.from({ length: 60 }, (_, i) => ({
  kind: 'user',
  action: 'create',
  edit: {
    name: `Person ${i}`,
    email: `person${i}@fleet.example`,
    country: 'ES',
    timeZone: 'Europe/Madrid',
  },
}));

async function jobs({ page }: App): Promise<Job[]> {
  const outcome = await page.evaluate(() => window.waypost.jobs.list());
  return outcome.ok ? outcome.value : [];
}

test('an app killed during a bulk run finishes it after its start, each row once', async ({
  start,
  serve,
}) => {
  const service = await serve({ devices: 5 });
  const first = await start();
  await connect(first.page, service);
  await allowCalls(first.page);
  await expect(first.page.getByRole('status')).toHaveText(/^Live/, liveWithin);
  const planned = await first.page.evaluate(
    (steps) => window.waypost.jobs.plan({ title: 'Create people', kind: 'user', steps }),
    people,
  );
  if (!planned.ok) throw new Error(`not planned: ${planned.fault.kind}`);
  expect(planned.value).toMatchObject({ phase: 'planned', rows: 60, calls: 60 });
  await service.control('setFaults', { path: '/api/users', latencyMs: 60 });
  await first.page.evaluate((id) => window.waypost.jobs.start({ id }), planned.value.id);
  await expect.poll(async () => (await jobs(first))[0]?.counts.done).toBeGreaterThan(10);
  await first.kill();

  const again = await start();
  await expect.poll(async () => (await jobs(again))[0]?.counts.done, { timeout: 30_000 }).toBe(60);
  expect((await jobs(again))[0]).toMatchObject({ phase: 'done', counts: { failed: 0 } });
  const users = await again.page.evaluate(() => window.waypost.users.list());
  if (!users.ok) throw new Error('no users');
  const emails = users.value.items.flatMap(({ email }) => email ?? []);
  const ours = emails.filter((email) => email.startsWith('person'));
  expect(ours).toHaveLength(people.length);
  expect(new Set(ours).size).toBe(people.length);
  expect(again.errors).toEqual([]);
});
