import { beforeEach, expect, test, vi } from 'vitest';
import type { ImportedTrack, TrackImport, TrackChoices } from '#shared/domain/submission';
import { emptyTrack } from '#shared/history/track';
import type { Outcome } from '#shared/fault';
import { createTrackStore, isTrackBegun, problemMessage } from './track-store';
import { t } from '../../../test/support/english';

const track = (index: number, usable: number): ImportedTrack => ({
  index,
  name: `Track ${index}`,
  points: 3,
  usable,
  refused: 3 - usable,
  timed: 3,
  notes: [],
  from: null,
  to: null,
  problems: [],
  problemCount: 0,
});

const file = (token: string, ...usable: number[]): TrackImport => ({
  token,
  file: `${token}.gpx`,
  format: 'gpx',
  timeZone: 'UTC',
  reading: {
    encoding: null,
    timeUnit: null,
    dayOrder: null,
    timeZone: null,
    weeks: null,
    swapped: null,
    notes: [],
    ignored: [],
  },
  tracks: usable.map((count, index) => track(index, count)),
});

const van = { id: 'van-9', label: 'Van 9' };

/** The next answers of main; null if not decided yet. */
let answer = Promise.withResolvers<Outcome<TrackImport | null>>();
let openInMain: TrackImport | null = null;
const closed = vi.fn<() => void>();
const cancelled = vi.fn<() => void>();
const given = vi.fn<(id: string) => void>();
const readAgain = vi.fn<(input: { token: string; choices: TrackChoices }) => void>();
let store: ReturnType<typeof createTrackStore>;

const done = { ok: true as const, value: undefined };
beforeEach(() => {
  vi.clearAllMocks();
  answer = Promise.withResolvers();
  openInMain = null;
  const calls: Parameters<typeof createTrackStore>[0] = {
    openAgain: () => answer.promise,
    openTrack: () => answer.promise,
    openReceivedFile: ({ id }) => {
      given(id);
      return answer.promise;
    },
    readAgain: (input) => {
      readAgain(input);
      return answer.promise;
    },
    opened: () => Promise.resolve({ ok: true, value: openInMain }),
    closeTrack: () => {
      closed();
      return Promise.resolve(done);
    },
    cancelRead: () => {
      cancelled();
      return Promise.resolve(done);
    },
  };
  store = createTrackStore(calls, () => undefined);
});

/** Opens a file as the user does. */
async function open(opened: TrackImport | null): Promise<void> {
  answer = Promise.withResolvers();
  const picking = store.pick();
  answer.resolve({ ok: true, value: opened });
  await picking;
}

const columns = { ...emptyTrack(), count: 0 };

test('chooses the first track that can be sent; its points may arrive before it', async () => {
  store.arrived({ token: 'old', track: 7, columns });
  store.arrived({ token: 'ride', track: 0, columns });
  store.arrived({ token: 'ride', track: 1, columns });
  await open(file('ride', 0, 3));
  const { index, points, opened } = store.getState();
  expect(opened?.token).toBe('ride');
  expect(index).toBe(1);
  expect([...points!.tracks.keys()]).toEqual([0, 1]);
});

test('the form is dirty while a file is picked or read, and no other file is requested', async () => {
  expect(isTrackBegun(store.getState())).toBe(false);
  const picking = store.pick();
  expect(isTrackBegun(store.getState())).toBe(true);
  await store.openReceivedFile('given');
  expect(given).not.toHaveBeenCalled();
  answer.resolve({ ok: true, value: null });
  await picking;
  expect(isTrackBegun(store.getState())).toBe(false);
});

test('cancelling leaves the open file with its choices', async () => {
  await open(file('ride', 3, 3));
  store.choose(1);
  store.chooseDevices([van]);
  await open(null);
  expect(store.getState()).toMatchObject({ opened: { token: 'ride' }, index: 1, devices: [van] });
});

test('a file that cannot be opened is reported, tried once, and leaves nothing else to be sent', async () => {
  await open(file('ride', 3));
  answer = Promise.withResolvers();
  const opening = store.openReceivedFile('bad');
  answer.resolve({ ok: false, fault: { kind: 'invalid', message: 'The file is empty.' } });
  await opening;
  expect(store.getState()).toMatchObject({ opened: null, fault: { kind: 'invalid' } });
  expect(closed).toHaveBeenCalledTimes(1);
  await store.openReceivedFile('bad');
  expect(given).toHaveBeenCalledTimes(1);
});

