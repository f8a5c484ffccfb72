import { Button, createPolymorphicComponent, type ButtonProps } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

interface ActionButtonProps extends ButtonProps {
  icon?: ComponentType<IconProps> | undefined;
}

/** One of the actions of a page, a selection or a list: small, with a frame, and with an icon before its name. */
export const ActionButton = createPolymorphicComponent<'button', ActionButtonProps>(
  ({ icon: Icon, ...props }: ActionButtonProps) => (
    <Button
      size="xs"
      variant="default"
      leftSection={Icon && <Icon size={props.size === 'compact-xs' ? 13 : 14} aria-hidden />}
      {...props}
    />
  ),
);
