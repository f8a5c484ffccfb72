import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JobStep } from '../../shared/domain/job';
import { eventually } from '../support/eventually';
import { otherClient, untilDone, untilJob } from '../support/jobs';
import { startMain } from '../support/main-process';
import { cleanUp, startTestService } from '../support/resources';
import { inEnglish, says } from '../support/english';

afterEach(cleanUp);

const at = Date.now() - 3_600_000;

const location = (id: string, offset: number, more = {}): JobStep => ({
  kind: 'report',
  action: 'submitLocation',
  id,
  location: {
    at: at + offset,
    latitude: 40.4 + offset / 1e9,
    longitude: -3.7,
    speed: 12,
    course: null,
    battery: 80,
    ...more,
  },
});

const alert = (id: string, name: string): JobStep => ({
  kind: 'report',
  action: 'submitAlert',
  id,
  alert: {
    at,
    latitude: 40.4,
    longitude: -3.7,
    text: 'By hand',
    alerts: [name],
    channels: ['Email'],
  },
});

const around = { from: at - 1_000, to: at + 100_000 };

test('submits locations and an alert as typed, each with its own result', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const steps = [0, 1_000, 2_000].map((offset) => location('unit', offset));
  const job = main.account.jobs.plan('By hand', 'report', [...steps, alert('unit', 'SOSButton')]);
  expect(job).toMatchObject({ rows: 4, calls: 4, counts: { refused: 0 } });
  main.account.jobs.start(job.id);
  const done = await untilDone(main, job.id);
  expect(done).toMatchObject({ counts: { done: 4 }, canUndo: false });
  const { items } = await otherClient(running).locations('unit', around);
  expect(items.map(({ record }) => record)).toMatchObject(
    [0, 1_000, 2_000].map((offset) => ({ at: at + offset, speed: 12, course: null, battery: 80 })),
  );
  const alerts = await otherClient(running).alerts('unit', around);
  expect(alerts.items.map(({ record }) => record)).toMatchObject([
    { at, text: 'By hand', alerts: ['SOSButton'] },
  ]);
  await main.quit();
});

test('updates the limits at once after a submitted alert was sent', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const sentToday = () => main.account.fleet.details('unit').device.limits?.emailsSentToday;
  expect(sentToday()).toBe(0);
  const job = main.account.jobs.plan('Alert', 'report', [alert('unit', 'SOSButton')]);
  main.account.jobs.start(job.id);
  await untilDone(main, job.id);
  await eventually(() => expect(sentToday()).toBe(1));
  await main.quit();
});

test('refuses invalid rows in the plan with a message, and sends nothing', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  running.control.resetCalls();
  const { jobs } = main.account;
  const job = jobs.plan('Bad', 'report', [
    location('gone', 0),
    location('unit', 0, { latitude: 0, longitude: 0 }),
    location('unit', 0, { at: Date.now() + 86_400_000 }),
    alert('unit', 'Speeding'),
    location('unit', 5),
    location('unit', 5),
  ]);
  const { rows } = jobs.rows(job.id, { from: 0, limit: 10, state: 'refused' });
  expect(rows.map(({ refusal }) => inEnglish(refusal))).toEqual([
    'This device no longer exists.',
    '0, 0 is what a tracker without a satellite says; it is no place.',
    'Its time lies in the future.',
    '“Speeding” is not the name of an alert.',
    'Another row has the same data.',
  ]);
  expect(job).toMatchObject({ rows: 6, calls: 1 });
  const reports = Object.keys(running.control.calls()).filter((name) =>
    /locations|alerts/.test(name),
  );
  expect(reports).toEqual([]);
  await main.quit();
});

describe('lost responses', () => {
  test('do not duplicate an alert or a location', async () => {
    const running = await startTestService();
    await running.control.addDevice({ id: 'unit' });
    const main = await startMain(running);
    const { jobs } = main.account;
    const job = jobs.plan('Lossy', 'report', [location('unit', 0), alert('unit', 'SOSButton')]);
    running.control.setFaults({ path: '/unit/', cutRate: 1, times: 2 });
    jobs.start(job.id);
    await untilJob(main, job.id, ({ phase }) => phase === 'paused');
    jobs.wake();
    await untilDone(main, job.id);
    expect(jobs.job(job.id).counts.done).toBe(2);
    expect((await otherClient(running).alerts('unit', around)).items).toHaveLength(1);
    expect((await otherClient(running).locations('unit', around)).items).toHaveLength(1);
    await main.quit();
  });
});

