import {
  IconBell,
  IconCalendarDue,
  IconGauge,
  IconHistory,
  IconNotebook,
  IconListCheck,
  IconMapPin,
  IconSettings,
  IconStack2,
  IconTableImport,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { AlertCount, AlertsPage, LiveAlertSettings } from '#features/alerts';
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
import { FleetPage } from '#features/fleet';
import { UnsavedDrafts } from '#features/drafts';
import { ExpiryPage } from '#features/expiry';
import { DroppedNotice, GroupsPage, DropTargetPanel, useDeviceDrag } from '#features/groups';
import { HistoryPage, OpenHistoryButton } from '#features/history';
import { JournalPage } from '#features/journal';
import { LimitsPage } from '#features/limits';
import { SettingsPage } from '#features/settings';
import { StatusLine } from '#features/status';
import { SubmissionModeSetting, SubmitPage, useSubmissionMode } from '#features/submit';
import { UsersWithAccess, UsersPage } from '#features/users';
import { BrandMark } from '#ui/brand-mark';
import { PaneBoundary } from '#ui/pane-boundary';
import { DeviceActions } from './device-actions';
import { FleetFaultBanner } from './fleet-fault-banner';
import { OpenedFileBanner } from './opened-file-banner';
import { hrefOf, routes, useRoute, type Route } from './routes';
import classes from './shell.module.css';

interface ShellProps {
  map: ReactNode;
  onShown: () => void;
}

/** What the window shows, as the session decides. */
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
        {/* Hidden rather than removed: the map would have to start again. Behind the page that is seen, so
            that whoever looks for a text from the top finds the one in sight. */}
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
      <LiveAlertSettings />
      <SubmissionModeSetting />
    </SettingsPage>
  ),
};

const names: Record<Route, string> = {
  fleet: 'Fleet',
  history: 'History',
  alerts: 'Alerts',
  groups: 'Groups',
  users: 'Users',
  limits: 'Limits',
  expiry: 'Expiry',
  jobs: 'Jobs',
  import: 'Import',
  submit: 'Submit',
  journal: 'Journal',
  settings: 'Settings',
};
const icons: Record<Route, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  fleet: IconMapPin,
  history: IconHistory,
  alerts: IconBell,
  groups: IconStack2,
  users: IconUsers,
  limits: IconGauge,
  expiry: IconCalendarDue,
  jobs: IconListCheck,
  import: IconTableImport,
  submit: IconUpload,
  journal: IconNotebook,
  settings: IconSettings,
};

function Navigation({ route }: { route: Route }) {
  // Where the connection only answers questions there is nothing to be submitted.
  const takesSubmissions = useSubmissionMode() === 'submit';
  const shown = routes.filter((name) => name !== 'submit' || takesSubmissions);
  return (
    <nav aria-label="Main" className={classes.nav}>
      {shown.map((name) => {
        const Icon = icons[name];
        return (
          <a
            key={name}
            href={hrefOf(name)}
            className={classes.link}
            aria-current={name === route ? 'page' : undefined}
            title={names[name]}
            draggable={false}
          >
            <Icon size={16} aria-hidden />
            <span className={classes.linkName}>{names[name]}</span>
            {name === 'alerts' && <AlertCount />}
          </a>
        );
      })}
    </nav>
  );
}
