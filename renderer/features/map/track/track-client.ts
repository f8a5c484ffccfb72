import { createWorkerLine, type WorkerEnd } from '#lib/worker-line';
import type { TrackClient, TrackExtent, TrackHit, TrackPicture } from './track-types';
import type { FromTrackWorker, ToTrackWorker } from './track-worker-host';
import { texts } from '../map-texts';

type Value = TrackHit | TrackExtent | null;

const startWorker = (): WorkerEnd<ToTrackWorker, FromTrackWorker> =>
  new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module', name: 'tracks' });

/** Starts a worker for tracks and returns the window's end of it. */
export function createTrackClient(start = startWorker): TrackClient {
  const waiting = new Map<number, (value: Value) => void>();
  let show: (picture: TrackPicture) => void = () => {};
  let version = 0;
  let lastTicket = 0;

  const line = createWorkerLine<ToTrackWorker, FromTrackWorker>(
    start,
    texts.drawingTracks,
    (message) => {
      if (message.type === 'picture') {
        // Ignore a picture of tracks that were replaced in the meantime.
        if (message.picture.version === version) show(message.picture);
        return;
      }
      waiting.get(message.ticket)?.(message.value);
      waiting.delete(message.ticket);
    },
  );

  function request<T extends Value>(message: (ticket: number) => ToTrackWorker): Promise<T | null> {
    const ticket = (lastTicket += 1);
    return new Promise((resolve) => {
      waiting.set(ticket, resolve as (value: Value) => void);
      line.say(message(ticket));
    });
  }

  return {
    setTracks(tracks) {
      version += 1;
      line.say({ type: 'tracks', version, tracks });
    },
    setColours: (ramp, unknown) => line.say({ type: 'colours', colours: { ramp, unknown } }),
    setMaxPieces: (pieces) => line.say({ type: 'maxPieces', pieces }),
    setViewport: (viewport) => line.say({ type: 'viewport', viewport }),
    onPicture(listener) {
      show = listener;
    },
    async nearest(x, y, reach) {
      const requested = version;
      const hit = await request<TrackHit>((ticket) => ({ type: 'nearest', ticket, x, y, reach }));
      // The rows of a hit belong to the tracks it was requested for.
      return requested === version ? hit : null;
    },
    extent: () => request<TrackExtent>((ticket) => ({ type: 'extent', ticket })),
    stop() {
      line.stop();
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
}
