import { describe, expect, test } from 'vitest';
import { t } from '../../test/support/english';
import type { AlertChannels } from './alert-channels';
import {
  isAsSubmitted,
  resultText,
  summaryOf,
  summaryText,
  type SubmissionResult,
  submissionLabel,
  submissionValue,
  type SubmissionFormat,
} from './submission-result';

const format: SubmissionFormat = {
  t,
  moment: () => 'one second',
  count: (n) => `#${n}`,
  speed: (value) => value.toFixed(1),
};

const found: SubmissionResult = {
  of: 'location',
  source: 'answer',
  found: 'yes',
  records: 1,
  differences: [],
  channels: null,
};
const textOf = (more: Partial<SubmissionResult>) => resultText({ ...found, ...more }, format);

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
  expect(summaryText(summaryOf(results), t)).toBe(
    '6 submitted; 2 answered as submitted; 1 answered with other values or channels; ' +
      '1 not in the answer; 1 not provided in the answer; ' +
      '1 answered with the locations of that time.',
  );
  expect(summaryText(summaryOf([]), t)).toBe('0 submitted.');
  expect(summaryText(summaryOf([found]), t)).toBe('1 submitted; 1 answered as submitted.');
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
      'The service answered with 3 locations; this one is not among them.',
    ],
    [
      { of: 'alert', found: 'no', records: 3 },
      'The service answered with 3 alerts; this one is not among them.',
    ],
    [{ source: 'lookup' }, 'The answer was lost; the service has this location.'],
    [{ of: 'alert', source: 'lookup' }, 'The answer was lost; the service has this alert.'],
    [{ records: 2 }, '1 location was submitted, 2 are in the answer.'],
    [{ of: 'alert', records: 0 }, '1 alert was submitted, 0 are in the answer.'],
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
      `The service answered with 4 locations of that time, with yours among them; ${unsure}`,
    ],
    [
      { source: 'range', found: 'no', records: 4 },
      `The service answered with 4 locations of that time, without yours; ${unsure}`,
    ],
  ])('%j', (more, text) => {
    expect(textOf(more)).toBe(text);
  });
});

describe('the user reads which values differ', () => {
  test.each([
    [difference, 'Speed 2.0 (submitted: 1.0)'],
    [{ ...difference, answered: null }, 'Speed not provided (submitted: 1.0)'],
    [
      { ...difference, answered: null, original: 'fast' },
      'Speed not understood: "fast" (submitted: 1.0)',
    ],
    // The format hides the difference, so the exact values are shown.
    [{ ...difference, sent: 1.01, answered: 1.02 }, 'Speed 1.02 (submitted: 1.01)'],
    [
      { field: 'at', sent: 1_001, answered: 1_002 },
      'Time 1970-01-01T00:00:01.002Z (submitted: 1970-01-01T00:00:01.001Z)',
    ],
    [{ field: 'text', sent: 'a', answered: 'b' }, 'Text b (submitted: a)'],
  ])('%j', (each, text) => {
    expect(textOf({ differences: [each] })).toBe(`The answer differs: ${text}.`);
  });

  test('all of them, after what the answer has', () => {
    const differences = [difference, { field: 'course', sent: 'N', answered: 'S' }];
    expect(textOf({ records: 2, differences })).toBe(
      '1 location was submitted, 2 are in the answer. ' +
        'The answer differs: Speed 2.0 (submitted: 1.0); Course S (submitted: N).',
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

describe('the value of a submission as text', () => {
  const format: SubmissionFormat = {
    t,
    moment: (at) => `<${at}>`,
    count: (n) => `#${n}`,
    speed: (value) => `${value} kn`,
  };

  test.each([
    ['at', 'Time'],
    ['latitude', 'Latitude'],
    ['longitude', 'Longitude'],
    ['speed', 'Speed'],
    ['course', 'Course'],
    ['battery', 'Battery'],
    ['text', 'Text'],
    ['alerts', 'Alerts'],
    ['channels', 'Asked to be sent by'],
    ['answer', 'Answer of the service'],
    ['locations', 'Locations'],
    ['from', 'From'],
    ['to', 'To'],
    ['odometer', 'odometer'],
    ['constructor', 'constructor'],
  ])('the field %s is labelled %s', (field, label) => {
    expect(submissionLabel(field, t)).toBe(label);
  });

  test.each([
    ['at', 5, '<5>'],
    ['from', 6, '<6>'],
    ['to', 7, '<7>'],
    ['speed', 0, '0 kn'],
    ['latitude', 40.41681234, '40.416812'],
    ['longitude', -3, '-3.000000'],
    ['course', 90, '#90°'],
    ['course', 90.5, '90.5°'],
    ['battery', 80, '#80 %'],
    ['locations', 1234, '#1234'],
    ['weight', 1.5, '1.5'],
    ['alerts', [], 'none'],
    ['alerts', ['SOSButton', 'Odd'], 'SOS button pressed, Odd'],
    ['channels', ['Email', 'sms'], 'e-mail and SMS'],
    ['names', ['SOSButton', 'sms'], 'SOSButton, sms'],
    ['text', 'On fire', 'On fire'],
    ['text', '', null],
    ['text', null, null],
    ['text', undefined, null],
    ['text', { of: 'another version' }, '{"of":"another version"}'],
    ['answer', null, null],
    ['answer', { of: 'another version' }, 'Not understood: {"of":"another version"}'],
  ])('the field %s with %j is shown as %j', (field, value, text) => {
    expect(submissionValue(field, value, format)).toBe(text);
  });

  test('without a unit of speeds the number alone is shown', () => {
    const { moment, count } = format;
    expect(submissionValue('speed', 12, { t, moment, count })).toBe('#12');
    expect(submissionValue('speed', 12.5, { t, moment, count })).toBe('12.5');
  });

  test('the answer to a whole job is shown as its counts', () => {
    const counts = { asSubmitted: 2, different: 0, missing: 1, notProvided: 0, undecided: 0 };
    expect(submissionValue('answer', { submitted: 3, ...counts }, format)).toBe(
      '3 submitted; 2 answered as submitted; 1 not in the answer.',
    );
  });

  test('the answer to one submission names what differs, in the notation of the field', () => {
    const result: SubmissionResult = {
      of: 'location',
      source: 'answer',
      found: 'yes',
      records: 1,
      differences: [
        { field: 'speed', sent: 12, answered: 13 },
        { field: 'battery', sent: null, answered: 80 },
      ],
      channels: null,
    };
    expect(submissionValue('answer', result, format)).toBe(
      'The answer differs: Speed 13 kn (submitted: 12 kn); Battery #80 % (submitted: none).',
    );
  });
});
