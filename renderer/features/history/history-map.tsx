import { Menu, SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { placeAt, stopAt, trackColours, type TrackMapEngine } from '#engines/tracks';
import { TrackMap } from '#features/map';
import { useColourScheme } from '#features/settings';
import { inlineSign } from '#lib/language';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { cursorStore, hoverAt, pointAt } from './cursor';
import { historyStore, useHistory, type ShownTrack } from './history-store';
import classes from './history.module.css';
import { choiceKey, cursorSign, endSigns, fitKey, stopLine, stopSign } from './map-signs';
import { factorOf, upperEnd } from './measures';
import { placesOf, type StopGroup, type TripRow } from './trip-rows';
import type { FoundTrips } from './trips';

/** The most places with numbers: those of more are dots. */
const mostNumbered = 150;

const stopColours = { light: '#37424f', dark: '#d5dde6' };

interface HistoryMapProps {
  tracks: readonly ShownTrack[];
  range: Range;
  /** All is on one day: the day of a stop is not named. */
  isOneDay: boolean;
  trips: FoundTrips;
  /** The places of the stops that the list shows. */
  groups: readonly StopGroup[];
  selected: TripRow | null;
  onSelect: (row: TripRow) => void;
  /** Called with the engine, to show a part of a track. */
  onEngine: (engine: TrackMapEngine | null) => void;
}

/** The tracks on the map, coloured by speed or by device, and the devices at the cursor's moment. */
export function HistoryMap(props: HistoryMapProps) {
  const { tracks, range, isOneDay, trips, groups, selected, onSelect, onEngine } = props;
  const { stops } = trips;
  const theme = useColourScheme();
  const format = useFormat();
  const { t } = format;
  const colourBy = useHistory((state) => state.colourBy);
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const factor = factorOf('m:speed', format.serviceSpeedUnit, format.units);
  const maxSpeed = useMemo(
    () =>
      upperEnd(
        tracks.map(({ columns }) => columns.measures.speed ?? null),
        factor,
      ),
    [tracks, factor],
  );

  useEffect(() => {
    engine?.setTracks(
      tracks.map(({ key, colour }) => ({
        key,
        measure: 'speed',
        maxValue: maxSpeed / factor,
        colour: colourBy === 'device' && tracks.length > 1 ? colour : null,
      })),
    );
  }, [engine, tracks, colourBy, maxSpeed, factor]);

  const frame = fitKey(tracks, range);
  const chosen = choiceKey(tracks, range);
  /** The choice for which the user has moved the map: it is not fitted again. */
  const movedDuring = useRef<string | null>(null);
  useEffect(() => {
    if (frame === null || movedDuring.current === chosen) return;
    const timer = setTimeout(() => engine?.fit(), 0);
    return () => clearTimeout(timer);
  }, [engine, frame, chosen]);

  useEffect(() => {
    engine?.setSigns(
      'end',
      tracks.flatMap((track) => endSigns(track, format)),
    );
  }, [engine, tracks, format]);

  const isNumbered = groups.length <= mostNumbered;
  useEffect(() => {
    engine?.setPoints(
      isNumbered
        ? []
        : groups.map(({ id, longitude, latitude, visits }) => ({
            id,
            longitude,
            latitude,
            colour: stopColours[theme],
            isSelected: visits.some((visit) => visit.id === selected?.id),
            isOneOfMany: true,
          })),
    );
    engine?.setSigns(
      'stop',
      isNumbered
        ? groups.map((group) =>
            stopSign(group, {
              colour: (tracks.length > 1 && tracks[group.track]?.colour) || stopColours[theme],
              selectedId: selected?.id ?? null,
              isOneDay,
              format,
            }),
          )
        : [],
    );
  }, [engine, groups, isNumbered, selected, theme, tracks, isOneDay, format]);

  useEffect(() => {
    const isTrip = selected?.part.kind === 'trip';
    engine?.setHighlight(isTrip ? placesOf(selected, trips.tracks[selected.track]!.columns) : null);
  }, [engine, selected, trips.tracks]);

  const [visited, setVisited] = useState<{ group: StopGroup; at: { x: number; y: number } } | null>(
    null,
  );
  const press = (id: string, at?: { x: number; y: number }) => {
    const group = groups.find((other) => other.id === id);
    const [first, ...others] = group?.visits ?? [];
    if (!group || !first) return;
    if (others.length === 0 || !at) onSelect(first);
    else setVisited({ group, at });
  };

  useEffect(() => {
    if (!engine) return;
    const signed = new Set(
      isNumbered ? groups.flatMap(({ visits }) => visits.map(({ id }) => id)) : [],
    );
    const show = () => {
      const { at, isFollowing, isPlaying } = cursorStore.getState();
      const places = tracks.map(({ columns }, track) => {
        const place = at === null ? null : placeAt(columns, at);
        const stop = at === null ? undefined : stopAt(stops, track, at);
        if (!place || at === null) return null;
        // A trip begins at the stop before it.
        const near = stop ?? stopAt(stops, track, at - 1);
        const isBesideStop = near !== undefined && signed.has(near.id);
        if (!stop) return { ...place, isBesideStop };
        // During a stop the fixes only scatter around it.
        const { longitude, latitude } = stop;
        return { ...place, longitude, latitude, isBesideStop };
      });
      engine.setSigns(
        'cursor',
        places.flatMap((place, i) => (place ? [cursorSign(tracks[i]!, place, format)] : [])),
      );
      const [first] = places;
      if (isPlaying && isFollowing && first) engine.keepInView(first.longitude, first.latitude);
    };
    show();
    return cursorStore.subscribe(show);
  }, [engine, tracks, stops, groups, isNumbered, format]);

  return (
    <TrackMap
      label={t('history.map')}
      theme={theme}
      onEngine={(next) => {
        setEngine(next);
        onEngine(next);
      }}
      onHover={(hit) => {
        const at = hit && tracks[hit.track]?.columns.at[hit.row];
        if (typeof at === 'number') hoverAt(at);
      }}
      onSelectFix={({ track, row }) => pointAt(tracks[track]?.columns.at[row] ?? null)}
      onSelectPoint={press}
      onSelectSign={press}
      onMoved={() => {
        movedDuring.current = chosen;
        cursorStore.setState({ isFollowing: false });
      }}
    >
      {tracks.some(({ columns }) => columns.count > 0) && (
        <Legend
          tracks={tracks}
          maxSpeed={format.amount(maxSpeed, format.speedUnit, 'whole')}
          ramp={trackColours[theme].ramp}
        />
      )}
      <VisitsMenu
        visits={visited?.group.visits ?? []}
        isOneDay={isOneDay}
        at={visited?.at ?? null}
        onSelect={onSelect}
        onClose={() => setVisited(null)}
      />
    </TrackMap>
  );
}

interface VisitsMenuProps {
  visits: StopGroup['visits'];
  isOneDay: boolean;
  /** Where the menu opens; null: it is closed. */
  at: { x: number; y: number } | null;
  onSelect: (row: TripRow) => void;
  onClose: () => void;
}

/** The stops at one place, to choose one. */
function VisitsMenu({ visits, isOneDay, at, onSelect, onClose }: VisitsMenuProps) {
  const format = useFormat();
  const { t } = format;
  return (
    <Menu
      opened={at !== null}
      onChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      position="bottom-start"
      floatingStrategy="fixed"
      middlewares={{ shift: { crossAxis: true, padding: 8 } }}
      offset={4}
      transitionProps={{ duration: 0 }}
      hideDetached={false}
    >
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1 }}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.visits} aria-label={t('history.map.stopsHere')}>
        <Menu.Label>{t('history.map.visits', { count: visits.length })}</Menu.Label>
        {visits.map((visit) => (
          <Menu.Item key={visit.id} onClick={() => onSelect(visit)}>
            {stopLine(visit, format, isOneDay)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface LegendProps {
  tracks: readonly ShownTrack[];
  /** The upper end of the speed colours, with its unit. */
  maxSpeed: string;
  ramp: readonly string[];
}

/** What the colours on the map mean, and the choice between speed and device. */
function Legend({ tracks, maxSpeed, ramp }: LegendProps) {
  const { t, count } = useFormat();
  const colourBy = useHistory((state) => state.colourBy);
  // The colour of the only device says nothing.
  const isBySpeed = colourBy === 'speed' || tracks.length === 1;
  return (
    <section
      className={classes.legend}
      aria-label={t('history.map.legend')}
      title={t('history.map.legend.help')}
      data-covers-map
    >
      {tracks.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('history.map.colourBy')}
          value={colourBy}
          data={[
            { value: 'speed', label: t('history.map.speed') },
            { value: 'device', label: t('common.device') },
          ]}
          onChange={(value) => historyStore.setState({ colourBy: value as typeof colourBy })}
        />
      )}
      {isBySpeed ? (
        <span className={classes.legendLine}>
          {count(0)}
          <span
            className={classes.speedColours}
            style={{ background: `linear-gradient(${inlineSign() * 90}deg, ${ramp.join(', ')})` }}
            aria-hidden
          />
          {t('history.map.speedAndMore', { speed: maxSpeed })}
        </span>
      ) : (
        tracks.map(({ deviceId, label, colour }) => (
          <span key={deviceId} className={classes.legendLine}>
            <span className={classes.dot} style={{ background: colour }} aria-hidden />
            <bdi className={page.cut}>{label}</bdi>
          </span>
        ))
      )}
    </section>
  );
}
