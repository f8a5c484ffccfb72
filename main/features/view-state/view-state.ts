import type { Records } from '#main/cache/cache';
import { viewStateSchema, type ViewState } from '#shared/domain/view-state';
import type { HandlersOf } from '#shared/ipc/contract';

/** What one account had on screen: encrypted, because it has ids and a place. */
export interface StoredViewState {
  /** null: nothing readable is stored. */
  read(): ViewState | null;
  keep(state: ViewState): void;
}

const recordId = 'viewState';

export function createStoredViewState(records: Records): StoredViewState {
  return {
    read: () => viewStateSchema.safeParse(records.get(recordId)).data ?? null,
    keep: (state) => records.put(recordId, state),
  };
}

/** `of` finds the state of an account by its id; it throws if another account is open by now. */
export const viewStateHandlers = (
  current: () => StoredViewState,
  of: (accountId: string) => StoredViewState,
): HandlersOf<'viewState'> => ({
  read: () => current().read(),
  keep: ({ account, state }) => of(account).keep(state),
});
