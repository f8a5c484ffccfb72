import { createContext, useContext, type ReactNode } from 'react';
import type { UserEdit } from '#shared/domain/edit';
import { knownOf, type Known } from '#shared/domain/known';
import { userFields, type User } from '#shared/domain/user';
import type { DraftEditing } from '#features/edits';
import { fieldWord } from '#lib/field-messages';
import { gapText, originalText } from '#lib/known-text';
import { LabelledField } from '#ui/field-label';
import type { UserField } from './user-rules';
import { itemsText } from '#lib/list-text';
import classes from './users.module.css';
import { messages } from './user-messages';
import { texts } from './users-texts';

export interface UserForm {
  draft: DraftEditing<User, UserEdit>;
  problems: ReadonlyMap<UserField, string>;
  /** The field that the service or Waypost refused when it was saved last, and why. */
  refused: { field: string; message: string } | null;
  /** Fields that were left, and all once Save was requested: a new user is checked only there. */
  isVisited: (field: UserField) => boolean;
  visit: (field: UserField) => void;
}

const FormContext = createContext<UserForm | null>(null);
export const UserFormProvider = FormContext.Provider;

export function useUserForm(): UserForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('There is no UserFormProvider above.');
  return form;
}

export const fieldId = (field: UserField) => `user-${field}`;

export function fieldName(field: UserField, isNew = false): string {
  return field === 'password' && !isNew ? texts.newPassword : fieldWord('user', field);
}

/** Scrolls to a field and focuses it. */
export function focusField(field: UserField): void {
  const input = document.getElementById(fieldId(field));
  input?.scrollIntoView({ block: 'center' });
  input?.focus();
}

/** The value of a field: the edit if there is one, otherwise the saved value. */
export function useField<F extends UserField>(field: F) {
  const { draft, problems, refused, isVisited } = useUserForm();
  const edited = draft.edit[field];
  const recorded = field === 'password' ? null : (draft.base?.[field as keyof User] ?? null);
  const isChanged = draft.isChanged(field);
  const isChecked = draft.base === null ? isVisited(field) : isChanged;
  const known = draft.base && field !== 'password' ? knownOf(draft.base, field) : null;
  return {
    /** May be invalid while the user types. */
    value: (isChanged ? edited : recorded) as unknown,
    isChanged,
    /** What the service sent if it was not understood, also in part; null: it was. */
    original: isChanged && known?.is !== 'value' ? null : originalIn(known),
    isUnread: known?.is === 'notUnderstood',
    /** Shown once the field was edited; in the form of a new user once it was left. */
    problem:
      (isChecked ? problems.get(field) : undefined) ??
      (refused?.field === field ? refused.message : undefined),
    set: (value: unknown) => draft.set({ [field]: value } as UserEdit),
    reset: () => draft.reset(field),
  };
}

function originalIn(known: Known<unknown> | null): string | null {
  if (known?.is === 'notUnderstood') return gapText(known);
  if (known?.is !== 'value' || !known.unread) return null;
  return messages.notUnderstoodAndLeftUnchanged(itemsText(known.unread.map(originalText)));
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
  const { draft, visit } = useUserForm();
  const isNew = draft.base === null;
  const valueKind = userFields[field].kind;
  // Writing a list of which nothing was understood would drop what the service has.
  const isLocked = isUnread && (valueKind === 'set' || valueKind === 'map');
  const input = (
    <>
      {isLocked ? <div inert>{children}</div> : children}
      {original !== null && (
        <p className={classes.preview}>
          {isLocked ? messages.cannotBeChanged(original) : original}
        </p>
      )}
    </>
  );
  const frame = (
    <LabelledField
      {...(!isGroup && { htmlFor: fieldId(field) })}
      isChanged={isChanged}
      isNew={isNew}
      isRequired={isRequired ?? false}
      onReset={reset}
      field={input}
    >
      {fieldName(field, isNew)}
    </LabelledField>
  );
  return (
    <div className={isWide ? classes.wide : undefined} onBlur={() => visit(field)}>
      {frame}
    </div>
  );
}

export function FieldSet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.fieldSet}>
      <legend>{title}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}
