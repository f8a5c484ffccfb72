import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { page } from './page';

/** What the user can do next. */
export type NextStep = { label: string; onClick: () => void } | { label: string; href: string };

interface EmptyListProps {
  action?: NextStep | undefined;
  children: ReactNode;
}

/** The message of an empty list, and the next step. */
export function EmptyList({ action, children }: EmptyListProps) {
  return (
    <Box className={page.dimmed} ta="center" maw="52ch" mx="auto" px={16} py={28}>
      {children}
      {action && (
        <Box mt={12}>
          {'href' in action ? (
            <Button size="xs" component="a" href={action.href}>
              {action.label}
            </Button>
          ) : (
            <Button size="xs" onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
