import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** Absent where there is nothing to search. */
  search?: SearchBoxProps;
  /** "3 of 12". */
  matches?: ReactNode;
  /** What there is to know about the page, such as how old its list is. */
  note?: ReactNode;
  /** What can be done on the page, at the end of the head. */
  actions?: ReactNode;
}

/** The first line of a page: its name, its search, how much is shown and what can be done. */
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

/** How much of a list is shown; told as it changes. */
export function Matches({ children }: { children: ReactNode }) {
  return (
    <span className={classes.matches} aria-live="polite">
      {children}
    </span>
  );
}

export interface SearchBoxProps {
  label: string;
  /** Stands in the empty field; the label where it is absent. */
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A field that searches as it is typed into; Escape and a cross empty it. */
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
          <CloseButton size="xs" aria-label="Clear the search" onClick={() => onChange('')} />
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  );
}
