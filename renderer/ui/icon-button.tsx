import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ComponentType } from 'react';

export interface IconButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'name'> {
  /** Said, and shown as a tooltip unless `title` says more. */
  name: string;
  icon: ComponentType<IconProps>;
  iconSize?: number;
  /** Without a frame, in the colour of text beside the matter. */
  isQuiet?: boolean;
}

/** A button that shows an icon instead of its name. */
export function IconButton({
  name,
  icon: Icon,
  iconSize = 16,
  isQuiet = false,
  ...props
}: IconButtonProps) {
  return (
    <ActionIcon
      {...(isQuiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
      aria-label={name}
      title={name}
      {...props}
    >
      <Icon size={iconSize} aria-hidden />
    </ActionIcon>
  );
}
