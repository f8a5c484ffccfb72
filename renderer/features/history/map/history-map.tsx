import { useEffect, useMemo, useRef, useState } from 'react';
import type { Range } from '#shared/domain/history';
import { TrackMap, trackColours, type TrackMapEngine } from '#features/map';
import { useColourScheme, useMapStyleUrl } from '#features/settings';
import { useFormat } from '#lib/use-format';
import { cursorStore, hoverAt, pointAt } from '../playback/cursor';
import { choiceKey, fitKey } from './fit-key';
import type { LoadedTrack } from '../tracks/history-port';
import { factorOf, upperEnd } from '../charts/measures';
import { texts } from '../history-texts';
import { HistoryLegend } from './history-legend';
import { cursorSigns, endSigns } from './history-signs';
import { placeAt, stopAt, type StopMark } from '../tracks/place-at';
import { useHistory } from '../store';

interface HistoryMapProps {
  tracks: readonly LoadedTrack[];
  range: Range;
  labels: readonly string[];
  colours: readonly string[];
  stops: readonly StopMark[];
  selectedStop: string | null;
  onSelectStop: (id: string) => void;
  /** Called with the engine, to show a part of a track. */
  onEngine: (engine: TrackMapEngine | null) => void;
}

/** The tracks on the map, coloured by speed or by device, and the devices at the cursor's moment. */
export function HistoryMap(props: HistoryMapProps) {
  const { tracks, range, labels, colours, stops, selectedStop, onSelectStop, onEngine } = props;
  const theme = useColourScheme();
  const mapStyleUrl = useMapStyleUrl();
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
    if (!engine) return;
    engine.setTracks(
      tracks.map(({ deviceId, columns }, i) => ({
        id: deviceId,
        longitude: columns.longitude,
        latitude: columns.latitude,
        flags: columns.flags,
        values: columns.measures.speed ?? null,
        maxValue: maxSpeed / factor,
        colour: colourBy === 'device' ? colours[i]! : null,
      })),
    );
  }, [engine, tracks, colours, colourBy, maxSpeed, factor]);

  const fixes = tracks.reduce((sum, { columns }) => sum + columns.count, 0);
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
    engine?.setSigns('end', endSigns(tracks, labels, colours, format.moment));
  }, [engine, tracks, labels, colours, format]);

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
        // During a stop the fixes only scatter around it.
        return (
          place && {
            ...place,
            longitude: stop?.longitude ?? place.longitude,
            latitude: stop?.latitude ?? place.latitude,
          }
        );
      });
      engine.setSigns('cursor', cursorSigns(tracks, places, labels, colours));
      const [first] = places;
      if (isPlaying && isFollowing && first) engine.keepInView(first.longitude, first.latitude);
    };
    show();
    return cursorStore.subscribe(show);
  }, [engine, tracks, labels, colours, stops]);

  return (
    <TrackMap
      label={texts.mapOfTheTracks}
      theme={theme}
      styleUrl={mapStyleUrl}
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
      {fixes > 0 && (
        <HistoryLegend
          maxSpeed={`${format.count(maxSpeed)} ${format.speedUnit}`}
          ramp={trackColours[theme].ramp}
          labels={labels}
          colours={colours}
        />
      )}
    </TrackMap>
  );
}

/** The most stops that are legible: those of a day or a week, at any zoom. */
const fewStops = 60;

const stopColours = { light: '#c4161c', dark: '#ff8a80' };
