import { useEffect, useRef } from 'react';
import { hasPosition } from '#shared/history/track';
import { tracks, type LoadedTrack } from '#engines/tracks';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { useAction } from '#lib/use-action';
import { useAnswer } from '#lib/use-answer';
import type { Format } from '#lib/format';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { FaultNotice } from '#ui/fault-notice';
import { loadedPart, type LoadedPart } from './coverage';
import { useFetches } from './history-store';
import { rangeOf } from './ranges';
import { totalsOf, type TripTotals } from './trip-rows';
import { useTrips } from './trips';

/** The trips of today as far as they are loaded, and a button that loads the rest. */
export function TodaySummary({ deviceId }: { deviceId: string }) {
  const format = useFormat();
  const { t } = format;
  const today = useAnswer(async () => {
    const range = rangeOf({ preset: 'today' }, clock.now(), format);
    const loaded = await tracks.load(deviceId, range);
    if (!loaded.ok) return loaded;
    const part = loadedPart(loaded.value.coverage, range);
    return { ok: true as const, value: { loaded: [loaded.value], part } };
  }, [deviceId, format]);
  const load = useAction(async () =>
    api.history.fetch({
      log: 'locations',
      deviceIds: [deviceId],
      range: rangeOf({ preset: 'today' }, clock.now(), format),
    }),
  );
  const isLoading = useWhenFetched(deviceId, today.reload);
  if (!today.value) return null;
  const { loaded, part } = today.value;
  return (
    <>
      {part.is !== 'nothing' && <Trips tracks={loaded} />}
      {loadedText(part, format)}{' '}
      <ActionButton
        size="compact-xs"
        loading={load.isBusy || isLoading}
        onClick={() => void load.run()}
      >
        {part.is === 'nothing' ? t('history.load') : t('history.load.update')}
      </ActionButton>
      {load.fault && <FaultNotice fault={load.fault} context="open" onDismiss={load.dismiss} />}
    </>
  );
}

function Trips({ tracks }: { tracks: readonly LoadedTrack[] }) {
  const format = useFormat();
  const { t } = format;
  const { rows, isBusy } = useTrips(tracks);
  if (!tracks.some(({ columns }) => hasPosition(columns))) {
    return <div>{t('history.trips.totals.noPositions')}</div>;
  }
  return <div>{isBusy ? t('history.today.finding') : todayText(totalsOf(rows, 0), format)}</div>;
}

/** "12 trips, 214 km, 3 h 05 driving". */
function todayText({ trips, metres, drivingMs }: TripTotals, format: Format): string {
  const { t, distance, shortDuration } = format;
  if (trips === 0) return t('history.today.noTrips');
  const [length, duration] = [distance(metres), shortDuration(drivingMs / 1000)];
  return t('history.today.trips', { trips, length, duration });
}

/** How far the summary goes. */
function loadedText(part: LoadedPart, { t, time }: Format): string {
  switch (part.is) {
    case 'nothing':
      return t('history.today.notLoaded');
    case 'until':
      return t('history.today.until', { time: time(part.at) });
    case 'parts':
      return t('history.today.parts');
  }
}

/** Calls `reload` when a fetch of locations ends; whether one of this device is running. */
function useWhenFetched(deviceId: string, reload: () => void): boolean {
  const fetches = useFetches('locations');
  const done = fetches.flatMap(({ id, phase }) => (phase === 'done' ? [id] : [])).join();
  const known = useRef(done);
  useEffect(() => {
    if (known.current !== done) reload();
    known.current = done;
  }, [done, reload]);
  return fetches.some(
    ({ phase, firstDeviceId }) => phase === 'running' && firstDeviceId === deviceId,
  );
}
