import { expect, test } from 'vitest';
import { stepAfter, stepAfterOpening, stepBefore, tourSteps } from './tour-steps';

test('the steps follow each other in both directions and end', () => {
  expect(tourSteps.map(stepAfter)).toEqual(['details', 'history', 'limits', 'offline', null]);
  expect(tourSteps.map(stepBefore)).toEqual([null, 'map', 'details', 'history', 'limits']);
});

test('what the person opens leads to the next step only, and no step is skipped', () => {
  const after = (opened: string) => tourSteps.map((step) => stepAfterOpening(step, opened));
  expect(after('device')).toEqual(['details', 'details', 'history', 'limits', 'offline']);
  expect(after('history')).toEqual(['map', 'history', 'history', 'limits', 'offline']);
  expect(after('limits')).toEqual(['map', 'details', 'limits', 'limits', 'offline']);
  expect(after('fleet')).toEqual(['map', 'details', 'history', 'offline', 'offline']);
  expect(after('users')).toEqual([...tourSteps]);
});
