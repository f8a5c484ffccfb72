import { useEffect, useMemo, useState } from 'react';
import type { AlertEntry } from '#shared/domain/alert-log';
import { TrackMap, type TrackMapEngine } from '#features/map';
import { useColourScheme, useMapStyleUrl } from '#features/settings';
import { texts } from './alerts-texts';

const colours = {
  light: { open: '#c4161c', acknowledged: '#6b7480' },
  dark: { open: '#ff8a80', acknowledged: '#8b95a3' },
};

interface Place {
  latitude: number;
  longitude: number;
}

/** The margin around the alerts, so that a single one is shown with its surroundings. */
const marginDegrees = 0.1;

/** Two corners around the positions, rounded so that another alert between them does not move the map. */
function frameOf(places: readonly Place[]): Place[] {
  if (places.length === 0) return [];
  let [south, west, north, east] = [90, 180, -90, -180];
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  const outward = (value: number, sign: 1 | -1) =>
    (sign * Math.ceil((sign * value + marginDegrees) * 10)) / 10;
  return [
    { latitude: Math.max(-90, outward(south, -1)), longitude: outward(west, -1) },
    { latitude: Math.min(90, outward(north, 1)), longitude: outward(east, 1) },
  ];
}

interface AlertMapProps {
  entries: readonly AlertEntry[];
  selectedId: string | null;
  onSelect: (id: string) => void;
}

/** The positions of the alerts in the table; acknowledged ones are grey. */
export function AlertMap({ entries, selectedId, onSelect }: AlertMapProps) {
  const theme = useColourScheme();
  const mapStyleUrl = useMapStyleUrl();
  const [engine, setEngine] = useState<TrackMapEngine | null>(null);
  const placed = useMemo(
    () =>
      entries.flatMap((entry) =>
        entry.latitude === null || entry.longitude === null
          ? []
          : [{ ...entry, latitude: entry.latitude, longitude: entry.longitude }],
      ),
    [entries],
  );
  useEffect(() => {
    engine?.setPoints(
      placed.map(({ id, latitude, longitude, acknowledged }) => ({
        id,
        latitude,
        longitude,
        colour: colours[theme][acknowledged ? 'acknowledged' : 'open'],
        isSelected: id === selectedId,
        isOneOfMany: false,
      })),
    );
  }, [engine, placed, selectedId, theme]);
  const frame = JSON.stringify(frameOf(placed));
  useEffect(() => {
    const corners = JSON.parse(frame) as Place[];
    if (corners.length > 0) engine?.fit(corners);
  }, [engine, frame]);
  const selected = placed.find(({ id }) => id === selectedId);
  useEffect(() => {
    if (selected) engine?.keepInView(selected.longitude, selected.latitude);
  }, [engine, selected]);
  return (
    <TrackMap
      label={texts.mapOfTheAlerts}
      theme={theme}
      styleUrl={mapStyleUrl}
      onEngine={setEngine}
      onSelectPoint={onSelect}
    />
  );
}
