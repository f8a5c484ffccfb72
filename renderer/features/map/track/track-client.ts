import type { Fault } from '#shared/fault';
import type { Viewport } from '#features/fleet-data';
import { createWorkerLine, type WorkerEnd } from '#lib/worker-line';
import type { TrackClient, TrackExtent, TrackHit, TrackPicture, TrackInput } from './track-types';
import type { FromTrackWorker, ToTrackWorker } from './track-worker-host';
import { texts } from '../map-texts';

type Value = TrackHit | TrackExtent | null;

const startWorker = (): WorkerEnd<ToTrackWorker, FromTrackWorker> =>
  new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module', name: 'tracks' });

/** Starts a worker for tracks and returns the window's end of it. */
export function createTrackClient(
  onBroken: (fault: Fault) => void,
  start = startWorker,
): TrackClient {
  const waiting = new Map<number, (value: Value) => void>();
  let show: (picture: TrackPicture) => void = () => {};
  let version = 0;
  let lastTicket = 0;
  // Sent to the next worker again when one fails.
  let tracks: readonly TrackInput[] = [];
  let colours: Extract<ToTrackWorker, { type: 'colours' }>['colours'] | null = null;
  let maxPieces: number | null = null;
  let viewport: Viewport | null = null;

  const line = createWorkerLine<ToTrackWorker, FromTrackWorker>({
    start,
    work: texts.drawingTracks,
    onMessage: (message) => {
      if (message.type === 'picture') {
        // Ignore a picture of tracks that were replaced in the meantime.
        if (message.picture.version === version) show(message.picture);
        return;
      }
      waiting.get(message.ticket)?.(message.value);
      waiting.delete(message.ticket);
    },
    onBroken: (fault) => {
      resolveAll();
      onBroken(fault);
    },
  });

  function resolveAll(): void {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  }

  function request<T extends Value>(message: (ticket: number) => ToTrackWorker): Promise<T | null> {
    if (line.isBroken()) return Promise.resolve(null);
    const ticket = (lastTicket += 1);
    return new Promise((resolve) => {
      waiting.set(ticket, resolve as (value: Value) => void);
      line.say(message(ticket));
    });
  }

  return {
    setTracks(next) {
      version += 1;
      tracks = next;
      line.say({ type: 'tracks', version, tracks });
    },
    setColours(ramp, unknown) {
      colours = { ramp, unknown };
      line.say({ type: 'colours', colours });
    },
    setMaxPieces(pieces) {
      maxPieces = pieces;
      line.say({ type: 'maxPieces', pieces });
    },
    setViewport(next) {
      viewport = next;
      line.say({ type: 'viewport', viewport });
    },
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
    restart() {
      line.restart();
      if (colours) line.say({ type: 'colours', colours });
      if (maxPieces !== null) line.say({ type: 'maxPieces', pieces: maxPieces });
      line.say({ type: 'tracks', version, tracks });
      if (viewport) line.say({ type: 'viewport', viewport });
    },
    stop() {
      line.stop();
      resolveAll();
    },
  };
}
