import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Group } from '#shared/domain/group';
import { groupsByIdOrName, type GroupLookup } from '#shared/domain/access';
import type { User } from '#shared/domain/user';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

/** The account's groups, mirrored from main. */
export const groupsMirror = createMirror(
  () => api.groups.list(),
  (listener) => api.groups.onChanged(listener),
);

/** The account's users, mirrored from main. */
export const usersMirror = createMirror(
  () => api.users.list(),
  (listener) => api.users.onChanged(listener),
);

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
