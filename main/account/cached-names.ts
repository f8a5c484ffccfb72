import { z } from 'zod';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import { FaultError } from '#shared/fault';
import type { Clock } from '#main/pace/clock';

/** Names by code. */
type Names = Record<string, string>;

const namesSchema = z.record(z.string(), z.string());
const freshForMs = 7 * 86_400_000;

/** The lists of names that rarely change: requested once a week, and when none is cached. */
export function createCachedNames(options: {
  cache: Cache;
  clock: Clock;
  client: Pick<ServiceClient, 'countries' | 'timeZones'>;
}): Record<'countries' | 'timeZones', () => Promise<Names>> {
  const { client, ...parts } = options;
  return {
    countries: cachedNames({ ...parts, name: 'countries', ask: () => client.countries() }),
    timeZones: cachedNames({ ...parts, name: 'timeZones', ask: () => client.timeZones() }),
  };
}

function cachedNames(options: {
  cache: Cache;
  clock: Clock;
  name: 'countries' | 'timeZones';
  ask: () => Promise<Names>;
}): () => Promise<Names> {
  const { cache, clock, name, ask } = options;
  return async () => {
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
  };
}
