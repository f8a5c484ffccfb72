import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Range } from '#shared/domain/history';
import { deviceColours, type TrackMapEngine } from '#features/map';
import { useColourScheme } from '#features/settings';
import { useDeviceNames } from '#features/edits';
import { Notice } from '#ui/notice';
import { Charts } from './charts/charts';
import { pointAt, timesWithoutTrips, togglePlaying, usePlayback } from './playback/cursor';
import { PlaybackBar, playbackKey } from './playback/playback-bar';
import { texts } from './history-texts';
import classes from './history.module.css';
import { HistoryMap } from './map/history-map';
import { useHistory, type HistoryState } from './store';
import { placesOf, type TripRow } from './trips/trip-rows';
import { TripsPanel, type TripsView } from './trips/trips-panel';
import { useTrips } from './trips/use-trips';

type Shown = NonNullable<HistoryState['shown']>;

/** Why the range has no fixes. */
function NoFixes({ tracks }: Pick<Shown, 'tracks'>) {
  if (tracks.some(({ coverage }) => coverage.incomplete.length > 0)) {
    return (
      <Notice tone="warning" title={texts.noFixesOfThisRange}>
        {texts.theAnswerOfTheService}
      </Notice>
    );
  }
  return tracks.every(({ coverage }) => coverage.missing.length === 0) ? (
    <Notice tone="info" title={texts.theServiceHasNoFixes}>
      {texts.allOfTheRangeWas}
    </Notice>
  ) : (
    <Notice tone="info" title={texts.notDownloadedYet}>
      {texts.fetchItOrChooseAnother}
    </Notice>
  );
}

/** When no device is on a trip. Without any trip there is nothing to skip to. */
function idleTimes(rows: readonly TripRow[], range: Range): Range[] {
  const trips = rows.filter(({ kind }) => kind === 'trip');
  return trips.length === 0 ? [] : timesWithoutTrips(trips, range);
}

interface HistoryContentProps {
  shown: Shown;
  isLoading: boolean;
}

/** The tracks that were read: map, playback, charts, trips and stops. */
export function HistoryContent({ shown, isLoading }: HistoryContentProps) {
  const { range, tracks } = shown;
  const palette = deviceColours[useColourScheme()];
  const ids = useMemo(() => tracks.map(({ deviceId }) => deviceId), [tracks]);
  const chosen = useHistory((state) => state.devices);
  const labelOf = useDeviceNames(ids);
  const names = ids.map((id) => chosen.find((device) => device.id === id)?.label ?? labelOf(id));
  // As JSON: a name may contain any separator, even a line break.
  const key = JSON.stringify(names);
  const labels = useMemo(() => JSON.parse(key) as string[], [key]);
  const colours = useMemo(() => ids.map((_, i) => palette[i % palette.length]!), [ids, palette]);
  const engine = useRef<TrackMapEngine | null>(null);
  const trips = useTrips(tracks);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const idle = useMemo(() => idleTimes(trips.rows, range), [trips.rows, range]);
  usePlayback(range, idle);
  const fixes = tracks.reduce((sum, { columns }) => sum + columns.count, 0);
  const view: TripsView = {
    trips,
    labels,
    colours,
    selectedId,
    onPlay: () => togglePlaying(range),
    onSelect: (row) => {
      setSelectedId(row.id);
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
    // The playback keys work wherever the focus is on this page.
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
            selectedStop={selectedId}
            onSelectStop={(id) => {
              const row = trips.rows.find((other) => other.id === id);
              if (row) view.onSelect(row);
            }}
            onEngine={(next) => {
              engine.current = next;
            }}
          />
          {fixes === 0 && !isLoading && (
            <div className={classes.overMap}>
              <NoFixes tracks={tracks} />
            </div>
          )}
        </div>
        {fixes > 0 && (
          <>
            <PlaybackBar
              tracks={tracks}
              labels={labels}
              colours={colours}
              range={range}
              stops={trips.stops}
            />
            <Charts tracks={tracks} labels={labels} colours={colours} range={range} />
          </>
        )}
      </div>
      <TripsPanel {...view} />
    </div>
  );
}
