import { useState, type KeyboardEvent } from 'react';
import type { LimitsEdit } from '#shared/domain/edit';
import type { LimitRow } from './limit-rows';
import classes from './limits.module.css';
import { limitsValue, limitText, readLimit } from './limits-draft';
import { stageLimits } from './stage-limits';

interface LimitInputProps {
  row: LimitRow;
  field: 'dailyEmailLimit' | 'dailySmsLimit';
  label: string;
  edit: LimitsEdit;
  problem: string | undefined;
  /** By Tab: only the fields of the selected row, so that Tab leaves the table. */
  isReachable: boolean;
  onStep: (step: 1 | -1) => void;
}

/** A limit typed into the table: staged as it is typed, coloured until it is saved. */
export function LimitInput(props: LimitInputProps) {
  const { row, field, edit, problem } = props;
  const { device } = row;
  const isChanged = Object.hasOwn(edit, field);
  const saved = limitsValue(device, field);
  const value = limitText(isChanged ? edit[field] : saved);
  // What is being typed, where it reads differently from what it means ("050").
  const [typed, setTyped] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter') {
      event.preventDefault();
      props.onStep(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setTyped(null);
      stageLimits(device, { [field]: saved });
      event.currentTarget.closest<HTMLElement>('[role=row]')?.focus();
    }
  };
  return (
    <input
      className={classes.input}
      inputMode="numeric"
      autoComplete="off"
      aria-label={props.label}
      aria-invalid={problem !== undefined}
      data-field={`${field}:${row.id}`}
      data-changed={isChanged || undefined}
      title={
        problem ?? (isChanged ? `Unsaved; saved is ${limitText(saved) || 'no limit'}` : undefined)
      }
      placeholder={row.isProvided ? 'no limit' : 'not provided by the service'}
      tabIndex={props.isReachable ? 0 : -1}
      value={typed !== null && limitText(readLimit(typed)) === value ? typed : value}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        stageLimits(device, { [field]: readLimit(event.currentTarget.value) });
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
    />
  );
}
