import { expect, test } from 'vitest';
import {
  submissionLabel,
  submissionValue,
  type SubmissionFormat,
  type SubmissionResult,
} from './submission-result';

const format: SubmissionFormat = {
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
  expect(submissionLabel(field)).toBe(label);
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
  expect(submissionValue('speed', 12, { moment, count })).toBe('#12');
  expect(submissionValue('speed', 12.5, { moment, count })).toBe('12.5');
});

test('the answer to a whole job is shown as its counts', () => {
  const counts = { asSubmitted: 2, different: 0, missing: 1, notProvided: 0, undecided: 0 };
  expect(submissionValue('answer', { submitted: 3, ...counts }, format)).toBe(
    '#3 submitted; #2 answered as submitted; #1 not in the answer.',
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
