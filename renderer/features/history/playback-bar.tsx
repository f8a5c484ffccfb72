import { Button, NativeSelect, Switch } from '@mantine/core';
import {
  IconChartLine,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Range } from '#shared/domain/history';
import { fixFlags } from '#shared/history/columns';
import { firstRowAt } from '#shared/history/track';
import { neighbourFix, stopAt, type StopMark } from '#engines/tracks';
import { useFormat } from '#lib/use-format';
import {
  cursorStore,
  playbackSpeeds,
  pointAt,
  togglePlaying,
  useCursorAt,
  type PlaybackSpeed,
} from './cursor';
import { ActionButton } from '#ui/action-button';
import { page } from '#ui/page';
import { IconButton } from '#ui/icon-button';
import { Charts, SpeedStrip } from './charts';
import { arrangeHistory, useHistoryLayout } from './history-layout';
import { historyStore, useHistory, type ShownTrack } from './history-store';
import classes from './history.module.css';

/** Moves the cursor to the next or the previous fix of any device. */
function stepFix(tracks: readonly ShownTrack[], range: Range, step: 1 | -1): void {
  const from = cursorStore.getState().at ?? (step === 1 ? range.from - 1 : range.to + 1);
  const next = neighbourFix(
    tracks.map(({ columns }) => columns),
    from,
    step,
  );
  if (next !== null) pointAt(next);
}

/** Handles a playback key; returns whether the key has a function. */
export function playbackKey(key: string, tracks: readonly ShownTrack[], range: Range): boolean {
  if (key === ' ') togglePlaying(range);
  else if (key === 'ArrowRight') stepFix(tracks, range, 1);
  else if (key === 'ArrowLeft') stepFix(tracks, range, -1);
  else if (key === 'Home') pointAt(range.from);
  else if (key === 'End') pointAt(range.to);
  else return false;
  return true;
}

interface PlaybackBarProps {
  tracks: readonly ShownTrack[];
  range: Range;
  stops: readonly StopMark[];
}

