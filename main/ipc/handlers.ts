import { fail } from '#shared/fault';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Handlers } from '#shared/ipc/define';
import type { OpenedFile } from '#shared/domain/submission';
import type { UpdateState } from '#shared/domain/update';
import type { FleetDrawn } from '#shared/ipc/desktop';
import type { SessionFeature } from '#main/session/session';
import type { SettingsStore } from '#main/features/settings/settings';
import type { Exchange } from '#main/features/exchange/exchange';
import type { HistoryFiles } from '#main/features/exchange/history-files';
import type { Submissions } from '#main/features/submit/submissions';
import { createJobsHandlers } from './jobs-handlers';
import { createHistoryHandlers } from './history-handlers';
import { createRecordsHandlers } from './records-handlers';

/** Desktop functions that handlers need; provided by `main/app`. */
export interface Desktop {
  info(): {
    version: string;
    platform: 'aix' | 'darwin' | 'linux' | 'win32' | 'other';
    userDataFolder: string;
    keychainName: string;
    presetAddress: string | null;
  };
  copyText(text: string): void;
  openExternal(address: string): Promise<void>;
  /** Creates a message channel and sends one port to the window; false without a window. */
  openFleetPort(): boolean;
  openHistoryPort: () => boolean;
  updates: {
    current(): UpdateState;
    check(): Promise<UpdateState>;
    install(): Promise<UpdateState>;
  };
  /** The device a link asked for; returned once. */
  takeLink(): { device: string } | null;
  /** The file opened by the operating system. */
  openedFiles: { current(): OpenedFile | null; drop(id: string): void };
  /** The window has drawn the fleet. */
  fleetDrawn(drawn: FleetDrawn): void;
}

/** One line per call of the contract. */
export function createHandlers(parts: {
  session: SessionFeature;
  settings: SettingsStore;
  exchange: Exchange;
  historyFiles: HistoryFiles;
  submissions: Submissions;
  desktop: Desktop;
}): Handlers<WaypostContract> {
  const { session, settings, exchange, historyFiles, submissions, desktop } = parts;
  return {
    app: {
      info: () => desktop.info(),
      copyText: ({ text }) => desktop.copyText(text),
      fleetDrawn: (drawn) => desktop.fleetDrawn(drawn),
      openInBrowserMap: ({ latitude, longitude }) =>
        desktop.openExternal(browserMapAddress(latitude, longitude)),
    },
    updates: {
      current: () => desktop.updates.current(),
      check: () => desktop.updates.check(),
      install: () => desktop.updates.install(),
    },
    links: { take: () => desktop.takeLink() },
    openedFiles: {
      current: () => desktop.openedFiles.current(),
      drop: ({ id }) => desktop.openedFiles.drop(id),
    },
    session: {
      current: () => session.current(),
      connect: (input) => session.connect(input),
      useDemo: () => session.useDemo(),
      openKnown: ({ id }) => session.openKnown(id),
      forget: ({ id }) => session.forget(id),
      replaceKey: ({ apiKey }) => session.replaceKey(apiKey),
      setPassphrase: ({ passphrase }) => session.setPassphrase(passphrase),
      unlock: ({ passphrase }) => session.unlock(passphrase),
      disconnect: ({ forget }) => session.disconnect(forget),
      setSubmissionMode: ({ id, reading }) => session.setSubmissionMode(id, reading),
      serviceReport: () => session.account().serviceReport.current(),
      useServiceReport: ({ report }) => session.account().serviceReport.use(report),
    },
    status: { current: () => session.status() },
    fleet: {
      openPort: () => {
        if (!desktop.openFleetPort()) fail({ kind: 'notFound' });
      },
      refresh: () => session.account().refreshNow(),
      refreshDevice: ({ id }) => session.account().refreshDevice(id),
      prioritise: ({ ids }) => session.account().prioritise(ids),
      details: ({ id }) => session.account().fleet.details(id),
    },
    fieldMapping: {
      current: () => session.account().fieldMapping.state(),
      set: (mappings) => session.account().fieldMapping.set(mappings),
      exportFile: () => exchange.exportFieldMapping(),
    },
    settings: { current: () => settings.current(), change: (part) => settings.change(part) },
    ...createRecordsHandlers(session),
    ...createJobsHandlers({ session, exchange }),
    ...createHistoryHandlers({
      session,
      files: historyFiles,
      submissions,
      openPort: desktop.openHistoryPort,
    }),
  };
}

/** The address of a position on a public map, for the user's browser. */
export function browserMapAddress(latitude: number, longitude: number): string {
  const at = `${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
  return `https://www.openstreetmap.org/?mlat=${latitude.toFixed(5)}&mlon=${longitude.toFixed(5)}#map=16/${at}`;
}
