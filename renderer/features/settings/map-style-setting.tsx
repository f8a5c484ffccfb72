import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { mapStyleRefusal } from '#shared/domain/online-map';
import { withoutUnseen } from '#shared/domain/text';
import { texts } from './settings-texts';

interface MapStyleSettingProps {
  value: string;
  onSave: (value: string) => void;
}

/** The address of an online map style; empty for the map inside Waypost. */
export function MapStyleSetting({ value, onSave }: MapStyleSettingProps) {
  const [draft, setDraft] = useState(value);
  const refusal = withoutUnseen(draft) === '' ? undefined : mapStyleRefusal(draft);
  const commit = () => {
    const next = withoutUnseen(draft);
    if (!refusal && next !== value) onSave(next);
  };
  return (
    <TextInput
      label={texts.onlineMapStyle}
      description={texts.addressOfAMaplibreStyle}
      placeholder="https://…/style.json"
      value={draft}
      error={refusal}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
