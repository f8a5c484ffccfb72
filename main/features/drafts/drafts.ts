import type { Records } from '#main/cache/cache';
import { draftSchema, type Draft } from '#shared/domain/edit';

/** Unsaved changes, stored encrypted until they are saved or discarded. Never with a password. */
export interface Drafts {
  all(): Draft[];
  put(draft: Omit<Draft, 'savedAt'>): void;
  remove(key: string): void;
  /** The number of unsaved passwords, which are only in the window. */
  noteTyped(passwords: number): void;
  typed(): number;
}

/** Reports no changes: the window makes all of them, and reads once, when an account opens. */
export function createDrafts({ records, now }: { records: Records; now: () => number }): Drafts {
  const drafts = new Map<string, Draft>();
  for (const { value } of records.all()) {
    const draft = draftSchema.safeParse(value).data;
    if (draft) drafts.set(draft.key, draft);
  }
  let passwords = 0;
  return {
    all: () => [...drafts.values()],
    noteTyped: (count) => {
      passwords = count;
    },
    typed: () => passwords,
    put: (draft) => {
      const { key } = draft;
      const safe = {
        ...draft,
        base: draft.base && withoutPassword(draft.base),
        edit: withoutPassword(draft.edit),
        savedAt: now(),
      };
      records.put(key, safe);
      drafts.set(key, safe);
    },
    remove: (key) => {
      drafts.delete(key);
      if (records.get(key) !== undefined) records.remove(key);
    },
  };
}

function withoutPassword(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field.toLowerCase() !== 'password'),
  );
}
