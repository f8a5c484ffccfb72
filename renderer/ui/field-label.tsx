import { UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts, uiMessages } from '#lib/ui-texts';
import classes from './field-label.module.css';

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
          <span className={classes.mark}>{texts.changed}</span>
          <UnstyledButton
            className={classes.reset}
            aria-label={uiMessages.putBack(children)}
            title={texts.putBack}
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
