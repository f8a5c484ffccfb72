import { expect, test } from 'vitest';
import type { Job } from '#shared/domain/job';
import { quitQuestion } from './quitting';

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

test('nobody is asked where nothing would be interrupted', () => {
  expect(quitQuestion([])).toBeNull();
  expect(quitQuestion([job({ phase: 'planned' }), job({ phase: 'done' })])).toBeNull();
  // Paused by the person, it waits for them whether Waypost is open or not.
  expect(quitQuestion([job({ phase: 'paused' })])).toBeNull();
});

test('a running job, or one that waits for the service, is named with how far it is', () => {
  expect(quitQuestion([job({})])?.message).toBe(
    '“Disable 60 users” is not finished: 23 of 56 rows are settled.',
  );
  const waiting = job({ phase: 'paused', pausedBy: { kind: 'limitReached' } });
  expect(quitQuestion([waiting, job({})])?.message).toContain(', nor is another job.');
  expect(quitQuestion([job({}), job({}), job({})])?.message).toContain(', nor are 2 others.');
});

test('what is lost is said: passwords, which are never kept', () => {
  expect(quitQuestion([job({})])?.detail).not.toContain('Passwords');
  expect(quitQuestion([job({ kind: 'user' })])?.detail).toContain('Passwords are never kept');
});
