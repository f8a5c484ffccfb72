import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownMoment, knownOf } from '../domain/known';
import { decodeDevice } from './device';
import { decodeFix } from './fix';

// Whatever is decoded as a value must be derivable from the answer, by rules that are written here
// again in the simplest form; everything else must be "not provided" or "not understood".

/** A number in an answer; undefined: an independent reader would not accept it as one. */
function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  return Number(value);
}

const within = (lowest: number, highest: number) => (value: unknown) => {
  const number = plainNumber(value);
  return number !== undefined && number >= lowest && number <= highest ? number : undefined;
};

const wholeNumber = (value: unknown) => {
  const number = plainNumber(value);
  return Number.isSafeInteger(number) && number! >= 0 ? number : undefined;
};

const garbage = fc.oneof(
  fc.constantFrom(
    '1,850',
    '3,000',
    'unlimited',
    '100 per day',
    'N',
    '49°54′N',
    'soon',
    '2026-13-01',
  ),
  fc.constantFrom(-1e12, 1e300, Number.MAX_VALUE),
  fc.constantFrom<unknown>({}, [], [1, 2], { value: 5 }, true),
);
const numberish = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -400, max: 400 }),
  fc.integer({ min: -400, max: 400 }),
  fc.integer({ min: -400, max: 400 }).map(String),
);

/** A member of an answer: absent, null, empty, renamed, retyped or as documented. */
const member = fc.oneof(
  { weight: 4, arbitrary: numberish.map((value) => ({ value })) },
  { weight: 2, arbitrary: garbage.map((value) => ({ value })) },
  fc.constantFrom<{ value: unknown }>({ value: null }, { value: '' }),
  fc.constant(null),
);

function recordOf(members: Record<string, { value: unknown } | null>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, given]) => (given ? [[name, given.value]] : [])),
  );
}

/** What may be known of a member; `nullIsNone` where an explicit null states that there is none. */
function truthOf(
  given: { value: unknown } | null,
  read: (value: unknown) => unknown,
  nullIsNone = false,
): object {
  if (!given || given.value === '' || (given.value === null && !nullIsNone)) {
    return { is: 'notProvided' };
  }
  if (given.value === null) return { is: 'value', value: null };
  const value = read(given.value);
  return value === undefined
    ? { is: 'notUnderstood', original: given.value }
    : { is: 'value', value };
}

const fixReaders: Record<string, [field: string, (value: unknown) => unknown]> = {
  speed: ['speed', within(0, 1.1e9)],
  course: ['course', within(0, 360)],
  battery: ['battery', within(0, 100)],
  fuel: ['fuel', within(0, 100)],
  temperature: ['temperature', within(-273.15, 10_000)],
  rpm: ['rpm', within(0, 100_000)],
  milleage: ['mileageKm', within(0, Number.MAX_VALUE)],
  inactiveSeconds: ['inactiveSeconds', within(0, Number.MAX_VALUE)],
};
const aFix = fc.record(Object.fromEntries(Object.keys(fixReaders).map((name) => [name, member])));

test('every value of a fix is in the answer, and everything else is not provided or not understood', () => {
  fc.assert(
    fc.property(aFix, (members) => {
      const decoded = decodeFix({ dateTime: '2026-05-01T10:00:00Z', ...recordOf(members) })!;
      for (const [name, [field, read]] of Object.entries(fixReaders)) {
        const known = knownOf(decoded.record, field as keyof typeof decoded.record);
        expect(known).toEqual({ ...truthOf(members[name] ?? null, read), asOf: null });
      }
    }),
  );
});

const coordinates = fc.record({ latitude: member, longitude: member });

test('a place is both coordinates of one answer, or none', () => {
  fc.assert(
    fc.property(coordinates, (members) => {
      const { record, isUnderstood } = decodeFix({
        dateTime: '2026-05-01T10:00:00Z',
        ...recordOf(members),
      })!;
      const [latitude, longitude] = [
        within(-90, 90)(members.latitude?.value),
        within(-180, 180)(members.longitude?.value),
      ];
      const isPlace =
        latitude !== undefined && longitude !== undefined && !(latitude === 0 && longitude === 0);
      expect([record.latitude, record.longitude]).toEqual(
        isPlace ? [latitude, longitude] : [null, null],
      );
      const isSent = (given: { value: unknown } | null) =>
        given !== null && given.value !== null && given.value !== '';
      const isNoPlace = latitude === 0 && longitude === 0;
      const hasContent = isSent(members.latitude) || isSent(members.longitude);
      expect(isUnderstood).toBe(isPlace || isNoPlace || !hasContent);
    }),
  );
});

const limitNames = ['dailyEmailLimit', 'dailySmsLimit', 'emailsSentToday', 'smsSentToday'] as const;
const someLimits = fc.record(Object.fromEntries(limitNames.map((name) => [name, member])));

test('a limit is a whole number or an explicit null, never "no limit" for anything else', () => {
  fc.assert(
    fc.property(someLimits, (members) => {
      const { record } = decodeDevice({ device: { id: 'a', limits: recordOf(members) } }, 'a')!;
      for (const name of limitNames) {
        const truth = truthOf(members[name] ?? null, wholeNumber, name.startsWith('daily'));
        expect(knownOf(record.limits, name)).toEqual({ ...truth, asOf: null });
      }
    }),
  );
});

const moments = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2090-01-01') })
    .map((date) => date.toISOString()),
  fc
    .date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2090-01-01') })
    .map((date) => date.toISOString().slice(0, 10)),
  garbage,
  fc.constantFrom<unknown>(null, ''),
);

/** A moment or a day; undefined: an independent reader would not accept it as one. */
function momentOrDay(value: unknown): object | undefined {
  if (typeof value !== 'string') return undefined;
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  return value.length === 10 ? { day: value } : { at };
}

test('an expiry is the moment or the day that was sent', () => {
  fc.assert(
    fc.property(fc.option(moments.map((value) => ({ value }))), (expires) => {
      const device = { id: 'a', ...(expires && { expires: expires.value }) };
      const { record } = decodeDevice({ device }, 'a')!;
      const truth = truthOf(expires, momentOrDay, true);
      expect(knownMoment(record, 'expiresAt')).toEqual({ ...truth, asOf: null });
    }),
  );
});
