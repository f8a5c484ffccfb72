import type { DraftKind } from '#shared/domain/edit';
import type { Route } from './routes';
import { texts } from './app-texts';

export interface NavigationGroup {
  name: string;
  routes: readonly Route[];
}

/** The tabs of Activity. */
export const activityRoutes = ['jobs', 'journal'] as const satisfies readonly Route[];

export const isActivity = (route: Route): boolean => route === 'jobs' || route === 'journal';

/** The rail from top to bottom; `jobs` stands for Activity. */
export function navigationGroups(takesSubmissions: boolean): NavigationGroup[] {
  return [
    {
      name: texts.operate,
      routes: ['fleet', 'alerts', 'history', ...(takesSubmissions ? (['submit'] as const) : [])],
    },
    { name: texts.manage, routes: ['groups', 'users', 'limits', 'expiry', 'import'] },
    { name: texts.system, routes: ['jobs', 'settings'] },
  ];
}

const draftPages: Record<DraftKind, Route> = {
  user: 'users',
  group: 'groups',
  limits: 'limits',
  submission: 'submit',
  note: 'fleet',
};

/** How many drafts are open on each page. */
export function draftsByPage(drafts: Iterable<{ kind: DraftKind }>): ReadonlyMap<Route, number> {
  const counts = new Map<Route, number>();
  for (const { kind } of drafts) {
    const page = draftPages[kind];
    counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  return counts;
}
