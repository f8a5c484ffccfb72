import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job, JobRow, JobStep } from '#shared/domain/job';
import { jobOf } from '#shared/domain/records.test-support';
import type { Outcome } from '#shared/fault';
import { message } from '#shared/i18n/translate';
import { format } from '../../../test/support/english';

const steps: JobStep[] = [
  { kind: 'limits', action: 'renew', id: 'v1', expirationDate: '2027-01-01' },
];
const title = message('activity.run.limits.change', { count: 4 });
const request = { title, kind: 'limits' as const, steps };
const done = (part: Partial<Job> = {}, counts: Partial<Job['counts']> = { done: 4 }) =>
  jobOf({ phase: 'done', canUndo: true, ...part }, counts);

const answer = <T>(value: T) => Promise.resolve({ ok: true as const, value });
type JobAnswer = Promise<Outcome<Job>>;
const calls = {
  plan: vi.fn<(input: unknown) => JobAnswer>(() => answer(jobOf())),
  start: vi.fn<(input: unknown) => JobAnswer>(() => answer(jobOf({ phase: 'running' }))),
  remove: vi.fn<(input: unknown) => Promise<Outcome<null>>>(() => answer(null)),
  planUndo: vi.fn<(input: unknown) => JobAnswer>(() =>
    answer(jobOf({ id: 'u1', title: 'Undo: Renew' })),
  ),
  rows: vi.fn<(input: unknown) => Promise<Outcome<{ total: number; rows: JobRow[] }>>>(() =>
    answer({ total: 0, rows: [] }),
  ),
};

vi.stubGlobal('waypost', { jobs: calls });
const page = { location: { hash: '#/expiry' } };

const { showAccount } = await import('#lib/account-scope');
const { toasts } = await import('#lib/toasts');
const { bulkActionOf } = await import('./job-sentence');
const {
  countDeletes,
  discardPlan,
  jobsView,
  noteOf,
  planAndRun,
  planJob,
  reportEnded,
  runJob,
  undoJob,
} = await import('./jobs');

beforeEach(() => {
  page.location.hash = '#/expiry';
  vi.stubGlobal('window', page);
});

