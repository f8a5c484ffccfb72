import {
  IconBell,
  IconCalendarDue,
  IconGauge,
  IconHistory,
  IconListCheck,
  IconMapPin,
  IconNotebook,
  IconSettings,
  IconStack2,
  IconTableImport,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { AlertCount } from '#features/alerts';
import { useSubmissionMode } from '#features/submit';
import { hrefOf, routes, type Route } from './routes';
import classes from './shell.module.css';

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

/** Links to all pages, with the current one marked. */
export function Navigation({ route }: { route: Route }) {
  const takesSubmissions = useSubmissionMode() !== 'query';
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
