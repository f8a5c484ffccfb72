import { expect, test } from 'vitest';
import type { BackOff } from '#main/pace/back-off';
import { jobView, rowView } from './job-view';
import { creates, planOf } from './runner.test-support';
import { noCounts, type StoredJob } from './stored';

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
  chunkStarts: [0],
  undoOf: null,
  ...values,
});

const limit: BackOff = {
  why: 'limit',
  fault: { kind: 'limitReached', retryAfterSeconds: 5 },
  until: 5_000,
};

test('a running job that waits is shown as paused, with the reason and until when', () => {
  const shown = jobView(job(), limit, 60, true);
  expect(shown).toMatchObject({ phase: 'paused', pausedBy: limit.fault, resumesAt: 5_000 });
  expect(shown).not.toHaveProperty('pausedByRestart');
  const restart: BackOff = { why: 'restart', fault: null, until: null };
  expect(jobView(job(), restart, 60, true)).toMatchObject({
    phase: 'paused',
    pausedBy: null,
    pausedByRestart: true,
    resumesAt: null,
  });
});

test('a job that does not run does not wait', () => {
  for (const phase of ['planned', 'paused', 'done', 'cancelled'] as const)
    expect(jobView(job({ phase }), limit, 60, true)).toMatchObject({
      phase,
      pausedBy: null,
      resumesAt: null,
    });
});

test('estimates the time by the calls of the rows that are left', () => {
  // 50 of 100 rows are left: 100 of 200 calls.
  expect(jobView(job(), null, 60, true).estimatedSeconds).toBe(100);
  expect(jobView(job(), null, 120, true).estimatedSeconds).toBe(50);
  expect(jobView(job(), null, 7, true).estimatedSeconds).toBe(858);
  // A limit below one call a minute is shown as one.
  expect(jobView(job(), null, 0, true).estimatedSeconds).toBe(6_000);
  const refused = { ...noCounts, refused: 120 };
  expect(jobView(job({ counts: refused }), null, 60, true).estimatedSeconds).toBe(0);
});

test('a job can be undone once it has stopped and something is done', () => {
  const canUndo = (values: Partial<StoredJob>, isKindUndoable = true) =>
    jobView(job(values), null, 60, isKindUndoable).canUndo;
  const phases = ['planned', 'running', 'paused', 'done', 'cancelled'] as const;
  expect(phases.map((phase) => canUndo({ phase }))).toEqual([false, false, true, true, true]);
  expect(canUndo({ phase: 'done', counts: { ...noCounts, failed: 1 } })).toBe(false);
  expect(canUndo({ phase: 'done', counts: { ...noCounts, done: 1 } })).toBe(true);
  expect(canUndo({ phase: 'done' }, false)).toBe(false);
});

test('a row is shown without the data needed to send it', () => {
  const row = planOf(creates(1)).rows[0]!;
  expect(Object.keys(rowView(row)).toSorted()).toEqual(
    ['action', 'changes', 'fault', 'index', 'label', 'refusal', 'state'].toSorted(),
  );
  expect(rowView({ ...row, note: 'Checked.' }).note).toBe('Checked.');
});
