import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { TrackMap, trackColours, type TrackMapEngine, type TrackSign } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { cursorStore, passOver, pointAt } from '../charts/cursor';
import { choiceKey, frameKey } from './frame-key';
import type { LoadedTrack } from '../download/history-port';
import classes from '../history.module.css';
import { factorOf, upperEnd } from '../charts/measures';
import { placeAt } from './place-at';
import { historyStore, useHistory } from '../store';

/** A stop to be seen and picked on the map. */
export interface StopMark {
  id: string;
  longitude: number;
  latitude: number;
  at: number;
}

interface HistoryMapProps {
  tracks: readonly LoadedTrack[];
  /** The time they are of. */
  range: Range;
  labels: readonly string[];
  colours: readonly string[];
  stops: readonly StopMark[];
  pickedStop: string | null;
  onPickStop: (id: string) => void;
  /** The engine, for whoever wants a part of the way shown. */
  onEngine: (engine: TrackMapEngine | null) => void;
}

/** The ways on the map, coloured by speed or by device, with the devices where they were then. */
export function HistoryMap(props: HistoryMapProps) {
  const { tracks, range, labels, colours, stops, pickedStop, onPickStop, onEngine } = props;
  const theme = useColourScheme();
  const { mapStyleUrl } = useSettings();
  const format = useFormat();
  const colourBy = useHistory((state) => state.colourBy);
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const factor = factorOf('m:speed', format.serviceSpeedUnit, format.speedUnit);
  const most = useMemo(
    () =>
      upperEnd(
        tracks.map(({ columns }) => columns.measures.speed ?? null),
        factor,
      ),
    [tracks, factor],
  );

  useEffect(() => {
    if (!engine) return;
    engine.setTracks(
      tracks.map(({ deviceId, columns }, i) => ({
        id: deviceId,
        longitude: columns.longitude,
        latitude: columns.latitude,
        flags: columns.flags,
        values: columns.measures.speed ?? null,
        maxValue: most / factor,
        colour: colourBy === 'device' ? colours[i]! : null,
      })),
    );
  }, [engine, tracks, colours, colourBy, most, factor]);

  const fixes = tracks.reduce((sum, { columns }) => sum + columns.count, 0);
  const framed = frameKey(tracks, range);
  const chosen = choiceKey(tracks, range);
  /** The choice during which a hand moved the map. */
  const movedDuring = useRef<string | null>(null);
  useEffect(() => {
    if (framed === null || movedDuring.current === chosen) return;
    const timer = setTimeout(() => engine?.fit(), 0);
    return () => clearTimeout(timer);
  }, [engine, framed, chosen]);

  useEffect(() => {
    engine?.setSigns('end', endSigns(tracks, labels, colours, format.moment));
  }, [engine, tracks, labels, colours, format]);

  useEffect(() => {
    engine?.setPoints(
      stops.map(({ id, longitude, latitude }) => ({
        id,
        longitude,
        latitude,
        colour: stopColours[theme],
        isSelected: id === pickedStop,
        isOneOfMany: stops.length > fewStops,
      })),
    );
  }, [engine, stops, pickedStop, theme]);

  useEffect(() => {
    if (!engine) return;
    const show = () => {
      const { at, isFollowing, isPlaying } = cursorStore.getState();
      const places = tracks.map(({ columns }) => (at === null ? null : placeAt(columns, at)));
      engine.setSigns(
        'cursor',
        places.flatMap((place, i): TrackSign[] =>
          place === null
            ? []
            : [
                {
                  id: tracks[i]!.deviceId,
                  longitude: place.longitude,
                  latitude: place.latitude,
                  colour: colours[i]!,
                  letters: place.isKnown ? '●' : '?',
                  label: place.isKnown
                    ? labels[i]!
                    : `${labels[i]!}: no data for this moment; the last fix was here`,
                  kind: 'cursor',
                },
              ],
        ),
      );
      const [first] = places;
      if (isPlaying && isFollowing && first) engine.keepInView(first.longitude, first.latitude);
    };
    show();
    return cursorStore.subscribe(show);
  }, [engine, tracks, labels, colours]);

  return (
    <TrackMap
      label="Map of the way"
      theme={theme}
      styleUrl={mapStyleUrl}
      onEngine={(next) => {
        setEngine(next);
        onEngine(next);
      }}
      onHover={(hit) => {
        const at = hit && tracks[hit.track]?.columns.at[hit.row];
        if (typeof at === 'number') passOver(at);
      }}
      onSelectFix={({ track, row }) => pointAt(tracks[track]?.columns.at[row] ?? null)}
      onSelectPoint={onPickStop}
      onMoved={() => {
        movedDuring.current = chosen;
        cursorStore.setState({ isFollowing: false });
      }}
    >
      {fixes > 0 && (
        <Legend
          most={`${format.count(most)} ${format.speedUnit}`}
          ramp={trackColours[theme].ramp}
          labels={labels}
          colours={colours}
        />
      )}
    </TrackMap>
  );
}

