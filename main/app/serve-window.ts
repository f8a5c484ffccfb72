import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, clipboard, ipcMain, shell } from 'electron';
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
import { openTemporaryFiles, type TemporaryFiles } from '../files/part-file';
import { WrittenFiles } from '#main/files/save-file';
import { serve } from '../ipc/serve';
import { systemClock } from '../pace/clock';
import { computerTimeZone, computerZone, platformName } from './computer';
import { openDiagnostics } from './diagnostics';
import { createHandlers, type DesktopHandlers } from './handlers';
import { withConsent } from './host-consent';
import { isUsablePath } from './opened-files';
import { decidedBy } from './policy';
import { picturePage, printOnPaper, printPage } from './print-page';
import { startFileProcess } from './processes';
import { openUpdates } from './self-update';
import { restart } from './restart';
import type { Services } from './services';
import { hasTray } from './tray';
import type { Updates } from './updates';
import type { AppWindow } from './window';
import type { Workspace } from './workspaces';
import { message } from '#shared/i18n/translate';

/** Answers the calls of the windows, and of nothing else, with what the first window does not wait for. */
export function serveWindows(
  services: Services,
  window: AppWindow,
): { closeFiles: () => Promise<unknown>; updates: Updates } {
  const { settings, maps, events, notify, storedFiles, policy, log, workspaces } = services;
  const temporaryFiles = openTemporaryFiles(
    path.join(services.userData, 'temporary-files.json'),
    storedFiles.report,
  );
  const swept = temporaryFiles.sweep();
  if (swept > 0) log(`files: removed ${swept} temporary files of an earlier run`);
  const updates = openUpdates({
    language: services.language,
    policy,
    settings,
    sessions: () => workspaces.all().map(({ session }) => session),
    report: storedFiles.report,
    window: () => window.inUse(),
    onChanged: notify.updates.changed,
    log,
  });
  events.on('settings', () => updates.settingsChanged());
  const shared = { window, updates, temporaryFiles, writtenFiles: new WrittenFiles() };
  const served = new Map<Workspace, ReturnType<typeof serveWorkspace>>();
  const handlersOf = (caller: Caller) => {
    const workspace = workspaces.of(caller);
    const found = served.get(workspace) ?? serveWorkspace(services, workspace, shared);
    served.set(workspace, found);
    return found.handlers;
  };
  window.on('closed', (caller) => {
    for (const { windowClosed } of served.values()) windowClosed(caller);
    maps.files.windowClosed(caller);
  });
  workspaces.on('closed', (workspace) => {
    void served.get(workspace)?.files.close();
    served.delete(workspace);
  });
  ipcMain.on(droppedFileMessage, (event, file: unknown) => {
    if (window.isTrusted(event) && isUsablePath(file)) {
      void maps.files.consider(file, event.sender.id);
    }
  });
  serve(contract, handlersOf, {
    ipcMain,
    isTrusted: (event) => window.isTrusted(event),
    callerOf: ({ sender }) => sender.id,
    checksOutput: !app.isPackaged,
    log,
  });
  const closeFiles = () =>
    Promise.allSettled([...served.values()].map(({ files }) => files.close()));
  return { closeFiles, updates };
}

interface SharedParts {
  window: AppWindow;
  updates: Updates;
  temporaryFiles: TemporaryFiles;
  writtenFiles: WrittenFiles;
}

/** The handlers for the windows of one account, and its process for long file work. */
function serveWorkspace(
  services: Services,
  workspace: Workspace,
  { window, updates, temporaryFiles, writtenFiles }: SharedParts,
) {
  const { session, events, settings } = workspace;
  const { consent, maps } = services;
  const historyPorts = createHistoryPorts();
  events.on('track', historyPorts.post);
  const { files, ...fileFeatures } = openFileFeatures(services, workspace, {
    post: historyPorts.post,
    written: writtenFiles.add,
    temporaryFiles,
  });
  const consented = withConsent({ consent, settings });
  const { takeAlong, saving, ...otherFiles } = fileFeatures;
  const handlers = createHandlers({
    ...consented,
    ...otherFiles,
    takeAlong: createTakeAlong({
      ...takeAlong,
      changeSettings: consented.settings.change,
      reloadOthers: (asking) => window.reload(workspace.id, asking),
    }),
    session,
    diagnostics: openDiagnostics(services, workspace, saving),
    maps,
    streets: workspace.nearestTowns.streets,
    restoresView: !services.isSafeMode,
    draftChanged: (kind, by) =>
      window.send(channelOf('drafts', 'changed'), { kind }, workspace.id, by),
    placesChanged: (change, by) =>
      window.send(channelOf('places', 'changed'), change, workspace.id, by),
    savedViewsChanged: workspace.notify.savedViews.changed,
    notesChanged: (change, by) =>
      window.send(channelOf('notes', 'changed'), change, workspace.id, by),
    vehicleKindsChanged: (choices, by) =>
      window.send(channelOf('vehicleKinds', 'changed'), choices, workspace.id, by),
    openPort: (name, of) =>
      window.openPort(name, of, (port) =>
        name === 'fleet' ? session.attachPort(port, of) : historyPorts.attach(port, of),
      ),
    openAccountWindow: (id) => services.workspaces.openInWindow(id),
    askOthersToLock: () => {
      for (const each of services.workspaces.all())
        if (each !== workspace) each.session.askToLock();
    },
    desktop: desktopHandlers(services, workspace, { updates, writtenFiles, window }),
  });
  return { handlers, files, windowClosed: historyPorts.windowClosed };
}

/** The process for long file work, and the features that read or write files which the user chooses. */
function openFileFeatures(
  services: Services,
  { session, settings, notify, nearestTowns }: Workspace,
  {
    post,
    written,
    temporaryFiles,
  }: {
    post: (message: HistoryMessage, to?: Caller) => void;
    written: (file: string) => string;
    temporaryFiles: TemporaryFiles;
  },
) {
  const { openedFiles } = services;
  const files = new FileWork({
    start: startFileProcess,
    streets: nearestTowns.streets,
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
    nearestTowns,
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
    takeAlong: { ...shared, maps: services.maps.online },
    placesFiles: createPlacesFiles(shared),
    visitsFiles: createVisitsFiles(shared),
    saving: shared,
    printedTable: createPrintedTable({ ...shared, printOnPaper }),
    mapPictures: new MapPictures({
      ...shared,
      printOnPaper,
      now: systemClock.now,
      timeZone: () => services.timeZoneOf(session),
    }),
  };
}

/** The calls that the desktop answers itself. */
function desktopHandlers(
  services: Services,
  { id, links }: Workspace,
  {
    updates,
    writtenFiles,
    window,
  }: { updates: Updates; writtenFiles: WrittenFiles; window: AppWindow },
): DesktopHandlers {
  const { openedFiles, storedFiles } = services;
  return {
    app: {
      info: () => ({
        version: app.getVersion(),
        platform: platformName(),
        userDataFolder: services.userData,
        computerZone: computerZone(),
        presetAddress: services.policy.serviceAddress,
        policy: decidedBy(services.policy),
        isSafeMode: services.isSafeMode,
      }),
      restart,
      hasTray,
      openWindow: (shown) => window.openFurther(shown, id),
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
      current: () => openedFiles.current(id),
      drop: ({ id }) => openedFiles.drop(id),
    },
    storedFiles: { problems: storedFiles.list, dismiss: ({ id }) => storedFiles.dismiss(id) },
  };
}
