import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { DraftKind } from '#shared/domain/edit';
import { draftStore } from './drafts';

export interface DraftEditing<B, E> {
  /** The record as it was when editing began, even after a restart. */
  base: B | null;
  /** The changed fields. */
  edit: E;
  /** The names of the changed fields. */
  changed: readonly (keyof E & string)[];
  isChanged: (field: keyof E & string) => boolean;
  /** Stages fields; one with the value of the base is no longer changed. */
  set: (changes: E) => void;
  /** Resets one field. */
  reset: (field: keyof E & string) => void;
  /** Removes all changes: discarded, or saved. */
  discard: () => void;
  /** After a conflict: sets the current record and the remaining edit. */
  rebase: (theirs: B, edit: E) => void;
}

/**
 * The unsaved changes of one record. They survive leaving the page, a reload and a crash, so the user
 * does not have to confirm. `base` is the current record. An existing draft keeps its own base, so
 * that conflicts are found.
 *
 * `baseValue` reads a field from the base if record and edit have different shapes (limits).
 */
export function useDraft<B extends object, E extends object>(
  key: string,
  kind: DraftKind,
  label: string,
  base: B | null,
  baseValue?: (base: B, field: keyof E & string) => unknown,
): DraftEditing<B, E> {
  const draft = useStore(draftStore, ({ drafts }) => drafts.get(key) ?? null);
  const known = draft ? (draft.base as B | null) : base;
  const of = useMemo(
    () => ({ key, kind, label, base: known as Record<string, unknown> | null }),
    [key, kind, label, known],
  );
  return useMemo(() => {
    const edit = (draft?.edit ?? {}) as E;
    return {
      base: known,
      edit,
      changed: Object.keys(edit) as (keyof E & string)[],
      isChanged: (field) => Object.hasOwn(edit, field),
      set: (changes) =>
        draftStore.stage(
          of,
          changes as Record<string, unknown>,
          baseValue && ((from, field) => baseValue(from as B, field as keyof E & string)),
        ),
      reset: (field) => {
        const rest = Object.entries(edit).filter(([name]) => name !== field);
        draftStore.rebase(of, Object.fromEntries(rest));
      },
      discard: () => draftStore.discard(key),
      rebase: (theirs, next) =>
        draftStore.rebase(
          { ...of, base: theirs as Record<string, unknown> },
          next as Record<string, unknown>,
        ),
    };
  }, [draft, known, of, baseValue, key]);
}
