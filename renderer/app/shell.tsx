import { Suspense, useEffect, type ReactNode } from 'react';
import type { Session } from '#shared/domain/session';
import { AlertsPage, AlertsStatus, LiveAlertSettings, NotificationBell } from '#features/alerts';
import { ImportPage } from '#features/exchange';
import { JobDialog, JobProgress, JobsPage } from '#features/activity';
import {
  AccountMenu,
  AccountsSetting,
  ConnectOwnAccount,
  ConnectPage,
  UnlockPage,
  useSession,
} from '#features/session';
import { FieldMappingSetting } from '#features/field-mapping';
import { FleetPage, refreshFleet, RefreshFleetQuestion } from '#features/fleet';
import { MapFileDialog } from '#features/map';
import { NearestPanel, useIsNearestOpen } from '#features/nearby';
import { NoteDrafts } from '#features/notes';
import { HandoverDialog, HandoverLine, handoverMessages, openHandover } from '#features/handover';
import { ReportDialog } from '#features/reports';
import { UnsavedDrafts } from '#features/edits';
import { ExpiryPage } from '#features/expiry';
import { DroppedNotice, GroupsPage, DropTargetPanel, useDeviceDrag } from '#features/groups';
import { HistoryPage } from '#features/history';
import { JournalPage } from '#features/activity';
import { LimitsPage } from '#features/limits';
import { SettingsPage } from '#features/settings';
import { OfflineBar, StatusLine, useIsOffline } from '#features/status';
import { SubmissionModeSetting, SubmitPage } from '#features/submit';
import { Tour } from '#features/tour';
import { UsersPage } from '#features/users';
import { BrandMark } from '#ui/brand-mark';
import { PaneBoundary } from '#ui/fault-notice';
import { Toasts } from '#ui/toasts';
import { Activity } from './activity';
import { texts } from './app-texts';
import { DeviceActions } from './device-actions';
import { DeviceRowMenu } from './device-row-menu';
import { DevicePanelActions, DevicePanelSections } from './device-panel';
import { HeaderSearch } from './header-search';
import { Navigation } from './navigation';
import { Notices } from './notices';
import { useRoute, type Route } from './routes';
import classes from './shell.module.css';

interface ShellProps {
  map: ReactNode;
  onShown: () => void;
}

/** The contents of the window for the state of the session. */
export function Shell({ map, onShown }: ShellProps) {
  const session = useSession();
  if (!session) return null;
  return (
    <>
      {session.phase === 'open' ? (
        // Whatever the elements below hold is of this account.
        <OpenShell key={session.profile.id} map={map} onShown={onShown} />
      ) : (
        <ClosedShell session={session} />
      )}
      <MapFileDialog />
    </>
  );
}

function ClosedShell({ session }: { session: Exclude<Session, { phase: 'open' }> }) {
  return (
    <div className={classes.outside}>
      <Notices />
      {session.phase === 'none' ? (
        <ConnectPage last={session.last} known={session.known} />
      ) : (
        <UnlockPage profile={session.profile} />
      )}
    </div>
  );
}

function OpenShell({ map, onShown }: ShellProps) {
  const route = useRoute();
  const begin = useDeviceDrag();
  const drag = { begin, places: <DropTargetPanel />, notice: <DroppedNotice page="fleet" /> };
  const isNearestOpen = useIsNearestOpen();
  const isOffline = useIsOffline();
  useEffect(onShown, [onShown]);
  return (
    <div className={classes.shell} data-offline={isOffline || undefined}>
      <header className={classes.head}>
        <BrandMark size={22} />
        <button
          type="button"
          className={classes.skip}
          onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
        >
          {texts.skipToThePage}
        </button>
        <div className={classes.searchPlace}>
          <HeaderSearch />
        </div>
        <JobProgress />
        <UnsavedDrafts />
        <NoteDrafts />
        <NotificationBell />
        <RefreshFleetQuestion />
        <ReportDialog />
        <HandoverDialog />
        <ConnectOwnAccount />
        <AccountMenu
          onRefresh={refreshFleet}
          sinceYouLeft={{ name: handoverMessages.open, open: openHandover }}
        />
      </header>
      <div>
        <OfflineBar />
        <Notices />
        <Tour page={route} />
      </div>
      <div className={classes.middle}>
        <Navigation route={route} />
        <main className={classes.main} tabIndex={-1}>
          {route !== 'fleet' && (
            <div className={classes.page}>
              <PaneBoundary key={route} pane="page">
                <Suspense fallback={null}>{pages[route]}</Suspense>
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
                news={<HandoverLine />}
                actionsFor={(ids) => <DeviceActions ids={ids} />}
                side={isNearestOpen ? <NearestPanel /> : null}
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
      <StatusLine alerts={<AlertsStatus />} />
      <JobDialog />
      <Toasts />
    </div>
  );
}

const pages: Record<Exclude<Route, 'fleet'>, ReactNode> = {
  history: <HistoryPage />,
  alerts: <AlertsPage />,
  groups: <GroupsPage />,
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
    <SettingsPage>
      <AccountsSetting />
      <FieldMappingSetting />
      <LiveAlertSettings />
      <SubmissionModeSetting />
    </SettingsPage>
  ),
};
