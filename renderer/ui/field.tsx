import { UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFormat } from '#lib/use-format';
import classes from './field.module.css';

interface FieldLabelProps {
  /** The field's name. */
  children: string;
  /** The id of its input; absent if it labels more than one. */
  htmlFor?: string;
  isChanged: boolean;
  /** Nothing was saved yet that a change could be compared with. */
  isNew?: boolean;
  isRequired?: boolean;
  onReset: () => void;
}

/** The label of a field, with a mark and a reset button if it differs from what is saved. */
export function FieldLabel(props: FieldLabelProps) {
  const { t } = useFormat();
  const { children, htmlFor, isChanged, isNew = false, isRequired, onReset } = props;
  const name = (
    <>
      {children}
      {isRequired && (
        <span className={classes.required} aria-hidden>
          {' '}
          *
        </span>
      )}
    </>
  );
  return (
    <div className={classes.label}>
      {htmlFor === undefined ? <span>{name}</span> : <label htmlFor={htmlFor}>{name}</label>}
      {isChanged && !isNew && (
        <>
          <span className={classes.mark}>{t('ui.field.changed')}</span>
          <UnstyledButton
            className={classes.reset}
            aria-label={t('ui.field.putBackOf', { field: children })}
            title={t('ui.field.putBack')}
            onClick={onReset}
          >
            <IconArrowBackUp size={13} aria-hidden />
          </UnstyledButton>
        </>
      )}
    </div>
  );
}

/** A field with its label above. */
export function LabelledField({ field, ...label }: FieldLabelProps & { field: ReactNode }) {
  return (
    <div className={classes.field}>
      <FieldLabel {...label} />
      {field}
    </div>
  );
}

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
  const { t } = useFormat();
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
          ? t('ui.field.unsaved', { value: unsavedOver })
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
