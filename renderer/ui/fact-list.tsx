import type { ReactNode } from 'react';
import { useFormat } from '#lib/use-format';
import { page } from './page';
import classes from './fact-list.module.css';

/** A titled list of facts: a name and a value each. */
export function FactList({ title, note, level = 3, children }: FactListProps) {
  const Title = `h${level}` as const;
  return (
    <section className={classes.section} aria-label={title}>
      <Title className={classes.title}>{title}</Title>
      {note && <p className={classes.note}>{note}</p>}
      <dl className={classes.list}>{children}</dl>
    </section>
  );
}

interface FactListProps {
  title: string;
  note?: ReactNode;
  /** Of its heading; 2 where none is above it. */
  level?: 2 | 3;
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
  const { t } = useFormat();
  const isThere = children !== null && children !== undefined && children !== '';
  return (
    <>
      <dt className={page.dimmed}>{name}</dt>
      <dd
        className={classes.value}
        title={title}
        data-old={isOld || undefined}
        data-missing={!isThere || isMissing || undefined}
      >
        {!isThere ? (
          t('common.notProvided')
        ) : typeof children === 'string' ? (
          <bdi>{children}</bdi>
        ) : (
          children
        )}
      </dd>
    </>
  );
}
