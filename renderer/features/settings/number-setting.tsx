import { NumberInput } from '@mantine/core';
import { useState } from 'react';

interface NumberSettingProps {
  label: string;
  description: string;
  value: number;
  min: number;
  max: number;
  onSave: (value: number) => void;
}

/** A number that is saved when the field is left or Enter is pressed, and only within its bounds. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, description, value, min, max, onSave } = props;
  const [draft, setDraft] = useState<string | number>(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setDraft(value);
  }
  const number = typeof draft === 'number' ? draft : Number.NaN;
  const isGood = number >= min && number <= max;
  const commit = () => {
    if (!isGood) setDraft(value);
    else if (number !== value) onSave(number);
  };
  return (
    <NumberInput
      label={label}
      description={description}
      error={isGood ? undefined : `From ${min} to ${max}.`}
      value={draft}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="none"
      maw={320}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
