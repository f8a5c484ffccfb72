import type { Records } from '#main/cache/cache';
import { mostSavedViews, savedViewSchema, type SavedView } from '#shared/domain/view-state';
import { fail } from '#shared/fault';
import type { HandlersOf } from '#shared/ipc/contract';

/** The saved views of one account: encrypted, because a name or a search may name a device. */
export interface SavedViews {
  /** In the order in which they were saved first. */
  list(): SavedView[];
  save(view: SavedView): SavedView[];
  remove(id: string): SavedView[];
}

const recordId = 'fleetViews';

export function createSavedViews(records: Records): SavedViews {
  let views: readonly SavedView[] | null = null;

  function read(): SavedView[] {
    const stored = records.get(recordId);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((view) => savedViewSchema.safeParse(view).data ?? []);
  }

  function all(): readonly SavedView[] {
    views ??= read();
    return views;
  }

  function store(next: readonly SavedView[]): SavedView[] {
    records.put(recordId, next);
    views = next;
    return [...next];
  }

  return {
    list: () => [...all()],
    save: (view) => {
      const isKnown = all().some(({ id }) => id === view.id);
      if (isKnown) return store(all().map((each) => (each.id === view.id ? view : each)));
      if (all().length >= mostSavedViews) {
        const message = `An account has at most ${mostSavedViews} saved views. Delete one of them first.`;
        fail({ kind: 'declined', reason: 'state', message });
      }
      return store([...all(), view]);
    },
    remove: (id) => store(all().filter((each) => each.id !== id)),
  };
}

export const savedViewsHandlers = (views: () => SavedViews): HandlersOf<'savedViews'> => ({
  list: () => views().list(),
  save: (view) => views().save(view),
  remove: ({ id }) => views().remove(id),
});