afterEach(() => {
  startAgain();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const startAgain = () => {
  showAccount('another');
  showAccount(null);
};
const shown = () => toasts.getState().shown;

test('a plan opens over the page and sends nothing', async () => {
  await planJob(request);
  expect(jobsView.getState().shown?.id).toBe('j1');
  expect(calls.start).not.toHaveBeenCalled();
  // In no language: whoever reads it later may have another one.
  expect(calls.plan).toHaveBeenLastCalledWith({ title, kind: 'limits', steps });
});

test('an action runs at once unless its plan has something to review', async () => {
  await planAndRun(request);
  expect(calls.start).toHaveBeenCalledTimes(1);
});

test.each([
  ['refused rows', jobOf({}, { refused: 1, waiting: 3 }), steps],
  ['nothing to change', jobOf({ rows: 0 }, {}), steps],
  ['many rows', jobOf({ rows: 51 }, { waiting: 51 }), steps],
  ['deletions', jobOf(), [{ kind: 'user', action: 'delete', id: 'u' }] satisfies JobStep[]],
])('a plan with %s is reviewed first', async (_name, job, planned) => {
  calls.plan.mockImplementationOnce(() => answer(job));
  await planAndRun({ ...request, steps: planned });
  expect(calls.start).not.toHaveBeenCalled();
  expect(jobsView.getState().shown?.id).toBe('j1');
});

test('what ended without a failure closes the dialog and can be undone', async () => {
  await planAndRun(request);
  reportEnded([jobOf()], [done()], format);
  expect(jobsView.getState().shown).toBeNull();
  expect(shown()).toMatchObject([{ tone: 'info', title: '4 devices renewed' }]);
  expect(shown()[0]?.actions?.[0]?.label).toBe('Undo');
  // It is reported once.
  reportEnded([done()], [done()], format);
  expect(shown()).toHaveLength(1);
});

test.each([
  ['runs', jobOf(), 1],
  ['has a refused row', jobOf({}, { refused: 1, waiting: 3 }), 0],
])('the selection for a job that %s is no longer needed: %#', async (_name, job, ends) => {
  const onStarted = vi.fn<() => void>();
  calls.plan.mockImplementationOnce(() => answer(job));
  const planned = await planJob({ ...request, onStarted });
  expect(onStarted).not.toHaveBeenCalled();
  if (planned.ok) await runJob(planned.value);
  expect(onStarted).toHaveBeenCalledTimes(ends);
});

test('the message says of how many records nothing had to change', async () => {
  await planAndRun(request);
  reportEnded([jobOf()], [done({ unchanged: 2 })], format);
  expect(shown()).toMatchObject([
    { title: '4 devices renewed', text: '2 had these values already.' },
  ]);
});

test('a failed row stays in the dialog; behind a closed dialog it is a message that stays', async () => {
  const failed = done({}, { done: 3, failed: 1 });
  await planAndRun(request);
  reportEnded([jobOf()], [failed], format);
  expect(jobsView.getState().shown?.id).toBe('j1');
  expect(shown()).toEqual([]);

  startAgain();
  reportEnded([jobOf({ phase: 'running' })], [failed], format);
  expect(shown()).toMatchObject([{ tone: 'error', text: '1 row failed' }]);
  shown()[0]?.actions?.[0]?.run();
  expect(jobsView.getState().shown?.id).toBe('j1');
});

test('a long run leaves the dialog and names the place where it continues', async () => {
  const long = jobOf({ estimatedSeconds: 240 });
  calls.plan.mockImplementationOnce(() => answer(long));
  await planJob(request);
  await runJob(long);
  expect(jobsView.getState().shown).toBeNull();
  expect(shown()[0]?.text).toContain('4 min');
  expect(shown()[0]?.text).toContain('Activity');
});

test('a start that is refused stays in the dialog with its reason', async () => {
  const fault = { kind: 'declined', reason: 'state', message: 'No.' } as const;
  calls.start.mockImplementationOnce(() => Promise.resolve({ ok: false, fault }));
  await planAndRun(request);
  expect(jobsView.getState()).toMatchObject({ fault, shown: { id: 'j1' } });
  expect(noteOf('j1').isStarted).toBe(false);
});

test('undo runs at once and is reported with the name of what it undid', async () => {
  await undoJob(done());
  expect(calls.planUndo).toHaveBeenCalledWith({ id: 'j1', rows: null });
  expect(calls.start).toHaveBeenCalledWith({ id: 'u1' });
  reportEnded([], [done({ id: 'u1' })], format);
  expect(shown()).toMatchObject([{ title: 'Undone: Renew 4 devices by 1 year' }]);
  expect(shown()[0]?.actions).toBeUndefined();
});

test('an undo with refused rows is reviewed first', async () => {
  calls.planUndo.mockImplementationOnce(() =>
    answer(jobOf({ id: 'u1' }, { refused: 2, waiting: 2 })),
  );
  await undoJob(done());
  expect(calls.start).not.toHaveBeenCalled();
  expect(jobsView.getState().shown?.id).toBe('u1');
});

test('a cancelled plan is removed', async () => {
  await planJob(request);
  await discardPlan('j1');
  expect(calls.remove).toHaveBeenCalledWith({ id: 'j1' });
  expect(jobsView.getState().shown).toBeNull();
});

test('jobs of before the start and jobs on screen are not reported', () => {
  reportEnded(null, [done()], format);
  page.location.hash = '#/jobs';
  reportEnded([jobOf({ phase: 'running' })], [done()], format);
  expect(shown()).toEqual([]);
});

test('the deletions of every page are counted; a fault stops, so that nothing runs on a wrong count', async () => {
  const rows = Array.from({ length: 1201 }, (_, index): JobRow => ({
    index,
    label: String(index),
    kind: 'user',
    action: index % 3 === 0 ? 'delete' : 'change',
    state: 'waiting',
    changes: [],
    refusal: null,
    fault: null,
  }));
  const page = (input: unknown) => {
    const { from, limit } = input as { from: number; limit: number };
    return answer({ total: rows.length, rows: rows.slice(from, from + limit) });
  };
  calls.rows.mockImplementation(page);
  expect(await countDeletes({ id: 'j' })).toEqual({ ok: true, value: 401 });
  const refused = { ok: false, fault: { kind: 'notFound' } } as const;
  calls.rows.mockImplementationOnce(page).mockImplementationOnce(() => Promise.resolve(refused));
  expect(await countDeletes({ id: 'j' })).toEqual(refused);
});

test('the action of a plan is what all its steps have in common', () => {
  const renew = (expirationDate: string | null): JobStep => ({
    kind: 'limits',
    action: 'renew',
    id: 'v1',
    expirationDate,
  });
  expect(bulkActionOf([renew('2027-01-01'), renew(null)])).toBe('limits.renew');
  expect(bulkActionOf([renew(null)])).toBe('activate');
  expect(bulkActionOf([renew(null), { kind: 'user', action: 'delete', id: 'u' }])).toBe('mixed');
  expect(bulkActionOf([])).toBe('mixed');
});
