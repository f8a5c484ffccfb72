import { useEffect, useState, type ReactNode } from 'react';
import { AlertsPage, LiveAlertSettings } from '#features/alerts';
import { ImportPage } from '#features/exchange';
import { JobProgress, JobsPage } from '#features/jobs';
import {
  AccountMenu,
  AccountsSetting,
  ConnectPage,
  SessionBanners,
  UnlockPage,
  useSession,
} from '#features/session';
import { FieldMappingBanner, FieldMappingSetting } from '#features/field-mapping';
import { FleetPage } from '#features/fleet';
import { UnsavedDrafts } from '#features/drafts';
import { ExpiryPage } from '#features/expiry';
import { DroppedNotice, GroupsPage, DropTargetPanel, useDeviceDrag } from '#features/groups';
import { HistoryPage, OpenHistoryButton } from '#features/history';
import { JournalPage } from '#features/journal';
import { LimitsPage } from '#features/limits';
import { SettingsPage } from '#features/settings';
import { ClockNotice, StatusLine } from '#features/status';
import { SubmissionModeSetting, SubmitPage } from '#features/submit';
import { UsersWithAccess, UsersPage } from '#features/users';
import { BrandMark } from '#ui/brand-mark';
import { PaneBoundary } from '#ui/pane-boundary';
import { DeviceActions } from './device-actions';
import { FleetFaultBanner } from './fleet-fault-banner';
import { OpenedFileBanner } from './opened-file-banner';
import { Navigation } from './navigation';
import { hrefOf, useRoute, type Route } from './routes';
import classes from './shell.module.css';

interface ShellProps {
  map: ReactNode;
  onShown: () => void;
}

/** The contents of the window for the state of the session. */
export function Shell({ map, onShown }: ShellProps) {
  const session = useSession();
  if (!session) return null;
  if (session.phase === 'open') return <OpenShell map={map} onShown={onShown} />;
  return (
    <div className={classes.outside}>
      <div className={classes.banners}>
        <OpenedFileBanner />
      </div>
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
  useEffect(onShown, [onShown]);
  const [isKeyAsked, setKeyAsked] = useState(false);
  return (
    <div className={classes.shell}>
      <header className={classes.head}>
        <BrandMark size={22} />
        <Navigation route={route} />
        <JobProgress />
        <UnsavedDrafts />
        <AccountMenu
          onSettings={() => {
            window.location.hash = hrefOf('settings');
          }}
          onReplaceKey={() => setKeyAsked(true)}
        />
      </header>
      <div className={classes.banners}>
        <OpenedFileBanner />
        <FleetFaultBanner />
        <ClockNotice />
        <FieldMappingBanner />
        <SessionBanners isKeyAsked={isKeyAsked} onKeyDone={() => setKeyAsked(false)} />
      </div>
      <main className={classes.main}>
        {route !== 'fleet' && (
          <div className={classes.page}>
            <PaneBoundary key={route} name="This page">
              {pages[route]}
            </PaneBoundary>
          </div>
        )}
        {/* Hidden rather than removed, so that the map does not start again; after the visible page, so
            that a search for a text finds the visible one first. */}
        <div className={classes.page} hidden={route !== 'fleet'}>
          <PaneBoundary name="The fleet">
            <FleetPage
              map={map}
              drag={drag}
              actionsFor={(ids) => <DeviceActions ids={ids} />}
              moreDetails={(id) => <UsersWithAccess deviceId={id} />}
              detailActions={(device) => <OpenHistoryButton device={device} />}
            />
          </PaneBoundary>
        </div>
      </main>
      <StatusLine />
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
  jobs: <JobsPage />,
  import: <ImportPage />,
  submit: <SubmitPage />,
  journal: <JournalPage />,
  settings: (
    <SettingsPage>
      <AccountsSetting />
      <FieldMappingSetting />
      <LiveAlertSettings />
      <SubmissionModeSetting />
    </SettingsPage>
  ),
};
