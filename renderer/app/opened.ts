import { createStore, type StoreApi } from 'zustand/vanilla';
import { mostOpened, type Opened } from '#shared/domain/view-state';

/** What was opened last in the account on screen, the newest first. */
export const openedStore = createStore<readonly Opened[]>(() => []);

function show(list: readonly Opened[]): void {
  // Of several times, the first in the list is the last that it was opened.
  const byKey = new Map<string, Opened>();
  for (const each of list) {
    const key = `${each.kind}:${each.id}`;
    if (!byKey.has(key)) byKey.set(key, each);
  }
  openedStore.setState([...byKey.values()].slice(0, mostOpened), true);
}

/** Adds what an earlier session left, below what was opened since. */
export const restoreOpened = (earlier: readonly Opened[]): void =>
  show([...openedStore.getState(), ...earlier]);

/** Remembers what a store selects. */
export function rememberOpened<T>(
  kind: string,
  store: Pick<StoreApi<T>, 'subscribe'>,
  idOf: (state: T) => string | null,
): void {
  store.subscribe((now, before) => {
    const id = idOf(now);
    if (id !== null && id !== idOf(before)) show([{ kind, id }, ...openedStore.getState()]);
  });
}
