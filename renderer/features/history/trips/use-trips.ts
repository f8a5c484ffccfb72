import { useEffect, useMemo, useRef, useState } from 'react';
import type { Journey } from '#shared/history/trips';
import { useSettings } from '#features/settings';
import { createWorkerLine, type WorkerLine } from '#lib/worker-line';
import type { LoadedTrack } from '../tracks/history-port';
import type { StopMark } from '../tracks/place-at';
import { haveSameDevices, tripRows, type TripRow } from './trip-rows';
import type { TripRequest, TripResponse } from './trip-worker';
import { texts } from '../history-texts';

export interface FoundTrips {
  /** The tracks they were found in; these may have been read again since. */
  tracks: readonly LoadedTrack[];
  rows: readonly TripRow[];
  stops: readonly StopMark[];
  isBusy: boolean;
}

/** Trips and stops of the tracks on screen, found in a worker, and again when a threshold changes. */
export function useTrips(tracks: readonly LoadedTrack[]): FoundTrips {
  const { tripRules } = useSettings();
  const [line, setLine] = useState<WorkerLine<TripRequest> | null>(null);
  const [found, setFound] = useState<{ of: readonly LoadedTrack[]; journeys: readonly Journey[] }>({
    of: [],
    journeys: [],
  });
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<{ ticket: number; of: readonly LoadedTrack[] }>({ ticket: 0, of: [] });

  useEffect(() => {
    const started = createWorkerLine<TripRequest, TripResponse>(
      () =>
        new Worker(new URL('./trip-worker.ts', import.meta.url), { type: 'module', name: 'trips' }),
      texts.findingTrips2,
      ({ ticket, journeys }) => {
        if (ticket !== latest.current.ticket) return;
        setBusy(false);
        setFound({ of: latest.current.of, journeys });
      },
    );
    setLine(started);
    return () => started.stop();
  }, []);

  useEffect(() => {
    if (!line) return;
    latest.current = { ticket: latest.current.ticket + 1, of: tracks };
    setBusy(true);
    line.say({
      ticket: latest.current.ticket,
      tracks: tracks.map(({ columns }) => columns),
      rules: tripRules,
    });
  }, [line, tracks, tripRules]);

  // Trips of the same devices stay while more of their tracks is searched; those of others do not.
  const isSameDevices = haveSameDevices(found.of, tracks);
  return useMemo(() => {
    const rows = isSameDevices ? tripRows(found.journeys) : [];
    const stops = rows.flatMap(({ id, track, from, to, part }): StopMark[] =>
      part.kind === 'stop'
        ? [{ id, track, from, to, latitude: part.latitude, longitude: part.longitude }]
        : [],
    );
    return { tracks: found.of, rows, stops, isBusy };
  }, [found, isSameDevices, isBusy]);
}
