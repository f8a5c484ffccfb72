import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { numberProblem } from './number-problem';

interface NumberSettingProps {
  label: string;
  description: string;
  value: number;
  min: number;
  max: number;
  /** Digits after the point; 0 where nothing else is said. */
  decimals?: number;
  onSave: (value: number) => void;
}

/**
 * A number that is saved when the field is left or Enter is pressed, and only when it makes sense; what
 * does not is answered in words, and what held before stays.
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
      setRefused(`${problem} Not saved: it is still ${value}.`);
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
        // The old value that comes back after a refusal is no answer to it.
        if (next !== value) setRefused(null);
        setDraft(next);
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
