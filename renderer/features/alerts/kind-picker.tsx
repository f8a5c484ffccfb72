import { useMemo } from 'react';
import { alertKindName, documentedKinds } from '#shared/domain/alert';
import { byText } from '#lib/in-order';
import { useFormat } from '#lib/use-format';
import { SearchMultiSelect } from '#ui/search-select';

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
  const { t } = useFormat();
  const options = useMemo(
    () =>
      documentedKinds
        .map((name) => ({ value: name, label: alertKindName(name, t) }))
        .toSorted((a, b) => byText(a.label, b.label)),
    [t],
  );
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
      nothingFoundMessage={t('alerts.filter.noKind')}
      clearButtonProps={{ 'aria-label': t('alerts.filter.clearKinds') }}
    />
  );
}
