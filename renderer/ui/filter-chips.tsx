import { UnstyledButton } from '@mantine/core';
import { useFormat } from '#lib/use-format';
import classes from './filter-chips.module.css';

export interface FilterChip<Id extends string> {
  id: Id;
  word: string;
  count: number;
  /** What it means, where the word alone does not say. */
  title?: string;
}

interface FilterChipsProps<Id extends string> {
  label: string;
  chips: readonly FilterChip<Id>[];
  /** null: all. */
  chosen: Id | null;
  onChoose: (id: Id | null) => void;
  /** How many there are without a filter, where a chip of its own stands for all. */
  all?: number;
}

/** Filters of which one is on or none, each with how many it lets through. */
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
          All <span className={classes.count}>({count(all)})</span>
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