/** Below the map: playback controls, the values at the moment, the speed over time, and more charts on request. */
export function PlaybackBar({ tracks, range, stops }: PlaybackBarProps) {
  const { isPlaying, speed, isFollowing, isSkippingStops } = useStore(
    cursorStore,
    // Without the moment, which changes with each frame.
    useShallow((state) => ({
      isPlaying: state.isPlaying,
      speed: state.speed,
      isFollowing: state.isFollowing,
      isSkippingStops: state.isSkippingStops,
    })),
  );
  const { hasCharts } = useHistoryLayout();
  const zoom = useHistory((state) => state.zoom);
  const at = useCursorAt();
  const format = useFormat();
  const { t } = format;
  const shown = at ?? range.from;
  const isOne = tracks.length === 1;
  const isOneDay = format.day(range.from) === format.day(range.to);
  // With several devices nobody could tell whose stop is shaded.
  const shaded = isOne ? stops : noStops;
  const readouts = tracks.map((track, i) => (
    <li key={track.deviceId}>
      {!isOne && (
        <>
          <span className={classes.dot} style={{ background: track.colour }} aria-hidden />
          <bdi className={page.cut}>{track.label}</bdi>
        </>
      )}
      <span className={page.quiet}>
        {at !== null && (
          <Readout track={track} at={at} isStopped={stopAt(stops, i, at) !== undefined} />
        )}
      </span>
    </li>
  ));
  return (
    <section className={classes.playback} aria-label={t('history.playback')}>
      <div className={classes.controls}>
        <div className={classes.transport}>
          <IconButton
            name={t('history.playback.previous')}
            title={t('history.playback.previous.key')}
            icon={IconPlayerSkipBack}
            onClick={() => stepFix(tracks, range, -1)}
          />
          <IconButton
            name={isPlaying ? t('history.playback.pause') : t('history.playback.play')}
            title={isPlaying ? t('history.playback.pause.key') : t('history.playback.play.key')}
            icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
            variant="filled"
            onClick={() => togglePlaying(range)}
          />
          <IconButton
            name={t('history.playback.next')}
            title={t('history.playback.next.key')}
            icon={IconPlayerSkipForward}
            onClick={() => stepFix(tracks, range, 1)}
          />
        </div>
        <NativeSelect
          size="xs"
          aria-label={t('history.playback.speed')}
          value={speed}
          data={playbackSpeeds.map((value) => ({
            value: String(value),
            label: t('history.playback.times', { times: value }),
          }))}
          onChange={(event) =>
            cursorStore.setState({ speed: Number(event.currentTarget.value) as PlaybackSpeed })
          }
        />
        <Switch
          size="xs"
          label={t('common.follow')}
          checked={isFollowing}
          onChange={(event) => cursorStore.setState({ isFollowing: event.currentTarget.checked })}
        />
        <Switch
          size="xs"
          label={t('history.playback.skipStops')}
          checked={isSkippingStops}
          onChange={(event) =>
            cursorStore.setState({ isSkippingStops: event.currentTarget.checked })
          }
        />
        <time
          className={classes.moment}
          dateTime={new Date(shown).toISOString()}
          title={format.moment(shown)}
        >
          {isOneDay ? format.clock(shown) : format.moment(shown)}
        </time>
        {isOne && (
          <ul
            className={`${classes.readout} ${classes.readoutOfOne}`}
            aria-label={t('history.playback.values')}
          >
            {readouts}
          </ul>
        )}
        <span className={classes.controlsEnd}>
          {zoom !== null && (
            <ActionButton size="compact-xs" onClick={() => historyStore.setState({ zoom: null })}>
              {t('history.playback.wholeRange')}
            </ActionButton>
          )}
          <Button
            size="compact-xs"
            variant={hasCharts ? 'light' : 'default'}
            aria-expanded={hasCharts}
            leftSection={<IconChartLine size={14} aria-hidden />}
            onClick={() => arrangeHistory({ hasCharts: !hasCharts })}
          >
            {t('history.playback.charts')}
          </Button>
        </span>
      </div>
      {!isOne && (
        <ul className={classes.readout} aria-label={t('history.playback.values')}>
          {readouts}
        </ul>
      )}
      <SpeedStrip tracks={tracks} range={range} stops={shaded} />
      {hasCharts && <Charts tracks={tracks} range={range} stops={shaded} />}
    </section>
  );
}

const noStops: readonly StopMark[] = [];

interface ReadoutProps {
  track: ShownTrack;
  at: number;
  /** A stop has no speed, whatever its first fix reported. */
  isStopped: boolean;
}

/** The time of a fix that is older than this at a moment is said. */
const oldMs = 60_000;

/** The values of the last fix at or before a moment. */
function Readout({ track: { columns }, at, isStopped }: ReadoutProps) {
  const format = useFormat();
  const { t } = format;
  const next = firstRowAt(columns, at);
  const row = columns.at[next] === at ? next : next - 1;
  const time = columns.at[row];
  if (time === undefined)
    return (
      <>{columns.count === 0 ? t('history.playback.noFix') : t('history.playback.noFixYet')}</>
    );
  const value = (name: 'speed' | 'battery' | 'fuel' | 'temperature') => {
    const found = columns.measures[name]?.[row];
    return found === undefined || Number.isNaN(found) ? null : found;
  };
  const speed = isStopped ? null : value('speed');
  const battery = value('battery');
  const fuel = value('fuel');
  const temperature = value('temperature');
  const parts = [
    // Otherwise it is the moment beside it.
    at - time > oldMs ? t('history.playback.fixAt', { time: format.clock(time) }) : null,
    speed === null ? null : format.speed(speed),
    battery === null ? null : t('history.playback.battery', { percent: format.percent(battery) }),
    fuel === null ? null : t('history.playback.fuel', { percent: format.percent(fuel) }),
    temperature === null
      ? null
      : t('history.playback.temperature', { temperature: Math.round(temperature * 10) / 10 }),
    Number.isNaN(columns.latitude[row]!) ? t('history.playback.noPosition') : null,
    columns.flags[row]! & (fixFlags.critical | fixFlags.alert) ? t('history.playback.alert') : null,
  ];
  return <>{parts.filter((part) => part !== null).join(' · ')}</>;
}
