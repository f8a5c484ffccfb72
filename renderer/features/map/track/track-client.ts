import type { Fault } from '#shared/fault';
import type { Viewport } from '#features/fleet-data';
import { createWorkerLine, type WorkerEnd } from '#lib/worker-line';
import type { TrackClient, TrackExtent, TrackHit, TrackPicture, TrackWay } from './track-types';
import type { FromTrackWorker, ToTrackWorker } from './track-worker-host';

type Value = TrackHit | TrackExtent | null;

const startWorker = (): WorkerEnd<ToTrackWorker, FromTrackWorker> =>
  new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module', name: 'tracks' });

/** Starts a worker for tracks and answers the window's end of it. */
export function createTrackClient(
  onBroken: (fault: Fault) => void,
  start = startWorker,
): TrackClient {
  const waiting = new Map<number, (value: Value) => void>();
  let show: (picture: TrackPicture) => void = () => {};
  let version = 0;
  let lastTicket = 0;
  // What a worker has to be told that takes the place of another.
  let ways: readonly TrackWay[] = [];
  let colours: Extract<ToTrackWorker, { type: 'colours' }>['colours'] | null = null;
  let most: number | null = null;
  let viewport: Viewport | null = null;

  const line = createWorkerLine<ToTrackWorker, FromTrackWorker>({
    start,
    work: 'Drawing tracks',
    onMessage: (said) => {
      if (said.type === 'picture') {
        // A picture of ways that were replaced meanwhile would flash up.
        if (said.picture.version === version) show(said.picture);
        return;
      }
      waiting.get(said.ticket)?.(said.value);
      waiting.delete(said.ticket);
    },
    onBroken: (fault) => {
      answerAll();
      onBroken(fault);
    },
  });

  function answerAll(): void {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  }

  function ask<T extends Value>(question: (ticket: number) => ToTrackWorker): Promise<T | null> {
    if (line.isBroken()) return Promise.resolve(null);
    const ticket = (lastTicket += 1);
    return new Promise((resolve) => {
      waiting.set(ticket, resolve as (value: Value) => void);
      line.say(question(ticket));
    });
  }

  return {
    setWays(next) {
      version += 1;
      ways = next;
      line.say({ type: 'ways', version, ways });
    },
    setColours(ramp, unknown) {
      colours = { ramp, unknown };
      line.say({ type: 'colours', colours });
    },
    setMost(pieces) {
      most = pieces;
      line.say({ type: 'most', pieces });
    },
    setViewport(next) {
      viewport = next;
      line.say({ type: 'viewport', viewport });
    },
    onPicture(listener) {
      show = listener;
    },
    async nearest(x, y, reach) {
      const asked = version;
      const hit = await ask<TrackHit>((ticket) => ({ type: 'nearest', ticket, x, y, reach }));
      // A fix of ways that were replaced meanwhile would be looked up in those that are drawn now.
      return asked === version ? hit : null;
    },
    extent: () => ask<TrackExtent>((ticket) => ({ type: 'extent', ticket })),
    restart() {
      line.restart();
      if (colours) line.say({ type: 'colours', colours });
      if (most !== null) line.say({ type: 'most', pieces: most });
      line.say({ type: 'ways', version, ways });
      if (viewport) line.say({ type: 'viewport', viewport });
    },
    stop() {
      line.stop();
      answerAll();
    },
  };
}
