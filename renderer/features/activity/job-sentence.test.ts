import { expect, test } from 'vitest';
import type { Job } from '#shared/domain/job';
import { jobOf } from '#shared/domain/records.test-support';
import { jobSentence, unconfirmedText } from './job-sentence';
import { rowStateLabel } from './row-labels';
import { format } from '../../../test/support/english';

const job = (part: Partial<Job>, counts: Partial<Job['counts']> = {}) =>
  jobOf({ rows: 1200, ...part }, counts);

const email = { channel: 'email', limit: 1, records: 1 } as const;
const sms = { channel: 'sms', limit: 2, records: 1 } as const;

test.each<[string, Job, RegExp[]]>([
  [
    'a plan: changes, refused rows, cost, and that nothing was sent',
    job({ unchanged: 4 }, { refused: 3, waiting: 1197 }),
    [/^1,197 rows/, /3 refused/, /4 already/, /; about /, /Nothing has been sent/],
  ],
  [
    'a plan of submissions: records',
    job({ kind: 'report' }, { waiting: 1200 }),
    [/^1,200 records/],
  ],
  [
    'a running job: the rows with a result',
    job({ phase: 'running' }, { waiting: 1190, done: 8, failed: 2 }),
    [/10 of 1,200/],
  ],
  [
    'a paused job: the reason and when it resumes',
    job({ phase: 'paused', pausedBy: { kind: 'limitReached' }, resumesAt: 46_000 }, { done: 5 }),
    [/5 of 1,200: .+; resumes automatically in 45 s$/],
  ],
  ['a job that the user paused: no reason', job({ phase: 'paused' }, { done: 5 }), [/5 of 1,200$/]],
  [
    'a job that a restart paused',
    job({ phase: 'paused', pausedByRestart: true }),
    [/closed before it finished/],
  ],
  [
    'a finished job: the number of each result',
    job({ phase: 'done' }, { done: 1100, failed: 60, refused: 40 }),
    [/1,100 done, 60 failed, 40 refused$/],
  ],
  ['a finished job without rows', job({ phase: 'done', rows: 0 }), [/nothing to do/]],
  [
    'finished submissions: how many were not confirmed',
    job({ phase: 'done', kind: 'report', unconfirmed: 2 }, { done: 3 }),
    [/3 done, 2 not confirmed/],
  ],
  [
    'a finished submission: what a daily limit held back',
    job({ phase: 'done', kind: 'report', heldBack: [email] }, { done: 1 }),
    [/1 submitted, its e-mail .+ limit of 1/],
  ],
  [
    'finished submissions: what each daily limit held back of them',
    job({ phase: 'done', kind: 'report', heldBack: [email, sms] }, { done: 3 }),
    [/e-mails of 1 .+ limit of 1/, /SMS of 1 .+ limit of 2/],
  ],
  [
    'a finished activation: of how many devices Expires was switched off',
    job({ phase: 'done', kind: 'limits', expiresOff: 2 }, { done: 3 }),
    [/Expires of 2 switched off/],
  ],
  [
    'a cancelled job: the rows that were not sent',
    job({ phase: 'cancelled' }, { done: 1, waiting: 1199 }),
    [/1 done, 1,199 rows not sent/],
  ],
])('jobSentence of %s', (_name, shown, parts) => {
  const sentence = jobSentence(shown, 1000, format);
  for (const part of parts) expect(sentence).toMatch(part);
});

test('rowStateLabel describes the waiting rows of a plan by their action', () => {
  expect(rowStateLabel('waiting', { phase: 'planned', kind: 'user' }, format)).toBe('Will change');
  expect(rowStateLabel('waiting', { phase: 'planned', kind: 'report' }, format)).toBe(
    'Will be sent',
  );
  const mixed = { phase: 'planned', kind: 'mixed' } as const;
  expect(rowStateLabel('waiting', mixed, format, 'delete')).toBe('Will be deleted');
  expect(rowStateLabel('waiting', mixed, format, 'create')).toBe('Will be created');
  expect(rowStateLabel('refused', mixed, format, 'create')).toBe('Refused');
  expect(rowStateLabel('waiting', { phase: 'running', kind: 'report' }, format)).toBe('Waiting');
});

test('answers that do not confirm a submission are pointed out', () => {
  expect(unconfirmedText(job({}, { done: 3 }), format)).toBeNull();
  expect(unconfirmedText(job({ unconfirmed: 2 }, { done: 3 }), format)).toMatch(/2 of 3 records/);
});
