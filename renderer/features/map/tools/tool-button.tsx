import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';

interface ToolButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'name'> {
  name: string;
  /** For a toggle button. */
  isPressed?: boolean;
  isDisabled?: boolean;
}

/** A button of the map with its name as a tooltip. */
export function ToolButton({ name, isPressed, isDisabled, ...props }: ToolButtonProps) {
  return (
    <ActionIcon
      variant={isPressed ? 'filled' : 'default'}
      size="lg"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      {...props}
    />
  );
}
