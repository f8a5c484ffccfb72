import { ActionIcon, TextInput, Tooltip, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useCallback, useState, type RefObject } from 'react';
import type { PlainKey } from '#shared/i18n/translate';
import { useFormat } from '#lib/use-format';

interface SecretInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** The label of the button; it must not repeat the name of the field. */
  revealLabel: string;
  /** The field, to read its text when it is sent. The text must not be in state or props. */
  inputRef: RefObject<HTMLInputElement | null>;
  onTyped?: (text: string) => void;
  /** What looks wrong in the text; below the field. */
  hint?: (text: string) => PlainKey | undefined;
}

const dots = { WebkitTextSecurity: 'disc' };

/** Writes the text of a field, and leaves the cursor alone where nothing changes. */
export function writeSecret(input: HTMLInputElement, text: string): void {
  if (input.value !== text) input.value = text;
}

/**
 * A text field whose content is shown as dots. React does not know its content, because React keeps what it
 * rendered before the last time.
 *
 * Not a password field, so that no browser or password manager offers to store its content.
 */
export function SecretInput({
  revealLabel,
  inputRef,
  onTyped,
  hint,
  error,
  ...props
}: SecretInputProps) {
  const { t } = useFormat();
  const [hinted, setHinted] = useState<PlainKey>();
  const [isShown, setShown] = useState(false);
  // React and the browser may keep a removed field that had the focus, and with it its text.
  const hold = useCallback(
    (input: HTMLInputElement | null) => {
      if (!input) return undefined;
      inputRef.current = input;
      return () => {
        inputRef.current = null;
        writeSecret(input, '');
      };
    },
    [inputRef],
  );
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      ref={hold}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setHinted(hint?.(text));
        onTyped?.(text);
      }}
      type="text"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      error={error || (hinted && t(hinted))}
      styles={isShown ? undefined : { input: dots }}
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
