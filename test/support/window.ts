import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createOpenedFiles } from '../../main/app/opened-files';
import { createExchange } from '../../main/features/exchange/exchange';
import { createFileWork } from '../../main/files/file-work';
import { filesInProcess } from '../../main/files/in-process.test-support';
import { createHistoryFiles } from '../../main/features/exchange/history-files';
import type { SessionFeature } from '../../main/session/session';
import { createSubmissions } from '../../main/features/submit/submissions';
import { openSettings } from '../../main/features/settings/settings';
import { createHandlers } from '../../main/ipc/handlers';
import { serve } from '../../main/ipc/serve';
import type { Fault, Outcome } from '../../shared/fault';
import { contract } from '../../shared/ipc/contract';

/** The door of main as the window knocks at it, with every call of the contract behind. */
export interface WindowSide {
  ask(call: string, input?: unknown): Promise<Outcome<unknown>>;
  calls: readonly string[];
  /** What main wrote to its log. */
  log: readonly string[];
  /** What the next file dialog answers. */
  file: { save: string | null; open: string | null };
}

export function openWindow(session: SessionFeature, folder: string): WindowSide {
  const doors = new Map<string, (event: null, input: unknown) => Promise<unknown>>();
  const log: string[] = [];
  const file: WindowSide['file'] = { save: null, open: null };
  const settings = openSettings(path.join(folder, 'settings.json'), () => undefined);
  const files = {
    account: session.account,
    profile: () => {
      const current = session.current();
      return current.phase === 'open' ? current.profile : null;
    },
    settings: settings.current,
    now: Date.now,
    computerTimeZone: () => 'Europe/Paris',
    pickSaveFile: () => Promise.resolve(file.save),
    pickOpenFile: () => Promise.resolve(file.open),
    pickTrackFile: () => Promise.resolve(file.open),
  };
  const work = createFileWork({
    start: filesInProcess,
    newId: randomUUID,
    onProgress: () => undefined,
    onReadProgress: () => undefined,
  });
  const given = createOpenedFiles(randomUUID, () => undefined);
  const update = { phase: 'off' as const, reason: 'test' };
  const parts = {
    session,
    settings,
    exchange: createExchange(files),
    historyFiles: createHistoryFiles({ ...files, work }),
    submissions: createSubmissions({
      ...files,
      newId: randomUUID,
      takeOpenedFile: given.take,
      post: () => undefined,
      work,
    }),
    desktop: {
      info: () => ({
        version: '0.0.0',
        platform: 'other' as const,
        userDataFolder: folder,
        keychainName: 'memory',
        presetAddress: null,
      }),
      copyText: () => undefined,
      openExternal: () => Promise.resolve(),
      openFleetPort: () => false,
      openHistoryPort: () => false,
      updates: {
        current: () => update as never,
        check: () => Promise.resolve(update as never),
        install: () => Promise.resolve(update as never),
      },
      takeLink: () => null,
      openedFiles: given,
      fleetDrawn: () => undefined,
    },
  };
  // The words of what a test does not open are there all the same, and fail when they are asked.
  const handlers = createHandlers(parts as unknown as Parameters<typeof createHandlers>[0]);
  const prefix = 'waypost:';
  serve(contract, handlers, {
    ipcMain: { handle: (channel, listener) => doors.set(channel.slice(prefix.length), listener) },
    isTrusted: () => true,
    checksOutput: true,
    log: (line) => log.push(line),
  });
  return {
    ask: (call, input) => doors.get(call)!(null, input) as Promise<Outcome<unknown>>,
    calls: [...doors.keys()],
    log,
    file,
  };
}

/** What a refused call says. */
export function faultIn(outcome: Outcome<unknown>): Fault | null {
  return outcome.ok ? null : outcome.fault;
}
