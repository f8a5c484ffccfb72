import { Button, DirectionProvider, MantineProvider } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useCallback } from 'react';
import { useStore } from 'zustand';
import type { FleetClient, MapFeed } from '#engines/fleet';
import { JobDialog, JobProgress, JobsPage, JournalPage } from '#features/activity';
import { AlertsPage, AlertsStatus, NotificationBell, QuietHours, SosStrip } from '#features/alerts';
import { DiagnosticsDialog, DiagnosticsSetting } from '#features/diagnostics';
import { UnsavedDrafts, type DraftChecks } from '#features/edits';
import { ImportPage } from '#features/exchange';
import { ExpiryPage } from '#features/expiry';
import { FieldMappingSetting } from '#features/field-mapping';
import {
  FleetPage,
  FleetProvider,
  type FleetStore,
  RefreshQuestion,
  refreshFleet,
  useFleetStore,
} from '#features/fleet';
import {
  DropTargetPanel,
  DroppedNotice,
  GroupsPage,
  useDeviceDrag,
  groupDraftProblem,
} from '#features/groups';
import { HandoverDialog, HandoverLine, openHandover } from '#features/handover';
import { Help, HelpMenu, NewVersion } from '#features/help';
import { HistoryPage } from '#features/history';
import { LimitsPage, limitsDraftProblem } from '#features/limits';
import {
  FleetMap,
  MapFileDialog,
  MapFilesSetting,
  OnlineMapSetting,
  type MapStore,
} from '#features/map';
import { NearestPanel, nearbyStore, useIsNearestOpen } from '#features/nearby';
import { NoteDrafts } from '#features/notes';
import { PlaceDialog, PlaceReshaping, PlacesOnMap, PlacesPage } from '#features/places';
import { ReportDialog } from '#features/reports';
import {
  AccountMenu,
  AccountsSetting,
  ConnectOwnAccount,
  ConnectPage,
  UnlockPage,
  useAccountMark,
  useSession,
} from '#features/session';
import {
  SettingsPage,
  useAccountZone,
  useChosenFormat,
  useColourScheme,
  useSettings,
} from '#features/settings';
import { OfflineBar, StatusLine, useIsOffline } from '#features/status';
import { SnoozedDevices } from '#features/snoozes';
import { SubmissionModeSetting, SubmitPage } from '#features/submit';
import { TakeAlongSetting } from '#features/take-along';
import { Tour } from '#features/tour';
import { UsersPage, userDraftProblem } from '#features/users';
import { openVisits, VisitsPage } from '#features/visits';
import { Wall, WallSetting, WallWithoutAccount } from '#features/wall';
import { changeSettings } from '#lib/change-settings';
import { FormatProvider, useFormat } from '#lib/use-format';
import type { Session } from '#shared/domain/session';
import { BrandMark } from '#ui/brand-mark';
import { PaneBoundary } from '#ui/fault-notice';
import { Toasts } from '#ui/notice';
import { CommandSearch } from '#features/command';
import { DeviceActions } from './device-actions';
import { DevicePanelActions, DevicePanelSections } from './device-panel';
import { DeviceRowMenu } from './device-row-menu';
import { lockNow, useCommandOf, useCommands, useRecentCommands } from './commands';
import { Activity, Navigation } from './navigation';
import { Notices } from './notices';
import { type Route, guidePages, useRoute, pageOnScreen } from './routes';
import classes from './shell.module.css';
import { cssVariables, theme } from './theme';
import { shownHere, useIsMapAlone, useWindowTitle, wallHere } from './this-window';
import type { ViewStates } from './view-states';

const nonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

interface WindowProps {
  store: FleetStore;
  map: ReactNode;
  /** Called when the shell around a fleet was shown. */
  onShellShown: () => void;
}

