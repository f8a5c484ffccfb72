import { useStore } from 'zustand';
import type { SavedView } from '#shared/domain/view-state';
import type { Fault } from '#shared/fault';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';

interface SavedViewsState {
  views: readonly SavedView[];
  /** The view that was picked or saved last, even if the page shows something else by now. */
  pickedId: string | null;
  /** Why the last change was not stored. */
  fault: Fault | null;
}

const store = createAccountStore<SavedViewsState>({ views: [], pickedId: null, fault: null });

export const useSavedViews = (): SavedViewsState => useStore(store);

async function readViews(): Promise<void> {
  const outcome = await inAccount(api.savedViews.list());
  if (!outcome) return;
  store.setState(outcome.ok ? { views: outcome.value } : { fault: outcome.fault });
}
onAccountOpened(() => void readViews());

export const pickView = (pickedId: string | null): void =>
  store.setState({ pickedId, fault: null });

/** Returns whether the view was stored. */
export async function saveView(view: SavedView): Promise<boolean> {
  const outcome = await inAccount(api.savedViews.save(view));
  if (!outcome) return false;
  if (outcome.ok) store.setState({ views: outcome.value, pickedId: view.id, fault: null });
  else store.setState({ fault: outcome.fault });
  return outcome.ok;
}

export async function removeView(id: string): Promise<void> {
  const outcome = await inAccount(api.savedViews.remove({ id }));
  if (!outcome) return;
  const { pickedId } = store.getState();
  if (outcome.ok) {
    const picked = pickedId === id ? null : pickedId;
    store.setState({ views: outcome.value, pickedId: picked, fault: null });
  } else store.setState({ fault: outcome.fault });
}
