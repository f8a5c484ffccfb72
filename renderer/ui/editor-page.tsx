import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEscape } from '#lib/use-escape';
import classes from './editor-page.module.css';

interface EditorPageProps {
  /** The accessible name of the region. */
  label: string;
  title: string;
  /** "Back to groups". */
  backLabel: string;
  onBack: () => void;
  /** At the end of the head. */
  actions?: ReactNode;
  /** Notices above the fields. */
  banner?: ReactNode;
  children: ReactNode;
  /** Unsaved changes and the Save button. */
  footer: ReactNode;
}

/** A page to edit one record. Leaving needs no confirmation, because drafts are stored. */
export function EditorPage(props: EditorPageProps) {
  useEscape(props.onBack);
  return (
    <section className={classes.page} aria-label={props.label}>
      <div className={classes.head}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={props.onBack}
        >
          {props.backLabel}
        </Button>
        <h1 className={classes.title}>{props.title}</h1>
        <span className={classes.actions}>{props.actions}</span>
      </div>
      {props.banner}
      <div className={classes.body}>{props.children}</div>
      {props.footer}
    </section>
  );
}
