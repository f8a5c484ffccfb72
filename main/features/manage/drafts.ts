import type { Records } from '#main/cache/cache';
import { draftSchema, type Draft } from '#shared/domain/edit';

/** Unsaved changes, kept sealed until they are saved or thrown away. Never with a password. */
export interface Drafts {
  all(): Draft[];
  put(draft: Omit<Draft, 'savedAt'>): void;
  remove(key: string): void;
  /** How many passwords are typed and not saved: they are on screen only. */
  noteTyped(passwords: number): void;
  typed(): number;
}

export function createDrafts(options: {
  records: Records;
  now: () => number;
  onChanged: (drafts: Draft[]) => void;
}): Drafts {
  const { records } = options;
  const all = () =>
    records.all().flatMap(({ value }) => {
      const draft = draftSchema.safeParse(value);
      return draft.success ? [draft.data] : [];
    });
  let passwords = 0;
  return {
    all,
    noteTyped: (count) => {
      passwords = count;
    },
    typed: () => passwords,
    put: (draft) => {
      records.put(draft.key, {
        ...draft,
        base: draft.base && withoutPassword(draft.base),
        edit: withoutPassword(draft.edit),
        savedAt: options.now(),
      });
      options.onChanged(all());
    },
    remove: (key) => {
      if (records.get(key) === undefined) return;
      records.remove(key);
      options.onChanged(all());
    },
  };
}

function withoutPassword(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field.toLowerCase() !== 'password'),
  );
}
