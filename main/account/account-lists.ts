import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Prefetched } from '#main/features/jobs/prefetched';
import { createCachedList, type Cached, type CachedList } from '#main/features/records/cached-list';
import { callAs } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import { groupSchema, type Group } from '#shared/domain/group';
import { userSchema, type User } from '#shared/domain/user';

/** The lists of one account that the service sends whole. */
export function createAccountLists(options: {
  cache: Cache;
  clock: Clock;
  client: Pick<ServiceClient, 'groups' | 'users'>;
  /** Receives the records of each answer, with their JSON. */
  prefetched: Pick<Prefetched, 'take'>;
  throttleMs: () => number;
  onGroups: (list: Cached<Group>) => void;
  onUsers: (list: Cached<User>) => void;
}): { groups: CachedList<Group>; users: CachedList<User> } {
  const { client, prefetched, ...common } = options;
  return {
    groups: createCachedList<Group>({
      ...common,
      name: 'groups',
      item: groupSchema,
      ask: async (signal) => {
        const list = await callAs('lists', () => client.groups(signal));
        prefetched.take('group', list.items);
        return list;
      },
      onChanged: options.onGroups,
    }),
    users: createCachedList<User>({
      ...common,
      name: 'users',
      item: userSchema,
      ask: async (signal) => {
        const list = await callAs('lists', () => client.users(signal));
        prefetched.take('user', list.items);
        return list;
      },
      onChanged: options.onUsers,
    }),
  };
}
