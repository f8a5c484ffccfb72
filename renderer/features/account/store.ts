import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Group } from '#shared/domain/group';
import { groupsByIdOrName, type Groups } from '#shared/domain/sight';
import type { User } from '#shared/domain/user';
import { api } from '#lib/api';
import { createMirror } from '#lib/mirror';

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
