import fc from 'fast-check';
import { expect, test } from 'vitest';
import { t } from '../../../test/support/english';
import { channelKey } from '#shared/domain/alert-channels';
import { resultText, isAsSubmitted } from '#shared/domain/submission-result';
import { decodeSubmittedAlerts } from '#shared/wire/reports';
import { alertResult } from './submit-step';

const at = Date.UTC(2026, 4, 1, 10);
const alert = { at, latitude: 40, longitude: -3, text: null, alerts: ['RPM'] };
const format = { t, moment: String, count: String };

const anything = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.constantFrom('', 'Email', 'yes', '0', 'false'),
  fc.constant({}),
);
const channel = fc.constantFrom('Email', 'email', 'SMS', 'sms', 'Push');
const notifications = fc.oneof(
  fc.array(channel, { maxLength: 3 }),
  fc.array(fc.oneof(channel, anything), { maxLength: 3 }),
  anything,
);
const record = fc.record(
  {
    dateTime: fc.constantFrom('2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000', '2080-01-01', 7),
    latitude: fc.oneof(fc.constant(40), anything),
    longitude: fc.oneof(fc.constant(-3), anything),
    alerts: fc.oneof(fc.constant(['RPM']), anything),
    notifications,
    Notifications: notifications,
    email: anything,
    sms: anything,
  },
  { requiredKeys: [] },
);
const answer = fc.oneof(
  fc.record({ success: fc.constant(true), alerts: fc.array(record, { maxLength: 3 }) }),
  fc.record({ success: fc.constant(true), alerts: anything }),
  fc.array(record, { maxLength: 3 }),
  record.map((alone) => ({ success: true, alert: alone })),
);
const asked = fc.uniqueArray(fc.constantFrom('Email', 'SMS'));

/** Whether an answer contains a statement that an alert was sent over a channel. */
function says(json: unknown, key: string): boolean {
  const isOn = (value: unknown) => ['true', '1', 'yes', 'on'].includes(String(value).toLowerCase());
  if (Array.isArray(json)) return json.some((each) => says(each, key));
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([name, value]: [string, unknown]) => {
    const member = name.toLowerCase();
    if (member === 'notifications' && Array.isArray(value)) {
      return value.some((each) => typeof each === 'string' && channelKey(each) === key);
    }
    return (member === key && isOn(value)) || says(value, key);
  });
}

test('a channel is called sent only if the answer says so', () => {
  fc.assert(
    fc.property(answer, asked, (json, channels) => {
      const decoded = decodeSubmittedAlerts(json);
      fc.pre(decoded !== null);
      const result = alertResult({ ...alert, channels }, decoded!, 'answer');
      const text = resultText(result, format);
      const sent = /(?:^|\. )Sent by ([^.]*)\./.exec(text)?.[1] ?? '';
      for (const [key, name] of Object.entries({ email: 'e-mail', sms: 'SMS', push: 'Push' })) {
        expect(!sent.includes(name) || says(json, key), `${text} ${JSON.stringify(json)}`).toBe(
          true,
        );
      }
      const isWhole = channels.every((each) => says(json, channelKey(each)));
      expect(!isAsSubmitted(result) || isWhole).toBe(true);
      expect(text).toMatch(/\S/);
    }),
  );
});
