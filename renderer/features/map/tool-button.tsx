import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

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
