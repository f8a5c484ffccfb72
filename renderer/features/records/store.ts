import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Group } from '#shared/domain/group';
import { groupsByIdOrName, type Groups } from '#shared/domain/access';
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

/** The groups, to be found by id or name. */
export function useGroupsByIdOrName(): Groups {
  const groups = useGroups();
  return useMemo(() => groupsByIdOrName(groups), [groups]);
}

/** What to call a group that may have no name. */
export const groupLabel = ({ name, id }: Pick<Group, 'id' | 'name'>) => name?.trim() || id;

/** What to call a user who may have no name. */
export const userLabel = ({ name, email, id }: Pick<User, 'id' | 'name' | 'email'>) =>
  name?.trim() || email?.trim() || id;

/** Whether the table of a kind of record is being edited; survives a visit to another page. */
export const gridMode = createStore<Record<'group' | 'user', boolean>>(() => ({
  group: false,
  user: false,
}));
