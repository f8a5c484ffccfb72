import { Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Range } from '#shared/domain/history';
import { deviceColours, type TrackMapEngine } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';
import { clock } from '#lib/clock';
import { createFormat } from '#lib/format';
import { FormatProvider, useFormat } from '#lib/use-format';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { CachedDialog } from './download/cached-dialog';
import { Charts } from './charts/charts';
import { pointAt, togglePlaying, usePlayback } from './charts/cursor';
import { useDeviceLabels } from './device-labels';
import { DevicePicker } from './device-picker';
import { useDeviceZone } from './device-zone';
import { ExportTracks } from './download/export-tracks';
import { FetchBar } from './download/fetch-bar';
import { HistoryMap } from './map/history-map';
import classes from './history.module.css';
import { PlaybackBar, playbackKey } from './charts/playback-bar';
import { rangeOf, RangePicker, type DeviceZone } from './range-picker';
import {
  chooseDevices,
  historyStore,
  mostDevices,
  readTracks,
  useFetches,
  useHistory,
} from './store';
import { placesOf } from './trips/trip-rows';
import { TripsPanel, type TripsView } from './trips/trips-panel';
import { useTrips } from './trips/use-trips';

/** Where devices were and what they did: ways, charts, playback, trips and stops. */
export function HistoryPage() {
  const { devices, isInDeviceZone } = useHistory((state) => state);
  const usual = useFormat();
  const { serviceSpeedUnit, speedUnit } = usual;
  const zone = useDeviceZone(devices[0]?.id ?? null);
  const isChosen = isInDeviceZone && zone !== null;
  const format = useMemo(
    () =>
      isChosen
        ? createFormat({ locale: 'en-GB', timeZone: zone, serviceSpeedUnit, speedUnit })
        : usual,
    [isChosen, zone, serviceSpeedUnit, speedUnit, usual],
  );
  const deviceZone: DeviceZone = {
    isChosen,
    zone,
    onChoose: (next) => historyStore.setState({ isInDeviceZone: next }),
  };
  return (
    <FormatProvider value={format}>
      <Page deviceZone={deviceZone} />
    </FormatProvider>
  );
}

function Page({ deviceZone }: { deviceZone: DeviceZone }) {
  const { devices, choice, shown, fault, isLoading } = useHistory((state) => state);
  const [isCachedShown, setCachedShown] = useState(false);
  const range = useChosenRange();
  const { gapMinutes, jumpKmh } = useSettings().tripRules;
  const reload = useCallback(() => {
    const { from, to } = range;
    void readTracks({ from, to });
    // What parts a way is marked where it is read.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [range, gapMinutes, jumpKmh]);
  const ids = useMemo(() => devices.map(({ id }) => id), [devices]);
  useEffect(() => reload(), [reload, ids]);
  useReadWhenFetched(reload);
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>History</h1>
        <DevicePicker
          label="Devices"
          chosen={devices}
          most={mostDevices}
          onChange={chooseDevices}
          colours={deviceColours[useColourScheme()]}
        />
        <RangePicker
          choice={choice}
          deviceZone={deviceZone}
          onChange={(next) => historyStore.setState({ choice: next, zoom: null })}
        />
        <span className={classes.pushed}>
          {devices.length > 0 && <ExportTracks deviceIds={ids} range={range} />}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDatabase size={14} aria-hidden />}
            onClick={() => setCachedShown(true)}
          >
            Cached data
          </Button>
        </span>
      </div>
      <FetchBar log="locations" deviceIds={ids} range={devices.length > 0 ? range : null} />
      {fault && devices.length > 0 && (
        <div className={classes.notice}>
          <FaultNotice
            fault={fault}
            context="open"
            actions={
              <Button size="xs" onClick={reload}>
                Try again
              </Button>
            }
          />
        </div>
      )}
      {devices.length === 0 ? (
        <EmptyList>
          <p>Choose one or more devices to see where they were.</p>
          <p>
            Nothing is requested from the service until you press Fetch; the button shows how many
            calls it takes. Downloaded history is stored on this computer and available offline.
          </p>
        </EmptyList>
      ) : (
        shown && <Work shown={shown} isLoading={isLoading} />
      )}
      {isCachedShown && <CachedDialog onClose={() => setCachedShown(false)} onCleared={reload} />}
    </div>
  );
}

