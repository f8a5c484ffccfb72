import type { KeyboardEvent } from 'react';
import classes from './grid-input.module.css';

interface GridInputProps {
  /** What finds it again, see `focusGridInput`: `FIELD:RECORD`. */
  name: string;
  label: string;
  value: string;
  /** What is saved, in words; undefined where nothing is staged. */
  unsavedOver: string | undefined;
  problem: string | undefined;
  placeholder?: string;
  inputMode?: 'numeric' | 'email';
  /** By Tab: only the fields of the selected row, so that Tab leaves the table. */
  isReachable: boolean;
  onType: (text: string) => void;
  /** Escape: back to what is saved. */
  onRevert: () => void;
  /** Up or down to the same field of the next row. */
  onStep: (step: 1 | -1) => void;
  onBlur?: () => void;
}

/** A value typed into a table: coloured until it is saved. */
export function GridInput(props: GridInputProps) {
  const { problem, unsavedOver } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter') {
      event.preventDefault();
      props.onStep(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      props.onRevert();
      event.currentTarget.closest<HTMLElement>('[role=row]')?.focus();
    }
  };
  return (
    <input
      className={classes.input}
      inputMode={props.inputMode}
      autoComplete="off"
      spellCheck={false}
      aria-label={props.label}
      aria-invalid={problem !== undefined}
      data-field={props.name}
      data-changed={unsavedOver !== undefined || undefined}
      title={
        problem ?? (unsavedOver === undefined ? undefined : `Unsaved; saved is ${unsavedOver}`)
      }
      placeholder={props.placeholder}
      tabIndex={props.isReachable ? 0 : -1}
      value={props.value}
      onChange={(event) => props.onType(event.currentTarget.value)}
      onBlur={props.onBlur}
      onKeyDown={onKeyDown}
    />
  );
}

/** Focuses a field once it is drawn: in the table, or the one of the same name in a form. */
export function focusGridInput(name: string, attribute = 'data-field'): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const found = document.querySelector<HTMLInputElement>(
        `[${attribute}="${CSS.escape(name)}"]`,
      );
      found?.focus();
      found?.select();
    }),
  );
}