test('do not resend an alert automatically if the service cannot be queried', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const { jobs } = main.account;
  const job = jobs.plan('Alerts', 'report', [alert('unit', 'SOSButton'), location('unit', 0)]);
  let lost = 2;
  main.network.send = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : '';
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!/unit\/(alerts|locations)$/.test(pathname)) return fetch(input, init);
    if (body.includes('"from"')) {
      return Response.json({ success: false, error: 'Nothing to store.' }, { status: 400 });
    }
    const answer = await fetch(input, init);
    if (lost-- > 0) throw new TypeError('fetch failed');
    return answer;
  };
  jobs.start(job.id);
  await untilJob(main, job.id, ({ phase }) => phase === 'paused');
  await eventually(() => {
    jobs.wake();
    expect(jobs.job(job.id).phase).toBe('done');
  });
  const [first] = jobs.rows(job.id, { from: 0, limit: 9, state: 'failed' }).rows;
  expect(first).toMatchObject({ index: 0, fault: { kind: 'invalid' } });
  expect(first!.fault).toMatchObject({ message: says('not sent again') });
  expect((await otherClient(running).alerts('unit', around)).items).toHaveLength(1);
  expect((await otherClient(running).locations('unit', around)).items).toHaveLength(1);
  await main.quit();
});

test('adds one journal entry per job of submissions, which cannot be undone', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit', name: 'Van 9' });
  const main = await startMain(running);
  const { jobs } = main.account;
  const { journal } = main.account.records;
  const many = jobs.plan(
    'Track',
    'report',
    [0, 1_000, 2_000].map((offset) => location('unit', offset)),
  );
  jobs.start(many.id);
  await untilDone(main, many.id);
  const single = jobs.plan('Alert', 'report', [alert('unit', 'SOSButton')]);
  jobs.start(single.id);
  await untilDone(main, single.id);
  const { entries } = journal.list({ from: 0, limit: 10 });
  expect(entries).toMatchObject([
    { kind: 'report', action: 'submit', jobId: single.id, undo: 'impossible' },
    { kind: 'report', action: 'submit', jobId: many.id, label: 'Van 9', recordId: 'unit' },
  ]);
  const said = (entry: number) =>
    Object.fromEntries(entries[entry]!.changes.map(({ field, after }) => [field, after]));
  expect(said(0)).toMatchObject({ at, text: 'By hand', alerts: ['SOSButton'] });
  expect(said(1)).toEqual({ locations: 3, from: at, to: at + 2_000 });
  const undone = await main.account.records.undo(entries[0]!.id);
  expect(undone).toMatchObject({
    status: 'refused',
    reason: says('no call'),
  });
  const again = await main.restart();
  expect(again.account.records.journal.list({ from: 0, limit: 10 }).total).toBe(2);
  await again.quit();
});

test('fetches a settled range again after a submission into it', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const { jobs, history } = main.account;
  await vi.waitFor(() => expect(main.account.fleet.ids()).toContain('unit'), { timeout: 10_000 });
  const fetched = async (log: 'locations' | 'alerts') => {
    const request = { log, deviceIds: ['unit'], range: around };
    const started = history.fetcher.fetch(request);
    await eventually(() => {
      const state = history.fetcher.fetches().find(({ id }) => id === started.id);
      expect(state?.phase).toBe('done');
    });
  };
  const all = { deviceIds: null, range: around, names: null, acknowledged: null, severity: null };
  await fetched('locations');
  await fetched('alerts');
  expect(history.track('unit', around).count).toBe(0);
  for (const step of [location('unit', 0), alert('unit', 'SOSButton')]) {
    const job = jobs.plan('By hand', 'report', [step]);
    jobs.start(job.id);
    await eventually(() => expect(jobs.job(job.id).phase).toBe('done'));
  }
  await fetched('locations');
  await fetched('alerts');
  expect(history.track('unit', around).count).toBe(1);
  expect(main.account.alertLog.entries(all)).toMatchObject([{ text: 'By hand' }]);
  await main.quit();
});

test('removes the form of a submission in the write in which its job starts, and no other', async () => {
  const running = await startTestService();
  await running.control.addDevice({ id: 'unit' });
  const main = await startMain(running);
  const key = 'submission:location';
  const type = ({ account }: typeof main, speed: string) =>
    account.records.drafts.put({
      key,
      kind: 'submission',
      label: 'A location',
      base: { speed: '' },
      edit: { speed, course: undefined },
    });
  const plan = ({ account }: typeof main, offset: number) =>
    account.jobs.plan('By hand', 'report', [location('unit', offset)], { draft: key });
  const forms = ({ account }: typeof main) => account.records.drafts.all().length;

  type(main, '12');
  const cancelled = plan(main, 0);
  main.account.jobs.cancel(cancelled.id);
  expect(forms(main)).toBe(1);
  // What was typed after the plan is in no job.
  const earlier = plan(main, 0);
  type(main, '13');
  main.account.jobs.start(earlier.id);
  expect(forms(main)).toBe(1);
  await untilDone(main, earlier.id);

  const job = plan(main, 1_000);
  const again = await main.crash();
  expect(forms(again)).toBe(1);
  // The window is not told before the app ends.
  again.account.jobs.start(job.id);
  const third = await again.crash();
  expect(forms(third)).toBe(0);
  await untilDone(third, job.id);
  await third.quit();
});
