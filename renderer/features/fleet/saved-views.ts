import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SavedView } from '#shared/domain/view-state';
import type { Fault } from '#shared/fault';
import { api } from '#lib/api';

interface SavedViewsState {
  views: readonly SavedView[];
  /** The view that was picked or saved last, even if the page shows something else by now. */
  pickedId: string | null;
  /** Why the last change was not stored. */
  fault: Fault | null;
}

const nothing: SavedViewsState = { views: [], pickedId: null, fault: null };
const store = createStore<SavedViewsState>(() => nothing);
let reads = 0;

export const useSavedViews = (): SavedViewsState => useStore(store);

/** Read for each account that opens. */
export const savedViews = {
  async read(): Promise<void> {
    reads += 1;
    const read = reads;
    store.setState(nothing);
    const outcome = await api.savedViews.list();
    if (read !== reads) return;
    store.setState(outcome.ok ? { views: outcome.value } : { fault: outcome.fault });
  },
};

export const pickView = (pickedId: string | null): void =>
  store.setState({ pickedId, fault: null });

/** Returns whether the view was stored. */
export async function saveView(view: SavedView): Promise<boolean> {
  const read = reads;
  const outcome = await api.savedViews.save(view);
  if (read !== reads) return false;
  if (outcome.ok) store.setState({ views: outcome.value, pickedId: view.id, fault: null });
  else store.setState({ fault: outcome.fault });
  return outcome.ok;
}

export async function removeView(id: string): Promise<void> {
  const read = reads;
  const outcome = await api.savedViews.remove({ id });
  if (read !== reads) return;
  const { pickedId } = store.getState();
  if (outcome.ok) {
    const picked = pickedId === id ? null : pickedId;
    store.setState({ views: outcome.value, pickedId: picked, fault: null });
  } else store.setState({ fault: outcome.fault });
}
