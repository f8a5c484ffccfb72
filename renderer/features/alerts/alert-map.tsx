import { useEffect, useMemo, useState } from 'react';
import type { AlertEntry } from '#shared/domain/alert-log';
import { TrackMap, type TrackMapEngine } from '#features/map';
import { useColourScheme, useSettings } from '#features/settings';

const colours = {
  light: { open: '#c4161c', seen: '#6b7480' },
  dark: { open: '#ff8a80', seen: '#8b95a3' },
};

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
        isPicked: id === pickedId,
      })),
    );
  }, [engine, placed, pickedId, theme]);
  const count = placed.length;
  useEffect(() => {
    if (count > 0) engine?.fit();
  }, [engine, count]);
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
      onPickPoint={onPick}
    />
  );
}
