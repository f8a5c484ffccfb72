import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

interface PointMenuProps {
  label: string;
  /** The point of the window where it opens; null: it is closed. */
  at: { x: number; y: number } | null;
  onClose: () => void;
  /** Items of a menu. */
  children: ReactNode;
}

/** A menu where the user clicked, not below a button. */
export function PointMenu({ label, at, onClose, children }: PointMenuProps) {
  return (
    <Menu
      opened={at !== null}
      onChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      position="bottom-start"
      // As high as it is, it fits into the window beside or over the point.
      middlewares={{ shift: { crossAxis: true, padding: 8 } }}
      styles={{ dropdown: { maxHeight: 'calc(100vh - 16px)', overflowY: 'auto' } }}
      offset={0}
      transitionProps={{ duration: 0 }}
      hideDetached={false}
      width={230}
    >
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: at?.x ?? 0, top: at?.y ?? 0, width: 1, height: 1 }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}
