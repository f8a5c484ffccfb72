import { beforeEach, expect, test } from 'vitest';
import { advance, cursorStore, hoverAt, pointAt, timesWithoutTrips, togglePlaying } from './cursor';

const range = { from: 1000, to: 61_000 };

beforeEach(() => cursorStore.setState({ at: null, isPlaying: false, speed: 60 }));

test('playback advances by the chosen speed', () => {
  expect(advance({ at: 1000, speed: 10 }, 1000, range)).toEqual({ at: 11_000, isPlaying: true });
});

test('begins at the start of the range and stops at its end', () => {
  expect(advance({ at: null, speed: 1 }, 16, range)).toEqual({ at: 1016, isPlaying: true });
  expect(advance({ at: 60_000, speed: 600 }, 16, range)).toEqual({ at: 61_000, isPlaying: false });
});

test('jumps over times without a trip of any device', () => {
  const trips = [
    { from: 40_000, to: 50_000 },
    { from: 10_000, to: 20_000 },
    { from: 15_000, to: 25_000 },
  ];
  const skipped = timesWithoutTrips(trips, range);
  expect(skipped).toEqual([
    { from: 1000, to: 10_000 },
    { from: 25_000, to: 40_000 },
    { from: 50_000, to: 61_000 },
  ]);
  const after = (at: number | null) => advance({ at, speed: 1 }, 16, range, skipped).at;
  expect([after(null), after(24_000), after(24_990), after(45_000)]).toEqual([
    10_000, 24_016, 40_000, 45_016,
  ]);
  expect(advance({ at: 49_999, speed: 1 }, 16, range, skipped)).toEqual({
    at: 61_000,
    isPlaying: false,
  });
});

test('playing again at the end starts over', () => {
  cursorStore.setState({ at: 61_000 });
  togglePlaying(range);
  expect(cursorStore.getState()).toMatchObject({ at: 1000, isPlaying: true });
  togglePlaying(range);
  expect(cursorStore.getState().isPlaying).toBe(false);
});

test('the pointer moves the cursor only while paused; user input stops playback', () => {
  togglePlaying(range);
  hoverAt(30_000);
  expect(cursorStore.getState().at).toBe(1000);
  pointAt(20_000);
  hoverAt(30_000);
  expect(cursorStore.getState()).toMatchObject({ at: 30_000, isPlaying: false });
});
