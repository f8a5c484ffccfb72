import { english, t } from './english';
import { MapPictures } from '../../main/features/maps/map-picture';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { OpenedFiles } from '../../main/app/opened-files';
import { mainWorkspace } from '../../main/app/workspace-id';
import { createExchange, type Exchange } from '../../main/features/exchange/exchange';
import { FileWork } from '../../main/files/file-work';
import { filesInProcess } from '../../main/files/in-process.test-support';
import { WrittenFiles } from '../../main/files/save-file';
import { createStoredFileProblems } from '../../main/files/stored-files';
import { createHistoryFiles } from '../../main/features/exchange/history-files';
import type { SessionFeature } from '../../main/session/session';
import { Maps } from '../../main/features/maps/maps';
import { noCache, openMapFiles, openOnlineMaps } from '../../main/features/maps/maps.test-support';
import { createSubmissions } from '../../main/features/submit/submissions';
import { openSettings } from '../../main/features/settings/settings';
import { createHandlers } from '../../main/app/handlers';
import { serve } from '../../main/ipc/serve';
import type { Settings } from '../../shared/domain/settings';
import type { Fault, Outcome } from '../../shared/fault';
import { contract } from '../../shared/ipc/contract';
import type { Finding } from '../../shared/ipc/diagnostics';

/** The IPC endpoint of main as the window sees it, with every call of the contract. */
export interface TestIpc {
  invoke(call: string, input?: unknown): Promise<Outcome<unknown>>;
  calls: readonly string[];
  /** The lines that main logged. */
  log: readonly string[];
  /** The file that the next dialog returns; null: cancelled. */
  file: { save: string | null; open: string | null };
  exchange: Exchange;
}

interface IpcOptions {
  /** Absent: from the settings file in the folder. */
  settings?: () => Settings;
}

/** Joins a session with the handlers as `main/app/services.ts` does, without Electron. */
export function openIpc(
  session: SessionFeature,
  folder: string,
  options: IpcOptions = {},
): TestIpc {
  const endpoints = new Map<string, (event: null, input: unknown) => Promise<unknown>>();
  const log: string[] = [];
  const file: TestIpc['file'] = { save: null, open: null };
  const writtenFiles = new WrittenFiles();
  const settings = openSettings(path.join(folder, 'settings.json'), () => undefined);
  const exchangeParts = {
    account: () => session.account(),
    profile: () => {
      const current = session.current();
      return current.phase === 'open' ? current.profile : null;
    },
    settings: options.settings ?? settings.current,
    changeSettings: (part: Partial<Settings>) =>
      options.settings ? Object.assign(options.settings(), part) : settings.change(part),
    now: Date.now,
    computerTimeZone: () => 'Europe/Paris',
    language: () => english,
    t,
    pickSaveFile: () => Promise.resolve(file.save),
    pickOpenFile: () => Promise.resolve(file.open),
    pickTrackFile: () => Promise.resolve(file.open),
    towns: () => Promise.resolve(null),
    written: writtenFiles.add,
  };
  const work = new FileWork({
    start: filesInProcess,
  });
  const exchange = createExchange({ ...exchangeParts, work });
  const openedFiles = new OpenedFiles(
    randomUUID,
    () => mainWorkspace,
    () => undefined,
  );
  const storedFiles = createStoredFileProblems(() => undefined);
  const update = { phase: 'off', why: 'settings' } as const;
  const healthy: Finding = { state: 'fine', what: null, todo: null, fault: null, named: null };
  const parts = {
    session,
    settings,
    diagnostics: {
      check: () => healthy,
      processes: () => [],
      requests: () => [],
      learned: () => null,
      bundle: () => [],
      saveBundle: () => null,
    },
    exchange,
    historyFiles: createHistoryFiles({
      ...exchangeParts,
      work,
      printPage: () => Promise.resolve(new Uint8Array()),
      picturePage: () => Promise.resolve(new Uint8Array()),
    }),
    submissions: createSubmissions({
      ...exchangeParts,
      newId: randomUUID,
      takeOpenedFile: (id) => openedFiles.take(id),
      post: () => undefined,
      work,
    }),
    mapPictures: new MapPictures({
      now: Date.now,
      timeZone: () => 'UTC',
      language: () => english,
      t,
      pickSaveFile: () => Promise.resolve(null),
      written: writtenFiles.add,
      printPage: () => Promise.resolve(new Uint8Array()),
      printOnPaper: () => Promise.resolve('cancelled'),
    }),
    maps: new Maps(
      openMapFiles({
        // Without a process no file is read; that is shown in the real app.
        start: ({ onEnd }) => ({ post: onEnd, kill: () => undefined }),
        folder: path.join(folder, 'maps'),
        pick: () => Promise.resolve(file.open),
      }),
      openOnlineMaps(),
      noCache,
      '',
    ),
    streets: (positions: readonly object[]) => Promise.resolve(positions.map(() => null)),
    beforeConnect: () => Promise.resolve(),
    restoresView: true,
    placesFiles: { open: () => null, save: () => null },
    visitsFiles: { save: () => Promise.resolve(null) },
    takeAlong: {
      save: () => null,
      open: () => null,
      apply: () => null,
      taken: () => null,
      undo: () => null,
    },
    printedTable: { print: () => false, save: () => null },
    openPort: () => false,
    openAccountWindow: () => Promise.resolve(),
    askOthersToLock: () => undefined,
    draftChanged: () => undefined,
    placesChanged: () => undefined,
    savedViewsChanged: () => undefined,
    notesChanged: () => undefined,
    vehicleKindsChanged: () => undefined,
    desktop: {
      app: {
        info: () => ({
          version: '0.0.0',
          platform: 'other' as const,
          userDataFolder: folder,
          computerZone: { zone: 'Europe/Paris', isNamed: true },
          presetAddress: null,
          policy: [],
          isSafeMode: false,
        }),
        copyText: () => undefined,
        showFile: ({ id }: { id: string }) => void writtenFiles.pathOf(id),
        openFile: ({ id }: { id: string }) => void writtenFiles.pathToOpen(id),
        restart: () => undefined,
        openWindow: () => undefined,
        hasTray: () => true,
        dial: () => ({ isOpened: false }),
        openInBrowserMap: () => Promise.resolve(),
        fleetDrawn: () => undefined,
      },
      updates: {
        current: () => update,
        check: () => Promise.resolve(update),
        download: () => Promise.resolve(update),
        install: () => Promise.resolve(update),
      },
      links: { take: () => null },
      openedFiles: {
        current: () => openedFiles.current(mainWorkspace),
        drop: ({ id }: { id: string }) => openedFiles.drop(id),
      },
      storedFiles: {
        problems: storedFiles.list,
        dismiss: ({ id }: { id: string }) => storedFiles.dismiss(id),
      },
    },
  };
  const handlers = createHandlers(parts);
  const prefix = 'waypost:';
  serve(contract, () => handlers, {
    ipcMain: {
      handle: (channel, listener) => endpoints.set(channel.slice(prefix.length), listener),
    },
    isTrusted: () => true,
    callerOf: () => 1,
    checksOutput: true,
    log: (line) => log.push(line),
  });
  return {
    invoke: (call, input) => endpoints.get(call)!(null, input) as Promise<Outcome<unknown>>,
    calls: [...endpoints.keys()],
    log,
    file,
    exchange,
  };
}

/** The fault of a refused call. */
export function faultIn(outcome: Outcome<unknown>): Fault | null {
  return outcome.ok ? null : outcome.fault;
}
