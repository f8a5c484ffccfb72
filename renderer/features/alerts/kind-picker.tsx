import { MultiSelect, type ComboboxItem } from '@mantine/core';
import { findByText } from '#lib/find-text';
import { alertNames, alertWord } from './alert-messages';
import { texts } from './alerts-texts';
import classes from './alerts.module.css';

const options = alertNames.map((name) => ({ value: name, label: alertWord(name) }));

interface KindPickerProps {
  label: string;
  placeholder: string;
  kinds: readonly string[];
  onChange: (kinds: string[]) => void;
}

/** Chooses kinds of alert by their labels or their names in the specification. */
export function KindPicker({ label, placeholder, kinds, onChange }: KindPickerProps) {
  return (
    <MultiSelect
      size="xs"
      className={classes.kinds}
      aria-label={label}
      placeholder={kinds.length === 0 ? placeholder : undefined}
      data={options}
      value={[...kinds]}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={texts.noKindIsCalledThat}
      clearButtonProps={{ 'aria-label': texts.clearKindsOfAlert }}
      filter={({ options: all, search }) =>
        findByText(
          all as ComboboxItem[],
          search,
          ({ label: text, value }) => `${text} ${value}`,
          ({ label: text }) => text,
        )
      }
    />
  );
}
