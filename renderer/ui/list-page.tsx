import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEscape } from '#lib/use-escape';
import classes from './list-page.module.css';

interface ListPageProps {
  title: string;
  searchLabel: string;
  search: string;
  onSearch: (text: string) => void;
  /** "3 of 12". */
  matches: string;
  /** How old the list is, and what could not be read. */
  note: ReactNode;
  /** What can be done on the page, at the end of the head. */
  actions?: ReactNode;
  /** Below the head, full width. */
  filters?: ReactNode;
  /** Above everything, full width. */
  banner?: ReactNode;
  list: ReactNode;
  detail: ReactNode;
}

/** A searchable list with the chosen one's details beside it. */
export function ListPage(props: ListPageProps) {
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <h1 className={classes.title}>{props.title}</h1>
        <TextInput
          type="search"
          size="xs"
          className={classes.search}
          aria-label={props.searchLabel}
          placeholder={props.searchLabel}
          value={props.search}
          onChange={(event) => props.onSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && props.onSearch('')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            props.search && (
              <CloseButton
                size="xs"
                aria-label="Clear the search"
                onClick={() => props.onSearch('')}
              />
            )
          }
          autoComplete="off"
          spellCheck={false}
        />
        <span className={classes.matches} aria-live="polite">
          {props.matches}
        </span>
        <span className={classes.note}>{props.note}</span>
        {props.actions && <span className={classes.actions}>{props.actions}</span>}
      </div>
      {props.filters && <div className={classes.filters}>{props.filters}</div>}
      {props.banner}
      <div className={classes.work}>
        <div className={classes.list}>{props.list}</div>
        {props.detail}
      </div>
    </div>
  );
}

interface ListDetailProps {
  label: string;
  title: string;
  onClose: () => void;
  /** What can be done with it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The details of the chosen entry, as a region of its own. */
export function ListDetail({ label, title, onClose, actions, children }: ListDetailProps) {
  useEscape(onClose);
  return (
    <section className={classes.detail} aria-label={label}>
      <div className={classes.detailHead}>
        <h2 className={classes.detailTitle}>{title}</h2>
        <CloseButton aria-label="Close details" onClick={onClose} />
      </div>
      {actions && <div className={classes.detailActions}>{actions}</div>}
      <div className={classes.detailBody}>{children}</div>
    </section>
  );
}
