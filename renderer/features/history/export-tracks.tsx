import { Menu } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { Range } from '#shared/domain/history';
import type { ExportProgress } from '#shared/ipc/history';
import type { ChosenDevice } from '#features/fleet';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { createAccountMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { ExportButton, useExport } from '#ui/export-menu';
import classes from './history.module.css';
import { useHistoryLayout } from './history-layout';
import { askForReport, daysOfRange } from './history-store';

type ExportRequest = Parameters<typeof api.history.exportTracks>[0];

/** The file formats of each kind of export. */
const formats = {
  fixes: ['csv', 'xlsx', 'geojson', 'kml', 'gpx'],
  trips: ['csv', 'xlsx', 'geojson', 'kml'],
} as const;

/** The others are called by these names in every language. */
const formatNames = { csv: 'CSV', geojson: 'GeoJSON', kml: 'KML', gpx: 'GPX' };

const progressMirror = createAccountMirror<ExportProgress | null>(
  () => api.history.exportProgress(),
  (listener) => api.history.onExportChanged(listener),
);

interface ExportTracksProps {
  devices: readonly ChosenDevice[];
  range: Range;
  /** Whether their trips or visits are on screen. */
  isListed: boolean;
}

/** Shares the days on screen as a document or a picture; exports their tracks, trips and stops, and prints the list. */
export function ExportTracks({ devices, range, isListed }: ExportTracksProps) {
  const deviceIds = devices.map(({ id }) => id);
  const { tripRules: rules } = useSettings();
  const { list } = useHistoryLayout();
  const { t, timeZone, list: listText } = useFormat();
  const { isBusy, run } = useExport((request: Pick<ExportRequest, 'what' | 'format'>) =>
    api.history.exportTracks({ ...request, deviceIds, range, rules, timeZone }),
  );
  const isWriting = useStore(progressMirror, ({ value }) => value !== null);
  const days = daysOfRange(range, timeZone);
  return (
    <>
      <ActionButton icon={IconShare2} onClick={() => askForReport({ deviceIds, days, timeZone })}>
        {days.from === days.to ? t('history.share.day') : t('history.share.days')}
      </ActionButton>
      <ExportButton
        isIcon
        isBusy={isBusy || isWriting}
        printed={
          isListed
            ? {
                table: t(list === 'visits' ? 'history.visits' : 'history.trips'),
                filter: listText(devices.map(({ label }) => label)),
              }
            : undefined
        }
        items={(['fixes', 'trips'] as const).map((what) => (
          <div key={what}>
            <Menu.Label>
              {t(what === 'fixes' ? 'history.export.fixes' : 'history.trips')}
            </Menu.Label>
            {formats[what].map((format) => (
              <Menu.Item key={format} onClick={() => void run({ what, format })}>
                {t(`history.export.${what}.as`, {
                  format: format === 'xlsx' ? t('ui.export.xlsx') : formatNames[format],
                })}
              </Menu.Item>
            ))}
          </div>
        ))}
      />
      <ExportStatus />
    </>
  );
}

/** The progress of the file that is being written, with a button to cancel it. */
export function ExportStatus() {
  const progress = useStore(progressMirror, ({ value }) => value);
  const { t } = useFormat();
  const cancel = useAction(api.history.cancelExport);
  if (!progress) return null;
  const { file, done, total } = progress;
  const text =
    total === null ? t('history.export.reading') : t('history.export.writing', { done, total });
  return (
    <span className={classes.exportStatus}>
      <span
        role="progressbar"
        aria-label={t('history.export.to', { file })}
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={total ?? undefined}
        aria-valuetext={text}
        title={file}
      >
        {text}
      </span>
      <ActionButton size="compact-xs" loading={cancel.isBusy} onClick={() => void cancel.run()}>
        {t('common.cancel')}
      </ActionButton>
    </span>
  );
}
