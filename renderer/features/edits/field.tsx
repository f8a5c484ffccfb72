import { Textarea, TextInput } from '@mantine/core';
import { createContext, useContext, type ReactNode } from 'react';
import { recordFields, type EditOf, type RecordOf } from '#shared/domain/change';
import { knownOf, type Known } from '#shared/domain/known';
import { withoutUnseen } from '#shared/domain/text';
import type { Said } from '#shared/i18n/translate';
import { afterPress } from '#lib/after-press';
import { fieldWord } from '#lib/field-values';
import type { Format } from '#lib/format';
import { gapText, originalText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { LabelledField } from '#ui/field';
import { type DraftEditing, type EditedKind } from './drafts';
import classes from './edits.module.css';

type Fields = Record<string, unknown>;

/** What the fields of an editor share. */
export interface RecordForm<R = object, E = Fields> {
  kind: EditedKind;
  draft: DraftEditing<R, E>;
  /** The validation errors, by field. */
  problems: ReadonlyMap<string, string>;
  /** The field that the service or Waypost refused when it was saved last, and why. */
  refused: { field: string; message: Said } | null;
  /** Fields that were left, and all once Save was requested: a new record is checked only there. */
  isVisited: (field: string) => boolean;
  visit: (field: string) => void;
}

const FormContext = createContext<RecordForm | null>(null);
export const RecordFormProvider = FormContext.Provider;

function useForm(): RecordForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('There is no RecordEditor above.');
  return form;
}

/** The form of the editor above. */
export const useRecordForm = <K extends EditedKind>() =>
  useForm() as unknown as RecordForm<RecordOf[K], EditOf[K]>;

const kindOf = (kind: EditedKind, field: string) => recordFields(kind)[field]?.kind;

/** The label of a field in an editor or in the table. */
export const fieldName = (
  kind: EditedKind,
  field: string,
  format: Format,
  isNew = false,
): string =>
  kindOf(kind, field) === 'secret' && !isNew
    ? format.t('edits.field.newPassword')
    : fieldWord(kind, field, format);

const fieldId = (kind: EditedKind, field: string): string => `${kind}-${field}`;

export function focusField(kind: EditedKind, field: string): void {
  const input = document.getElementById(fieldId(kind, field));
  input?.scrollIntoView({ block: 'center' });
  input?.focus();
}

/** The value of a field: the edit if there is one, otherwise the saved value. */
export function useField(field: string) {
  const { kind, draft, problems, refused, isVisited } = useForm();
  const format = useFormat();
  const isSecret = kindOf(kind, field) === 'secret';
  const recorded = isSecret ? null : ((draft.base as Fields | null)?.[field] ?? null);
  const isChanged = draft.isChanged(field);
  const isChecked = draft.base === null ? isVisited(field) : isChanged;
  const known = draft.base && !isSecret ? knownOf(draft.base, field as never) : null;
  const problem = isChecked ? problems.get(field) : undefined;
  const isNew = draft.base === null;
  return {
    isNew,
    name: fieldName(kind, field, format, isNew),
    id: fieldId(kind, field),
    isRequired: recordFields(kind)[field]?.required ?? false,
    /** May be invalid while the user types. */
    value: isChanged ? draft.edit[field] : recorded,
    isChanged,
    /** What the service sent if it was not understood, also in part; null: it was. */
    original: isChanged && known?.is !== 'value' ? null : originalIn(known, format),
    isUnread: known?.is === 'notUnderstood',
    /** Shown once the field was edited; in the form of a new record once it was left. */
    problem: problem ?? (refused?.field === field ? format.said(refused.message) : undefined),
    set: (value: unknown) => draft.set({ [field]: value }),
    reset: () => draft.reset(field),
  };
}

function originalIn(known: Known<unknown> | null, format: Format): string | null {
  const { t, items } = format;
  if (known?.is === 'notUnderstood') return gapText(known, format);
  if (known?.is !== 'value' || !known.unread) return null;
  return t('edits.field.notUnderstood', { values: items(known.unread.map(originalText)) });
}

interface FieldFrameProps {
  field: string;
  /** Over both columns of the form. */
  isWide?: boolean;
  /** The label is for several inputs, not for one. */
  isGroup?: boolean;
  children: ReactNode;
}

/**
 * A field with its label, its "changed" mark, a reset button and what the service sent that was not
 * understood.
 */
export function FieldFrame({ field, isWide, isGroup, children }: FieldFrameProps) {
  const { id, name, isNew, isRequired, isChanged, isUnread, original, reset } = useField(field);
  const { kind, visit } = useForm();
  const { t } = useFormat();
  const valueKind = kindOf(kind, field);
  // Writing a list of which nothing was understood would drop what the service has.
  const isLocked = isUnread && (valueKind === 'set' || valueKind === 'map');
  return (
    <div
      className={isWide ? classes.wide : undefined}
      onBlur={() => afterPress(() => visit(field))}
    >
      <LabelledField
        {...(!isGroup && { htmlFor: id })}
        isChanged={isChanged}
        isNew={isNew}
        isRequired={isRequired}
        onReset={reset}
        field={
          <>
            {isLocked ? <div inert>{children}</div> : children}
            {original !== null && (
              <p className={classes.original}>
                {isLocked ? t('edits.field.locked', { value: original }) : original}
              </p>
            )}
          </>
        }
      >
        {name}
      </LabelledField>
    </div>
  );
}

/** An input with its error and its description below. */
export const inputOrder: ('input' | 'error' | 'description')[] = ['input', 'error', 'description'];

interface TextFieldProps {
  field: string;
  isLong?: boolean;
  type?: 'email';
  autoFocus?: boolean;
  hint?: string;
}

export function TextField({ field, isLong = false, type, autoFocus, hint }: TextFieldProps) {
  const { id, value, problem, isRequired, set } = useField(field);
  const inputProps = {
    id,
    size: 'xs',
    value: typeof value === 'string' ? value : '',
    error: problem,
    description: hint,
    inputWrapperOrder: inputOrder,
    'aria-required': isRequired,
  };
  return (
    <FieldFrame field={field} isWide={isLong}>
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
          onChange={(event) => {
            const typed = event.currentTarget.value;
            // An emptied required field stays an edit, so that validation reports it.
            set((type === 'email' ? withoutUnseen(typed) : typed) || (isRequired ? '' : null));
          }}
        />
      )}
    </FieldFrame>
  );
}
