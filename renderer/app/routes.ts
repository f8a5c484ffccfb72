import { useSyncExternalStore } from 'react';

export const routes = [
  'fleet',
  'history',
  'alerts',
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
};

/** The page on screen. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, pageOnScreen.current);
}
