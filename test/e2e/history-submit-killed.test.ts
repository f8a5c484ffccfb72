import type { Job, JobStep } from '../../shared/domain/job';
import { allowCalls, type App } from '../support/app';
import { connectOtherClient } from '../support/other-client';
import { expect, test } from '../support/fixtures';
import { anHourAgo, around, openSubmit, vanAt } from '../support/submit-page';

const alertsByHand: JobStep[] = Array.from({ length: 60 }, (_, i) => ({
  kind: 'report',
  action: 'submitAlert',
  id: 'van-9',
  alert: {
    ...vanAt,
    at: anHourAgo + i * 1_000,
    text: `By hand ${i}`,
    alerts: ['SOSButton'],
    channels: [],
  },
}));

async function jobs({ page }: App): Promise<Job[]> {
  const outcome = await page.evaluate(() => window.waypost.jobs.list());
  return outcome.ok ? outcome.value : [];
}

test('an app killed while it submits alerts sends each of them once', async ({ start, serve }) => {
  const { app: first, service } = await openSubmit(start, serve);
  await allowCalls(first.page);
  const planned = await first.page.evaluate(
    (steps) => window.waypost.jobs.plan({ title: 'Alerts', kind: 'report', steps }),
    alertsByHand,
  );
  if (!planned.ok) throw new Error(`not planned: ${planned.fault.kind}`);
  await service.control('setFaults', { path: '/alerts', latencyMs: 60 });
  await first.page.evaluate((id) => window.waypost.jobs.start({ id }), planned.value.id);
  await expect.poll(async () => (await jobs(first))[0]?.counts.done).toBeGreaterThan(10);
  await first.kill();

  const again = await start();
  await expect.poll(async () => (await jobs(again))[0]?.phase, { timeout: 30_000 }).toBe('done');
  expect((await jobs(again))[0]).toMatchObject({ counts: { done: 60, failed: 0 } });
  const otherClient = await connectOtherClient(service);
  const { alerts } = await otherClient.post<{ alerts: { text: string }[] }>(
    'devices/van-9/alerts',
    around(anHourAgo, anHourAgo + 120_000),
  );
  expect(alerts.map(({ text }) => text)).toEqual(alertsByHand.map((_, i) => `By hand ${i}`));
  const journal = await again.page.evaluate(() =>
    window.waypost.journal.list({ from: 0, limit: 9 }),
  );
  expect(journal).toMatchObject({ ok: true, value: { total: 1 } });
});
