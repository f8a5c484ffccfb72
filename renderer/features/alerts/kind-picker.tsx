import { MultiSelect, type ComboboxItem } from '@mantine/core';
import { alertWords } from '#shared/domain/alert';
import { findByText } from '#lib/find-text';
import { alertNames, texts } from './alerts-texts';

const options = alertNames.map((name) => ({ value: name, label: alertWords(name) }));

interface KindPickerProps {
  label: string;
  placeholder: string;
  kinds: readonly string[];
  onChange: (kinds: string[]) => void;
  /** 200 in a toolbar. */
  w?: number | string;
}

/** Chooses kinds of alert by their labels or their names in the specification. */
export function KindPicker({ label, placeholder, kinds, onChange, w = 200 }: KindPickerProps) {
  return (
    <MultiSelect
      size="xs"
      w={w}
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
