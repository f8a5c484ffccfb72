import type { TrackClient, TrackExtent, TrackHit, TrackPicture } from './track-types';
import type { FromTrackWorker, ToTrackWorker } from './track-worker-host';

type Value = TrackHit | TrackExtent | null;

/** Starts a worker for tracks and answers the window's end of it. */
export function createTrackClient(): TrackClient {
  const worker = new Worker(new URL('./track-worker.ts', import.meta.url), {
    type: 'module',
    name: 'tracks',
  });
  const waiting = new Map<number, (value: Value) => void>();
  let show: (picture: TrackPicture) => void = () => {};
  let version = 0;
  let lastTicket = 0;
  const say = (message: ToTrackWorker) => worker.postMessage(message);
  const ask = <T extends Value>(question: (ticket: number) => ToTrackWorker) => {
    const ticket = (lastTicket += 1);
    return new Promise<T>((resolve) => {
      waiting.set(ticket, resolve as (value: Value) => void);
      say(question(ticket));
    });
  };
  worker.onmessage = ({ data }: MessageEvent<FromTrackWorker>) => {
    if (data.type === 'picture') {
      // A picture of ways that were replaced meanwhile would flash up.
      if (data.picture.version === version) show(data.picture);
      return;
    }
    waiting.get(data.ticket)?.(data.value);
    waiting.delete(data.ticket);
  };
  return {
    setWays(ways) {
      version += 1;
      say({ type: 'ways', version, ways });
    },
    setColours: (ramp, unknown) => say({ type: 'colours', colours: { ramp, unknown } }),
    setMost: (pieces) => say({ type: 'most', pieces }),
    setViewport: (viewport) => say({ type: 'viewport', viewport }),
    onPicture(listener) {
      show = listener;
    },
    async nearest(x, y, reach) {
      const asked = version;
      const hit = await ask<TrackHit | null>((ticket) => ({
        type: 'nearest',
        ticket,
        x,
        y,
        reach,
      }));
      // A fix of ways that were replaced meanwhile would be looked up in those that are drawn now.
      return asked === version ? hit : null;
    },
    extent: () => ask((ticket) => ({ type: 'extent', ticket })),
    stop() {
      worker.terminate();
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
    },
  };
}
