import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-list.module.css';

/** What the user can do next. */
export type NextStep = { label: string; onClick: () => void } | { label: string; href: string };

interface EmptyListProps {
  action?: NextStep | undefined;
  children: ReactNode;
}

/** The message of an empty list, and the next step. */
export function EmptyList({ action, children }: EmptyListProps) {
  return (
    <div className={classes.empty}>
      {children}
      {action && (
        <div className={classes.action}>
          {'href' in action ? (
            <Button size="xs" component="a" href={action.href}>
              {action.label}
            </Button>
          ) : (
            <Button size="xs" onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
