import { useSyncExternalStore } from 'react';
import type { DraftKind } from '#shared/domain/edit';
import type { PlainKey } from '#shared/i18n/translate';
import { draftPages } from '#features/edits';

export const routes = [
  'fleet',
  'history',
  'alerts',
  'places',
  'visits',
  'groups',
  'users',
  'limits',
  'expiry',
  'jobs',
  'import',
  'submit',
  'journal',
  'settings',
] as const;
export type Route = (typeof routes)[number];

/** The page a hash names, or the fleet. The hash contains nothing but the page. */
export function routeOf(hash: string): Route {
  const name = hash.replace(/^#\/?/, '');
  return routes.find((route) => route === name) ?? 'fleet';
}

export const hrefOf = (route: Route) => `#/${route}`;

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** The page on screen, and how to change it. */
export const pageOnScreen = {
  current: () => routeOf(window.location.hash),
  show: (route: Route) => {
    window.location.hash = hrefOf(route);
  },
  subscribe: (listener: () => void) => void subscribe(listener),
  isChosen: () => window.location.hash !== '',
};

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, pageOnScreen.current);
}

interface NavigationGroup {
  name: PlainKey;
  routes: readonly Route[];
}

/** The page of the guide about each page. */
export const guidePages: Record<Route, string> = {
  fleet: 'find-a-device',
  history: 'history',
  alerts: 'alerts',
  places: 'places',
  visits: 'visits',
  groups: 'groups',
  users: 'users',
  limits: 'limits',
  expiry: 'renew',
  jobs: 'activity',
  import: 'import',
  submit: 'submit',
  journal: 'activity',
  settings: 'settings',
};

/** The tabs of Activity. */
export const activityRoutes = ['jobs', 'journal'] as const satisfies readonly Route[];

export const isActivity = (route: Route): boolean => activityRoutes.some((tab) => tab === route);

/** The rail from top to bottom; `jobs` stands for Activity. */
export function navigationGroups(takesSubmissions: boolean): NavigationGroup[] {
  return [
    {
      name: 'app.navigation.operate',
      routes: ['fleet', 'alerts', 'history', 'places', 'visits'],
    },
    {
      name: 'app.navigation.manage',
      routes: [
        'groups',
        'users',
        'limits',
        'expiry',
        'import',
        ...(takesSubmissions ? (['submit'] as const) : []),
      ],
    },
    { name: 'app.navigation.system', routes: ['jobs', 'settings'] },
  ];
}

/** How many drafts are open on each page. */
export function draftsByPage(drafts: Iterable<{ kind: DraftKind }>): ReadonlyMap<Route, number> {
  const counts = new Map<Route, number>();
  for (const { kind } of drafts) {
    const page: Route = draftPages[kind];
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  return counts;
}
