import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { hasPosition } from '#shared/history/track';
import { deviceColours, type LoadedTrack, type TrackMapEngine } from '#engines/tracks';
import { DevicePicker, useFleetStore } from '#features/fleet';
import { useDeviceNames } from '#features/edits';
import { useColourScheme, useSettings } from '#features/settings';
import { clock } from '#lib/clock';
import { inZone, type Format } from '#lib/format';
import { FormatProvider, useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { Notice } from '#ui/notice';
import { page } from '#ui/page';
import type { IncompletePart } from '#shared/domain/history';
import { Dialog } from '#ui/dialog';
import { IconButton } from '#ui/icon-button';
import { CachedDialog } from './cached-dialog';
import { pointAt, timesWithoutTrips, togglePlaying, usePlayback } from './cursor';
import { useDeviceZone } from './device-zone';
import { ExportTracks } from './export-tracks';
import { FetchBar } from './fetch-bar';
import { useHistoryLayout } from './history-layout';
import { HistoryMap } from './history-map';
import {
  chooseDevices,
  historyStore,
  mostDevices,
  readTracks,
  takeSelected,
  useFetches,
  useHistory,
  type HistoryState,
  type ShownTrack,
} from './history-store';
import classes from './history.module.css';
import { PlaybackBar, playbackKey } from './playback-bar';
import { RangePicker } from './range-picker';
import { rangeOf } from './ranges';
import { listed, placesOf, positionsIn, type TripRow } from './trip-rows';
import { TripRulesDialog } from './trip-rules-dialog';
import { TripsPanel, useTrips } from './trips';
import { VisitsPanel, type VisitRow } from './visits';
import { incompleteDays, type Covered } from './coverage';

const pickerId = 'history-devices';
const picker = () => document.getElementById(pickerId);
const openPicker = () => {
  picker()?.focus();
  picker()?.click();
};

/** Where devices were and what they did, in the chosen time zone. */
export function HistoryPage() {
  const { devices, isInDeviceZone } = useHistory((state) => state);
  const usual = useFormat();
  const zone = useDeviceZone(devices[0]?.id ?? null);
  const isChosen = isInDeviceZone && zone !== null;
  const format = useMemo(() => (isChosen ? inZone(usual, zone) : usual), [isChosen, zone, usual]);
  return (
    <FormatProvider value={format}>
      <Page deviceZone={zone} isInDeviceZone={isChosen} />
    </FormatProvider>
  );
}

function Page(props: { deviceZone: string | null; isInDeviceZone: boolean }) {
  const { devices, choice, shown, fault, isLoading } = useHistory((state) => state);
  const [open, setOpen] = useState<'stored' | 'rules' | null>(null);
  const { t, timeZone, firstDay } = useFormat();
  // A preset counts from the moment it was chosen.
  const range = useMemo(
    () => rangeOf(choice, clock.now(), { timeZone, firstDay }),
    [choice, timeZone, firstDay],
  );
  const { gapMinutes, jumpKmh } = useSettings().tripRules;
  const ids = useMemo(() => devices.map(({ id }) => id), [devices]);
  const fleet = useFleetStore();
  useEffect(() => {
    void takeSelected(fleet).then((has) => {
      if (!has) picker()?.focus();
    });
  }, [fleet]);
  const reload = useCallback(() => void readTracks(range), [range]);
  // Gaps and jumps are marked when the tracks are read.
  useEffect(() => reload(), [reload, ids, gapMinutes, jumpKmh]);
  useReloadWhenFetched(reload);
  return (
    <div className={page.page}>
      <div className={page.toolbar}>
        <h1 className={page.title}>{t('common.history')}</h1>
        <DevicePicker
          label={t('common.devices')}
          id={pickerId}
          chosen={devices}
          most={mostDevices}
          onChange={chooseDevices}
          colours={deviceColours[useColourScheme()]}
        />
        <RangePicker
          choice={choice}
          onChange={(next) => historyStore.setState({ choice: next, zoom: null })}
        />
        <div className={classes.loaded}>
          <FetchBar
            log="locations"
            deviceIds={ids}
            range={devices.length > 0 ? range : null}
            loadsShortRanges
          >
            {shown && <IncompleteDays tracks={shown.tracks} />}
          </FetchBar>
        </div>
        <span className={classes.toolbarEnd}>
          {props.isInDeviceZone && (
            <span className={page.quiet}>{t('history.timesOf', { zone: timeZone })}</span>
          )}
          {devices.length > 0 && (
            <ExportTracks devices={devices} range={range} isListed={shown !== null} />
          )}
          <MoreMenu {...props} hasDevices={devices.length > 0} onOpen={setOpen} />
        </span>
      </div>
      {fault && devices.length > 0 && (
        <div className={classes.notice}>
          <FaultNotice
            fault={fault}
            context="open"
            actions={
              <Button size="xs" onClick={reload}>
                {t('common.tryAgain')}
              </Button>
            }
          />
        </div>
      )}
      {devices.length === 0 ? (
        <EmptyList action={{ label: t('history.choose.action'), onClick: openPicker }}>
          {t('history.choose')}
        </EmptyList>
      ) : (
        shown && <Tracks shown={shown} isLoading={isLoading} />
      )}
      {open === 'stored' && <CachedDialog onClose={() => setOpen(null)} onCleared={reload} />}
      {open === 'rules' && <TripRulesDialog onClose={() => setOpen(null)} />}
    </div>
  );
}

interface MoreMenuProps {
  /** null: not known. */
  deviceZone: string | null;
  isInDeviceZone: boolean;
  hasDevices: boolean;
  onOpen: (dialog: 'stored' | 'rules') => void;
}

/** What is needed less often. */
function MoreMenu({ deviceZone, isInDeviceZone, hasDevices, onOpen }: MoreMenuProps) {
  const { t } = useFormat();
  const zoneChoice = () => {
    if (isInDeviceZone) return t('history.more.usualTimes');
    return deviceZone === null
      ? t('history.more.localTimeNotKnown')
      : t('history.more.localTime', { zone: deviceZone });
  };
  return (
    <Menu position="bottom-end" withArrow>
      <Menu.Target>
        <IconButton name={t('history.more')} icon={IconDots} size={30} />
      </Menu.Target>
      <Menu.Dropdown>
        {hasDevices && (
          <Menu.Item
            disabled={deviceZone === null}
            onClick={() => historyStore.setState({ isInDeviceZone: !isInDeviceZone })}
          >
            {zoneChoice()}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onOpen('rules')}>{t('history.more.rules')}</Menu.Item>
        <Menu.Item onClick={() => onOpen('stored')}>{t('history.more.stored')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const rereadMs = 1500;
/** Longer tracks take longer to read, so they are read again only after growing by half. */
const smallRecords = 20_000;

/** Calls `reload` while a fetch brings more records, and once it ends. */
function useReloadWhenFetched(reload: () => void): void {
  const fetches = useFetches('locations');
  const records = fetches.map(({ id, records: count, phase }) => `${id} ${count} ${phase}`).join();
  const total = fetches.reduce((sum, fetch) => sum + fetch.records, 0);
  const isRunning = fetches.some(({ phase }) => phase === 'running');
  const known = useRef({ records, total: 0, at: 0 });
  useEffect(() => {
    if (known.current.records === records) return;
    const isWorthIt = total < smallRecords || total > known.current.total * 1.5;
    if (isRunning && !isWorthIt) return;
    const wait = isRunning ? Math.max(0, known.current.at + rereadMs - performance.now()) : 0;
    const timer = setTimeout(() => {
      known.current = { records, total, at: performance.now() };
      reload();
    }, wait);
    return () => clearTimeout(timer);
  }, [records, total, isRunning, reload]);
}

/** The tracks that were read: map, playback, charts, trips and stops. */
function Tracks(props: { shown: NonNullable<HistoryState['shown']>; isLoading: boolean }) {
  const { shown, isLoading } = props;
  const { range } = shown;
  const format = useFormat();
  const tracks = useShownTracks(shown.tracks);
  const engine = useRef<TrackMapEngine | null>(null);
  const trips = useTrips(shown.tracks);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { leastStopMinutes, list } = useHistoryLayout();
  const { rows, groups } = useMemo(
    () => listed(trips, leastStopMinutes),
    [trips, leastStopMinutes],
  );
  const selected = useMemo(
    () => rows.find(({ id }) => id === selectedId) ?? null,
    [rows, selectedId],
  );
  // Without any trip there is nothing to skip to.
  const idle = useMemo(() => {
    const driven = trips.rows.filter(({ part }) => part.kind === 'trip');
    return driven.length === 0 ? [] : timesWithoutTrips(driven, range);
  }, [trips.rows, range]);
  usePlayback(range, idle);
  const isOneDay = format.day(range.from) === format.day(range.to);
  const hasFixes = tracks.some(({ columns }) => columns.count > 0);
  const select = (row: TripRow | null) => {
    setSelectedId(row?.id ?? null);
    if (!row) return;
    pointAt(row.from);
    engine.current?.fit(placesOf(row, trips.tracks[row.track]!.columns));
  };
  const selectVisit = ({ id, track, visit }: VisitRow) => {
    setSelectedId(id);
    pointAt(visit.arrivedBy);
    engine.current?.fit(positionsIn(tracks[track]!.columns, visit));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isTaken =
      event.target instanceof Element &&
      event.target.closest('input, select, textarea, button, canvas, [role=menu]');
    if (!isTaken && playbackKey(event.key, tracks, range)) event.preventDefault();
  };
  return (
    // The playback keys work wherever the focus is on this page.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.work} aria-busy={isLoading} tabIndex={-1} onKeyDown={onKeyDown}>
      {list === 'visits' ? (
        <VisitsPanel
          tracks={tracks}
          isOneDay={isOneDay}
          selectedId={selectedId}
          onSelect={selectVisit}
        />
      ) : (
        <TripsPanel
          tracks={tracks}
          trips={trips}
          rows={rows}
          isOneDay={isOneDay}
          selectedId={selectedId}
          onSelect={select}
          onPlay={() => togglePlaying(range)}
        />
      )}
      <div className={classes.scene}>
        <div className={classes.map}>
          <HistoryMap
            tracks={tracks}
            range={range}
            isOneDay={isOneDay}
            trips={trips}
            groups={groups}
            selected={selected}
            onSelect={select}
            onEngine={(next) => {
              engine.current = next;
            }}
          />
          {!tracks.some(({ columns }) => hasPosition(columns)) && !isLoading && (
            <div className={classes.overMap}>
              <NoFixes tracks={tracks} />
            </div>
          )}
        </div>
        {hasFixes && <PlaybackBar tracks={tracks} range={range} stops={trips.stops} />}
      </div>
    </div>
  );
}

/** The tracks with the name and the colour of each device. */
function useShownTracks(tracks: readonly LoadedTrack[]): readonly ShownTrack[] {
  const palette = deviceColours[useColourScheme()];
  const chosen = useHistory((state) => state.devices);
  const nameOf = useDeviceNames(useMemo(() => tracks.map(({ deviceId }) => deviceId), [tracks]));
  // As JSON: a name may contain any separator, even a line break.
  const names = JSON.stringify(
    tracks.map(
      ({ deviceId }) => chosen.find(({ id }) => id === deviceId)?.label ?? nameOf(deviceId),
    ),
  );
  return useMemo(() => {
    const labels = JSON.parse(names) as string[];
    return tracks.map((track, i) => ({
      ...track,
      label: labels[i]!,
      colour: palette[i % palette.length]!,
    }));
  }, [tracks, names, palette]);
}

/** Why the range has no fixes. */
function NoFixes({ tracks }: { tracks: readonly LoadedTrack[] }) {
  const { t } = useFormat();
  if (tracks.some(({ coverage }) => coverage.incomplete.length > 0)) {
    return (
      <Notice tone="warning" title={t('history.empty.incomplete')}>
        {t('history.empty.incomplete.help')}
      </Notice>
    );
  }
  const hasFixes = tracks.some(({ columns }) => columns.count > 0);
  return tracks.every(({ coverage }) => coverage.missing.length === 0) ? (
    <Notice
      tone="info"
      title={hasFixes ? t('history.empty.noPosition') : t('history.empty.noFixes')}
    >
      {t('history.empty.complete.help')}
    </Notice>
  ) : (
    <Notice tone="info" title={t('history.empty.notLoaded')}>
      {t('history.empty.notLoaded.help')}
    </Notice>
  );
}

/** Which days of the tracks are not complete, and why, on request; nothing if all are. */
function IncompleteDays({ tracks }: { tracks: readonly Covered[] }) {
  const { t } = useFormat();
  const [isOpen, setOpen] = useState(false);
  if (tracks.every(({ coverage }) => coverage.incomplete.length === 0)) return null;
  return (
    <>
      <ActionButton size="compact-xs" onClick={() => setOpen(true)}>
        {t('history.incomplete.show')}
      </ActionButton>
      {isOpen && <IncompleteDialog tracks={tracks} onClose={() => setOpen(false)} />}
    </>
  );
}

/** More entries than this are counted, not listed. */
const mostListed = 100;

function IncompleteDialog(props: { tracks: readonly Covered[]; onClose: () => void }) {
  const { tracks, onClose } = props;
  const format = useFormat();
  const { t } = format;
  const labelOf = useDeviceNames(useMemo(() => tracks.map(({ deviceId }) => deviceId), [tracks]));
  const entries = useMemo(() => incompleteDays(tracks, format.day), [tracks, format]);
  const more = entries.length - mostListed;
  return (
    <Dialog opened onClose={onClose} size={720} title={t('history.incomplete.title')}>
      <p className={page.quiet} style={{ marginBlock: '1em' }}>
        {t('history.incomplete.help')}
      </p>
      <ul className={classes.incompleteDays}>
        {entries.slice(0, mostListed).map((entry) => (
          <li key={`${entry.deviceId} ${entry.from} ${entry.reason}`}>
            <strong>
              {t('history.incomplete.day', {
                device: labelOf(entry.deviceId),
                day: format.day(entry.from),
              })}
            </strong>
            <span>{reasonText(entry, format)}</span>
            {entry.originals.slice(0, 3).map((original) => (
              <pre key={original} className={classes.original}>
                {original}
              </pre>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={page.quiet} style={{ marginBlock: '1em' }}>
          {t('history.incomplete.more', { count: more })}
        </p>
      )}
    </Dialog>
  );
}

/** Why a day is not complete. */
function reasonText(part: IncompletePart, { t }: Format): string {
  const { received, unreadable, outside } = part;
  switch (part.reason) {
    case 'capped':
      return t('history.incomplete.capped', { received });
    case 'notUnderstood':
      return t('history.incomplete.notUnderstood', { unreadable, all: received + unreadable });
    case 'outside':
      return t('history.incomplete.outside', { outside, received });
  }
}
