import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { WrittenFile } from '#ui/written-file';
import classes from './alerts.module.css';
import type { LogQuery } from './use-log';
import { texts } from './alerts-texts';

const formats = {
  csv: texts.csvForExcelAndOthers,
  xlsx: texts.excelXlsx,
  geojson: texts.geojsonPositions,
  kml: texts.kmlGoogleEarth,
} as const;
type LogFormat = keyof typeof formats;

/** Exports all alerts that match the filters to a file. */
export function ExportLog({ query, filter }: { query: LogQuery; filter: string }) {
  const { timeZone } = useFormat();
  const [written, setWritten] = useState<{ file: string; rows: number } | null>(null);
  const run = useAction(async (format: LogFormat) => {
    setWritten(null);
    const outcome = await api.alerts.exportAlerts({
      format,
      deviceIds: query.deviceIds && [...query.deviceIds],
      range: query.range,
      names: query.names && [...query.names],
      acknowledged: query.acknowledged,
      filter: filter.slice(0, 1000),
      timeZone,
    });
    if (outcome.ok) setWritten(outcome.value);
    return outcome;
  });
  return (
    <>
      {written && (
        <span className={classes.written} aria-live="polite">
          <WrittenFile written={written} onDismiss={() => setWritten(null)} />
        </span>
      )}
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={run.isBusy}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            {commonTexts.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(formats) as LogFormat[]).map((format) => (
            <Menu.Item key={format} onClick={() => void run.run(format)}>
              {formats[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {run.fault && <FaultNotice fault={run.fault} context="open" onDismiss={run.dismiss} />}
    </>
  );
}
