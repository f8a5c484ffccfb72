import { expect, test, vi } from 'vitest';
import { defaultTripRules } from '#shared/domain/history';
import { fixFlags, type HistoryMessage, type TrackColumns } from '#shared/history/columns';
import type { Place } from '#shared/domain/places';
import { circle, depot } from '#shared/domain/places.test-support';
import { mercatorX } from '#shared/domain/mercator';
import type { WorkerScope } from '#lib/rpc';
import { Tracks } from './client';
import type { ImportedPoints, TrackPicture } from './types';
import { serveTracks } from './worker-host';

const columns: TrackColumns = {
  count: 3,
  at: Float64Array.of(0, 10, 20),
  latitude: Float64Array.of(45.76, 45.77, 45.78),
  longitude: Float64Array.of(4.84, 4.85, 4.86),
  flags: new Uint8Array(3),
  measures: { speed: Float32Array.of(10, 20, 30) },
  attributes: {},
};
const day = 86_400_000;
const later = { ...columns, at: Float64Array.of(20, 20 + day, 30 + day) };
const rules = { gapMinutes: 30, jumpKmh: 250 };
const range = { from: 0, to: 40 };
const coverage = { missing: [] } as never;

type Start = NonNullable<ConstructorParameters<typeof Tracks>[1]>;

