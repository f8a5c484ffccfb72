import type { Cache } from '#main/cache/cache';
import { FaultError } from '#shared/fault';
import type { CachedItems } from '#shared/ipc/fields';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';

/** A list that the service sends as a whole, with its age; stored in the cache between sessions. */
export type Cached<T> = CachedItems<T>;

export interface CachedList<T> {
  current(): Cached<T>;
  /** Requests the list, caches the answer and announces it. Rejects with FaultError. */
  refresh(signal?: AbortSignal): Promise<Cached<T>>;
  /** Inserts or replaces a record that the service has just returned. */
  put(record: T): void;
  /** Removes a record that the service has just deleted. */
  drop(id: string): void;
  /** Caches and announces pending changes now. */
  flush(): void;
  /** The same, for the last time. */
  close(): void;
}

/** Creates such a list over a call of the service. */
export function createCachedList<T extends { id: string }>(options: {
  name: 'groups' | 'users';
  /** The schema of a record; a cached one of another shape is left out. */
  item: { safeParse(value: unknown): { success: boolean; data?: T | undefined } };
  cache: Cache;
  clock: Clock;
  ask: (signal?: AbortSignal) => Promise<{ items: { record: T }[]; skippedRecords: unknown[] }>;
  onChanged: (list: Cached<T>) => void;
  /** How long single changes are collected before they are cached and announced. */
  throttleMs?: () => number;
}): CachedList<T> {
  const stored = options.cache.list(options.name);
  const content = (stored?.value ?? {}) as Record<string, unknown>;
  const storedItems = Array.isArray(content['items']) ? (content['items'] as unknown[]) : null;
  const storedSkipped = content.skippedRecords;
  let list: Cached<T> = {
    items: (storedItems ?? []).flatMap((value) => options.item.safeParse(value).data ?? []),
    asOf: storedItems && stored ? stored.asOf : null,
    skippedRecords: typeof storedSkipped === 'number' ? Math.max(0, storedSkipped) : 0,
    fault: null,
  };
  /** Single changes, numbered: an answer requested before one of them does not contain it yet. */
  const changes = new Map<string, { number: number; record: T | null }>();
  let changed = 0;
  let isClosed = false;

  function store(): void {
    const { items, asOf, skippedRecords } = list;
    if (asOf !== null) options.cache.putList(options.name, { items, skippedRecords }, asOf);
  }
  function announce(): void {
    store();
    options.onChanged(list);
  }
  const pending = createThrottle(options.clock, options.throttleMs ?? (() => 500), announce);

  /** Requests the list; a failure is announced once, because it says why the list is not known. */
  async function ask(signal: AbortSignal | undefined) {
    try {
      return await options.ask(signal);
    } catch (error) {
      if (error instanceof FaultError && list.fault?.kind !== error.fault.kind) {
        list = { ...list, fault: error.fault };
        options.onChanged(list);
      }
      throw error;
    }
  }

  function change(id: string, record: T | null): void {
    changes.set(id, { number: ++changed, record });
    list = { ...list, items: withChange(list.items, id, record) };
    pending.due();
  }

  return {
    current: () => list,
    refresh: async (signal) => {
      const requestedAfter = changed;
      const answer = await ask(signal);
      let items = answer.items.map((item) => item.record);
      for (const [id, { number, record }] of changes) {
        if (number > requestedAfter) items = withChange(items, id, record);
        else changes.delete(id);
      }
      const skippedRecords = answer.skippedRecords.length;
      list = { items, asOf: options.clock.now(), skippedRecords, fault: null };
      store();
      if (!isClosed) options.onChanged(list);
      return list;
    },
    put: (record) => change(record.id, record),
    drop: (id) => change(id, null),
    flush: () => pending.flush(),
    close: () => {
      isClosed = true;
      pending.close();
    },
  };
}

function withChange<T extends { id: string }>(items: readonly T[], id: string, record: T | null) {
  const at = items.findIndex((item) => item.id === id);
  if (record === null) return at === -1 ? [...items] : items.toSpliced(at, 1);
  return at === -1 ? [...items, record] : items.with(at, record);
}

/** The records of a list; null if the service never sent it, so that nothing is known of them. */
export function receivedItems<T>({ items, asOf }: Pick<Cached<T>, 'items' | 'asOf'>) {
  return asOf === null ? null : items;
}
