import { expect, test } from 'vitest';
import { openCache } from '#main/cache/cache';
import type { BackOff } from '#main/pace/back-off';
import { creates, planOf } from './queue.test-support';
import { createJobStore, jobView, noCounts, rowView, type StoredJob } from './stored-jobs';

function setup() {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 1) });
  return { cache, store: createJobStore(cache, () => undefined) };
}

const header = (id: string): StoredJob => ({
  id,
  title: 'Import',
  kind: 'user',
  createdAt: 5,
  phase: 'planned',
  rows: 2,
  unchanged: 0,
  counts: { ...noCounts, waiting: 2 },
  calls: 2,
  undoOf: null,
});

test('returns what was written and nothing after the job was removed', () => {
  const { cache, store } = setup();
  const { rows } = planOf(creates(60));
  const job = { ...header('a'), rows: 60 };
  const chunks = [rows.slice(0, 50), rows.slice(50)];
  store.write(
    [job, header('b')],
    chunks.map((body, chunk) => ({ jobId: 'a', chunk, rows: body })),
  );
  store.write([], [{ jobId: 'b', chunk: 0, rows: rows.slice(0, 2) }]);
  expect(store.load()).toEqual([job, header('b')]);
  expect(store.loadRows(job)).toEqual(rows.map((row) => ({ ...row, result: undefined })));
  store.remove(job);
  expect(store.load().map(({ id }) => id)).toEqual(['b']);
  expect(store.loadRows(job)).toEqual([]);
  expect(store.loadRows(header('b'))).toHaveLength(2);
  expect(cache.records('jobRows').all()).toHaveLength(1);
});

test('does not load a job that is stored under another id or lacks a member', () => {
  const { cache, store } = setup();
  const { calls: _, ...withoutCalls } = header('c');
  const jobs = cache.records('job');
  jobs.putMany([
    ['a', header('a')],
    ['b', header('other')],
    ['c', withoutCalls],
    ['d', { ...header('d'), phase: 'unknown' }],
  ]);
  expect(store.load().map(({ id }) => id)).toEqual(['a']);
});

test.each([
  ['index', 'first'],
  ['index', 0],
  ['attempts', null],
  ['state', 'elsewhere'],
  ['changes', {}],
  ['step', 'text'],
])('loads no row if there is one whose %s is %j', (member, value) => {
  const { cache, store } = setup();
  const { rows } = planOf(creates(2));
  const damaged = [rows[0]!, { ...rows[1]!, [member]: value }];
  cache.records('jobRows').putMany([['a:0', damaged]]);
  expect(store.loadRows(header('a'))).toEqual([]);
});

test.each([{ rows: [] }, [null], ['row', 'row']])('loads no row of a chunk that is %j', (chunk) => {
  const { cache, store } = setup();
  cache.records('jobRows').put('a:0', chunk);
  expect(store.loadRows(header('a'))).toEqual([]);
});

test('what the service answered to a submission is read, if this version understands it', () => {
  const { cache, store } = setup();
  const { rows } = planOf(creates(2));
  const result = {
    of: 'alert',
    source: 'answer',
    found: 'yes',
    records: 1,
    differences: [],
    channels: null,
  };
  const stored = [
    { ...rows[0]!, result },
    { ...rows[1]!, result: { of: 'another version' } },
  ];
  cache.records('jobRows').putMany([['a:0', stored]]);
  expect(store.loadRows(header('a')).map((row) => row.result)).toEqual([result, undefined]);
});

test.each([
  ['planned', [], true],
  ['running', ['user:1'], false],
  ['done', ['user:1'], false],
  // It stays, to be corrected.
  ['cancelled', [], false],
] as const)('a draft whose job is %s: removed are %j', (phase, removed, isNamed) => {
  const cache = openCache({ file: null, key: Buffer.alloc(32, 1) });
  const keys: string[] = [];
  const store = createJobStore(cache, ({ key }) => void keys.push(key));
  const draft = { key: 'user:1', edit: { name: 'Ana' } };
  store.write([{ ...header('a'), phase, draft }], []);
  expect(keys).toEqual(removed);
  expect(store.load().map((job) => 'draft' in job)).toEqual([isNamed]);
});

const job = (values: Partial<StoredJob> = {}): StoredJob => ({
  id: 'a',
  title: 'Import',
  kind: 'user',
  createdAt: 0,
  phase: 'running',
  rows: 120,
  unchanged: 0,
  counts: { ...noCounts, refused: 20, waiting: 40, running: 10, done: 50 },
  calls: 200,
  undoOf: null,
  ...values,
});

const limit: BackOff = {
  why: 'limit',
  fault: { kind: 'limitReached', retryAfterSeconds: 5 },
  until: 5_000,
};

test('a running job that waits is shown as paused, with the reason and until when', () => {
  const shown = jobView(job(), limit, 60);
  expect(shown).toMatchObject({ phase: 'paused', pausedBy: limit.fault, resumesAt: 5_000 });
  expect(shown).not.toHaveProperty('pausedByRestart');
  const restart: BackOff = { why: 'restart', fault: null, until: null };
  expect(jobView(job(), restart, 60)).toMatchObject({
    phase: 'paused',
    pausedBy: null,
    pausedByRestart: true,
    resumesAt: null,
  });
});

test('a job that does not run does not wait', () => {
  for (const phase of ['planned', 'paused', 'done', 'cancelled'] as const)
    expect(jobView(job({ phase }), limit, 60)).toMatchObject({
      phase,
      pausedBy: null,
      resumesAt: null,
    });
});

test('estimates the time by the calls of the rows that are left', () => {
  // 50 of 100 rows are left: 100 of 200 calls.
  expect(jobView(job(), null, 60).estimatedSeconds).toBe(100);
  expect(jobView(job(), null, 120).estimatedSeconds).toBe(50);
  expect(jobView(job(), null, 7).estimatedSeconds).toBe(858);
  // A limit below one call a minute is shown as one.
  expect(jobView(job(), null, 0).estimatedSeconds).toBe(6_000);
  const refused = { ...noCounts, refused: 120 };
  expect(jobView(job({ counts: refused }), null, 60).estimatedSeconds).toBe(0);
});

test('a job can be undone once it has stopped and something is done', () => {
  const canUndo = (values: Partial<StoredJob>) => jobView(job(values), null, 60).canUndo;
  const phases = ['planned', 'running', 'paused', 'done', 'cancelled'] as const;
  expect(phases.map((phase) => canUndo({ phase }))).toEqual([false, false, true, true, true]);
  expect(canUndo({ phase: 'done', counts: { ...noCounts, failed: 1 } })).toBe(false);
  expect(canUndo({ phase: 'done', counts: { ...noCounts, done: 1 } })).toBe(true);
  expect(canUndo({ phase: 'done', kind: 'report' })).toBe(false);
});

test('a row is shown without the data needed to send it', () => {
  const row = planOf(creates(1)).rows[0]!;
  expect(Object.keys(rowView(row)).toSorted()).toEqual(
    ['action', 'changes', 'fault', 'index', 'kind', 'label', 'refusal', 'state'].toSorted(),
  );
  expect(rowView({ ...row, note: 'Checked.' }).note).toBe('Checked.');
});