/** The tracks of a window whose worker runs in its own thread; main sends these parts for each request. */
function windowWith(parts: readonly TrackColumns[] = [], whenAsked = () => {}) {
  let started = 0;
  const start: Start = () => {
    started += 1;
    const scope: WorkerScope = {
      onmessage: null,
      postMessage: (data) => worker.onmessage?.({ data } as MessageEvent<never>),
    };
    const worker: ReturnType<Start> = {
      postMessage: (data) => scope.onmessage?.({ data } as MessageEvent),
      terminate: () => undefined,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    serveTracks(scope);
    return worker;
  };
  const ports: MessagePort[] = [];
  const openPort = () => {
    const port = { onmessage: null, close: () => undefined } as unknown as MessagePort;
    ports.push(port);
    tracks.attach(port);
  };
  const post = (data: HistoryMessage, port = ports.at(-1)) =>
    port?.onmessage?.({ data } as MessageEvent<HistoryMessage>);
  const load = ({ request }: { request: number }) => {
    whenAsked();
    for (const part of parts) post({ type: 'part', request, columns: part });
    post({ type: 'track', request, rules });
    return Promise.resolve({ ok: true as const, value: { fixes: 3, coverage } });
  };
  const tracks = new Tracks({ load }, start);
  openPort();
  return { tracks, post, openPort, ports, started: () => started };
}

async function loaded(parts: readonly TrackColumns[]) {
  const at = windowWith(parts);
  const outcome = await at.tracks.load('van', range);
  if (!outcome.ok) throw new Error('no track');
  return { ...at, track: outcome.value };
}

test('the worker starts with the first track, not with its port', async () => {
  const { tracks, started } = windowWith([columns]);
  expect(started()).toBe(0);
  await tracks.load('van', range);
  await tracks.load('bus', range);
  expect(started()).toBe(1);
});

test('assembles the parts from main, and marks gaps and jumps', async () => {
  const { track } = await loaded([columns, later]);
  expect([...track.columns.at]).toEqual([0, 10, 20, 20 + day, 30 + day]);
  expect([...track.columns.flags]).toEqual([
    0,
    fixFlags.afterJump,
    fixFlags.afterJump,
    fixFlags.afterGap,
    fixFlags.afterJump,
  ]);
});

test('a range without cached data is a track without a fix', async () => {
  const { track } = await loaded([]);
  expect(track.columns.count).toBe(0);
});

test('another account has another port: the one before is not listened to any more', async () => {
  const { tracks, post, openPort, ports } = windowWith([columns]);
  const points: ImportedPoints[] = [];
  tracks.onImport((each) => points.push(each));
  tracks.ready();
  openPort();
  post({ type: 'import', token: 'new', track: 0, columns });
  expect(points.map(({ token }) => token)).toEqual(['new']);
  expect(ports).toHaveLength(2);
});

test('a track that was asked for before the port of its account arrives too', async () => {
  const { tracks, openPort } = windowWith([columns], () => openPort());
  tracks.ready();
  expect(await tracks.load('van', range)).toMatchObject({ ok: true });
});

test('the worker keeps a track until the window has dropped each copy of it', async () => {
  let drop: (key: string) => void = () => undefined;
  class Registry {
    constructor(dropped: (key: string) => void) {
      drop = dropped;
    }
    register() {}
  }
  vi.stubGlobal('FinalizationRegistry', Registry);
  const { tracks, post } = windowWith();
  tracks.ready();
  for (let i = 0; i < 2; i++) post({ type: 'import', token: 'file', track: 0, columns });
  const request = { keys: ['file 0'], measure: 'm:speed', factor: 1, ...range, width: 2 };
  drop('file 0');
  expect(await tracks.chart(request)).toHaveLength(1);
  drop('file 0');
  expect(await tracks.chart(request)).toEqual([]);
});

test('the window has a copy of its own: the worker answers charts and trips from its own', async () => {
  const { tracks, track } = await loaded([columns]);
  track.columns.measures.speed!.fill(0);
  const request = { keys: [track.key], measure: 'm:speed', factor: 3.6, ...range, width: 2 };
  expect(await tracks.chart(request)).toEqual([
    { values: [36, 72, 108, 108], summary: { least: 36, most: 108, mean: 72 }, alerts: [] },
  ]);
  expect(await tracks.trips([track], defaultTripRules)).toHaveLength(1);
});

test('draws the tracks in view of each map, and answers questions about them', async () => {
  const { tracks, track } = await loaded([{ ...columns, at: Float64Array.of(0, 6e5, 12e5) }]);
  const drawn = Promise.withResolvers<TrackPicture>();
  const map = tracks.openMap(drawn.resolve);
  const other = tracks.openMap(() => undefined);
  map.set({ colours: { ramp: [[0, 0, 0]], unknown: [1, 0, 0] } });
  map.setTracks([{ key: track.key, measure: 'speed', maxValue: 30, colour: null }]);
  map.set({ viewport: { west: 0, east: 1, north: 0, south: 1, zoom: 10 } });
  expect((await drawn.promise).pieces.length).toBeGreaterThan(0);
  const extent = await map.extent();
  expect(extent!.west).toBeCloseTo(mercatorX(4.84), 5);
  expect(extent!.east).toBeCloseTo(mercatorX(4.86), 5);
  expect(await map.nearest(mercatorX(4.84), 0.5, 1)).not.toBeNull();
  expect(await other.extent()).toBeNull();
});

test('a hit of tracks that were replaced meanwhile is none', async () => {
  const { tracks, track } = await loaded([columns]);
  const map = tracks.openMap(() => undefined);
  map.setTracks([{ key: track.key, measure: null, maxValue: 1, colour: null }]);
  const hit = map.nearest(mercatorX(4.84), 0.5, 1);
  map.setTracks([]);
  expect(await hit).toBeNull();
});

test('visits are to the places that the window has at present', async () => {
  const slow = { ...columns, at: columns.at.map((at) => at * 60_000) };
  const { tracks, track } = await loaded([slow]);
  const visits = (places: readonly Place[]) => tracks.visits([track], places, defaultTripRules);
  const places = [depot({ shape: circle(4.85, 45.77, 100) })];
  for (let asked = 0; asked < 2; asked++) {
    expect(await visits(places)).toMatchObject([[{ placeId: places[0]!.id, arrivedBy: 600_000 }]]);
  }
  expect(await visits([])).toEqual([[]]);
});
