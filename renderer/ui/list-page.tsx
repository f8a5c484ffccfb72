import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '#lib/ui-texts';
import { useEscape } from '#lib/use-escape';
import { page } from './page';
import classes from './list-page.module.css';

interface ListPageProps {
  /** A `PageHead`. */
  head: ReactNode;
  /** Below the head, full width. */
  overview?: ReactNode;
  /** Filters, full width. */
  filters?: ReactNode;
  /** Notices and actions for the selection. */
  banner?: ReactNode;
  list: ReactNode;
  detail?: ReactNode;
  /** At the bottom: unsaved changes. */
  footer?: ReactNode;
}

/** A list with the details of the selected entry beside it. */
export function ListPage(props: ListPageProps) {
  return (
    <div className={page.scrollingPage}>
      {props.head}
      {props.overview}
      {props.filters && <div className={classes.filters}>{props.filters}</div>}
      {props.banner}
      <div className={page.work}>
        <div className={classes.list}>{props.list}</div>
        {props.detail}
      </div>
      {props.footer}
    </div>
  );
}

interface ListDetailProps {
  label: string;
  title: string;
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** The details of the selected entry, as a region. */
export function ListDetail({ label, title, onClose, actions, children }: ListDetailProps) {
  useEscape(onClose);
  return (
    <section className={classes.detail} aria-label={label}>
      <div className={classes.detailHead}>
        <h2 className={classes.detailTitle}>{title}</h2>
        <CloseButton aria-label={texts.closeDetails} onClick={onClose} />
      </div>
      {actions && <div className={classes.detailActions}>{actions}</div>}
      <div className={page.body}>{children}</div>
    </section>
  );
}
