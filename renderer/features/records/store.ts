import { useMemo } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Group } from '#shared/domain/group';
import { groupsByIdOrName, type GroupLookup } from '#shared/domain/access';
import type { User } from '#shared/domain/user';
import type { CachedItems } from '#shared/ipc/fields';
import { api } from '#lib/api';
import { createMirror, type Mirrored } from '#lib/mirror';

/** The account's groups, as main tells them. */
export const groupsMirror = createMirror(
  () => api.groups.list(),
  (listener) => api.groups.onChanged(listener),
);

/** The account's users, as main tells them. */
export const usersMirror = createMirror(
  () => api.users.list(),
  (listener) => api.users.onChanged(listener),
);

/**
 * Takes a saved record into the list at once. The event that brings it comes a little later, and who
 * edits again meanwhile must not begin with the record from before.
 */
export const keepGroup = (record: Group) => keepIn(groupsMirror, record);
export const keepUser = (record: User) => keepIn(usersMirror, record);

function keepIn<T extends { id: string }>(
  mirror: StoreApi<Mirrored<CachedItems<T>>>,
  record: T,
): void {
  mirror.setState(({ value }) => {
    if (!value) return {};
    const isKnown = value.items.some(({ id }) => id === record.id);
    const items = isKnown
      ? value.items.map((item) => (item.id === record.id ? record : item))
      : [...value.items, record];
    return { value: { ...value, items } };
  });
}

const none: readonly never[] = [];

export function useGroups(): readonly Group[] {
  return useStore(groupsMirror, ({ value }) => value?.items ?? none);
}

export function useUsers(): readonly User[] {
  return useStore(usersMirror, ({ value }) => value?.items ?? none);
}

/** Finds groups by id or name. */
export function useGroupsByIdOrName(): GroupLookup {
  const groups = useGroups();
  return useMemo(() => groupsByIdOrName(groups), [groups]);
}

/** Whether a table is in edit mode; survives leaving the page. */
export const gridMode = createStore<Record<'group' | 'user', boolean>>(() => ({
  group: false,
  user: false,
}));
