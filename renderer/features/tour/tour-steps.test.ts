import { expect, test } from 'vitest';
import { openSession } from '#shared/domain/records.test-support';
import type { Session } from '#shared/domain/session';
import {
  isTourShown,
  stepAfter,
  stepAfterOpening,
  stepBefore,
  tourSteps,
  type TourRequest,
} from './tour-steps';

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

const profile = (isDemo: boolean) => ({
  id: isDemo ? 'demo' : 'a1',
  address: 'https://fleet.example',
  userName: 'ana',
  isDemo,
});

const open = ({ isDemo = true, known = 0 }): Session =>
  openSession({
    profile: profile(isDemo),
    known: Array.from({ length: known }, () => profile(false)),
  });
const closed: Session = { phase: 'none', last: null, known: [] };
const notEnded = { tourEnded: false };
const ended = { tourEnded: true };

test('the demo shows the tour to a person without an account who has not ended it', () => {
  expect(isTourShown(open({}), notEnded, null)).toBe(true);
  expect(isTourShown(open({}), ended, null)).toBe(false);
  expect(isTourShown(open({ known: 1 }), notEnded, null)).toBe(false);
});

test('the demo shows it to anyone who asks, until they end it', () => {
  expect(isTourShown(open({ known: 1 }), ended, 'asked')).toBe(true);
  expect(isTourShown(open({}), notEnded, 'ended')).toBe(false);
});

test('nothing is shown before it is known whether the tour was ended', () => {
  expect(isTourShown(open({}), null, null)).toBe(false);
  expect(isTourShown(null, notEnded, null)).toBe(false);
});

test('it is shown only in the demo', () => {
  for (const request of [null, 'asked', 'ended'] satisfies TourRequest[]) {
    expect(isTourShown(open({ isDemo: false }), notEnded, request)).toBe(false);
    expect(isTourShown(closed, notEnded, request)).toBe(false);
  }
});
