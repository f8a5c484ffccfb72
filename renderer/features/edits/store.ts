import { useMemo } from 'react';
import { useStore } from 'zustand';
import { groupLabel, type Group } from '#shared/domain/group';
import { groupsByIdOrName, type GroupLookup } from '#shared/domain/access';
import { knownList, neverAsked, valueOf, type Known } from '#shared/domain/known';
import type { CachedItems } from '#shared/ipc/fields';
import type { User } from '#shared/domain/user';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { byText } from '#lib/in-order';
import { createAccountMirror } from '#lib/mirror';

/** The account's groups, mirrored from main. */
export const groupsMirror = createAccountMirror(
  () => api.groups.list(),
  (listener) => api.groups.onChanged(listener),
);

/** The account's users, mirrored from main. */
export const usersMirror = createAccountMirror(
  () => api.users.list(),
  (listener) => api.users.onChanged(listener),
);

const none: readonly never[] = [];

/** In the order of their names: the same in every list of groups. */
export function useGroups(): readonly Group[] {
  return useStore(groupsMirror, ({ value }) => (value ? inNameOrder(value.items) : none));
}

const sorted = new WeakMap<readonly Group[], readonly Group[]>();

/** Always the same array for the same groups. */
export function inNameOrder(groups: readonly Group[]): readonly Group[] {
  const known = sorted.get(groups);
  if (known) return known;
  const ordered = groups.toSorted((a, b) => byText(groupLabel(a), groupLabel(b)));
  sorted.set(groups, ordered);
  return ordered;
}

export function useUsers(): readonly User[] {
  return useStore(usersMirror, ({ value }) => value?.items ?? none);
}

/** Whether the service refused to send a list: this account is not provided with it. */
export const isRefused = (list: Pick<CachedItems<unknown>, 'fault'> | null) =>
  list?.fault?.kind === 'forbidden' || list?.fault?.kind === 'notFound';

/** What is known of the users: a list that was never received is not empty. */
export function useKnownUsers(): Known<readonly User[]> {
  const list = useStore(usersMirror, ({ value }) => value);
  return useMemo(() => knownListOf(list), [list]);
}

/** The same of the groups. */
export function useKnownGroups(): Known<readonly Group[]> {
  const list = useStore(groupsMirror, ({ value }) => value);
  return useMemo(() => knownListOf(list), [list]);
}

/** What is known of a mirrored list; null: main has not answered yet. */
export function knownListOf<T>(list: CachedItems<T> | null): Known<readonly T[]> {
  return list ? knownList({ ...list, isRefused: isRefused(list) }) : neverAsked;
}

/** Finds groups by id or name. */
export function useGroupsByIdOrName(): GroupLookup {
  const groups = useGroups();
  const isKnown = valueOf(useKnownGroups()) !== null;
  return useMemo(() => groupsByIdOrName(groups, isKnown), [groups, isKnown]);
}

/** Whether a table is in edit mode; survives leaving the page. */
export const gridMode = createAccountStore<Record<'group' | 'user', boolean>>({
  group: false,
  user: false,
});
