import { ActionIcon, TextInput, Tooltip, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './secret-input.module.css';

interface SecretInputProps extends TextInputProps {
  /** The label of the button; it must not repeat the name of the field. */
  revealLabel: string;
}

/**
 * A text field whose content is shown as dots.
 *
 * Not a password field, so that no browser or password manager offers to store its content.
 */
export function SecretInput({ revealLabel, ...props }: SecretInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      type="text"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      classNames={isShown ? undefined : { input: classes.dots }}
      rightSection={
        <Tooltip label={revealLabel} withArrow>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={revealLabel}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    />
  );
}
