import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { placeAt, stopAt, trackColours, type StopMark, type TrackMapEngine } from '#engines/tracks';
import { TrackMap } from '#features/map';
import { useColourScheme } from '#features/settings';
import { commonTexts } from '#lib/common-texts';
import { useFormat } from '#lib/use-format';
import { page } from '#ui/page';
import { cursorStore, hoverAt, pointAt } from './cursor';
import { historyStore, useHistory, type ShownTrack } from './history-store';
import { texts } from './history-texts';
import classes from './history.module.css';
import { choiceKey, cursorSign, endSigns, fitKey } from './map-signs';
import { factorOf, upperEnd } from './measures';

/** The most stops that are legible: those of a day or a week, at any zoom. */
const fewStops = 60;

const stopColours = { light: '#c4161c', dark: '#ff8a80' };

interface HistoryMapProps {
  tracks: readonly ShownTrack[];
  range: Range;
  stops: readonly StopMark[];
  selectedStop: string | null;
  onSelectStop: (id: string) => void;
  /** Called with the engine, to show a part of a track. */
  onEngine: (engine: TrackMapEngine | null) => void;
}

/** The tracks on the map, coloured by speed or by device, and the devices at the cursor's moment. */
export function HistoryMap(props: HistoryMapProps) {
  const { tracks, range, stops, selectedStop, onSelectStop, onEngine } = props;
  const theme = useColourScheme();
  const format = useFormat();
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
        colour: colourBy === 'device' ? colour : null,
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
      tracks.flatMap((track) => endSigns(track, format.moment)),
    );
  }, [engine, tracks, format]);

  useEffect(() => {
    engine?.setPoints(
      stops.map(({ id, longitude, latitude }) => ({
        id,
        longitude,
        latitude,
        colour: stopColours[theme],
        isSelected: id === selectedStop,
        isOneOfMany: stops.length > fewStops,
      })),
    );
  }, [engine, stops, selectedStop, theme]);

  useEffect(() => {
    if (!engine) return;
    const show = () => {
      const { at, isFollowing, isPlaying } = cursorStore.getState();
      const places = tracks.map(({ columns }, track) => {
        const place = at === null ? null : placeAt(columns, at);
        const stop = at === null ? undefined : stopAt(stops, track, at);
        if (!place || !stop) return place;
        // During a stop the fixes only scatter around it.
        return { ...place, longitude: stop.longitude, latitude: stop.latitude };
      });
      engine.setSigns(
        'cursor',
        places.flatMap((place, i) => (place ? [cursorSign(tracks[i]!, place)] : [])),
      );
      const [first] = places;
      if (isPlaying && isFollowing && first) engine.keepInView(first.longitude, first.latitude);
    };
    show();
    return cursorStore.subscribe(show);
  }, [engine, tracks, stops]);

  return (
    <TrackMap
      label={texts.mapOfTheTracks}
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
      onSelectPoint={onSelectStop}
      onMoved={() => {
        movedDuring.current = chosen;
        cursorStore.setState({ isFollowing: false });
      }}
    >
      {tracks.some(({ columns }) => columns.count > 0) && (
        <Legend
          tracks={tracks}
          maxSpeed={`${format.count(maxSpeed)} ${format.speedUnit}`}
          ramp={trackColours[theme].ramp}
        />
      )}
    </TrackMap>
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
  const colourBy = useHistory((state) => state.colourBy);
  return (
    <section className={classes.legend} aria-label={texts.legend} data-covers-map>
      <SegmentedControl
        size="xs"
        aria-label={texts.colourBy}
        value={colourBy}
        data={[
          { value: 'speed', label: texts.speed },
          { value: 'device', label: commonTexts.device },
        ]}
        onChange={(value) => historyStore.setState({ colourBy: value as typeof colourBy })}
      />
      {colourBy === 'speed' ? (
        <span className={classes.legendLine}>
          0
          <span
            className={classes.speedColours}
            style={{ background: `linear-gradient(to right, ${ramp.join(', ')})` }}
            aria-hidden
          />
          {texts.speedAndMore(maxSpeed)}
        </span>
      ) : (
        tracks.map(({ deviceId, label, colour }) => (
          <span key={deviceId} className={classes.legendLine}>
            <span className={classes.dot} style={{ background: colour }} aria-hidden />
            <span className={page.cut}>{label}</span>
          </span>
        ))
      )}
      <span className={page.quiet}>{texts.dashedNoDataInBetween}</span>
    </section>
  );
}
