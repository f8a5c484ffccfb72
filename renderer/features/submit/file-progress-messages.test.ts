import { expect, test } from 'vitest';
import { progressText } from './file-progress-messages';

const file = 'ride.gpx';

test.each([
  [{ step: 'reading', share: null, bytes: null }, 'Opening it'],
  [{ step: 'reading', share: 0.419, bytes: 42_500_104 }, '41 % of 43 MB read'],
  [{ step: 'parsing', share: null, bytes: 42_500_104 }, 'Looking through all of 43 MB'],
  [{ step: 'parsing', share: 0.999, bytes: 42_500_104 }, '99 % of 43 MB looked through'],
  [{ step: 'parsing', share: 1, bytes: 950 }, 'All of 950 B looked through; checking its points'],
] as const)('%o is shown as "%s"', (reading, words) => {
  expect(progressText({ file, ...reading })).toBe(words);
});
