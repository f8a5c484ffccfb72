import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Fault } from '#shared/fault';
import type { Journey } from '#shared/history/trips';
import { useSettings } from '#features/settings';
import { createWorkerLine, type WorkerLine } from '#lib/worker-line';
import type { LoadedTrack } from '../download/history-port';
import type { StopMark } from '../map/history-map';
import type { JourneyAnswer, JourneyQuestion } from './journey-worker';
import { haveSameDevices, tripRows, type TripRow } from './trip-rows';

export interface FoundTrips {
  /** What they were found in; it may have been read anew since. */
  tracks: readonly LoadedTrack[];
  rows: readonly TripRow[];
  stops: readonly StopMark[];
  isBusy: boolean;
  /** Why the search came to an end before it found any. */
  fault: Fault | null;
  /** Searches again. */
  retry: () => void;
}

/** Trips and stops of the tracks on screen, found beside the window and again with each threshold. */
export function useTrips(tracks: readonly LoadedTrack[]): FoundTrips {
  const { tripRules } = useSettings();
  const [line, setLine] = useState<WorkerLine<JourneyQuestion> | null>(null);
  const [found, setFound] = useState<{ of: readonly LoadedTrack[]; journeys: readonly Journey[] }>({
    of: [],
    journeys: [],
  });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef<{ ticket: number; of: readonly LoadedTrack[] }>({ ticket: 0, of: [] });

  useEffect(() => {
    const started = createWorkerLine<JourneyQuestion, JourneyAnswer>({
      start: () =>
        new Worker(new URL('./journey-worker.ts', import.meta.url), {
          type: 'module',
          name: 'journeys',
        }),
      work: 'Finding trips',
      onMessage: ({ ticket, journeys }) => {
        if (ticket !== asked.current.ticket) return;
        setBusy(false);
        setFound({ of: asked.current.of, journeys });
      },
      onBroken: (why) => {
        setBusy(false);
        setFault(why);
      },
    });
    setLine(started);
    return () => started.stop();
  }, [attempt]);

  useEffect(() => {
    if (!line || line.isBroken()) return;
    asked.current = { ticket: asked.current.ticket + 1, of: tracks };
    setBusy(true);
    line.say({
      ticket: asked.current.ticket,
      tracks: tracks.map(({ columns }) => columns),
      rules: tripRules,
    });
  }, [line, tracks, tripRules]);

  const retry = useCallback(() => {
    setFault(null);
    setAttempt((number) => number + 1);
  }, []);

  // While more of the same devices is looked through, what was found stays; never another one's.
  const isTheirs = haveSameDevices(found.of, tracks);
  return useMemo(() => {
    const rows = isTheirs ? tripRows(found.journeys) : [];
    const stops = rows.flatMap(({ id, part }): StopMark[] =>
      part.kind === 'stop'
        ? [{ id, at: part.from, latitude: part.latitude, longitude: part.longitude }]
        : [],
    );
    return { tracks: found.of, rows, stops, isBusy, fault, retry };
  }, [found, isTheirs, isBusy, fault, retry]);
}
