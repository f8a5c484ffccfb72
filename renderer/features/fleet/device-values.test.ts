import { expect, test } from 'vitest';
import { format } from '../../../test/support/english';
import { switchStates } from './device-values';

test.each([
  [[], 'None'],
  [[true], '1 on'],
  [[false, false], '1, 2 off'],
  [[true, false, true, false, false, false], '1, 3 on; 2, 4–6 off'],
  [[true, true, true, false], '1–3 on; 4 off'],
])('groups inputs by their state: %j', (values, text) => {
  expect(switchStates(values, format)).toBe(text);
});
