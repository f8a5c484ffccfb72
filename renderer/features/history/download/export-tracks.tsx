import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ExportProgress } from '#shared/ipc/history';
import type { Range } from '#shared/domain/history';
import { useSettings } from '#features/settings';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { WrittenFile } from '#ui/written-file';
import { historyMessages } from '../history-messages';
import {
  exportTracks,
  forgetExport,
  progressMirror,
  useExport,
  useExportProgress,
} from './export-store';
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

/** Exports the tracks on screen, or their trips and stops, to a file. */
export function ExportTracks({ deviceIds, range }: { deviceIds: string[]; range: Range }) {
  const { tripRules } = useSettings();
  const { timeZone } = useFormat();
  const { isBusy, written, fault } = useExport();
  const progress = useExportProgress();
  useEffect(() => progressMirror.start(), []);
  const run = (what: What, format: TrackFormat) =>
    exportTracks({ what, format, deviceIds, range, rules: tripRules, timeZone });
  return (
    <>
      <Menu position="bottom-end" withArrow>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy || progress !== null}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            {commonTexts.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(formats) as What[]).map((what) => (
            <div key={what}>
              <Menu.Label>{historyMessages.exportOf[what]}</Menu.Label>
              {Object.entries(formats[what]).map(([format, name]) => (
                <Menu.Item key={format} onClick={() => void run(what, format as TrackFormat)}>
                  {historyMessages.exportAs[what](name)}
                </Menu.Item>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      {progress && <Writing progress={progress} />}
      {written && (
        <span className={classes.exportStatus} aria-live="polite">
          <WrittenFile written={written} onDismiss={forgetExport} />
        </span>
      )}
      {fault && <FaultNotice fault={fault} context="open" onDismiss={forgetExport} />}
    </>
  );
}

/** The progress of the file that is being written, with a button to cancel it. */
export function ExportStatus() {
  const progress = useExportProgress();
  useEffect(() => progressMirror.start(), []);
  return progress && <Writing progress={progress} />;
}

function Writing({ progress: { file, done, total } }: { progress: ExportProgress }) {
  const { count, counted } = useFormat();
  const cancel = useAction(() => api.history.cancelExport());
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
