import { UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import classes from './field-label.module.css';

interface FieldLabelProps {
  children: string;
  isChanged: boolean;
  isRequired?: boolean;
  onReset: () => void;
}

/** What stands above a field: its name, whether it is changed, and the way back. */
export function FieldLabel({ children, isChanged, isRequired, onReset }: FieldLabelProps) {
  return (
    <span className={classes.label} data-changed={isChanged || undefined}>
      {children}
      {isRequired && (
        <span className={classes.required} aria-hidden>
          *
        </span>
      )}
      {isChanged && (
        <>
          <span className={classes.mark}>changed</span>
          <UnstyledButton
            className={classes.reset}
            aria-label={`Put ${children} back`}
            title="Put back"
            onClick={(event) => {
              event.preventDefault();
              onReset();
            }}
          >
            <IconArrowBackUp size={13} aria-hidden />
          </UnstyledButton>
        </>
      )}
    </span>
  );
}
