import { describe, expect, test } from 'vitest';
import type { AlertChannels } from './alert-channels';
import {
  isAsSubmitted,
  submissionResultText,
  summaryOf,
  summaryText,
  type ResultFormat,
  type SubmissionResult,
} from './submission-result';

const format: ResultFormat = {
  label: (field) => field.toUpperCase(),
  value: (field, value) => {
    if (field === 'at') return 'one second';
    return typeof value === 'number' ? value.toFixed(1) : String(value);
  },
  count: (n) => `#${n}`,
};

const found: SubmissionResult = {
  of: 'location',
  source: 'answer',
  found: 'yes',
  records: 1,
  differences: [],
  channels: null,
};
const textOf = (more: Partial<SubmissionResult>) =>
  submissionResultText({ ...found, ...more }, format);

const byEmail: AlertChannels = { sent: ['Email'], notSent: [], isWhole: true };
const silent: AlertChannels = { sent: [], notSent: [], isWhole: false };
const asked = (channels: string[], said: AlertChannels) => ({
  channels: { asked: channels, said },
});
const difference = { field: 'speed', sent: 1, answered: 2 };

describe('a submission counts as', () => {
  test.each<[string, Partial<SubmissionResult>]>([
    ['asSubmitted', {}],
    ['asSubmitted', asked(['Email'], byEmail)],
    ['asSubmitted', { source: 'lookup', records: 3 }],
    ['different', { records: 2 }],
    ['different', { records: 0 }],
    ['different', { differences: [difference] }],
    ['different', { source: 'lookup', differences: [difference] }],
    ['different', asked(['Email', 'SMS'], byEmail)],
    ['different', asked([], byEmail)],
    ['missing', { found: 'no' }],
    ['missing', { found: 'no', source: 'lookup' }],
    ['notProvided', { found: 'notProvided' }],
    ['notProvided', { found: 'notProvided', source: 'range' }],
    ['notProvided', { found: 'notUnderstood' }],
    ['notProvided', { found: 'notUnderstood', source: 'range' }],
    ['undecided', { source: 'range' }],
    ['undecided', { source: 'range', found: 'no' }],
  ])('%s: %j', (verdict, more) => {
    const result = { ...found, ...more };
    const none = { asSubmitted: 0, different: 0, missing: 0, notProvided: 0, undecided: 0 };
    expect(summaryOf([result])).toEqual({ ...none, submitted: 1, [verdict]: 1 });
    expect(isAsSubmitted(result)).toBe(verdict === 'asSubmitted');
  });
});

test('the summary of a job leaves out what did not occur', () => {
  const results = [
    found,
    found,
    { ...found, records: 2 },
    { ...found, found: 'no' as const },
    { ...found, found: 'notProvided' as const },
    { ...found, source: 'range' as const },
  ];
  expect(summaryText(summaryOf(results), format.count)).toBe(
    '#6 submitted; #2 answered as submitted; #1 answered with other values or channels; ' +
      '#1 not in the answer; #1 not provided in the answer; ' +
      '#1 answered with the locations of that time.',
  );
  expect(summaryText(summaryOf([]), format.count)).toBe('#0 submitted.');
  expect(summaryText(summaryOf([found]), format.count)).toBe(
    '#1 submitted; #1 answered as submitted.',
  );
});

const unsure = 'it did not say whether yours was stored.';

describe('the user reads what the service answered', () => {
  test.each<[Partial<SubmissionResult>, string]>([
    [{}, 'The service answered with it as submitted.'],
    [
      { found: 'notProvided' },
      'Not provided: the answer has no location, so it is not known what was stored.',
    ],
    [
      { of: 'alert', found: 'notProvided' },
      'Not provided: the answer has no alert, so it is not known what was stored.',
    ],
    [
      { found: 'no', records: 3 },
      'The service answered with #3 locations; this one is not among them.',
    ],
    [
      { of: 'alert', found: 'no', records: 3 },
      'The service answered with #3 alerts; this one is not among them.',
    ],
    [{ source: 'lookup' }, 'The answer was lost; the service has this location.'],
    [{ of: 'alert', source: 'lookup' }, 'The answer was lost; the service has this alert.'],
    [{ records: 2 }, '1 location was submitted, #2 are in the answer.'],
    [{ of: 'alert', records: 0 }, '1 alert was submitted, #0 are in the answer.'],
    [{ found: 'notUnderstood', original: { x: 1 } }, 'Not understood: {"x":1}.'],
    [{ found: 'notUnderstood', source: 'range', original: 'x' }, 'Not understood: "x".'],
    [
      { source: 'range', found: 'notProvided', records: 0 },
      'Not provided: the service answered with no location of that time, so it is not known whether yours was stored.',
    ],
    [
      { source: 'range' },
      `The service answered with 1 location of that time, and it is yours; ${unsure}`,
    ],
    [
      { source: 'range', found: 'no' },
      `The service answered with 1 location of that time, and it is not yours; ${unsure}`,
    ],
    [
      { source: 'range', records: 4 },
      `The service answered with #4 locations of that time, with yours among them; ${unsure}`,
    ],
    [
      { source: 'range', found: 'no', records: 4 },
      `The service answered with #4 locations of that time, without yours; ${unsure}`,
    ],
  ])('%j', (more, text) => {
    expect(textOf(more)).toBe(text);
  });
});

describe('the user reads which values differ', () => {
  test.each([
    [difference, 'SPEED 2.0 (submitted: 1.0)'],
    [{ ...difference, answered: null }, 'SPEED not provided (submitted: 1.0)'],
    [
      { ...difference, answered: null, original: 'fast' },
      'SPEED not understood: "fast" (submitted: 1.0)',
    ],
    // The format hides the difference, so the exact values are shown.
    [{ ...difference, sent: 1.01, answered: 1.02 }, 'SPEED 1.02 (submitted: 1.01)'],
    [
      { field: 'at', sent: 1_001, answered: 1_002 },
      'AT 1970-01-01T00:00:01.002Z (submitted: 1970-01-01T00:00:01.001Z)',
    ],
    [{ field: 'at', sent: 'a', answered: 'b' }, 'AT "b" (submitted: "a")'],
  ])('%j', (each, text) => {
    expect(textOf({ differences: [each] })).toBe(`The answer differs: ${text}.`);
  });

  test('all of them, after what the answer has', () => {
    const differences = [difference, { field: 'course', sent: 'N', answered: 'S' }];
    expect(textOf({ records: 2, differences })).toBe(
      '1 location was submitted, #2 are in the answer. ' +
        'The answer differs: SPEED 2.0 (submitted: 1.0); COURSE S (submitted: N).',
    );
  });
});

describe('the user reads over which channels an alert was sent', () => {
  test.each<[Partial<SubmissionResult>, string]>([
    [asked(['Email'], byEmail), 'Sent by e-mail.'],
    [asked([], silent), 'The service answered with it as submitted.'],
    [asked([], byEmail), 'Sent by e-mail without being asked to.'],
    [asked(['SMS'], silent), 'Not provided: the service names no channel. Asked for: SMS.'],
    [{ ...asked([], silent), original: 7 }, 'Not understood: 7.'],
    // Of a record that was not read the original is quoted as a whole already.
    [{ ...asked([], silent), found: 'notUnderstood', original: 7 }, 'Not understood: 7.'],
  ])('%j', (more, text) => {
    expect(textOf({ of: 'alert', ...more })).toBe(text);
  });
});
