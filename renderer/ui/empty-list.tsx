import type { ReactNode } from 'react';
import classes from './empty-list.module.css';

/** The message of an empty list. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <div className={classes.empty}>{children}</div>;
}
