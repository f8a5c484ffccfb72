import { UnstyledButton } from '@mantine/core';
import { texts } from '#lib/ui-texts';
import { useFormat } from '#lib/use-format';
import classes from './filter-chips.module.css';

export interface FilterChip<Id extends string> {
  id: Id;
  word: string;
  count: number;
  /** An explanation of the word. */
  title?: string | undefined;
}

interface FilterChipsProps<Id extends string> {
  label: string;
  chips: readonly FilterChip<Id>[];
  /** null: all. */
  chosen: Id | null;
  onChoose: (id: Id | null) => void;
  /** The count without a filter; adds a chip for all. */
  all?: number;
}

/** Filters of which at most one is active, each with its count. */
export function FilterChips<Id extends string>(props: FilterChipsProps<Id>) {
  const { label, chips, chosen, onChoose, all } = props;
  const { count } = useFormat();
  return (
    <div role="group" aria-label={label} className={classes.chips}>
      {all !== undefined && (
        <UnstyledButton
          className={classes.chip}
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
        >
          {texts.all} <span className={classes.count}>({count(all)})</span>
        </UnstyledButton>
      )}
      {chips.map((chip) => (
        <UnstyledButton
          key={chip.id}
          className={classes.chip}
          aria-pressed={chosen === chip.id}
          title={chip.title}
          onClick={() => onChoose(chosen === chip.id ? null : chip.id)}
        >
          {chip.word} <span className={classes.count}>({count(chip.count)})</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
