import { useEffect, useMemo, useState } from 'react';
import type { AlertEntry } from '#shared/domain/alert-log';
import { TrackMap, type TrackMapEngine } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';

const colours = {
  light: { open: '#c4161c', seen: '#6b7480' },
  dark: { open: '#ff8a80', seen: '#8b95a3' },
};

interface Place {
  latitude: number;
  longitude: number;
}

/** Around a single alert this much is shown, or there would be nothing to tell where it is. */
const marginDegrees = 0.1;

/** Two corners about all the places, rounded so that a further alert among them moves nothing. */
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
  pickedId: string | null;
  onPick: (id: string) => void;
}

/** Where the alerts of the table were raised; those that somebody has seen to are grey. */
export function AlertMap({ entries, pickedId, onPick }: AlertMapProps) {
  const theme = useColourScheme();
  const { mapStyleUrl } = useSettings();
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
        colour: colours[theme][acknowledged ? 'seen' : 'open'],
        isSelected: id === pickedId,
        isOneOfMany: false,
      })),
    );
  }, [engine, placed, pickedId, theme]);
  const frame = JSON.stringify(frameOf(placed));
  useEffect(() => {
    const corners = JSON.parse(frame) as Place[];
    if (corners.length > 0) engine?.fit(corners);
  }, [engine, frame]);
  const picked = placed.find(({ id }) => id === pickedId);
  useEffect(() => {
    if (picked) engine?.keepInView(picked.longitude, picked.latitude);
  }, [engine, picked]);
  return (
    <TrackMap
      label="Map of the alerts"
      theme={theme}
      styleUrl={mapStyleUrl}
      onEngine={setEngine}
      onSelectPoint={onPick}
    />
  );
}
