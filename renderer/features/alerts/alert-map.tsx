import { useEffect, useMemo, useRef, useState } from 'react';
import {
  severities,
  severityOf,
  urgencyOf,
  type AlertEntry,
  type Severity,
} from '#shared/domain/alert';
import { boxAround } from '#engines/map';
import type { TrackMapEngine } from '#engines/tracks';
import { TrackMap } from '#features/map';
import { useColourScheme } from '#features/settings';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';

const colours: Record<ColourScheme, Record<Severity | 'acknowledged', string>> = {
  light: {
    sos: '#c4161c',
    critical: '#c4161c',
    warning: '#b36200',
    info: '#3b6ea8',
    acknowledged: '#6b7480',
  },
  dark: {
    sos: '#ff6b61',
    critical: '#ff8a80',
    warning: '#ffb84d',
    info: '#7fb2ea',
    acknowledged: '#8b95a3',
  },
};

interface AlertMapProps {
  entries: readonly AlertEntry[];
  selectedId: string | null;
  onSelect: (id: string) => void;
}

/** The positions of the alerts of the list, by severity; acknowledged ones are grey. */
export function AlertMap({ entries, selectedId, onSelect }: AlertMapProps) {
  const { t } = useFormat();
  const theme = useColourScheme();
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
  const selected = placed.find(({ id }) => id === selectedId);
  useEffect(() => {
    engine?.setPoints(
      placed.map(({ id, latitude, longitude, alerts, acknowledged }) => ({
        id,
        latitude,
        longitude,
        colour: colours[theme][acknowledged ? 'acknowledged' : severityOf(alerts)],
        isSelected: id === selectedId,
        isOneOfMany: false,
        isLarge: !acknowledged && severityOf(alerts) === 'sos',
        isDimmed: selected !== undefined && id !== selectedId,
        // The most urgent ones are not hidden by others.
        rank: acknowledged ? 0 : severities.length - urgencyOf(alerts),
      })),
    );
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, placed, selected?.id, theme]);
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
      label={t('alerts.map')}
      theme={theme}
      onEngine={setEngine}
      onSelectPoint={(id) => {
        selectedOnMap.current = id;
        onSelect(id);
      }}
    />
  );
}
