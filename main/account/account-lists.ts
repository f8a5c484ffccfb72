import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Prefetched } from '#main/features/jobs/prefetched';
import { createCachedList, type Cached, type CachedList } from '#main/features/records/cached-list';
import { callAs, isAskedByUser } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import { groupSchema, type Group } from '#shared/domain/group';
import { userSchema, type User } from '#shared/domain/user';

/** The lists of one account that the service sends whole. */
export interface AccountLists {
  groups: CachedList<Group>;
  users: CachedList<User>;
  /** A list that the user asked for; it does not wait like those of a round. */
  reload: { groups(): Promise<Cached<Group>>; users(): Promise<Cached<User>> };
  skippedRecords(): number;
  /** The lists that the service never sent. */
  unknown(): ReadonlySet<'groups' | 'users'>;
  /** Writes and reports pending changes now. */
  flush(): void;
  close(): void;
}

export interface AccountListsOptions {
  cache: Cache;
  clock: Clock;
  client: Pick<ServiceClient, 'groups' | 'users'>;
  /** Receives the records of each answer, with their JSON. */
  prefetched: Pick<Prefetched, 'take'>;
  /** A list is written and reported whole, so a job of thousands of rows does so less often. */
  throttleMs: () => number;
  onGroups: (list: Cached<Group>) => void;
  onUsers: (list: Cached<User>) => void;
}

const source = () => (isAskedByUser() ? 'interactive' : 'lists');

export function createAccountLists(options: AccountListsOptions): AccountLists {
  const { cache, clock, client, prefetched, throttleMs } = options;
  const groups = createCachedList<Group>({
    cache,
    clock,
    throttleMs,
    name: 'groups',
    item: groupSchema,
    ask: async (signal) => {
      const list = await callAs(source(), () => client.groups(signal));
      prefetched.take('group', list.items);
      return list;
    },
    onChanged: options.onGroups,
  });
  const users = createCachedList<User>({
    cache,
    clock,
    throttleMs,
    name: 'users',
    item: userSchema,
    ask: async (signal) => {
      const list = await callAs(source(), () => client.users(signal));
      prefetched.take('user', list.items);
      return list;
    },
    onChanged: options.onUsers,
  });
  return {
    groups,
    users,
    reload: {
      groups: () => callAs('interactive', () => groups.refresh()),
      users: () => callAs('interactive', () => users.refresh()),
    },
    unknown: () => {
      const lists = { groups: groups.current(), users: users.current() };
      return new Set((['groups', 'users'] as const).filter((name) => lists[name].asOf === null));
    },
    skippedRecords: () => groups.current().skippedRecords + users.current().skippedRecords,
    flush: () => {
      groups.flush();
      users.flush();
    },
    close: () => {
      groups.close();
      users.close();
    },
  };
}
