import { useEffect, useMemo, useRef, useState } from 'react';
import type { Journey } from '#shared/history/trips';
import { useSettings } from '#features/settings';
import type { LoadedTrack } from './history-port';
import type { StopMark } from './history-map';
import type { JourneyAnswer, JourneyQuestion } from './journey-worker';
import { haveSameDevices, tripRows, type TripRow } from './trip-rows';

export interface FoundTrips {
  /** What they were found in; it may have been read anew since. */
  tracks: readonly LoadedTrack[];
  rows: readonly TripRow[];
  stops: readonly StopMark[];
  isBusy: boolean;
}

/** Trips and stops of the tracks on screen, found beside the window and again with each threshold. */
export function useTrips(tracks: readonly LoadedTrack[]): FoundTrips {
  const { tripRules } = useSettings();
  const [worker, setWorker] = useState<Worker | null>(null);
  const [found, setFound] = useState<{ of: readonly LoadedTrack[]; journeys: readonly Journey[] }>({
    of: [],
    journeys: [],
  });
  const [isBusy, setBusy] = useState(false);
  const lastTicket = useRef(0);

  useEffect(() => {
    const started = new Worker(new URL('./journey-worker.ts', import.meta.url), {
      type: 'module',
      name: 'journeys',
    });
    setWorker(started);
    return () => started.terminate();
  }, []);

  useEffect(() => {
    if (!worker) return;
    const ticket = (lastTicket.current += 1);
    const take = ({ data }: MessageEvent<JourneyAnswer>) => {
      if (data.ticket !== ticket) return;
      setBusy(false);
      setFound({ of: tracks, journeys: data.journeys });
    };
    setBusy(true);
    const question: JourneyQuestion = {
      ticket,
      tracks: tracks.map(({ columns }) => columns),
      rules: tripRules,
    };
    worker.addEventListener('message', take);
    worker.postMessage(question);
    return () => worker.removeEventListener('message', take);
  }, [worker, tracks, tripRules]);

  // While more of the same devices is looked through, what was found stays; never another one's.
  const isTheirs = haveSameDevices(found.of, tracks);
  return useMemo(() => {
    const rows = isTheirs ? tripRows(found.journeys) : [];
    const stops = rows.flatMap(({ id, part }): StopMark[] =>
      part.kind === 'stop'
        ? [{ id, at: part.from, latitude: part.latitude, longitude: part.longitude }]
        : [],
    );
    return { tracks: found.of, rows, stops, isBusy };
  }, [found, isTheirs, isBusy]);
}
