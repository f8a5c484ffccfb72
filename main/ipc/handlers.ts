import type { ComputerZone } from '#shared/domain/time-zone';
import { fail } from '#shared/fault';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Handlers } from '#shared/ipc/define';
import { browserMapAddress } from '#shared/domain/map-link';
import type { OpenedFile } from '#shared/domain/submission';
import type { StoredFileProblem } from '#shared/domain/stored-file';
import type { UpdateState } from '#shared/domain/update';
import type { FleetDrawn } from '#shared/ipc/desktop';
import type { Settings } from '#shared/domain/settings';
import type { SessionFeature } from '#main/session/session';
import type { OnlineMaps } from '#main/features/online-maps/online-maps';
import { keyedMapStyle } from '#shared/domain/keyed-map';
import type { MapFiles } from '#main/features/maps/map-files';
import type { MapPictures } from '#main/features/maps/map-picture';
import type { SettingsStore } from '#main/features/settings/settings';
import type { Exchange } from '#main/features/exchange/exchange';
import type { HistoryFiles } from '#main/features/exchange/history-files';
import type { Reports } from '#main/features/reports/reports';
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
    computerZone: ComputerZone;
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
    download(): Promise<UpdateState>;
    install(): Promise<UpdateState>;
  };
  /** The device a link asked for; returned once. */
  takeLink(): { device: string } | null;
  /** The file opened by the operating system. */
  openedFiles: { current(): OpenedFile | null; drop(id: string): void };
  /** Files of the profile that could not be read or written. */
  storedFiles: { list(): StoredFileProblem[]; dismiss(id: string): void };
  /** What the window has cached of online maps. */
  onlineMapCache: { bytes(): Promise<number>; clear(): Promise<number> };
  /** The window has drawn the fleet. */
  fleetDrawn(drawn: FleetDrawn): void;
  /** Until then the window would show the form for a connection. */
  lastAccountOpened: Promise<void>;
}

/** One line per call of the contract. */
export function createHandlers(parts: {
  session: SessionFeature;
  /** A change may wait for the user. */
  settings: Pick<SettingsStore, 'current'> & {
    change(part: Partial<Settings>): Settings | Promise<Settings>;
  };
  exchange: Exchange;
  historyFiles: HistoryFiles;
  reports: Reports;
  submissions: Submissions;
  mapFiles: MapFiles;
  keyedMaps: OnlineMaps;
  mapPictures: MapPictures;
  desktop: Desktop;
}): Handlers<WaypostContract> {
  const { session, settings, exchange, historyFiles, submissions, mapFiles, keyedMaps, desktop } =
    parts;
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
      download: () => desktop.updates.download(),
      install: () => desktop.updates.install(),
    },
    links: { take: () => desktop.takeLink() },
    openedFiles: {
      current: () => desktop.openedFiles.current(),
      drop: ({ id }) => desktop.openedFiles.drop(id),
    },
    session: {
      current: async () => {
        await desktop.lastAccountOpened;
        return session.current();
      },
      connect: (input) => session.connect(input),
      useDemo: () => session.useDemo(),
      openKnown: ({ id }) => session.openKnown(id),
      findAccounts: () => session.findAccounts(),
      forget: ({ id }) => session.forget(id),
      replaceKey: ({ apiKey }) => session.replaceKey(apiKey),
      storeKey: () => session.storeKey(),
      setPassphrase: ({ passphrase }) => session.setPassphrase(passphrase),
      unlock: ({ passphrase }) => session.unlock(passphrase),
      disconnect: ({ forget }) => session.disconnect(forget),
      setSubmissionMode: ({ id, mode }) => session.setSubmissionMode(id, mode),
    },
    status: {
      current: () => session.status(),
      cancelWaiting: () => session.account().cancelWaiting(),
    },
    usage: {
      current: () => session.account().usage(),
      setCallsPerDay: ({ callsPerDay }) => session.account().setCallsPerDay(callsPerDay),
      forgetLearnedLimit: () => session.account().forgetLearnedLimit(),
    },
    fleet: {
      openPort: () => {
        if (!desktop.openFleetPort()) fail({ kind: 'notFound' });
      },
      refresh: () => session.account().refreshNow(),
      refreshMany: ({ ids }) => session.account().refreshMany(ids),
      refreshDevice: ({ id }) => session.account().refreshDevice(id),
      prioritise: (attention) => session.account().prioritise(attention),
      details: ({ id }) => session.account().details(id),
    },
    fieldMapping: {
      current: () => session.account().fieldMapping.state(),
      set: (mappings) => session.account().fieldMapping.set(mappings),
      exportFile: () => exchange.exportFieldMapping(),
    },
    settings: { current: () => settings.current(), change: (part) => settings.change(part) },
    savedViews: {
      list: () => session.account().savedViews.list(),
      save: (view) => session.account().savedViews.save(view),
      remove: ({ id }) => session.account().savedViews.remove(id),
    },
    viewState: {
      read: () => session.account().viewState.read(),
      keep: ({ account, state }) => session.accountOf(account).viewState.keep(state),
    },
    handover: {
      absence: () => session.account().handover.absence(),
      note: ({ since }) => session.account().handover.note(since),
      dismiss: () => session.account().handover.dismiss(),
    },
    storedFiles: {
      problems: () => desktop.storedFiles.list(),
      dismiss: ({ id }) => desktop.storedFiles.dismiss(id),
    },
    mapFiles: {
      list: () => mapFiles.list(),
      choose: () => mapFiles.choose(),
      offer: () => mapFiles.offer(),
      add: ({ id, copy }) => mapFiles.add(id, copy),
      dismiss: ({ id }) => mapFiles.dismiss(id),
      remove: ({ id }) => mapFiles.remove(id),
      onlineCacheBytes: () => desktop.onlineMapCache.bytes(),
      clearOnlineCache: () => desktop.onlineMapCache.clear(),
    },
    notes: {
      all: () => session.account().notes.all(),
      put: (note) => session.account().notes.put(note),
    },
    keyedMaps: {
      list: () => keyedMaps.list(),
      use: async (chosen) => {
        await keyedMaps.use(chosen);
        await settings.change({ mapStyleUrl: keyedMapStyle(chosen.id) });
      },
      retry: ({ id }) => keyedMaps.retry(id),
      remove: async ({ id }) => {
        await keyedMaps.remove(id);
        const isShown = settings.current().mapStyleUrl === keyedMapStyle(id);
        if (isShown) await settings.change({ mapStyleUrl: '' });
      },
    },
    reports: { write: (input) => parts.reports.write(input) },
    mapPicture: {
      save: (input) => parts.mapPictures.save(input),
      print: (input) => parts.mapPictures.print(input),
    },
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
