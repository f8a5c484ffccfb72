import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chosenTimeZone } from '#shared/domain/calendar';
import type { HistoryMessage } from '#shared/history/columns';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Notifier } from '#shared/ipc/define';
import { createExchange, type Exchange } from '../features/exchange/exchange';
import { createHistoryFiles, type HistoryFiles } from '../features/exchange/history-files';
import { MapPictures } from '../features/maps/map-picture';
import type { SettingsStore } from '../features/settings/settings';
import { createSubmissions, type Submissions } from '../features/submit/submissions';
import { FileWork } from '../files/file-work';
import type { ReportStoredFile } from '../files/stored-files';
import { openTemporaryFiles } from '../files/part-file';
import type { NearestTowns } from '../files/towns';
import { systemClock } from '../pace/clock';
import type { SessionFeature } from '../session/session';
import { computerTimeZone } from './computer';
import type { createDialogs } from './dialogs';
import type { OpenedFiles } from './opened-files';
import { printOnPaper, printPage } from './print-page';
import { startFileProcess } from './utility';

/** The features that read or write files which the user chooses; each is a part of the handlers. */
export interface FileFeatures {
  exchange: Exchange;
  historyFiles: HistoryFiles;
  submissions: Submissions;
  mapPictures: MapPictures;
}

interface FileFeaturesOptions {
  userData: string;
  townsFile: string;
  nearestTowns: NearestTowns;
  session: SessionFeature;
  settings: SettingsStore;
  dialogs: ReturnType<typeof createDialogs>;
  notify: Notifier<WaypostContract>;
  takeOpenedFile: OpenedFiles['take'];
  post: (message: HistoryMessage) => void;
  report: ReportStoredFile;
  log: (line: string) => void;
}

/**
 * Opens them on one process for long file work, which is returned to be closed. Removes what an
 * interrupted export of an earlier run left behind.
 */
export function openFileFeatures(options: FileFeaturesOptions): FileFeatures & { work: FileWork } {
  const { session, settings, notify, nearestTowns } = options;
  const temporaryFiles = openTemporaryFiles(
    path.join(options.userData, 'temporary-files.json'),
    options.report,
  );
  const swept = temporaryFiles.sweep();
  if (swept > 0) options.log(`files: removed ${swept} temporary files of an earlier run`);
  const work = new FileWork({
    start: startFileProcess,
    onProgress: notify.history.exportChanged,
    onReadProgress: notify.submit.readProgressChanged,
    onImportProgress: notify.exchange.importProgressChanged,
    temporaryFiles,
  });
  const shared = {
    account: () => session.account(),
    profile: () => {
      const current = session.current();
      return current.phase === 'open' ? current.profile : null;
    },
    settings: settings.current,
    changeSettings: settings.change,
    now: () => session.account().now(),
    computerTimeZone,
    ...options.dialogs,
    temporaryFiles,
    nearestTowns,
    towns: () => readFile(options.townsFile).catch(() => null),
    work,
  };
  return {
    work,
    exchange: createExchange(shared),
    historyFiles: createHistoryFiles({ ...shared, printPage }),
    submissions: createSubmissions({
      ...shared,
      newId: randomUUID,
      takeOpenedFile: options.takeOpenedFile,
      post: options.post,
    }),
    mapPictures: new MapPictures({
      ...shared,
      printPage,
      printOnPaper,
      now: systemClock.now,
      timeZone: () =>
        chosenTimeZone(settings.current().timeZone, {
          account: session.openAccount()?.facts().accountTimeZone ?? null,
          computer: computerTimeZone(),
        }),
    }),
  };
}
