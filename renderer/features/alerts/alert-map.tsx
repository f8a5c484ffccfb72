import { useEffect, useMemo, useRef, useState } from 'react';
import type { AlertEntry } from '#shared/domain/alert';
import { boxAround } from '#engines/map';
import type { TrackMapEngine } from '#engines/tracks';
import { TrackMap } from '#features/map';
import { useColourScheme, useMapStyleUrl } from '#features/settings';
import { texts } from './alerts-texts';

const colours = {
  light: { open: '#c4161c', acknowledged: '#6b7480' },
  dark: { open: '#ff8a80', acknowledged: '#8b95a3' },
};

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
  const selected = placed.find(({ id }) => id === selectedId);
  const selectedOnMap = useRef<string | null>(null);
  // In tenths of a degree, so that another alert between them does not move the map.
  const frame = Object.values(boxAround(placed) ?? {}).map((edge) => Math.round(edge * 3_600));
  useEffect(() => {
    if (placed.length > 0 && !selected) engine?.fit(placed);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, JSON.stringify(frame)]);
  useEffect(() => {
    if (selected && selected.id !== selectedOnMap.current)
      engine?.centre(selected.longitude, selected.latitude);
    selectedOnMap.current = null;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, selected?.id]);
  return (
    <TrackMap
      label={texts.mapOfTheAlerts}
      theme={theme}
      styleUrl={mapStyleUrl}
      onEngine={setEngine}
      onSelectPoint={(id) => {
        selectedOnMap.current = id;
        onSelect(id);
      }}
    />
  );
}
