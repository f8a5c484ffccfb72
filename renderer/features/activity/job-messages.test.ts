import { describe, expect, test } from 'vitest';
import type { Job } from '#shared/domain/job';
import { createFormat } from '#lib/format';
import {
  actionLabel,
  isInFlight,
  jobSentence,
  rowStateLabel,
  sendableRows,
  unconfirmedText,
} from './job-messages';

const format = createFormat({
  locale: 'en-GB',
  timeZone: 'UTC',
  serviceSpeedUnit: 'm/s',
  speedUnit: 'km/h',
});
const job = (part: Partial<Job>, counts: Partial<Job['counts']> = {}): Job => ({
  id: 'j',
  title: 'Renew 1,200 devices',
  kind: 'limits',
  createdAt: 0,
  phase: 'planned',
  pausedBy: null,
  resumesAt: null,
  rows: 1200,
  counts: { refused: 0, waiting: 0, running: 0, done: 0, failed: 0, undone: 0, ...counts },
  calls: 2400,
  callsPerMinute: 120,
  estimatedSeconds: 1200,
  canUndo: false,
  ...part,
});
const sentence = (...args: Parameters<typeof job>) => jobSentence(job(...args), 1000, format);

describe('jobSentence', () => {
  test('a plan: changes, refused rows, cost, and that nothing was sent', () => {
    expect(sentence({ unchanged: 4 }, { refused: 3, waiting: 1197 })).toBe(
      '1,197 rows will change, 3 refused, 4 already up to date; 2,400 calls, 120 a minute at most, about 20 min. Nothing has been sent.',
    );
  });
  test('a plan of submissions: records will be sent', () => {
    expect(sentence({ kind: 'report' }, { waiting: 1200 })).toMatch(/^1,200 records will be sent/);
  });
  test('a running job: the rows with a result', () => {
    expect(sentence({ phase: 'running' }, { waiting: 1190, done: 8, failed: 2 })).toBe(
      'Running: 10 of 1,200 done, about 20 min left',
    );
  });
  test('a paused job: the reason and when it resumes', () => {
    const pausedBy = { kind: 'limitReached' } as const;
    expect(sentence({ phase: 'paused', pausedBy, resumesAt: 46_000 }, { done: 5 })).toBe(
      'Paused at 5 of 1,200: The service asked us to slow down; resumes automatically in 45 s',
    );
    expect(sentence({ phase: 'paused' }, { done: 5 })).toBe('Paused at 5 of 1,200');
    expect(sentence({ phase: 'paused', pausedByRestart: true })).toContain(
      'closed before it finished',
    );
  });
  test('a finished job: the number of each result', () => {
    expect(sentence({ phase: 'done' }, { done: 1100, failed: 60, refused: 40 })).toBe(
      'Finished: 1,100 done, 60 failed, 40 refused',
    );
    expect(sentence({ phase: 'done', rows: 0 })).toBe('Finished: nothing to do');
  });
  test('a finished job of submissions: how many were not confirmed', () => {
    expect(sentence({ phase: 'done', kind: 'report', unconfirmed: 2 }, { done: 3 })).toBe(
      'Finished: 3 done, 2 not confirmed as submitted',
    );
  });
  test('a finished job of submissions: what a daily limit held back', () => {
    const email = { channel: 'email', limit: 1, records: 1 } as const;
    const sms = { channel: 'sms', limit: 2, records: 1 } as const;
    expect(sentence({ phase: 'done', kind: 'report', heldBack: [email] }, { done: 1 })).toBe(
      'Finished: 1 submitted, its e-mail not sent: the limit of 1 is reached',
    );
    expect(sentence({ phase: 'done', kind: 'report', heldBack: [email, sms] }, { done: 3 })).toBe(
      'Finished: 3 submitted, the e-mails of 1 not sent: the limit of 1 is reached, the SMS of 1 not sent: the limit of 2 is reached',
    );
  });
  test('a finished activation: of how many devices Expires was switched off', () => {
    expect(sentence({ phase: 'done', kind: 'limits', expiresOff: 2 }, { done: 3 })).toBe(
      'Finished: 3 done, Expires of 2 switched off, because their dates had passed',
    );
  });
  test('a cancelled job: the rows that were not sent', () => {
    expect(sentence({ phase: 'cancelled' }, { done: 1, waiting: 1199 })).toBe(
      'Cancelled: 1 done, 1,199 rows not sent',
    );
  });
});

test('sendableRows excludes refused rows', () => {
  expect(sendableRows(job({}, { refused: 200 }))).toBe(1000);
});

test('rowStateLabel describes the waiting rows of a plan by their action', () => {
  expect(rowStateLabel('waiting', { phase: 'planned', kind: 'user' })).toBe('Will change');
  expect(rowStateLabel('waiting', { phase: 'planned', kind: 'report' })).toBe('Will be sent');
  const mixed = { phase: 'planned', kind: 'mixed' } as const;
  expect(rowStateLabel('waiting', mixed, 'delete')).toBe('Will be deleted');
  expect(rowStateLabel('waiting', mixed, 'create')).toBe('Will be created');
  expect(rowStateLabel('refused', mixed, 'create')).toBe('Refused');
  expect(rowStateLabel('waiting', { phase: 'running', kind: 'report' })).toBe('Waiting');
});

test('names the action, and its kind of record in a job of several', () => {
  const renewal = { action: 'renew', kind: 'limits' } as const;
  expect(actionLabel(renewal, 'limits')).toBe('Renew');
  expect(actionLabel(renewal, 'mixed')).toBe('Renew device');
});

test('only running and paused jobs are in flight', () => {
  expect(isInFlight({ phase: 'paused' })).toBe(true);
  expect(isInFlight({ phase: 'planned' })).toBe(false);
  expect(isInFlight({ phase: 'done' })).toBe(false);
});

test('answers that do not confirm a submission are pointed out', () => {
  expect(unconfirmedText(job({}, { done: 3 }), format)).toBeNull();
  expect(unconfirmedText(job({ unconfirmed: 1 }, { done: 1 }), format)).toBe(
    'The answer of the service does not confirm the record as it was submitted. It is shown in the row below.',
  );
  expect(unconfirmedText(job({ unconfirmed: 2 }, { done: 3 }), format)).toMatch(/2 of 3 records/);
});
