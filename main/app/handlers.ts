import { accountHandlers } from '#main/account/account';
import { alertsHandlers } from '#main/features/alerts/alert-log';
import type { Exchange } from '#main/features/exchange/exchange';
import type { HistoryFiles } from '#main/features/exchange/history-files';
import { fieldMappingHandlers } from '#main/features/field-mapping/field-mapping';
import { handoverHandlers } from '#main/features/handover/handover';
import { historyHandlers } from '#main/features/history/history';
import { jobsHandlers } from '#main/features/jobs/jobs';
import type { MapPictures } from '#main/features/maps/map-picture';
import { mapsHandlers, type Maps } from '#main/features/maps/maps';
import { notesHandlers } from '#main/features/notes/notes';
import { placeRulesHandlers } from '#main/features/places/place-rules';
import { placesHandlers, type createPlacesFiles } from '#main/features/places/places';
import { recordsHandlers } from '#main/features/records/records';
import { snoozesHandlers } from '#main/features/snoozes/snoozes';
import { vehicleKindsHandlers } from '#main/features/vehicle-kinds/vehicle-kinds';
import { savedViewsHandlers, viewStateHandlers } from '#main/features/view-state/view-state';
import { visitsHandlers, type createVisitsFiles } from '#main/features/visits/visits';
import type { Submissions } from '#main/features/submit/submissions';
import { sessionHandlers, type SessionFeature } from '#main/session/session';
import type { FindStreets } from '#shared/places/place';
import type { Settings } from '#shared/domain/settings';
import type { SavedView } from '#shared/domain/view-state';
import type { DraftKind } from '#shared/domain/edit';
import { fail } from '#shared/fault';
import type { HandlersOf, WaypostContract } from '#shared/ipc/contract';
import type { NoteChange } from '#shared/ipc/fleet';
import type { PlacesChange } from '#shared/ipc/places';
import type { KindChoice } from '#shared/domain/vehicle-kind';
import type { Caller, Handlers, PortName } from '#shared/ipc/define';

/** The calls that the desktop answers itself. */
export type DesktopHandlers = Pick<
  Handlers<WaypostContract>,
  'app' | 'updates' | 'links' | 'openedFiles' | 'storedFiles'
>;

/** Every call of the window: each part is answered by its feature. */
export function createHandlers(parts: {
  desktop: DesktopHandlers;
  session: SessionFeature;
  diagnostics: HandlersOf<'diagnostics'>;
  /** Asks the user whether a new service may be contacted; rejects if not. */
  beforeConnect: (address: string) => Promise<void>;
  /** A change may wait for the user. */
  settings: {
    current(): Settings;
    change(part: Partial<Settings>): Settings | Promise<Settings>;
  };
  exchange: Exchange;
  historyFiles: HistoryFiles;
  submissions: Submissions;
  maps: Maps;
  /** Of positions of its account. */
  streets: FindStreets;
  mapPictures: MapPictures;
  printedTable: Handlers<WaypostContract>['printedTable'];
  takeAlong: Handlers<WaypostContract>['takeAlong'];
  placesFiles: ReturnType<typeof createPlacesFiles>;
  visitsFiles: ReturnType<typeof createVisitsFiles>;
  /** Whether a window begins with what was on screen last. */
  restoresView: boolean;
  /** A window changed a draft, which the others show, too. */
  draftChanged: (kind: DraftKind, by?: Caller) => void;
  /** Opens another account in a window of its own, or brings that to the front. */
  openAccountWindow: (id: string) => Promise<void>;
  /** Locks the accounts of the other windows, too. */
  askOthersToLock: () => void;
  /** A window changed places, which the others show, too. */
  placesChanged: (change: PlacesChange, by?: Caller) => void;
  savedViewsChanged: (views: SavedView[]) => void;
  notesChanged: (change: NoteChange, by?: Caller) => void;
  vehicleKindsChanged: (choices: KindChoice[], by?: Caller) => void;
  /** Makes a message channel and sends one port to a window; false if that window is gone. */
  openPort: (name: PortName, of: Caller) => boolean;
}): Handlers<WaypostContract> {
  const { session, settings, exchange, historyFiles, openPort } = parts;
  const account = () => session.account();
  const { fleet, ...ofAccount } = accountHandlers(account);
  return {
    ...parts.desktop,
    diagnostics: parts.diagnostics,
    ...sessionHandlers(session, parts),
    ...ofAccount,
    fleet: {
      ...fleet,
      openPort: (caller = 0) => {
        if (!openPort('fleet', caller)) fail({ kind: 'notFound' });
      },
    },
    ...recordsHandlers(() => account().records, parts.draftChanged),
    jobs: jobsHandlers(() => account().jobs),
    exchange,
    fieldMapping: {
      ...fieldMappingHandlers(() => account().fieldMapping),
      exportFile: exchange.exportFieldMapping,
    },
    history: {
      ...historyHandlers(
        () => account().history,
        (caller = 0) => openPort('history', caller),
      ),
      exportTracks: historyFiles.exportTracks,
      exportProgress: historyFiles.progress,
      cancelExport: historyFiles.cancel,
    },
    alerts: { ...alertsHandlers(account), exportAlerts: historyFiles.exportAlerts },
    submit: parts.submissions,
    reports: { write: historyFiles.writeReport },
    notes: notesHandlers(() => account().notes, parts.notesChanged),
    snoozes: snoozesHandlers(() => account().snoozes),
    savedViews: savedViewsHandlers(() => account().savedViews, parts.savedViewsChanged),
    vehicleKinds: vehicleKindsHandlers(() => account().vehicleKinds, parts.vehicleKindsChanged),
    places: {
      ...placesHandlers(() => account().places, parts.placesChanged),
      ...parts.placesFiles,
    },
    placeRules: placeRulesHandlers(() => account().placeRules),
    visits: { ...visitsHandlers(() => account().visits), ...parts.visitsFiles },
    viewState: {
      ...viewStateHandlers(
        () => account().viewState,
        (id) => session.accountOf(id).viewState,
      ),
      ...(parts.restoresView ? {} : { read: () => null }),
    },
    handover: handoverHandlers(() => account().handover),
    settings,
    maps: mapsHandlers(parts.maps, settings, parts.streets),
    mapPicture: parts.mapPictures,
    printedTable: parts.printedTable,
    takeAlong: parts.takeAlong,
  };
}
