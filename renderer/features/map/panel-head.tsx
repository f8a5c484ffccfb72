import { CloseButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelHeadProps {
  /** The accessible name of the button that closes the panel. */
  closeName: string;
  onClose: () => void;
  children: ReactNode;
}

/** The first line of a panel on the map, and the button that closes it. */
export function PanelHead({ closeName, onClose, children }: PanelHeadProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
      {children}
      <CloseButton size="sm" aria-label={closeName} title={closeName} onClick={onClose} />
    </Group>
  );
}
