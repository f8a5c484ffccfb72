import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, clipboard, ipcMain, shell } from 'electron';
import { chosenTimeZone } from '#shared/domain/calendar';
import { browserMapAddress } from '#shared/domain/coordinates';
import type { HistoryMessage } from '#shared/history/columns';
import { failDeclined } from '#shared/fault';
import { contract } from '#shared/ipc/contract';
import { channelOf, type Caller, droppedFileMessage } from '#shared/ipc/define';
import { createExchange } from '../features/exchange/exchange';
import { createHistoryFiles } from '../features/exchange/history-files';
import { createPrintedTable } from '../features/exchange/printed-table';
import { createHistoryPorts } from '../features/history/history';
import { MapPictures } from '../features/maps/map-picture';
import { createSubmissions } from '../features/submit/submissions';
import { createPlacesFiles } from '#main/features/places/places';
import { createVisitsFiles } from '../features/visits/visits';
import { createTakeAlong } from '../features/take-along/take-along';
import { FileWork } from '../files/file-work';
import { openTemporaryFiles } from '../files/part-file';
import { WrittenFiles } from '#main/files/save-file';
import { serve } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import { computerTimeZone, computerZone, platformName } from './computer';
import { openDiagnostics } from './diagnostics';
import { createHandlers, type DesktopHandlers } from './handlers';
import { withConsent } from './host-consent';
import { isUsablePath } from './opened-files';
import { picturePage, printOnPaper, printPage } from './print-page';
import { startFileProcess } from './processes';
import { openUpdates } from './self-update';
import { restart } from './restart';
import type { Services } from './services';
import { hasTray } from './tray';
import type { Updates } from './updates';
import type { AppWindow } from './window';
import { message } from '#shared/i18n/translate';

/** Answers the calls of the windows, and of nothing else, with what the first window does not wait for. */
export function serveWindow(
  services: Services,
  window: AppWindow,
): { files: FileWork; updates: Updates } {
  const { session, settings, maps, consent, events, notify, storedFiles, policy, log } = services;
  const historyPorts = createHistoryPorts();
  window.on('closed', historyPorts.windowClosed);
  const writtenFiles = new WrittenFiles();
  const { files, ...fileFeatures } = openFileFeatures(services, {
    post: historyPorts.post,
    written: writtenFiles.add,
  });
  const updates = openUpdates({
    language: services.language,
    policy,
    settings,
    session,
    report: storedFiles.report,
    window: () => window.inUse(),
    onChanged: notify.updates.changed,
    log,
  });
  events.on('track', historyPorts.post).on('settings', () => updates.settingsChanged());
  const consented = withConsent({ consent, settings });
  const { takeAlong, saving, ...otherFiles } = fileFeatures;
  const handlers = createHandlers({
    ...consented,
    ...otherFiles,
    takeAlong: createTakeAlong({
      ...takeAlong,
      changeSettings: consented.settings.change,
    }),
    session,
    diagnostics: openDiagnostics(services, saving),
    maps,
    restoresView: !services.isSafeMode,
    draftChanged: (kind, by) => window.send(channelOf('drafts', 'changed'), { kind }, by),
    openPort: (name, of) =>
      window.openPort(name, of, (port) =>
        name === 'fleet' ? session.attachPort(port, of) : historyPorts.attach(port, of),
      ),
    desktop: desktopHandlers(services, { updates, writtenFiles, window }),
  });
  ipcMain.on(droppedFileMessage, (event, file: unknown) => {
    if (window.isTrusted(event) && isUsablePath(file)) void maps.files.consider(file);
  });
  serve(contract, handlers, {
    ipcMain,
    isTrusted: (event) => window.isTrusted(event),
    callerOf: ({ sender }) => sender.id,
    checksOutput: !app.isPackaged,
    log,
  });
  return { files, updates };
}

/**
 * The process for long file work, and the features that read or write files which the user chooses. Removes
 * what an interrupted export of an earlier run left behind.
 */
function openFileFeatures(
  services: Services,
  {
    post,
    written,
  }: { post: (message: HistoryMessage, to?: Caller) => void; written: (file: string) => string },
) {
  const { session, settings, notify, openedFiles, storedFiles } = services;
  const listOfParts = path.join(services.userData, 'temporary-files.json');
  const temporaryFiles = openTemporaryFiles(listOfParts, storedFiles.report);
  const swept = temporaryFiles.sweep();
  if (swept > 0) services.log(`files: removed ${swept} temporary files of an earlier run`);
  const files = new FileWork({
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
    language: services.language.current,
    t: services.language.t,
    now: () => session.account().now(),
    computerTimeZone,
    ...services.dialogs,
    temporaryFiles,
    written,
    nearestTowns: services.nearestTowns,
    places: () => session.account().places.all(),
    towns: () => readFile(services.townsFile).catch(() => null),
    work: files,
    printPage,
    picturePage,
  };
  return {
    files,
    exchange: createExchange(shared),
    historyFiles: createHistoryFiles(shared),
    submissions: createSubmissions({
      ...shared,
      newId: randomUUID,
      takeOpenedFile: (id) => openedFiles.take(id),
      post,
    }),
    takeAlong: shared,
    placesFiles: createPlacesFiles(shared),
    visitsFiles: createVisitsFiles(shared),
    saving: shared,
    printedTable: createPrintedTable({ ...shared, printOnPaper }),
    mapPictures: new MapPictures({
      ...shared,
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

/** The calls that the desktop answers itself. */
function desktopHandlers(
  services: Services,
  {
    updates,
    writtenFiles,
    window,
  }: { updates: Updates; writtenFiles: WrittenFiles; window: AppWindow },
): DesktopHandlers {
  const { links, openedFiles, storedFiles } = services;
  return {
    app: {
      info: () => ({
        version: app.getVersion(),
        platform: platformName(),
        userDataFolder: services.userData,
        computerZone: computerZone(),
        presetAddress: services.policy.serviceAddress,
        isSafeMode: services.isSafeMode,
      }),
      restart,
      hasTray,
      openWindow: (shown) => window.openFurther(shown),
      copyText: ({ text }) => {
        void clipboard.writeText(text);
      },
      showFile: ({ id }) => shell.showItemInFolder(writtenFiles.pathOf(id)),
      openFile: async ({ id }) => {
        // The text of a refusal names the path.
        if (await shell.openPath(writtenFiles.pathToOpen(id))) {
          failDeclined(message('faults.main.noProgram'));
        }
      },
      fleetDrawn: services.drawn.resolve,
      dial: async ({ number }) => {
        if (app.getApplicationNameForProtocol('tel:') === '') return { isOpened: false };
        await shell.openExternal(`tel:${number}`);
        return { isOpened: true };
      },
      openInBrowserMap: ({ latitude, longitude }) =>
        shell.openExternal(browserMapAddress(latitude, longitude)),
    },
    updates,
    links,
    openedFiles: {
      current: () => openedFiles.current(),
      drop: ({ id }) => openedFiles.drop(id),
    },
    storedFiles: { problems: storedFiles.list, dismiss: ({ id }) => storedFiles.dismiss(id) },
  };
}
