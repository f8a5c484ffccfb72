import classes from './navigation.module.css';
import { Tooltip } from '@mantine/core';
import {
  IconActivity,
  IconBell,
  IconCalendarDue,
  IconCalendarTime,
  IconFileImport,
  IconGauge,
  IconHelp,
  IconHistory,
  IconListCheck,
  IconMapPin,
  IconNotebook,
  IconPolygon,
  IconSettings,
  IconStack2,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId } from 'react';
import { useRunningJobs } from '#features/activity';
import { AlertCount } from '#features/alerts';
import { useDrafts } from '#features/edits';
import { HelpMenu } from '#features/help';
import { useSubmissionMode } from '#features/submit';
import { useFormat } from '#lib/use-format';
import { useIsNarrow } from '#ui/window-width';
import {
  type Route,
  activityRoutes,
  draftsByPage,
  hrefOf,
  isActivity,
  navigationGroups,
} from './routes';

const pageIcons: Record<Route, ComponentType<{ size: number; 'aria-hidden': boolean }>> = {
  fleet: IconMapPin,
  history: IconHistory,
  alerts: IconBell,
  places: IconPolygon,
  visits: IconCalendarTime,
  groups: IconStack2,
  users: IconUsers,
  limits: IconGauge,
  expiry: IconCalendarDue,
  jobs: IconListCheck,
  import: IconFileImport,
  submit: IconUpload,
  journal: IconNotebook,
  settings: IconSettings,
};

interface NavigationProps {
  route: Route;
}

/** The rail: links to all pages in three groups, with the current one marked. */
export function Navigation({ route }: NavigationProps) {
  const takesSubmissions = useSubmissionMode() !== 'query';
  const drafts = draftsByPage(useDrafts().values());
  const running = useRunningJobs();
  const { t } = useFormat();
  return (
    <nav aria-label={t('app.navigation')} className={classes.rail}>
      {navigationGroups(takesSubmissions).map((group) => (
        <Group key={group.name} name={t(group.name)}>
          {group.routes.map((page) => {
            const count = page === 'jobs' ? running : (drafts.get(page) ?? 0);
            const note = page === 'jobs' ? 'app.navigation.jobs' : 'app.navigation.drafts';
            return (
              <RailLink
                key={page}
                page={page}
                isCurrent={page === 'jobs' ? isActivity(route) : page === route}
                badge={count}
                note={count > 0 ? t(note, { count }) : null}
              />
            );
          })}
        </Group>
      ))}
      <HelpMenu>
        <button type="button" className={classes.link}>
          <IconHelp size={17} aria-hidden />
          <span className={classes.linkName}>{t('help.title')}</span>
        </button>
      </HelpMenu>
    </nav>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <span id={id} className={classes.groupName}>
        {name}
      </span>
      {children}
    </div>
  );
}

interface RailLinkProps {
  page: Route;
  isCurrent: boolean;
  badge: number;
  /** What the badge counts. */
  note: string | null;
}

function RailLink({ page, isCurrent, badge, note }: RailLinkProps) {
  const isNarrow = useIsNarrow();
  const { t } = useFormat();
  const name = t(page === 'jobs' ? 'app.page.activity' : `app.page.${page}`);
  const Icon = page === 'jobs' ? IconActivity : pageIcons[page];
  return (
    <Tooltip
      label={note === null ? name : t('app.navigation.pageAndNote', { page: name, note })}
      position="right"
      disabled={!isNarrow && note === null}
      events={{ hover: true, focus: true, touch: false }}
      openDelay={150}
    >
      <a
        href={hrefOf(page)}
        className={classes.link}
        aria-current={isCurrent ? 'page' : undefined}
        draggable={false}
      >
        <Icon size={17} aria-hidden />
        <span className={classes.linkName}>{name}</span>
        {page === 'alerts' && (
          <span className={classes.badgePlace}>
            <AlertCount />
          </span>
        )}
        {badge > 0 && (
          <span className={classes.badgePlace} aria-hidden>
            <span className={classes.quietBadge}>{badge}</span>
          </span>
        )}
      </a>
    </Tooltip>
  );
}

/** Jobs and journal under their common tabs. */
export function Activity({ current, children }: { current: Route; children: ReactNode }) {
  const { t } = useFormat();
  return (
    <div className={classes.activity}>
      <nav aria-label={t('app.page.activity')} className={classes.tabs}>
        {activityRoutes.map((route) => (
          <a
            key={route}
            href={hrefOf(route)}
            className={classes.tab}
            aria-current={route === current ? 'page' : undefined}
            draggable={false}
          >
            {t(`app.page.${route}`)}
          </a>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
