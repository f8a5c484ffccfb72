import { createContext, useContext, type ReactNode } from 'react';
import type { UserEdit } from '#shared/domain/edit';
import type { User } from '#shared/domain/user';
import type { DraftEditing } from '#features/drafts';
import { fieldWord } from '#lib/field-messages';
import { LabelledField } from '#ui/field-label';
import type { UserField } from './user-rules';
import classes from './users.module.css';

export interface UserForm {
  draft: DraftEditing<User, UserEdit>;
  problems: ReadonlyMap<UserField, string>;
}

const FormContext = createContext<UserForm | null>(null);
export const UserFormProvider = FormContext.Provider;

export function useUserForm(): UserForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('There is no UserFormProvider above.');
  return form;
}

export const fieldId = (field: UserField) => `user-${field}`;

export const fieldName = (field: UserField) =>
  field === 'password' ? 'New password' : fieldWord('user', field);

/** Scrolls to a field and focuses it. */
export function focusField(field: UserField): void {
  const input = document.getElementById(fieldId(field));
  input?.scrollIntoView({ block: 'center' });
  input?.focus();
}

/** The value of a field: the edit if there is one, otherwise the saved value. */
export function useField<F extends UserField>(field: F) {
  const { draft, problems } = useUserForm();
  const edited = draft.edit[field];
  const recorded = field === 'password' ? null : (draft.base?.[field as keyof User] ?? null);
  const isChanged = draft.isChanged(field);
  return {
    /** May be invalid while the user types. */
    value: (isChanged ? edited : recorded) as unknown,
    isChanged,
    /** Shown at the field only after it was edited; saving reports every problem. */
    problem: isChanged ? problems.get(field) : undefined,
    set: (value: unknown) => draft.set({ [field]: value } as UserEdit),
    reset: () => draft.reset(field),
  };
}

interface FieldFrameProps {
  field: UserField;
  isRequired?: boolean;
  isWide?: boolean;
  /** The label is for several inputs, not for one. */
  isGroup?: boolean;
  children: ReactNode;
}

/** A field with its label, its "changed" mark and a reset button. */
export function FieldFrame(props: FieldFrameProps) {
  const { field, isRequired, isWide, isGroup, children } = props;
  const { isChanged, reset } = useField(field);
  const frame = (
    <LabelledField
      {...(!isGroup && { htmlFor: fieldId(field) })}
      isChanged={isChanged}
      isRequired={isRequired ?? false}
      onReset={reset}
      field={children}
    >
      {fieldName(field)}
    </LabelledField>
  );
  return isWide ? <div className={classes.wide}>{frame}</div> : frame;
}

export function FieldSet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.fieldSet}>
      <legend>{title}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}
