import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { HTMLInputTypeAttribute } from 'react';
import type { userFields } from '#shared/domain/user';
import { SecretInput } from '#ui/secret-input';
import { FieldFrame, fieldId, fieldName, useField } from './user-form';
import { readCount, type UserField } from './user-rules';

type TextFieldName = {
  [F in UserField]: (typeof userFields)[F]['kind'] extends 'text' ? F : never;
}[UserField];

interface TextFieldProps {
  field: TextFieldName;
  isRequired?: boolean;
  isLong?: boolean;
  type?: HTMLInputTypeAttribute;
  autoFocus?: boolean;
  hint?: string;
}

export function TextField({ field, isRequired, isLong, type, autoFocus, hint }: TextFieldProps) {
  const { value, problem, set } = useField(field);
  const given = {
    id: fieldId(field),
    size: 'xs',
    value: typeof value === 'string' ? value : '',
    error: problem,
    description: hint,
    inputWrapperOrder: ['input', 'error', 'description'] as ('input' | 'error' | 'description')[],
    'aria-required': isRequired,
    autoComplete: 'off',
  };
  return (
    <FieldFrame field={field} isRequired={isRequired ?? false} isWide={isLong ?? false}>
      {isLong ? (
        <Textarea
          {...given}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => set(event.currentTarget.value || null)}
        />
      ) : (
        <TextInput
          {...given}
          type={type ?? 'text'}
          autoFocus={autoFocus ?? false}
          // A required field that is emptied stays an edit, so that Save can say what it misses.
          onChange={(event) => set(event.currentTarget.value || (isRequired ? '' : null))}
        />
      )}
    </FieldFrame>
  );
}

/** The number of devices the user manages. */
export function CountField() {
  const { value, problem, set } = useField('adminDevices');
  return (
    <FieldFrame field="adminDevices">
      <TextInput
        id={fieldId('adminDevices')}
        size="xs"
        inputMode="numeric"
        value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
        error={problem}
        onChange={(event) => set(readCount(event.currentTarget.value))}
        autoComplete="off"
      />
    </FieldFrame>
  );
}

export function DisabledField() {
  const { value, set, reset, isChanged } = useField('disabled');
  const toggle = (isOn: boolean) => {
    // Where the service tells nothing, off is what it stood for.
    if (!isOn && isChanged) reset();
    else set(isOn);
  };
  return (
    <FieldFrame field="disabled">
      <Checkbox
        id={fieldId('disabled')}
        size="sm"
        mt={4}
        label="The account is switched off"
        aria-label={fieldName('disabled')}
        checked={value === true}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </FieldFrame>
  );
}

/** Only ever sent: never filled in, never kept. */
export function PasswordField({ isNew }: { isNew: boolean }) {
  const { value, set, reset } = useField('password');
  return (
    <FieldFrame field="password">
      <SecretInput
        id={fieldId('password')}
        size="xs"
        revealLabel="Show what is typed"
        description={
          isNew
            ? 'Sent with Save. It is not kept in the draft or anywhere else.'
            : 'Empty: the password stays. It is sent with Save and not kept in the draft or anywhere else.'
        }
        inputWrapperOrder={['input', 'error', 'description']}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          if (typed) set(typed);
          else reset();
        }}
      />
    </FieldFrame>
  );
}
