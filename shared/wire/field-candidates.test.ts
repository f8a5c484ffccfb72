import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeDevice } from './device';
import { fieldCandidates, hasUnknownPlace, proposedMapping } from './field-candidates';
import { decodeFix } from './fix';

const renamed = {
  ts: 1_790_000_000,
  position: { lat: 49.9, lng: 3.3 },
  velocity: 12.5,
  Heading: 90,
  note: 'x',
};
const never = () => true;

describe('fieldCandidates', () => {
  test('proposes members by name and plausible values', () => {
    expect(fieldCandidates('location', 'latitude', [renamed])).toEqual([
      { pointer: '/position/lat', examples: [49.9], share: 1, isNamed: true },
    ]);
    expect(fieldCandidates('location', 'at', [renamed])[0]).toMatchObject({
      pointer: '/ts',
      as: 'unixSeconds',
    });
  });

  test.each([[{ lat: 'north' }], [{ lat: 91 }], [{ latency: '1,850' }], [{}], [null], ['49.9']])(
    'proposes nothing for the latitude of %j',
    (sample) => {
      expect(fieldCandidates('location', 'latitude', [sample])).toEqual([]);
    },
  );

  test('ranks members that are plausible in more samples first', () => {
    const samples = [{ lat: 1, flat: 2 }, { lat: 3 }, { lat: 5, flat: 'x' }];
    expect(fieldCandidates('location', 'latitude', samples).map(({ pointer }) => pointer)).toEqual([
      '/lat',
      '/flat',
    ]);
  });

  test('a limit is not confused with its counter', () => {
    const device = { mailLimit: 10, mailsSent: 3, smsPerDay: 5, smsUsed: 1 };
    expect(proposedMapping('limits', [device], never)).toEqual({
      dailyEmailLimit: { pointer: '/mailLimit' },
      dailySmsLimit: { pointer: '/smsPerDay' },
      emailsSentToday: { pointer: '/mailsSent' },
      smsSentToday: { pointer: '/smsUsed' },
    });
  });
});

test('a record is read with the proposed mapping, and says from where', () => {
  const mapping = proposedMapping('location', [renamed], never);
  const { record, isUnderstood } = decodeFix(renamed, mapping)!;
  expect(isUnderstood).toBe(true);
  expect(record).toMatchObject({
    at: 1_790_000_000_000,
    latitude: 49.9,
    longitude: 3.3,
    speed: 12.5,
    course: 90,
    extra: { note: 'x' },
    gaps: { mapped: { latitude: '/position/lat', at: '/ts' } },
  });
});

test('a mapped member that is missing leaves the field to its own name', () => {
  const mapping = { latitude: { pointer: '/lat' } };
  const own = { dateTime: '2026-05-01T10:00:00Z', latitude: 1, longitude: 2 };
  expect(decodeFix(own, mapping)!.record).toMatchObject({ latitude: 1, longitude: 2 });
});

test('limits are read from members of the device', () => {
  const device = { id: 'a', mails: '10', enabled: 'no', limits: { dailySmsLimit: 4 } };
  const { record } = decodeDevice({ device }, 'a', {
    device: { isActive: { pointer: '/enabled' } },
    limits: { dailyEmailLimit: { pointer: '/mails' } },
  })!;
  expect(record).toMatchObject({
    isActive: false,
    limits: { dailyEmailLimit: 10, dailySmsLimit: 4 },
    extra: {},
  });
});

test('a mapped value that is unreadable is not understood', () => {
  const { record } = decodeDevice({ device: { id: 'a', mails: 'many' } }, 'a', {
    limits: { dailyEmailLimit: { pointer: '/mails' } },
  })!;
  expect(record.limits?.gaps?.notUnderstood).toEqual({ dailyEmailLimit: 'many' });
});

test('a place under other names is found at any level, and only with both coordinates', () => {
  expect(hasUnknownPlace({ lat: 1, lon: 2 })).toBe(true);
  expect(hasUnknownPlace({ gps: { point: { y: 1, x: 2 } } })).toBe(true);
  expect(hasUnknownPlace({ lat: 1 })).toBe(false);
  expect(hasUnknownPlace({ altitude: 171, satellites: 9 })).toBe(false);
});

test('any JSON has candidates without an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), (samples) => {
      for (const field of ['at', 'latitude', 'speed']) {
        for (const { share } of fieldCandidates('location', field, samples)) {
          expect(share).toBeGreaterThan(0);
        }
      }
    }),
  );
});
