import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/use-format';
import { bulkMessages, selectedMessage, type SelectedNoun } from './bulk-messages';
import { texts } from './jobs-texts';
import classes from './jobs.module.css';
import type { TableSelection } from './use-selection';

interface ActionBarProps {
  selection: Pick<TableSelection, 'ids' | 'hidden' | 'selectAll' | 'clear'>;
  /** The number of filtered rows. */
  shown: number;
  /** What a row is. */
  noun: SelectedNoun;
  /** The bulk actions. */
  children: ReactNode;
}

/** The number of selected rows and the bulk actions; hidden without a selection. */
export function ActionBar({ selection, shown, noun, children }: ActionBarProps) {
  const format = useFormat();
  const { ids, hidden, selectAll, clear } = selection;
  if (ids.size === 0) return <span aria-live="polite" />;
  return (
    <section className={classes.actionBar} aria-label={texts.selection}>
      <span aria-live="polite">
        <strong>{selectedMessage(noun, ids.size, hidden, format)}</strong>
      </span>
      {ids.size - hidden < shown && (
        <Button size="compact-xs" variant="subtle" onClick={selectAll}>
          {bulkMessages.selectAll(shown, format)}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={clear}>
        {texts.clear}
      </Button>
      <span className={classes.actions}>{children}</span>
    </section>
  );
}
