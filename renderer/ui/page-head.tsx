import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '#lib/ui-texts';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** Absent if there is nothing to search. */
  search?: SearchBoxProps;
  /** "3 of 12". */
  matches?: ReactNode;
  /** Additional information, such as the age of the list. */
  note?: ReactNode;
  /** Actions of the page, at the end of the header. */
  actions?: ReactNode;
}

/** The header of a page: title, search, number of matches and actions. */
export function PageHead({ title, search, matches, note, actions }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      {search && <SearchBox {...search} />}
      {matches !== undefined && <Matches>{matches}</Matches>}
      <span className={classes.note}>{note}</span>
      {actions && <span className={classes.actions}>{actions}</span>}
    </div>
  );
}

/** The number of matches, announced when it changes. */
export function Matches({ children }: { children: ReactNode }) {
  return (
    <span className={classes.matches} aria-live="polite">
      {children}
    </span>
  );
}

export interface SearchBoxProps {
  label: string;
  /** The label by default. */
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A field that searches while typing; Escape and a button clear it. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      size="xs"
      className={classes.search}
      aria-label={label}
      placeholder={placeholder ?? label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        value && (
          <CloseButton size="xs" aria-label={texts.clearTheSearch} onClick={() => onChange('')} />
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  );
}
