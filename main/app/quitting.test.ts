import { expect, test } from 'vitest';
import type { Job } from '#shared/domain/job';
import { quitQuestion as questionOf, type OpenWork } from './quitting';
import { t } from '../../test/support/english';

const job = (part: Partial<Job>): Job => ({
  id: 'j',
  title: 'Disable 60 users',
  kind: 'group',
  createdAt: 0,
  phase: 'running',
  pausedBy: null,
  resumesAt: null,
  rows: 60,
  counts: { refused: 4, waiting: 33, running: 0, done: 20, failed: 3, undone: 0 },
  calls: 60,
  callsPerMinute: 120,
  estimatedSeconds: 30,
  canUndo: false,
  ...part,
});

const nothingUnsaved = { drafts: 0, typed: 0, isKept: true };
const quitQuestion = (jobs: readonly Job[], more: Partial<OpenWork> = {}) =>
  written(questionOf({ jobs, ...nothingUnsaved, ...more }));
const written = (question: ReturnType<typeof questionOf>) =>
  question && {
    message: t(question.message),
    detail: question.detail.map((each) => t(each)).join(' '),
  };

test('asks nothing if nothing would be interrupted', () => {
  expect(quitQuestion([])).toBeNull();
  expect(quitQuestion([job({ phase: 'planned' }), job({ phase: 'done' })])).toBeNull();
  // A job the user paused stays paused whether Waypost is open or not.
  expect(quitQuestion([job({ phase: 'paused' })])).toBeNull();
});

test('names a running or waiting job with its progress', () => {
  expect(quitQuestion([job({})])?.message).toBe(
    '“Disable 60 users” is not finished: 23 of 56 rows are settled.',
  );
  const waiting = job({ phase: 'paused', pausedBy: { kind: 'limitReached' } });
  expect(quitQuestion([waiting, job({})])?.message).toBe(
    '“Disable 60 users” is not finished: 23 of 56 rows are settled. Another job is not finished either.',
  );
  expect(quitQuestion([job({}), job({}), job({})])?.message).toContain(
    ' 2 other jobs are not finished either.',
  );
});

test('says that typed passwords will be lost', () => {
  expect(quitQuestion([job({})])?.detail).not.toContain('Passwords');
  expect(quitQuestion([job({ kind: 'user' })])?.detail).toContain('Passwords are never kept');
});

test('asks nothing about saved drafts, and says that unsaved drafts and passwords will be lost', () => {
  expect(quitQuestion([], { drafts: 3 })).toBeNull();
  expect(quitQuestion([], { drafts: 1, isKept: false })).toEqual({
    message: 'Close and lose what is not saved?',
    detail:
      'Unsaved changes of one record are lost: nothing of this account is kept on this computer.',
  });
  expect(quitQuestion([], { drafts: 3, typed: 1 })?.detail).toBe(
    'A password that was typed and not saved is lost: passwords are never kept.',
  );
  expect(quitQuestion([], { drafts: 2, typed: 2, isKept: false })?.detail).toBe(
    'Unsaved changes of 2 records are lost: nothing of this account is kept on this computer. 2 passwords that were typed and not saved are lost: passwords are never kept.',
  );
});

test('says what the disk did not accept', () => {
  const refused = { isKept: false, isRefused: true, drafts: 2 };
  expect(quitQuestion([], refused)?.detail).toBe(
    'Unsaved changes of 2 records may be lost: the disk did not accept the last changes.',
  );
  expect(quitQuestion([job({ kind: 'user' })], refused)?.detail).toBe(
    'What was sent is done; the disk did not accept the last state of the job, so check the service before you repeat it. Unsaved changes of 2 records may be lost: the disk did not accept the last changes.',
  );
});

test('says that a job that is not stored will not continue', () => {
  const question = quitQuestion([job({})], { isKept: false, drafts: 1 });
  expect(question?.message).toContain('is not finished');
  expect(question?.detail).toMatch(/^What was sent is done; the rest is not sent, because/);
  expect(question?.detail).toContain('Unsaved changes of one record are lost');
});
