import { Button, Menu } from '@mantine/core';
import { useStore } from 'zustand';
import type { ExportProgress } from '#shared/ipc/history';
import type { Range } from '#shared/domain/history';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { createAccountMirror } from '#lib/mirror';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { ExportButton, useExport } from '#ui/export-menu';
import { historyMessages } from '../history-messages';
import classes from '../history.module.css';
import { texts } from '../history-texts';

const formats = {
  fixes: {
    csv: texts.csv,
    xlsx: texts.excelXlsx,
    geojson: texts.geojson,
    kml: texts.kml,
    gpx: texts.gpx,
  },
  trips: { csv: texts.csv, xlsx: texts.excelXlsx, geojson: texts.geojson, kml: texts.kml },
} as const;
type What = keyof typeof formats;
type TrackFormat = 'csv' | 'xlsx' | 'geojson' | 'kml' | 'gpx';

const progressMirror = createAccountMirror<ExportProgress | null>(
  () => api.history.exportProgress(),
  (listener) => api.history.onExportChanged(listener),
);

/** Exports the tracks on screen, or their trips and stops, to a file. */
export function ExportTracks({ deviceIds, range }: { deviceIds: string[]; range: Range }) {
  const { tripRules } = useSettings();
  const { timeZone } = useFormat();
  const { isBusy, run } = useExport((what: What, format: TrackFormat) =>
    api.history.exportTracks({ what, format, deviceIds, range, rules: tripRules, timeZone }),
  );
  const isWriting = useStore(progressMirror, ({ value }) => value !== null);
  return (
    <>
      <ExportButton
        isBusy={isBusy || isWriting}
        items={(Object.keys(formats) as What[]).map((what) => (
          <div key={what}>
            <Menu.Label>{historyMessages.exportOf[what]}</Menu.Label>
            {Object.entries(formats[what]).map(([format, name]) => (
              <Menu.Item key={format} onClick={() => void run(what, format as TrackFormat)}>
                {historyMessages.exportAs[what](name)}
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
  const { count, counted } = useFormat();
  const cancel = useAction(() => api.history.cancelExport());
  if (!progress) return null;
  const { file, done, total } = progress;
  const text =
    total === null
      ? texts.readingCachedData
      : historyMessages.writingOf(count(done), counted(total, 'row'));
  return (
    <span className={classes.exportStatus}>
      <span
        role="progressbar"
        aria-label={historyMessages.exportTo(file)}
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
