import { ActionIcon, Menu, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface ToolButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'name'> {
  name: string;
  icon: Icon;
  /** For a toggle button. */
  isPressed?: boolean;
  isDisabled?: boolean;
}

/** A button of the map with its name as a tooltip. */
export function ToolButton({ name, icon: Icon, isPressed, isDisabled, ...props }: ToolButtonProps) {
  return (
    <ActionIcon
      variant={isPressed ? 'filled' : 'default'}
      size="lg"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      disabled={isDisabled}
      {...props}
    >
      <Icon size={18} />
    </ActionIcon>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  /** The values to choose from, with their names. */
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
}

/** The part of a menu that chooses one of several. */
export function ChoiceItems<T extends string>({ name, names, value, onChange }: ChoiceProps<T>) {
  return (
    <>
      <Menu.Label>{name}</Menu.Label>
      <Menu.RadioGroup value={value} onChange={(chosen) => onChange(chosen as T)}>
        {Object.entries<string>(names).map(([each, text]) => (
          <Menu.RadioItem key={each} value={each} closeMenuOnClick>
            {text}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

/** A button of the map that chooses one of several. */
export function ChoiceButton<T extends string>({
  icon,
  isPressed,
  ...choice
}: ChoiceProps<T> & Pick<ToolButtonProps, 'icon' | 'isPressed'>) {
  return (
    <Menu position="left-start" withArrow>
      <Menu.Target>
        <ToolButton name={choice.name} icon={icon} isPressed={isPressed} />
      </Menu.Target>
      <Menu.Dropdown>
        <ChoiceItems {...choice} />
      </Menu.Dropdown>
    </Menu>
  );
}
