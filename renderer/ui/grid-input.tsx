import type { KeyboardEvent } from 'react';
import classes from './grid-input.module.css';
import { uiMessages } from '#lib/ui-texts';

interface GridInputProps {
  /** The name for `focusGridInput`: `FIELD:RECORD`. */
  name: string;
  label: string;
  value: string;
  /** The saved value as text; undefined if it is unchanged. */
  unsavedOver: string | undefined;
  problem: string | undefined;
  placeholder?: string;
  inputMode?: 'numeric' | 'email';
  /** Whether Tab reaches it: only in the selected row, so that Tab leaves the table. */
  isReachable: boolean;
  onType: (text: string) => void;
  /** Escape: restores the saved value. */
  onRevert: () => void;
  /** Up or down to the same field of the next row. */
  onStep: (step: 1 | -1) => void;
  onBlur?: () => void;
}

/** An input in a table cell, coloured until its value is saved. */
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
        problem ??
        (unsavedOver !== undefined
          ? uiMessages.unsaved(unsavedOver)
          : props.value === ''
            ? props.placeholder
            : undefined)
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

/** Focuses the field of a name once it is drawn, in the table or in a form. */
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
