import { Button, CloseButton, Menu } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { Range } from '#shared/domain/history';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import classes from './history.module.css';

const formats = {
  fixes: { csv: 'CSV', xlsx: 'Excel (XLSX)', geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' },
  trips: { csv: 'CSV', xlsx: 'Excel (XLSX)', geojson: 'GeoJSON', kml: 'KML' },
} as const;
type What = keyof typeof formats;
type TrackFormat = 'csv' | 'xlsx' | 'geojson' | 'kml' | 'gpx';

/** Takes the tracks on screen, or the trips and stops found in them, out to a file. */
export function ExportTracks({ deviceIds, range }: { deviceIds: string[]; range: Range }) {
  const { tripRules } = useSettings();
  const { timeZone, counted } = useFormat();
  const [written, setWritten] = useState<{ file: string; rows: number } | null>(null);
  const run = useAction(async (what: What, format: TrackFormat) => {
    setWritten(null);
    const outcome = await api.history.exportTracks({
      what,
      format,
      deviceIds,
      range,
      rules: tripRules,
      timeZone,
    });
    if (outcome.ok) setWritten(outcome.value);
    return outcome;
  });
  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={run.isBusy}
            leftSection={<IconTableExport size={14} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(formats) as What[]).map((what) => (
            <div key={what}>
              <Menu.Label>{what === 'fixes' ? 'Fixes' : 'Trips and stops'}</Menu.Label>
              {Object.entries(formats[what]).map(([format, name]) => (
                <Menu.Item key={format} onClick={() => void run.run(what, format as TrackFormat)}>
                  {what === 'fixes' ? 'Fixes' : 'Trips and stops'} as {name}
                </Menu.Item>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      {written && (
        <span className={classes.written} aria-live="polite">
          <span title={written.file}>
            {counted(written.rows, 'row')} written to {written.file.replace(/^.*[/\\]/, '')}
          </span>
          <CloseButton size="xs" aria-label="Dismiss" onClick={() => setWritten(null)} />
        </span>
      )}
      {run.fault && <FaultNotice fault={run.fault} context="open" onDismiss={run.dismiss} />}
    </>
  );
}
