import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { InputEvent } from 'react';
import { withLatinDigits } from '#shared/domain/text';
import { useFormat } from '#lib/use-format';

interface NumberFieldProps extends Omit<
  NumberInputProps,
  'thousandSeparator' | 'decimalSeparator' | 'allowedDecimalSeparators'
> {
  /** Whether thousands are separated, as in counts. */
  isGrouped?: boolean;
}

/** A number, shown with the marks of the language; a point, a comma and digits of any script are read. */
export function NumberField({ isGrouped = false, ...field }: NumberFieldProps) {
  const { marks } = useFormat();
  return (
    <NumberInput
      {...field}
      decimalSeparator={marks.decimal}
      allowedDecimalSeparators={['.', ',', '٫']}
      {...(isGrouped && { thousandSeparator: marks.group })}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        const typed = event.data ?? '';
        const latin = withLatinDigits(typed);
        if (latin === typed) return;
        event.preventDefault();
        // The only way to type for the user that can be undone.
        document.execCommand('insertText', false, latin);
      }}
    />
  );
}

/** Parses a whole number; null if it is empty. Anything else stays text, so that the user can correct it. */
export function readCount(typed: string): number | null | string {
  const text = withLatinDigits(typed).trim();
  if (text === '') return null;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : typed;
}
