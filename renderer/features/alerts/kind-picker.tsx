import { alertWords } from '#shared/domain/alert';
import { byText } from '#lib/in-order';
import { SearchMultiSelect } from '#ui/search-select';
import { alertNames, texts } from './alerts-texts';

const options = alertNames
  .map((name) => ({ value: name, label: alertWords(name) }))
  .toSorted((a, b) => byText(a.label, b.label));

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
    <SearchMultiSelect
      size="xs"
      w={w}
      aria-label={label}
      placeholder={kinds.length === 0 ? placeholder : undefined}
      data={options}
      value={kinds}
      onChange={onChange}
      clearable
      hidePickedOptions
      nothingFoundMessage={texts.noKindIsCalledThat}
      clearButtonProps={{ 'aria-label': texts.clearKindsOfAlert }}
    />
  );
}
