// Why it is so: docs/decisions/0123-what-belongs-to-an-account.md
import type { Records } from '#main/cache/cache';
import {
  mostSavedViews,
  savedViewSchema,
  viewStateSchema,
  type SavedView,
  type ViewState,
} from '#shared/domain/view-state';
import { openWindowSchema, type OpenWindow } from '#shared/domain/window';
import { failDeclined } from '#shared/fault';
import type { HandlersOf } from '#shared/ipc/contract';
import { message } from '#shared/i18n/translate';

const viewStateId = 'viewState';
const windowsId = 'openWindows';

/** What one account had on screen: encrypted, because it has ids and a place. */
export function createStoredViewState(records: Records) {
  function windows(): OpenWindow[] {
    const stored = records.get(windowsId);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((each) => openWindowSchema.safeParse(each).data ?? []);
  }
  return {
    /** The windows beside the main one. */
    windows,
    keepWindows: (open: readonly OpenWindow[]): void => {
      if (JSON.stringify(open) !== JSON.stringify(windows())) records.put(windowsId, open);
    },
    /** null: nothing readable is stored. */
    read: (): ViewState | null => viewStateSchema.safeParse(records.get(viewStateId)).data ?? null,
    keep: (state: ViewState): void => records.put(viewStateId, state),
  };
}

type StoredViewState = ReturnType<typeof createStoredViewState>;

/** `of` finds the state of an account by its id; it throws if another account is open by now. */
export const viewStateHandlers = (
  current: () => StoredViewState,
  of: (accountId: string) => StoredViewState,
): HandlersOf<'viewState'> => ({
  read: () => current().read(),
  keep: ({ account, state }) => of(account).keep(state),
});

const savedViewsId = 'fleetViews';

/**
 * The saved views of one account, in the order in which they were saved first. They are encrypted, because
 * a name or a search may name a device.
 */
export function createSavedViews(records: Records) {
  let views: readonly SavedView[] | null = null;

  function read(): SavedView[] {
    const stored = records.get(savedViewsId);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((view) => savedViewSchema.safeParse(view).data ?? []);
  }

  function all(): readonly SavedView[] {
    views ??= read();
    return views;
  }

  function store(next: readonly SavedView[]): SavedView[] {
    records.put(savedViewsId, next);
    views = next;
    return [...next];
  }

  return {
    list: (): SavedView[] => [...all()],
    save: (view: SavedView): SavedView[] => {
      const isKnown = all().some(({ id }) => id === view.id);
      if (isKnown) return store(all().map((each) => (each.id === view.id ? view : each)));
      if (all().length >= mostSavedViews) {
        failDeclined(message('faults.main.savedViewsFull', { most: mostSavedViews }));
      }
      return store([...all(), view]);
    },
    remove: (id: string): SavedView[] => store(all().filter((each) => each.id !== id)),
  };
}

type SavedViews = ReturnType<typeof createSavedViews>;

/** `changed` tells every window. */
export function savedViewsHandlers(
  views: () => SavedViews,
  changed: (views: SavedView[]) => void,
): HandlersOf<'savedViews'> {
  const told = (next: SavedView[]) => {
    changed(next);
    return next;
  };
  return {
    list: () => views().list(),
    save: (view) => told(views().save(view)),
    remove: ({ id }) => told(views().remove(id)),
  };
}
