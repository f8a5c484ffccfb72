import { Menu } from '@mantine/core';
import type { ExportFormat } from '#shared/ipc/exchange';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { ExportButton, formatLabels, useExport } from '#ui/export-menu';
import type { LogQuery } from './use-log';

/** Exports all alerts that match the filters to a file. */
export function ExportLog({ query, filter }: { query: LogQuery; filter: string }) {
  const { timeZone } = useFormat();
  const { deviceIds, names, range, acknowledged } = query;
  const { isBusy, run } = useExport((format: ExportFormat) =>
    api.alerts.exportAlerts({
      format,
      deviceIds: deviceIds && [...deviceIds],
      range,
      names: names && [...names],
      acknowledged,
      filter: filter.slice(0, 1000),
      timeZone,
    }),
  );
  return (
    <ExportButton
      isBusy={isBusy}
      items={(Object.keys(formatLabels) as ExportFormat[]).map((format) => (
        <Menu.Item key={format} onClick={() => void run(format)}>
          {formatLabels[format]}
        </Menu.Item>
      ))}
    />
  );
}
