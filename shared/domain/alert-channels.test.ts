import { expect, test } from 'vitest';
import { readStoredAlert, type Alert } from './alert';
import { channelsText, sentChannelsText, type AlertChannels } from './alert-channels';
import { knownOf } from './known';

const list = (...sent: string[]): AlertChannels => ({ sent, notSent: [], isWhole: true });
const nothing: AlertChannels = { sent: [], notSent: [], isWhole: false };

test.each<[string[], AlertChannels, string]>([
  [['Email', 'SMS'], list('Email', 'SMS'), 'Sent by e-mail and SMS.'],
  [['email'], list('E-Mail'), 'Sent by e-mail.'],
  [
    ['Email', 'SMS'],
    list('Email'),
    'Sent by e-mail. SMS was not sent: the service left it out of its answer.',
  ],
  [
    ['Email', 'SMS'],
    list(),
    'E-mail and SMS were not sent: the service left them out of its answer.',
  ],
  [['SMS'], list(), 'SMS was not sent: the service left it out of its answer.'],
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
    'Sent by e-mail. Not provided whether it was sent by SMS.',
  ],
  [
    ['Email'],
    { sent: ['Email'], notSent: ['Email'], isWhole: true },
    'The service contradicts itself about e-mail.',
  ],
])('asked for %j, answered %j', (asked, said, text) => {
  expect(sentChannelsText(asked, said)).toBe(text);
});

test('what was not understood about channels is quoted, and does not count as sent', () => {
  expect(sentChannelsText(['Email'], nothing, 'yes')).toBe(
    'Not understood: "yes". Asked for: e-mail.',
  );
  expect(sentChannelsText(['Email'], { ...nothing, sent: ['Email'] }, 7)).toBe(
    'Sent by e-mail. Not understood: 7.',
  );
});

const stored = {
  at: 1,
  latitude: 40,
  longitude: 4,
  text: 'x',
  alerts: ['SOSButton'],
  extra: {},
};
const asStored = (more: object) => readStoredAlert({ ...stored, ...more } as unknown as Alert);

test('channels stored by an earlier version say no more than they did', () => {
  expect(channelsText(asStored({ channels: ['Email'] }).channels)).toBe(
    'By e-mail; SMS not provided',
  );
  // It was also stored for a single switch that is off.
  expect(channelsText(asStored({ channels: [] }).channels)).toBeNull();
  expect(channelsText(asStored({ channels: null }).channels)).toBeNull();
});

test('kinds stored by an earlier version are not "none" if the service sent none', () => {
  expect(knownOf(asStored({ channels: null, alerts: [] }), 'alerts').is).toBe('notProvided');
  expect(knownOf(asStored({ channels: null }), 'alerts')).toMatchObject({ value: ['SOSButton'] });
  const unread = asStored({ channels: null, alerts: [], extra: { Alerts: 7 } });
  expect(knownOf(unread, 'alerts')).toMatchObject({ is: 'notUnderstood', original: 7 });
  const now = asStored({ channels: list(), alerts: [] });
  expect(knownOf(now, 'alerts')).toMatchObject({ is: 'value', value: [] });
});
