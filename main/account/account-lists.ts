import { z } from 'zod';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Prefetched } from '#main/features/jobs/apply';
import { createCachedList, type Cached } from '#main/features/records/cached-list';
import { callAs, isAskedByUser } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { groupSchema, type Group } from '#shared/domain/group';
import { userSchema, type User } from '#shared/domain/user';
import { FaultError } from '#shared/fault';

export type AccountLists = ReturnType<typeof createAccountLists>;

/** The lists of one account that the service sends whole: groups and users, and names by code. */
export function createAccountLists(options: {
  cache: Cache;
  clock: Clock;
  client: Pick<ServiceClient, 'groups' | 'users' | 'countries' | 'timeZones'>;
  /** Receives the records of each answer, with their JSON. */
  prefetched: Pick<Prefetched, 'take'>;
  /** A list is written and reported whole, so a job of thousands of rows does so less often. */
  throttleMs: () => number;
  onGroups: (list: Cached<Group>) => void;
  onUsers: (list: Cached<User>) => void;
}) {
  const { cache, clock, client, prefetched, throttleMs } = options;
  const source = () => (isAskedByUser() ? 'interactive' : 'lists');
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
    /** A list that the user asked for; it does not wait like those of a round. */
    reload: {
      groups: () => callAs('interactive', () => groups.refresh()),
      users: () => callAs('interactive', () => users.refresh()),
    },
    countries: () =>
      cachedNames({ cache, clock, name: 'countries', ask: () => client.countries() }),
    timeZones: () =>
      cachedNames({ cache, clock, name: 'timeZones', ask: () => client.timeZones() }),
    /** The lists that the service never sent. */
    unknown: (): ReadonlySet<'groups' | 'users'> => {
      const lists = { groups: groups.current(), users: users.current() };
      return new Set((['groups', 'users'] as const).filter((name) => lists[name].asOf === null));
    },
    skippedRecords: () => groups.current().skippedRecords + users.current().skippedRecords,
    /** Writes and reports pending changes now. */
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

/** Names by code. */
type Names = Record<string, string>;

const namesSchema = z.record(z.string(), z.string());
const freshForMs = 7 * 86_400_000;

/** A list of names that rarely change: requested once a week, and when none is cached. */
async function cachedNames({
  cache,
  clock,
  name,
  ask,
}: {
  cache: Cache;
  clock: Clock;
  name: 'countries' | 'timeZones';
  ask: () => Promise<Names>;
}): Promise<Names> {
  const stored = cache.list(name);
  const cached = namesSchema.safeParse(stored?.value).data ?? null;
  if (cached && stored && clock.now() - stored.asOf < freshForMs) return cached;
  try {
    const answer = await ask();
    cache.putList(name, answer, clock.now());
    return answer;
  } catch (error) {
    // An old list is better than none.
    if (cached && error instanceof FaultError) return cached;
    throw error;
  }
}
