import { Button, Menu } from '@mantine/core';
import { useStore } from 'zustand';
import type { Range } from '#shared/domain/history';
import type { ExportProgress } from '#shared/ipc/history';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { createAccountMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ExportButton, useExport } from '#ui/export-menu';
import { texts } from './history-texts';
import classes from './history.module.css';
import { askForReport, daysOfRange } from './share';

type ExportRequest = Parameters<typeof api.history.exportTracks>[0];

/** The file formats of each kind of export. */
const formats = {
  fixes: ['csv', 'xlsx', 'geojson', 'kml', 'gpx'],
  trips: ['csv', 'xlsx', 'geojson', 'kml'],
} as const;

const progressMirror = createAccountMirror<ExportProgress | null>(
  () => api.history.exportProgress(),
  (listener) => api.history.onExportChanged(listener),
);

/** Shares the days on screen as a document or a picture, or exports their tracks, trips and stops. */
export function ExportTracks({ deviceIds, range }: { deviceIds: string[]; range: Range }) {
  const { tripRules: rules } = useSettings();
  const { timeZone } = useFormat();
  const { isBusy, run } = useExport((request: Pick<ExportRequest, 'what' | 'format'>) =>
    api.history.exportTracks({ ...request, deviceIds, range, rules, timeZone }),
  );
  const isWriting = useStore(progressMirror, ({ value }) => value !== null);
  const days = daysOfRange(range, timeZone);
  const isOneDay = days.from === days.to;
  const share = (format: 'pdf' | 'png') => askForReport({ deviceIds, days, timeZone, format });
  return (
    <>
      <ExportButton
        isBusy={isBusy || isWriting}
        items={
          <>
            <Menu.Item onClick={() => share('pdf')}>{texts.shareAsPdf}</Menu.Item>
            {isOneDay && deviceIds.length === 1 && (
              <Menu.Item onClick={() => share('png')}>{texts.shareAsPicture}</Menu.Item>
            )}
            {(['fixes', 'trips'] as const).map((what) => (
              <div key={what}>
                <Menu.Label>{texts.exportOf[what]}</Menu.Label>
                {formats[what].map((format) => (
                  <Menu.Item key={format} onClick={() => void run({ what, format })}>
                    {texts.exportAs[what](texts.fileFormats[format])}
                  </Menu.Item>
                ))}
              </div>
            ))}
          </>
        }
      >
        {isOneDay ? texts.shareThisDay : texts.shareTheseDays}
      </ExportButton>
      <ExportStatus />
    </>
  );
}

/** The progress of the file that is being written, with a button to cancel it. */
export function ExportStatus() {
  const progress = useStore(progressMirror, ({ value }) => value);
  const { count, counted } = useFormat();
  const cancel = useAction(api.history.cancelExport);
  if (!progress) return null;
  const { file, done, total } = progress;
  const text =
    total === null ? texts.readingCachedData : texts.writingOf(count(done), counted(total, 'row'));
  return (
    <span className={classes.exportStatus}>
      <span
        role="progressbar"
        aria-label={texts.exportTo(file)}
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={total ?? undefined}
        aria-valuetext={text}
        title={file}
      >
        {text}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={cancel.isBusy}
        onClick={() => void cancel.run()}
      >
        {commonTexts.cancel}
      </Button>
    </span>
  );
}