/** The range that is chosen; a preset is taken as of when it was chosen. */
function useChosenRange(): Range {
  const choice = useHistory((state) => state.choice);
  const { timeZone } = useFormat();
  return useMemo(() => rangeOf(choice, clock.now(), timeZone), [choice, timeZone]);
}

const readAgainMs = 1500;
/** A longer track is read again only when it has grown by half: reading it takes the longer. */
const smallRecords = 20_000;

/** Reads what is on screen again while a fetch brings more of it, and once it ends. */
function useReadWhenFetched(reload: () => void): void {
  const fetches = useFetches('locations');
  const records = fetches.map(({ id, records: count, phase }) => `${id} ${count} ${phase}`).join();
  const isRunning = fetches.some(({ phase }) => phase === 'running');
  const known = useRef(records);
  const readAt = useRef(0);
  const total = fetches.reduce((sum, fetch) => sum + fetch.records, 0);
  const readTotal = useRef(0);
  useEffect(() => {
    if (known.current === records) return;
    const isWorthIt = total < smallRecords || total > readTotal.current * 1.5;
    if (isRunning && !isWorthIt) return;
    const wait = isRunning ? Math.max(0, readAt.current + readAgainMs - performance.now()) : 0;
    const timer = setTimeout(() => {
      known.current = records;
      readTotal.current = total;
      readAt.current = performance.now();
      reload();
    }, wait);
    return () => clearTimeout(timer);
  }, [records, total, isRunning, reload]);
}

function NothingHere({ isComplete }: { isComplete: boolean }) {
  return isComplete ? (
    <Notice tone="info" title="The service has no fixes in this range">
      All of the range was requested. Choose another range or another device.
    </Notice>
  ) : (
    <Notice tone="info" title="Not downloaded yet">
      Fetch it, or choose another range.
    </Notice>
  );
}

type Shown = NonNullable<ReturnType<typeof historyStore.getState>['shown']>;

function Work({ shown, isLoading }: { shown: Shown; isLoading: boolean }) {
  const { range, tracks } = shown;
  const palette = deviceColours[useColourScheme()];
  const ids = useMemo(() => tracks.map(({ deviceId }) => deviceId), [tracks]);
  const chosen = useHistory((state) => state.devices);
  const labelOf = useDeviceLabels(ids);
  const names = ids.map((id) => chosen.find((device) => device.id === id)?.label ?? labelOf(id));
  // Nothing may stand between them that a name could hold: a service takes a line break in one.
  const key = JSON.stringify(names);
  const labels = useMemo(() => JSON.parse(key) as string[], [key]);
  const colours = useMemo(() => ids.map((_, i) => palette[i % palette.length]!), [ids, palette]);
  const engine = useRef<TrackMapEngine | null>(null);
  const trips = useTrips(tracks);
  const [picked, setPicked] = useState<string | null>(null);
  usePlayback(range);
  const fixes = tracks.reduce((sum, { columns }) => sum + columns.count, 0);
  const view: TripsView = {
    trips,
    labels,
    colours,
    picked,
    onPlay: () => togglePlaying(range),
    onPick: (row) => {
      setPicked(row.id);
      pointAt(row.from);
      engine.current?.fit(placesOf(row, trips.tracks[row.track]!.columns));
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isTaken =
      event.target instanceof Element &&
      event.target.closest('input, select, textarea, button, canvas, [role=menu]');
    if (!isTaken && playbackKey(event.key, tracks, range)) event.preventDefault();
  };
  return (
    // The keys work wherever the focus is on this page, so that watching needs no aiming.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.work} aria-busy={isLoading} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={classes.scene}>
        <div className={classes.map}>
          <HistoryMap
            tracks={tracks}
            range={range}
            labels={labels}
            colours={colours}
            stops={trips.stops}
            pickedStop={picked}
            onPickStop={(id) => {
              const row = trips.rows.find((other) => other.id === id);
              if (row) view.onPick(row);
            }}
            onEngine={(next) => {
              engine.current = next;
            }}
          />
          {fixes === 0 && !isLoading && (
            <div className={classes.overMap}>
              <NothingHere
                isComplete={tracks.every(({ coverage }) => coverage.missing.length === 0)}
              />
            </div>
          )}
        </div>
        {fixes > 0 && (
          <>
            <PlaybackBar tracks={tracks} labels={labels} colours={colours} range={range} />
            <Charts tracks={tracks} labels={labels} colours={colours} range={range} />
          </>
        )}
      </div>
      <TripsPanel {...view} />
    </div>
  );
}
