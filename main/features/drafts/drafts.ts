import { isDeepStrictEqual } from 'node:util';
import type { Records } from '#main/cache/cache';
import { draftSchema, type Draft, type DraftKind } from '#shared/domain/edit';
import type { Caller } from '#shared/ipc/define';

/** Unsaved changes, stored encrypted until they are saved or discarded. Never with a password. */
export interface Drafts {
  all(): Draft[];
  put(draft: Omit<Draft, 'savedAt'>): void;
  /** Returns the kind of what was removed. */
  remove(key: string): DraftKind | null;
  /** The service carried out this edit: only what was typed since then stays. */
  settle(key: string, sent: object): void;
  /** Removes a draft that is still as it was then: what was typed since stays. */
  removeIfSame(was: Pick<Draft, 'key' | 'edit'>): void;
  /** The number of unsaved passwords, which are only in a window. */
  noteTyped(passwords: number, window?: Caller): void;
  typed(): number;
  /** The windows that have some. */
  typedIn(): Caller[];
}

/** Reports no changes: the window makes them, but for those of an edit that is found after a crash. */
export function createDrafts({ records, now }: { records: Records; now: () => number }): Drafts {
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
    all: () => [...drafts.values()],
    noteTyped: (count, window = 0) => void passwords.set(window, count),
    typed: () => [...passwords.values()].reduce((sum, count) => sum + count, 0),
    typedIn: () => [...passwords].flatMap(([window, count]) => (count > 0 ? [window] : [])),
    put: (draft) => {
      const { base, edit } = draft;
      const safe = { base: base && withoutPassword(base), edit: withoutPassword(edit) };
      put({ ...draft, ...safe, savedAt: now() });
    },
    remove,
    removeIfSame: ({ key, edit }) => {
      const draft = drafts.get(key);
      if (draft && isDeepStrictEqual(asStored(draft.edit), asStored(edit))) remove(key);
    },
    settle: (key, sent) => {
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
