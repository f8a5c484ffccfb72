import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { texts } from './history-texts';
import { presetRange } from './presets';
import { fetchesMirror } from './store';
import { loadedPart, loadedText, loadText, todayText, type LoadedPart } from './today-messages';
import { historyPort, type LoadedTrack } from './tracks/history-port';
import { totalsOf } from './trips/trip-rows';
import { useTrips } from './trips/use-trips';

interface Today {
  deviceId: string;
  range: Range;
  tracks: readonly LoadedTrack[];
  part: LoadedPart;
  /** What loading the rest costs; null: not known. */
  calls: number | null;
}

/** The trips of today as far as they are cached, and what loading the rest costs. */
export function TodaySummary({ deviceId }: { deviceId: string }) {
  const format = useFormat();
  const [today, reread] = useToday(deviceId);
  const load = useAction(async () =>
    api.history.fetch({
      log: 'locations',
      deviceIds: [deviceId],
      range: presetRange('today', clock.now(), format.timeZone),
    }),
  );
  const isLoading = useWhenFetched(deviceId, reread);
  if (!today) return null;
  return (
    <>
      {today.part.is !== 'nothing' && <Trips tracks={today.tracks} />}
      {loadedText(today.part, format)}{' '}
      <Button
        size="compact-xs"
        variant="default"
        loading={load.isBusy || isLoading}
        onClick={() => void load.run()}
      >
        {loadText(today.part, today.calls, format)}
      </Button>
      {load.fault && <FaultNotice fault={load.fault} context="open" onDismiss={load.dismiss} />}
    </>
  );
}

function Trips({ tracks }: { tracks: readonly LoadedTrack[] }) {
  const format = useFormat();
  const { rows, isBusy } = useTrips(tracks);
  return <div>{isBusy ? texts.findingTrips : todayText(totalsOf(rows, 0), format)}</div>;
}

/** Today's track of a device from the cache; null until it was read. */
function useToday(deviceId: string): [Today | null, () => void] {
  const { timeZone } = useFormat();
  const [today, setToday] = useState<Today | null>(null);
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const range = presetRange('today', clock.now(), timeZone);
    const request = { log: 'locations' as const, deviceIds: [deviceId], range };
    void Promise.all([historyPort.load(deviceId, range), api.history.plan(request)]).then(
      ([loaded, plan]) => {
        if (!isCurrent || !loaded.ok) return;
        setToday({
          deviceId,
          range,
          tracks: [loaded.value],
          part: loadedPart(loaded.value.coverage, range),
          calls: plan.ok ? plan.value.calls : null,
        });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [deviceId, timeZone, version]);
  const reread = useCallback(() => setVersion((number) => number + 1), []);
  return [today?.deviceId === deviceId ? today : null, reread];
}

/** Calls `reread` when a fetch of locations ends; whether one of this device is running. */
function useWhenFetched(deviceId: string, reread: () => void): boolean {
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    let ended = '';
    return fetchesMirror.subscribe(({ value }) => {
      const fetches = value?.filter(({ log }) => log === 'locations') ?? [];
      setRunning(
        fetches.some(
          ({ phase, firstDeviceId }) => phase === 'running' && firstDeviceId === deviceId,
        ),
      );
      const now = fetches.flatMap(({ id, phase }) => (phase === 'done' ? [id] : [])).join();
      if (now !== ended) reread();
      ended = now;
    });
  }, [deviceId, reread]);
  return isRunning;
}
