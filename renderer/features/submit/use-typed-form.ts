import { useMemo, useState } from 'react';
import { useDraft } from '#features/edits';
import { clock } from '#lib/clock';
import { blankForms, draftKeys, draftLabels, type TypedForms, type TypedTab } from './typed-form';

export interface TypedForm<F> {
  values: F;
  set: (changes: Partial<F>) => void;
  /** Whether any field is filled in. */
  isBegun: boolean;
  clear: () => void;
}

/** The entries of a tab. They are a draft, so they outlive the tab, the page and the window. */
export function useTypedForm<T extends TypedTab>(tab: T): TypedForm<TypedForms[T]> {
  const [blank, setBlank] = useState(() => blankForms[tab](clock.now()));
  const { base, edit, changed, set, discard } = useDraft<TypedForms[T], Partial<TypedForms[T]>>(
    draftKeys[tab],
    'submission',
    draftLabels[tab],
    blank,
  );
  return {
    values: useMemo(() => ({ ...blank, ...base, ...edit }), [blank, base, edit]),
    set,
    isBegun: changed.length > 0,
    clear: () => {
      discard();
      setBlank(blankForms[tab](clock.now()));
    },
  };
}
