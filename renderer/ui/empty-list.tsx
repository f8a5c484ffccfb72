import type { ReactNode } from 'react';
import classes from './empty-list.module.css';

/** What a list says instead of rows, and why. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <div className={classes.empty}>{children}</div>;
}