/** As many stops as a map of a day or a week shows well at any zoom. */
const fewStops = 60;

const stopColours = { light: '#c4161c', dark: '#ff8a80' };

interface LegendProps {
  most: string;
  ramp: readonly string[];
  labels: readonly string[];
  colours: readonly string[];
}

function Legend({ most, ramp, labels, colours }: LegendProps) {
  const colourBy = useHistory((state) => state.colourBy);
  return (
    <section className={classes.legend} aria-label="Legend">
      <SegmentedControl
        size="xs"
        aria-label="Colour by"
        value={colourBy}
        data={[
          { value: 'speed', label: 'Speed' },
          { value: 'device', label: 'Device' },
        ]}
        onChange={(value) => historyStore.setState({ colourBy: value as typeof colourBy })}
      />
      {colourBy === 'speed' ? (
        <span className={classes.rampLine}>
          0
          <span
            className={classes.ramp}
            style={{ background: `linear-gradient(to right, ${ramp.join(', ')})` }}
            aria-hidden
          />
          {most} and more
        </span>
      ) : (
        labels.map((label, i) => (
          <span key={label} className={classes.legendLine}>
            <span className={classes.dot} style={{ background: colours[i] }} aria-hidden />
            <span className={classes.chipName}>{label}</span>
          </span>
        ))
      )}
      <span className={classes.quiet}>Dashed: no data in between. Red dots: stops.</span>
    </section>
  );
}

/** Whether two signs would lie on each other. */
function isNear({ latitude, longitude }: LoadedTrack['columns'], a: number, b: number): boolean {
  const apart = Math.abs(latitude[a]! - latitude[b]!) + Math.abs(longitude[a]! - longitude[b]!);
  return apart < 0.0005;
}

function endSigns(
  tracks: readonly LoadedTrack[],
  labels: readonly string[],
  colours: readonly string[],
  moment: (at: number) => string,
): TrackSign[] {
  return tracks.flatMap(({ deviceId, columns }, i): TrackSign[] => {
    const first = columns.latitude.findIndex((latitude) => !Number.isNaN(latitude));
    const last = columns.latitude.findLastIndex((latitude) => !Number.isNaN(latitude));
    if (first < 0) return [];
    const sign = (row: number, letters: string, word: string): TrackSign => ({
      id: `${deviceId} ${letters}`,
      longitude: columns.longitude[row]!,
      latitude: columns.latitude[row]!,
      colour: colours[i]!,
      letters,
      label: `${labels[i]!} ${word}: ${moment(columns.at[row]!)}`,
      kind: 'end',
    });
    if (isNear(columns, first, last)) return [sign(first, 'A/B', 'begins and ends here')];
    return [sign(first, 'A', 'begins'), sign(last, 'B', 'ends')];
  });
}
