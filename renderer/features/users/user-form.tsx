import { createContext, useContext, type ReactNode } from 'react';
import type { UserEdit } from '#shared/domain/edit';
import { knownOf, type Known } from '#shared/domain/known';
import { userFields, type User } from '#shared/domain/user';
import type { DraftEditing } from '#features/drafts';
import { fieldWord } from '#lib/field-messages';
import { gapText, originalText } from '#lib/known-text';
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
  const known = draft.base && field !== 'password' ? knownOf(draft.base, field) : null;
  return {
    /** May be invalid while the user types. */
    value: (isChanged ? edited : recorded) as unknown,
    isChanged,
    /** What the service sent if it was not understood, also in part; null: it was. */
    original: isChanged && known?.is !== 'value' ? null : originalIn(known),
    isUnread: known?.is === 'notUnderstood',
    /** Shown at the field only after it was edited; saving reports every problem. */
    problem: isChanged ? problems.get(field) : undefined,
    set: (value: unknown) => draft.set({ [field]: value } as UserEdit),
    reset: () => draft.reset(field),
  };
}

function originalIn(known: Known<unknown> | null): string | null {
  if (known?.is === 'notUnderstood') return gapText(known);
  if (known?.is !== 'value' || !known.unread) return null;
  return `Not understood, and kept: ${known.unread.map(originalText).join(', ')}`;
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
  const { isChanged, reset, original, isUnread } = useField(field);
  const valueKind = userFields[field].kind;
  // Writing a list of which nothing was understood would drop what the service has.
  const isLocked = isUnread && (valueKind === 'set' || valueKind === 'map');
  const input = (
    <>
      {isLocked ? <div inert>{children}</div> : children}
      {original !== null && (
        <p className={classes.preview}>
          {isLocked ? `${original}. It cannot be changed here.` : original}
        </p>
      )}
    </>
  );
  const frame = (
    <LabelledField
      {...(!isGroup && { htmlFor: fieldId(field) })}
      isChanged={isChanged}
      isRequired={isRequired ?? false}
      onReset={reset}
      field={input}
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
