import type { ReactNode } from 'react';
import { activityRoutes } from './navigation-groups';
import { activityName, pageNames } from './navigation-messages';
import { hrefOf, type Route } from './routes';
import classes from './navigation.module.css';

/** Jobs and journal under their common tabs. */
export function Activity({ current, children }: { current: Route; children: ReactNode }) {
  return (
    <div className={classes.activity}>
      <nav aria-label={activityName} className={classes.tabs}>
        {activityRoutes.map((route) => (
          <a
            key={route}
            href={hrefOf(route)}
            className={classes.tab}
            aria-current={route === current ? 'page' : undefined}
            draggable={false}
          >
            {pageNames[route]}
          </a>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
