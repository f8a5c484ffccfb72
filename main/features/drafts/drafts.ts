import { isDeepStrictEqual } from 'node:util';
import type { Records } from '#main/cache/cache';
import { draftSchema, type Draft } from '#shared/domain/edit';
import type { Caller } from '#shared/ipc/define';

/** Unsaved changes, stored encrypted until they are saved or discarded. Never with a password. */
export type Drafts = ReturnType<typeof createDrafts>;

/** Reports no changes: the window makes them, but for those of an edit that is found after a crash. */
export function createDrafts({ records, now }: { records: Records; now: () => number }) {
  const drafts = new Map<string, Draft>();
  for (const { value } of records.all()) {
    const draft = draftSchema.safeParse(value).data;
    if (draft) drafts.set(draft.key, draft);
  }
  const passwords = new Map<Caller, number>();
  const put = (draft: Draft) => {
    records.put(draft.key, draft);
    drafts.set(draft.key, draft);
  };
  const remove = (key: string) => {
    const kind = drafts.get(key)?.kind ?? null;
    drafts.delete(key);
    if (records.get(key) !== undefined) records.remove(key);
    return kind;
  };
  return {
    all: (): Draft[] => [...drafts.values()],
    /** The number of unsaved passwords, which are only in a window. */
    noteTyped: (count: number, window = 0): void => void passwords.set(window, count),
    typed: (): number => [...passwords.values()].reduce((sum, count) => sum + count, 0),
    /** The windows that have some. */
    typedIn: (): Caller[] =>
      [...passwords].flatMap(([window, count]) => (count > 0 ? [window] : [])),
    put: (draft: Omit<Draft, 'savedAt'>): void => {
      const { base, edit } = draft;
      const safe = { base: base && withoutPassword(base), edit: withoutPassword(edit) };
      put({ ...draft, ...safe, savedAt: now() });
    },
    /** Returns the kind of what was removed. */
    remove,
    /** Removes a draft that is still as it was then: what was typed since stays. Returns as `remove`. */
    removeIfSame: ({ key, edit }: Pick<Draft, 'key' | 'edit'>) => {
      const draft = drafts.get(key);
      const isSame = draft && isDeepStrictEqual(asStored(draft.edit), asStored(edit));
      return isSame ? remove(key) : null;
    },
    /** The service carried out this edit: only what was typed since then stays. */
    settle: (key: string, sent: object): void => {
      const draft = drafts.get(key);
      if (!draft) return;
      const typed = Object.entries(draft.edit).filter(
        ([field, value]) => !isDeepStrictEqual(value, Reflect.get(sent, field)),
      );
      // A new record has no base to compare with: what was typed since then would create a second one.
      if (draft.base === null || typed.length === 0) remove(key);
      else put({ ...draft, edit: Object.fromEntries(typed) });
    },
  };
}

/** As it is after a restart. */
const asStored = (edit: Draft['edit']) => JSON.parse(JSON.stringify(edit)) as unknown;

function withoutPassword(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field.toLowerCase() !== 'password'),
  );
}
