import { expect, test } from 'vitest';
import { t } from '../../test/support/english';
import {
  channelNames,
  channelsText,
  compareChannels,
  isSentAsAsked,
  mergedChannels,
  originalJson,
  sentChannelsText,
  type AlertChannels,
} from './alert-channels';

const list = (...sent: string[]): AlertChannels => ({ sent, notSent: [], isWhole: true });
const nothing: AlertChannels = { sent: [], notSent: [], isWhole: false };

test.each<[string[], AlertChannels, string]>([
  [['Email', 'SMS'], list('Email', 'SMS'), 'Sent by e-mail and SMS.'],
  [['email'], list('E-Mail'), 'Sent by e-mail.'],
  [
    ['Email', 'SMS'],
    list('Email'),
    'Sent by e-mail. Not sent by SMS: the service left it out of its answer.',
  ],
  [
    ['Email', 'SMS'],
    list(),
    'Not sent by e-mail and SMS: the service left them out of its answer.',
  ],
  [['SMS'], list(), 'Not sent by SMS: the service left it out of its answer.'],
  [
    ['SMS', 'Email'],
    nothing,
    'Not provided: the service names no channel. Asked for: SMS and e-mail.',
  ],
  [[], nothing, 'Not provided: the service names no channel. None was asked for.'],
  [[], list(), 'Not sent: no channel was asked for, and the service used none.'],
  [[], list('Email'), 'Sent by e-mail without being asked to.'],
  [
    ['Email', 'SMS'],
    { sent: ['Email'], notSent: ['SMS'], isWhole: false },
    'Sent by e-mail. Not sent by SMS, according to the service.',
  ],
  [
    ['Email', 'SMS'],
    { sent: ['Email'], notSent: [], isWhole: false },
    'Sent by e-mail. Not provided for SMS: whether it was sent.',
  ],
  [
    ['Email'],
    { sent: ['Email'], notSent: ['Email'], isWhole: true },
    'The service contradicts itself about e-mail.',
  ],
  [
    ['Email', 'SMS', 'Push'],
    list('Email'),
    'Sent by e-mail. Not sent by SMS and Push: the service left them out of its answer.',
  ],
  [
    ['Email', 'SMS'],
    { sent: ['Push'], notSent: [], isWhole: false },
    'Not provided for e-mail and SMS: whether it was sent. Sent by Push without being asked to.',
  ],
])('asked for %j, answered %j', (asked, said, text) => {
  expect(sentChannelsText(asked, said, undefined, t)).toBe(text);
});

test('what was not understood about channels is quoted, and does not count as sent', () => {
  expect(sentChannelsText(['Email'], nothing, 'yes', t)).toBe(
    'Not understood: "yes". Asked for: e-mail.',
  );
  expect(sentChannelsText(['Email'], { ...nothing, sent: ['Email'] }, 7, t)).toBe(
    'Sent by e-mail. Not understood: 7.',
  );
});

test.each([
  [[], ''],
  [['Email'], 'e-mail'],
  [['mail', 'E-Mail', 'e_mail', 'EMAIL', 'e mail'], 'e-mail'],
  [['sms', 'Email'], 'SMS and e-mail'],
  [['Email', 'Push', 'sms'], 'e-mail, Push and SMS'],
])('the channels %j are written %j', (channels, text) => {
  expect(t('submissions.channels', { channels: channelNames(channels) })).toBe(text);
});

test.each<[AlertChannels, string | null]>([
  [nothing, null],
  [list(), 'None'],
  [list('Email', 'SMS'), 'By e-mail and SMS'],
  [list('Email'), 'By e-mail'],
  [{ sent: [], notSent: ['SMS'], isWhole: false }, 'Not by SMS. Not provided for e-mail'],
  [{ sent: ['SMS'], notSent: ['Email'], isWhole: false }, 'By SMS. Not by e-mail'],
  [{ sent: ['SMS'], notSent: ['sms'], isWhole: true }, 'Contradictory for SMS'],
  [{ sent: ['Push'], notSent: [], isWhole: false }, 'By Push. Not provided for e-mail and SMS'],
])('what the service says of channels, %j, is shown as %j', (channels, text) => {
  expect(channelsText(channels, t)).toBe(text);
});

test('the channels of several records of one alert are put together', () => {
  expect(mergedChannels([list('Email'), list('SMS', 'Email')])).toEqual(list('Email', 'SMS'));
  expect(mergedChannels([list('Email'), nothing]).isWhole).toBe(false);
  expect(mergedChannels([])).toEqual(nothing);
});

test('a record says nothing against what another one says was sent, but may contradict itself', () => {
  const off = (...notSent: string[]): AlertChannels => ({ ...nothing, notSent });
  expect(mergedChannels([off('Email', 'SMS'), off('SMS'), list('e-mail')]).notSent).toEqual([
    'SMS',
  ]);
  const contradiction = { ...list('Email'), notSent: ['email'] };
  expect(mergedChannels([contradiction, off('Email')])).toEqual({
    ...contradiction,
    isWhole: false,
  });
});

test('compares each channel once with what the service says', () => {
  const said = { sent: ['Email', 'Push'], notSent: ['SMS', 'Fax'], isWhole: false };
  expect(compareChannels(['mail', 'Email', 'sms', 'Pager'], said)).toEqual({
    sent: ['Email'],
    leftOut: [],
    refused: ['sms'],
    notProvided: ['Pager'],
    contradictory: [],
    unasked: ['Push'],
  });
  const whole = compareChannels(['Email', 'Pager'], { ...said, isWhole: true });
  expect(whole).toMatchObject({ sent: ['Email'], leftOut: ['Pager'], notProvided: [] });
});

test.each<[string[], AlertChannels, boolean]>([
  [['Email'], list('mail'), true],
  [[], list(), true],
  [['Email'], list(), false],
  [['Email'], { ...nothing, notSent: ['Email'] }, false],
  [['Email'], nothing, false],
  [['Email'], { ...list('Email'), notSent: ['Email'] }, false],
  [[], list('Email'), false],
])('asked for %j and answered %j: as asked is %s', (asked, said, is) => {
  expect(isSentAsAsked(compareChannels(asked, said))).toBe(is);
});

test('a long value that was not understood is cut to 200 characters', () => {
  expect(originalJson('x'.repeat(198))).toBe(JSON.stringify('x'.repeat(198)));
  expect(originalJson('x'.repeat(199))).toBe(`"${'x'.repeat(198)}…`);
  expect(originalJson(undefined)).toBe('');
});