test('a file that could not be opened is tried again without a dialog', async () => {
  answer = Promise.withResolvers();
  const opening = store.openReceivedFile('bad');
  answer.resolve({ ok: false, fault: { kind: 'file', reason: 'unread', file: 'ride.gpx' } });
  await opening;
  answer = Promise.withResolvers();
  const again = store.openAgain();
  expect(store.getState()).toMatchObject({ isOpening: true, fault: null });
  answer.resolve({ ok: true, value: file('ride', 3) });
  await again;
  expect(store.getState()).toMatchObject({ opened: { token: 'ride' }, fault: null });
});

test('reads the open file again with all choices made so far, and keeps what was chosen', async () => {
  await open(file('ride', 3, 3));
  store.choose(1);
  store.chooseDevices([van]);
  for (const choices of [{ timeUnit: 'seconds' }, { timeZone: 'Asia/Tokyo' }] as const) {
    answer = Promise.withResolvers();
    const reading = store.readAgain(choices);
    answer.resolve({ ok: true, value: file(`${store.getState().opened!.token}+`, 3, 3) });
    await reading;
  }
  expect(readAgain.mock.calls.map(([input]) => input)).toEqual([
    { token: 'ride', choices: { timeUnit: 'seconds' } },
    { token: 'ride+', choices: { timeUnit: 'seconds', timeZone: 'Asia/Tokyo' } },
  ]);
  expect(store.getState()).toMatchObject({ opened: { token: 'ride++' }, index: 1, devices: [van] });
});

test('a choice with which the file cannot be read leaves it open as it was read before', async () => {
  await open(file('ride', 3));
  answer = Promise.withResolvers();
  const reading = store.readAgain({ encoding: 'utf-16le' });
  answer.resolve({ ok: false, fault: { kind: 'invalid', message: 'There are no points.' } });
  await reading;
  expect(store.getState()).toMatchObject({
    opened: { token: 'ride' },
    fault: { kind: 'invalid' },
    choices: {},
  });
  expect(closed).not.toHaveBeenCalled();
});

test('closes the file with the last track that can be sent; before that clears only the device', async () => {
  await open(file('tour', 3, 0, 3));
  store.chooseDevices([van]);
  store.submitted('another');
  expect(store.getState().devices).toEqual([van]);
  store.submitted('tour');
  expect(store.getState()).toMatchObject({ opened: { token: 'tour' }, devices: [] });
  await open(file('ride', 0, 3));
  store.submitted('ride');
  expect(store.getState().opened).toBeNull();
  expect(closed).toHaveBeenCalledTimes(1);
});

test('clearing removes the file here and in main', async () => {
  await open(file('ride', 3));
  store.chooseDevices([van]);
  store.clear();
  expect(store.getState()).toMatchObject({ opened: null, points: null, devices: [] });
  expect(closed).toHaveBeenCalledTimes(1);
});

test('leaving an account ends the read, and its answer is ignored', async () => {
  const picking = store.pick();
  store.leave();
  expect(cancelled).toHaveBeenCalledTimes(1);
  answer.resolve({ ok: true, value: file('ride', 3) });
  await picking;
  expect(store.getState()).toMatchObject({ opened: null, isOpening: false });
});

test('a reloaded window restores the file that is open in main, also one being read', async () => {
  await store.restore();
  expect(store.getState().opened).toBeNull();
  openInMain = file('ride', 3);
  store.readingEnded();
  await vi.waitFor(() => expect(store.getState().opened?.token).toBe('ride'));
  store.chooseDevices([van]);
  store.readingEnded();
  await store.restore();
  expect(store.getState().devices).toEqual([van]);
});

const problem = { refused: true, message: 'There is no readable time.', place: null };

test('names points if there are no lines', () => {
  const text = (point: number, lastPoint: number) =>
    t(problemMessage({ ...problem, point, lastPoint, lines: null }));
  expect(text(2, 9)).toBe('Points 2 to 9, left out: There is no readable time.');
  expect(text(2, 2)).toBe('Point 2, left out: There is no readable time.');
});

test('names the lines of a table, and counts the points if other lines lie between', () => {
  const text = (lastPoint: number, first: number, last: number) =>
    t(problemMessage({ ...problem, refused: false, point: 1, lastPoint, lines: { first, last } }));
  expect(text(1, 3, 3)).toBe('Line 3: There is no readable time.');
  expect(text(2, 3, 4)).toBe('Lines 3 to 4: There is no readable time.');
  expect(text(2, 3, 9)).toBe('2 points in lines 3 to 9: There is no readable time.');
});
