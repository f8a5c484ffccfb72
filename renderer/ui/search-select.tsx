import {
  MultiSelect,
  Select,
  TagsInput,
  type MultiSelectProps,
  type SelectProps,
  type TagsInputProps,
} from '@mantine/core';
import { useState } from 'react';
import { findChoices, type Choice } from '#lib/find-text';
import { useFormat } from '#lib/use-format';

/** The texts of a list that is searched by typing. */
interface Searched {
  data: readonly Choice[];
  /** Shown in place of the matches when there is none. */
  nothingFoundMessage: string;
}

interface SearchSelectProps
  extends Searched, Omit<SelectProps, keyof Searched | 'value' | 'onChange' | 'onInput'> {
  value: string | null;
  /** null only if it is `clearable`. */
  onChange: (value: string | null) => void;
}

/**
 * One of a list that is searched by typing: the first match is the one that Enter chooses, and that leaving the
 * field chooses. What was typed and matches nothing stays in the field.
 */
export function SearchSelect({ data, value, onChange, ...props }: SearchSelectProps) {
  const { t } = useFormat();
  /** null: nothing since the last choice. */
  const [typed, setTyped] = useState<string | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const label = data.find((choice) => choice.value === value)?.label ?? '';
  const choose = (chosen: string | null) => {
    setTyped(null);
    if (chosen !== value) onChange(chosen);
  };
  const leave = () => {
    setFocus(false);
    if (typed === null) return;
    const [first] = findChoices(data, typed);
    if (typed.trim() === '') choose(props.clearable ? null : value);
    else if (first) choose(first.value);
  };
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      data={[...data]}
      value={value}
      onChange={choose}
      searchValue={typed ?? label}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => {
        setFocus(true);
        event.currentTarget.select();
      }}
      onBlur={leave}
      error={typed !== null && !hasFocus ? t('ui.choice.notInList', { typed }) : props.error}
      autoComplete="off"
    />
  );
}

interface SearchMultiSelectProps
  extends Searched, Omit<MultiSelectProps, keyof Searched | 'value' | 'onChange'> {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What was typed, for choices that depend on it. */
  onSearch?: (typed: string) => void;
}

/**
 * Several of a list that is searched by typing: the first match is the one that Enter chooses. Without a text Enter
 * chooses nothing. What was typed stays in the field until something is chosen.
 */
export function SearchMultiSelect(props: SearchMultiSelectProps) {
  const { data, value, onChange, onSearch, ...others } = props;
  const [typed, setTyped] = useState('');
  const type = (text: string) => {
    setTyped(text);
    onSearch?.(text);
  };
  return (
    <MultiSelect
      {...others}
      searchable
      selectFirstOptionOnChange={typed !== ''}
      data={[...data]}
      value={[...value]}
      onChange={(chosen) => {
        type('');
        onChange(chosen);
      }}
      searchValue={typed}
      onInput={(event) => type(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}

/** Several texts, also others than those that are offered: Enter takes the first match, or what was typed. */
export function SearchTags(props: Omit<TagsInputProps, 'onSearchChange' | 'searchValue'>) {
  const [typed, setTyped] = useState('');
  return (
    <TagsInput
      {...props}
      searchValue={typed}
      onSearchChange={setTyped}
      selectFirstOptionOnChange={typed !== ''}
      acceptValueOnBlur
    />
  );
}
