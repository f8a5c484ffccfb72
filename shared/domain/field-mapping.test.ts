import { describe, expect, test } from 'vitest';
import { t } from '../../test/support/english';
import { fieldsOfKind, isMostlyNotUnderstood, mappedKinds } from './field-mapping';

describe('field mappings', () => {
  test('each field that can be mapped has a label, in the order of the page', () => {
    const shown = mappedKinds.map((kind) =>
      fieldsOfKind(kind).map(
        ([field, { label, kind: values }]) => `${field}: ${t(label)}, ${values}`,
      ),
    );
    expect(mappedKinds).toEqual(['location', 'device', 'limits']);
    expect(shown).toEqual([
      [
        'at: Time, moment',
        'latitude: Latitude, latitude',
        'longitude: Longitude, longitude',
        'speed: Speed, number',
        'course: Course, number',
        'battery: Battery, number',
      ],
      ['name: Name, text', 'expiresAt: Expires, moment', 'isActive: Active, switch'],
      [
        'expires: Expires switch, switch',
        'expirationDate: Expiration date, moment',
        'dailyEmailLimit: Daily e-mail limit, count',
        'dailySmsLimit: Daily SMS limit, count',
        'emailsSentToday: E-mails sent today, count',
        'smsSentToday: SMS sent today, count',
      ],
    ]);
  });

  test('may help if more than half of the answers are not understood', () => {
    const is = (answers: number, notUnderstood: number) =>
      isMostlyNotUnderstood({ kind: 'device', answers, notUnderstood });
    expect([is(0, 0), is(4, 2), is(4, 3), is(1, 1)]).toEqual([false, false, true, true]);
  });
});
