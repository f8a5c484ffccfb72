import { expect, test } from 'vitest';
import { checkText, switchesText } from './fleet-texts';

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
  expect(checkText(details, now)).toBe(text);
});

test.each([
  [[], 'None'],
  [[true], '1 on'],
  [[false, false], '1, 2 off'],
  [[true, false, true, false, false, false], '1, 3 on; 2, 4–6 off'],
  [[true, true, true, false], '1–3 on; 4 off'],
])('groups inputs by their state: %j', (values, text) => {
  expect(switchesText(values)).toBe(text);
});
