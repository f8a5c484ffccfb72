import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { numberProblem } from './number-problem';
import { messages } from './settings-messages';

interface NumberSettingProps {
  label: string;
  description: string;
  value: number;
  min: number;
  max: number;
  /** Digits after the point; 0 by default. */
  decimals?: number;
  onSave: (value: number) => void;
}

/**
 * A number that is saved when the field loses the focus or Enter is pressed. An invalid number is not
 * saved; the field shows why and returns to the previous value.
 */
export function NumberSetting(props: NumberSettingProps) {
  const { label, description, value, min, max, decimals = 0, onSave } = props;
  const [draft, setDraft] = useState<string | number>(value);
  const [known, setKnown] = useState(value);
  const [refused, setRefused] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    setDraft(value);
    setRefused(null);
  }
  const problem = numberProblem(draft, { min, max, decimals });
  const commit = () => {
    if (problem !== null) {
      setDraft(value);
      setRefused(messages.notSaved(problem, value));
    } else if (Number(draft) !== value) {
      onSave(Number(draft));
    }
  };
  return (
    <NumberInput
      label={label}
      description={description}
      error={problem ?? refused}
      value={draft}
      min={min}
      max={max}
      step={decimals === 0 ? 1 : 0.5}
      decimalScale={decimals + 1}
      allowedDecimalSeparators={['.', ',']}
      clampBehavior="none"
      maw={320}
      onChange={(next) => {
        // Returning to the old value after a refusal must not clear the message.
        if (next !== value) setRefused(null);
        setDraft(next);
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