/** Everything below the window's root. */
export function Window({ store, map, onShellShown }: WindowProps) {
  const scheme = useColourScheme();
  const format = useChosenFormat();
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesResolver={cssVariables}
        getStyleNonce={nonce}
      >
        <FormatProvider value={format}>
          <FleetProvider value={store}>
            <PaneBoundary pane="window">
              <Shell map={map} onShown={onShellShown} />
            </PaneBoundary>
          </FleetProvider>
        </FormatProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** What a draft is checked for before it is sent without being opened. */
function useDraftChecks(): DraftChecks {
  const { zone } = useAccountZone();
  return {
    user: userDraftProblem,
    group: groupDraftProblem,
    limits: (draft, format) => limitsDraftProblem(draft, zone, format),
  };
}

interface ShellProps {
  map: ReactNode;
  onShown: () => void;
}

/** The contents of the window for the state of the session. */
function Shell({ map, onShown }: ShellProps) {
  const session = useSession();
  const route = useRoute();
  if (!session) return null;
  if (wallHere) return <WallWindow session={session} map={map} onShown={onShown} />;
  return (
    <>
      {session.phase === 'open' ? (
        // Whatever the elements below hold is of this account.
        <OpenShell key={session.profile.id} map={map} onShown={onShown} />
      ) : (
        <ClosedShell session={session} />
      )}
      <MapFileDialog />
      {/* What was found out about one account is not shown for another; its key is not that of the shell beside it. */}
      <DiagnosticsDialog
        key={`diagnostics ${session.phase === 'open' ? session.profile.id : session.phase}`}
      />
      <Help page={guidePageOf(session, route)} />
    </>
  );
}

/** Nothing that asks or can be pressed. */
function WallWindow({ session, map, onShown }: ShellProps & { session: Session }) {
  useWindowTitle();
  useEffect(onShown, [onShown]);
  if (session.phase !== 'open') return <WallWithoutAccount phase={session.phase} />;
  return <Wall key={session.profile.id} asked={wallHere ?? []} map={map} />;
}

const guidePageOf = ({ phase }: Session, route: Route) =>
  phase === 'open' ? guidePages[route] : phase === 'none' ? 'connect' : 'lock';

function ClosedShell({ session }: { session: Exclude<Session, { phase: 'open' }> }) {
  const { t } = useFormat();
  return (
    <div className={classes.outside}>
      <Notices />
      {session.phase === 'none' ? (
        <ConnectPage last={session.last} known={session.known} />
      ) : (
        <UnlockPage profile={session.profile} />
      )}
      <HelpMenu position="top-start">
        <Button
          size="xs"
          variant="subtle"
          className={classes.help}
          leftSection={<IconHelp size={16} aria-hidden />}
        >
          {t('help.title')}
        </Button>
      </HelpMenu>
    </div>
  );
}

function OpenShell({ map, onShown }: ShellProps) {
  const { t } = useFormat();
  const route = useRoute();
  useWindowTitle();
  const begin = useDeviceDrag();
  const drag = { begin, places: <DropTargetPanel />, notice: <DroppedNotice page="fleet" /> };
  const isNearestOpen = useIsNearestOpen();
  const isOffline = useIsOffline();
  const isMapAlone = useIsMapAlone();
  const mark = useAccountMark();
  useEffect(onShown, [onShown]);
  return (
    <div
      className={classes.shell}
      data-offline={isOffline || undefined}
      data-map-alone={isMapAlone || undefined}
    >
      {mark && !mark.isAlone && (
        <div className={classes.accountMark} style={{ background: mark.colour }} aria-hidden />
      )}
      <header className={classes.head} hidden={isMapAlone}>
        <BrandMark size={22} />
        <button
          type="button"
          className={classes.skip}
          onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
        >
          {t('app.skip')}
        </button>
        <div className={classes.searchPlace}>
          <HeaderSearch />
        </div>
        <JobProgress />
        <UnsavedDrafts checks={useDraftChecks()} />
        <NoteDrafts />
        <NotificationBell />
        <RefreshQuestion />
        <ReportDialog />
        <HandoverDialog />
        <ConnectOwnAccount />
        <AccountMenu
          onRefresh={() => void refreshFleet()}
          onLock={() => void lockNow()}
          sinceYouLeft={{ name: t('handover.open'), open: openHandover }}
        />
      </header>
      <div>
        <OfflineBar />
        <SosStrip />
        <Notices />
        {!shownHere && <Tour page={route} />}
      </div>
      <div className={classes.middle}>
        {!isMapAlone && <Navigation route={route} />}
        <main className={classes.main} tabIndex={-1}>
          {route !== 'fleet' && (
            <div className={classes.page}>
              <PaneBoundary key={route} pane="page">
                {pages[route]}
              </PaneBoundary>
            </div>
          )}
          {/* Hidden rather than removed, so that the map does not start again; after the visible page, so
            that a search for a text finds the visible one first. */}
          <div className={classes.page} hidden={route !== 'fleet'}>
            <PaneBoundary pane="fleet">
              <FleetPage
                map={map}
                drag={drag}
                news={
                  <>
                    <SnoozedDevices />
                    <HandoverLine />
                  </>
                }
                actionsFor={(ids) => <DeviceActions ids={ids} />}
                side={isNearestOpen ? { panel: <NearestPanel />, close: nearbyStore.close } : null}
                rowMenu={(menu) => <DeviceRowMenu key={menu.row.id} {...menu} />}
                moreDetails={(details) => <DevicePanelSections details={details} />}
                detailActions={(device, details) => (
                  <DevicePanelActions device={device} details={details} />
                )}
              />
            </PaneBoundary>
          </div>
        </main>
      </div>
      <StatusLine alerts={<AlertsStatus />} news={<NewVersion />} />
      <JobDialog />
      <PlaceDialog />
      <Toasts />
    </div>
  );
}

const pages: Record<Exclude<Route, 'fleet'>, ReactNode> = {
  history: <HistoryPage />,
  alerts: <AlertsPage />,
  groups: <GroupsPage />,
  places: <PlacesPage onVisits={openVisits} />,
  visits: <VisitsPage />,
  users: <UsersPage />,
  limits: <LimitsPage />,
  expiry: <ExpiryPage />,
  jobs: (
    <Activity current="jobs">
      <JobsPage />
    </Activity>
  ),
  import: <ImportPage />,
  submit: <SubmitPage />,
  journal: (
    <Activity current="journal">
      <JournalPage />
    </Activity>
  ),
  settings: (
    <SettingsPage
      components={{
        mapFiles: MapFilesSetting,
        mapStyleUrl: OnlineMapSetting,
        quietHours: QuietHours,
        accounts: AccountsSetting,
        takeAlong: TakeAlongSetting,
        wallViews: WallSetting,
        diagnostics: DiagnosticsSetting,
        fieldMapping: FieldMappingSetting,
        submissionMode: SubmissionModeSetting,
      }}
    />
  ),
};

interface MapPaneProps {
  fleet: FleetClient & MapFeed;
  fleetStore: FleetStore;
  mapStore: MapStore;
  viewStates: ViewStates;
}

/** The map, connected to the settings, the account and the selection. */
export function MapPane({ fleet, fleetStore, mapStore, viewStates }: MapPaneProps) {
  const { labels } = useSettings();
  const account = useStore(viewStates, (opened) => opened.account);
  const { camera, selected } = viewStates.getState();
  return (
    <>
      <PlacesOnMap store={mapStore} />
      <PlaceReshaping store={mapStore} />
      <FleetMap
        fleet={fleet}
        store={mapStore}
        account={account}
        theme={useColourScheme()}
        labels={labels}
        onLabels={(chosen) => void changeSettings({ labels: chosen })}
        savedView={camera}
        savedSelection={selected}
        onViewChanged={viewStates.cameraChanged}
        onSelect={(id) => fleetStore.show(id)}
        hasControls={!wallHere}
      />
    </>
  );
}

/** The search of the header, with everything that can be found in this account. */
export function HeaderSearch() {
  const store = useFleetStore();
  const onDevice = useCallback(
    (id: string) => {
      pageOnScreen.show('fleet');
      store.show(id);
    },
    [store],
  );
  const commands = useCommands();
  return (
    <CommandSearch
      commands={commands}
      commandOf={useCommandOf()}
      onDevice={onDevice}
      recent={useRecentCommands(commands, onDevice)}
    />
  );
}
