import type { Cache } from '#main/cache/cache';
import type { Clock } from '../clock';

/** A list the service sends whole, with its age; kept in the cache between sessions. */
export interface Aged<T> {
  items: T[];
  /** When the service last sent it, epoch milliseconds; null: never. */
  asOf: number | null;
  /** Records that could not be read. */
  setAside: number;
}

export interface AgedList<T> {
  current(): Aged<T>;
  /** Asks the service, keeps the answer and announces it. Rejects with FaultError. */
  refresh(signal?: AbortSignal): Promise<Aged<T>>;
}

/** One such list over a call of the service. */
export function createAgedList<T>(options: {
  name: 'groups' | 'users';
  cache: Cache;
  clock: Clock;
  ask: (signal?: AbortSignal) => Promise<{ items: { record: T }[]; setAside: unknown[] }>;
  onChanged: (list: Aged<T>) => void;
}): AgedList<T> {
  const stored = options.cache.list(options.name);
  const kept = stored?.value as { items: T[]; setAside: number } | undefined;
  let list: Aged<T> = {
    items: kept?.items ?? [],
    asOf: stored?.asOf ?? null,
    setAside: kept?.setAside ?? 0,
  };
  return {
    current: () => list,
    refresh: async (signal) => {
      const answer = await options.ask(signal);
      const asOf = options.clock.now();
      const items = answer.items.map((item) => item.record);
      list = { items, asOf, setAside: answer.setAside.length };
      options.cache.putList(options.name, { items, setAside: list.setAside }, asOf);
      options.onChanged(list);
      return list;
    },
  };
}
