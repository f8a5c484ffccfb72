import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

/** A titled list of facts: a name and a value each. */
export function FactList({ title, note, children }: FactListProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {note && <p className={classes.note}>{note}</p>}
      <dl className={classes.list}>{children}</dl>
    </section>
  );
}

interface FactListProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

interface FactProps {
  name: string;
  /** null, undefined, an empty text or list: not provided. 0 is 0. */
  children: ReactNode;
  /** The value describes the past, not the present. */
  isOld?: boolean;
  /** The text says why there is no value. */
  isMissing?: boolean;
  title?: string;
}

export function Fact({ name, children, isOld, isMissing = false, title }: FactProps) {
  const isThere = children !== null && children !== undefined && children !== '';
  return (
    <>
      <dt className={classes.name}>{name}</dt>
      <dd
        className={classes.value}
        title={title}
        data-old={isOld || undefined}
        data-missing={!isThere || isMissing || undefined}
      >
        {isThere ? children : 'Not provided'}
      </dd>
    </>
  );
}
