import { mercatorX } from '#features/fleet-data';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from '#shared/fault';
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

beforeEach(() => void vi.stubGlobal('reportError', () => undefined));

function setUp() {
  const workers: End[] = [];
  const faults: Fault[] = [];
  const pictures: TrackPicture[] = [];
  let soon: (() => void)[] = [];
  const client = createTrackClient(
    (fault) => faults.push(fault),
    () => {
      const host: Parameters<typeof serveTracks>[0] = {
        onmessage: null,
        postMessage: (data) => worker.onmessage?.({ data } as MessageEvent<FromTrackWorker>),
      };
      const worker: End = {
        postMessage: (data) => host.onmessage?.({ data } as MessageEvent<ToTrackWorker>),
        terminate: () => {
          host.onmessage = null;
        },
        onmessage: null,
        onerror: null,
        onmessageerror: null,
      };
      serveTracks(host, (run) => soon.push(run));
      workers.push(worker);
      return worker;
    },
  );
  client.onPicture((picture) => pictures.push(picture));
  const draw = () => {
    const due = soon;
    soon = [];
    for (const run of due) run();
  };
  return { client, workers, faults, pictures, draw };
}

test('a worker started after a failure draws the same tracks in the same view', async () => {
  const { client, workers, faults, pictures, draw } = setUp();
  client.setColours(['#000000', '#111111', '#222222', '#333333', '#444444', '#555555'], '#999999');
  client.setTracks([track]);
  client.setViewport(world);
  draw();
  const extent = await client.extent();
  workers[0]!.onerror!({ message: 'lost' } as ErrorEvent);
  expect(faults).toMatchObject([{ kind: 'bug', ended: 'Drawing tracks' }]);
  expect(await client.nearest(0.5, 0.3, 1)).toBeNull();
  client.restart();
  draw();
  expect(pictures).toHaveLength(2);
  expect(pictures[1]).toEqual(pictures[0]);
  expect(await client.extent()).toEqual(extent);
  expect(extent!.west).toBeCloseTo(mercatorX(4.84), 5);
  expect(extent!.east).toBeCloseTo(mercatorX(4.86), 5);
});

test('tracks set while no worker was running are drawn by the next one', () => {
  const { client, workers, pictures, draw } = setUp();
  client.setColours(['#000000', '#111111', '#222222', '#333333', '#444444', '#555555'], '#999999');
  client.setViewport(world);
  workers[0]!.onerror!({ message: 'lost' } as ErrorEvent);
  client.setTracks([track]);
  client.restart();
  draw();
  expect(pictures.at(-1)!.pieces.length).toBeGreaterThan(0);
});
