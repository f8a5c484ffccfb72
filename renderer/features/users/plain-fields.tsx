import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, type HTMLInputTypeAttribute } from 'react';
import { hasUnseen, withoutUnseen } from '#shared/domain/text';
import type { userFields } from '#shared/domain/user';
import { typedSecrets } from '#lib/typed-secrets';
import { SecretInput, writeSecret } from '#ui/secret-input';
import { FieldFrame, fieldId, fieldName, useField } from './user-form';
import { readCount, type UserField } from './user-rules';
import { texts } from './users-texts';

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
  const inputProps = {
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
          {...inputProps}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => set(event.currentTarget.value || null)}
        />
      ) : (
        <TextInput
          {...inputProps}
          type={type ?? 'text'}
          autoFocus={autoFocus ?? false}
          // An emptied required field stays an edit, so that validation reports it.
          onChange={(event) => {
            const { value: typed } = event.currentTarget;
            set((field === 'email' ? withoutUnseen(typed) : typed) || (isRequired ? '' : null));
          }}
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
  const { value, set, reset, isChanged, isUnread } = useField('disabled');
  const toggle = (isOn: boolean) => {
    // If the service sent no value, "off" is the unchanged state.
    if (!isOn && isChanged && !isUnread) reset();
    else set(isOn);
  };
  return (
    <FieldFrame field="disabled">
      <Checkbox
        id={fieldId('disabled')}
        size="sm"
        mt={4}
        label={texts.thisUserCannotLogIn}
        aria-label={fieldName('disabled')}
        checked={value === true}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </FieldFrame>
  );
}

/** Only sent: never filled in and never stored. */
export function PasswordField({ isNew }: { isNew: boolean }) {
  const { value, set, reset } = useField('password');
  const input = useRef<HTMLInputElement>(null);
  // The text is in the field and in `typedSecrets` only: React would keep what it rendered before.
  useLayoutEffect(() => {
    if (input.current) writeSecret(input.current, typedSecrets.read(value) ?? '');
  }, [value]);
  return (
    <FieldFrame field="password">
      <SecretInput
        id={fieldId('password')}
        size="xs"
        revealLabel={texts.showPassword}
        description={isNew ? texts.sentWhenYouSaveIt : texts.leaveEmptyToKeepTheCurrent}
        inputWrapperOrder={['input', 'error', 'description']}
        inputRef={input}
        hint={(typed) => (hasUnseen(typed) ? texts.unseenInPassword : undefined)}
        onTyped={(typed) => {
          if (typed) set(typedSecrets.hold(typed));
          else reset();
        }}
      />
    </FieldFrame>
  );
}
