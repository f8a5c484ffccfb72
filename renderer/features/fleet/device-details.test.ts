import { expect, test } from 'vitest';
import fc from 'fast-check';
import { format } from '../../../test/support/english';
import { checkStatus, indentJson } from './device-details';

const now = 1_000_000_000;

test.each([
  [{ checkedAt: null }, 'Not checked yet.'],
  [{ checkedAt: now - 40_000, nextCheckAt: now + 20_000 }, 'Checked 40 s ago, next in about 20 s.'],
  [{ checkedAt: now - 40_000, nextCheckAt: now - 900 }, 'Checked 40 s ago, next soon.'],
  [{ checkedAt: now - 40_000, nextCheckAt: now + 999 }, 'Checked 40 s ago, next soon.'],
  // Offline or paused: nothing is planned.
  [{ checkedAt: now - 7_200_000, nextCheckAt: null }, 'Checked 2 h ago.'],
  [{ checkedAt: now - 7_200_000, nextCheckAt: now - 10_001 }, 'Checked 2 h ago.'],
  [{ checkedAt: now - 7_200_000 }, 'Checked 2 h ago.'],
])('%j reads %s', (details, text) => {
  expect(checkStatus(details, now, format)).toBe(text);
});

test('matches standard JSON indentation', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('preserves numbers as they were written', () => {
  expect(indentJson('{"a":1.0,"id":123456789012345678901}')).toBe(
    '{\n  "a": 1.0,\n  "id": 123456789012345678901\n}',
  );
});
