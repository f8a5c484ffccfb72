import { mercatorX } from '#engines/geo';
import { expect, test } from 'vitest';
import type { WorkerEnd } from '#lib/worker-line';
import { createTrackClient } from './track-client';
import type { TrackPicture, TrackInput } from './track-types';
import { serveTracks, type FromTrackWorker, type ToTrackWorker } from './track-worker-host';

type End = WorkerEnd<ToTrackWorker, FromTrackWorker>;

const track: TrackInput = {
  id: 'van',
  longitude: Float64Array.of(4.84, 4.85, 4.86),
  latitude: Float64Array.of(45.76, 45.77, 45.78),
  flags: new Uint8Array(3),
  values: null,
  maxValue: 1,
  colour: '#1f6fb2',
};
const world = { west: 0, east: 1, north: 0, south: 1, zoom: 10 };

test('draws the tracks in view, and answers questions about them', async () => {
  const pictures: TrackPicture[] = [];
  const due: (() => void)[] = [];
  const client = createTrackClient(() => {
    const host: Parameters<typeof serveTracks>[0] = {
      onmessage: null,
      postMessage: (data) => worker.onmessage?.({ data } as MessageEvent<FromTrackWorker>),
    };
    const worker: End = {
      postMessage: (data) => host.onmessage?.({ data } as MessageEvent<ToTrackWorker>),
      terminate: () => undefined,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    serveTracks(host, (run) => due.push(run));
    return worker;
  });
  client.onPicture((picture) => pictures.push(picture));
  client.setColours(['#000000', '#111111', '#222222', '#333333', '#444444', '#555555'], '#999999');
  client.setTracks([track]);
  client.setViewport(world);
  for (const run of due) run();
  expect(pictures.at(-1)!.pieces.length).toBeGreaterThan(0);
  const extent = await client.extent();
  expect(extent!.west).toBeCloseTo(mercatorX(4.84), 5);
  expect(extent!.east).toBeCloseTo(mercatorX(4.86), 5);
  expect(await client.nearest(mercatorX(4.84), 0.5, 1)).not.toBeNull();
});
