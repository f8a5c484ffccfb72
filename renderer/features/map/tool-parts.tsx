import { ActionIcon, type ActionIconProps, CloseButton, Group } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react';
import type { ShortcutName } from '#shared/domain/shortcuts';
import { isShortcut } from '#lib/shortcuts';

interface ToolButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'name'> {
  name: string;
  icon: Icon;
  /** For a toggle button. */
  isPressed?: boolean;
}

/** A button of the map with its name as a tooltip. */
export function ToolButton({ name, icon: Icon, isPressed, ...props }: ToolButtonProps) {
  return (
    <ActionIcon
      variant={isPressed ? 'filled' : 'default'}
      size="lg"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      {...props}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}

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

/** Keys that count where nothing else takes them, while their map is on screen. */
export function useMapKeys(
  keys: Partial<Record<ShortcutName, () => void>>,
  isShown: () => boolean,
): void {
  const current = useRef({ keys, isShown });
  useEffect(() => {
    current.current = { keys, isShown };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event;
      if (defaultPrevented || !(target instanceof Element)) return;
      const isOnMap = target.closest('.maplibregl-canvas-container, [data-covers-map]');
      const isFree =
        target === document.body || (isOnMap && !target.closest('input, select, [role=menu]'));
      if (!isFree || !current.current.isShown()) return;
      for (const [name, run] of Object.entries(current.current.keys)) {
        if (!isShortcut(event, name as ShortcutName)) continue;
        event.preventDefault();
        run();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
