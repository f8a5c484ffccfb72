import { z } from 'zod';
import type { Cache, Records } from '#main/cache/cache';
import type { Cached } from '#main/features/records/cached-list';
import { yieldEvery } from '#main/pace/yield-every';
import type { Group } from '#shared/domain/group';
import { recordChange, seenChangeSchema, type SeenChange } from '#shared/domain/handover';
import type { User } from '#shared/domain/user';

/** The lists that are compared with what they were when they were looked at last. */
export interface ComparedLists {
  user: () => Cached<User>;
  group: () => Cached<Group>;
}

/** The changes of records that were seen at the service, whoever made them. */
export interface SeenChanges {
  /** Looks at what was received since the last time and stores what changed. Calls must not overlap. */
  look(now: number): Promise<void>;
  /** The same at once, when the account is closed. */
  lookAtOnce(now: number): void;
  /** Newest first. */
  since(at: number): SeenChange[];
  /** From when on all changes are stored; null: from the beginning of the records. */
  completeFrom(): number | null;
}

/** More are not stored; the oldest go first. */
export const mostStoredChanges = 1_000;

const recordId = 'handoverChanges';
const storedSchema = z.object({
  list: z.array(z.unknown()),
  from: z.number().nullable(),
});

export function createSeenChanges(options: {
  records: Records;
  cache: Pick<Cache, 'takeDeviceChanges'>;
  lists: ComparedLists;
}): SeenChanges {
  const { records, cache, lists } = options;
  let stored: { list: SeenChange[]; from: number | null } | null = null;
  let seen = { user: lists.user(), group: lists.group() };

  function all() {
    if (stored) return stored;
    const read = storedSchema.safeParse(records.get(recordId)).data;
    const list = (read?.list ?? []).flatMap((each) => seenChangeSchema.safeParse(each).data ?? []);
    return (stored = { list, from: read?.from ?? null });
  }

  /** Others may have a turn after each step. */
  function* listChanges<K extends keyof ComparedLists>(kind: K): Generator<void, SeenChange[]> {
    const [before, after] = [seen[kind], lists[kind]()];
    seen = { ...seen, [kind]: after };
    // A list that was never received before is not new, and one that is not known has not changed.
    const isComparable = before.asOf !== null && after.asOf !== null;
    if (!isComparable || before.items === after.items) return [];
    const old = new Map(before.items.map((item) => [item.id, item]));
    const times = { knownAt: before.asOf, seenAt: after.asOf };
    const changes: SeenChange[] = [];
    const note = (change: ReturnType<typeof recordChange>) => {
      if (change) changes.push({ ...change, ...times, seenAt: after.asOf ?? 0 });
    };
    // Records that could not be read may be missing in either list.
    const isComplete = before.skippedRecords === 0 && after.skippedRecords === 0;
    for (const item of after.items) {
      const was = old.get(item.id);
      old.delete(item.id);
      if (was || isComplete) note(recordChange(kind, was as never, item as never));
      yield;
    }
    for (const gone of isComplete ? old.values() : []) {
      note(recordChange(kind, gone as never, undefined));
    }
    return changes;
  }

  function* look(now: number): Generator<void, void> {
    const groups = yield* listChanges('group');
    const users = yield* listChanges('user');
    const devices = cache
      .takeDeviceChanges()
      .map((change) => ({ ...change, seenAt: change.seenAt ?? now }));
    const news = [...devices, ...groups, ...users];
    if (news.length === 0) return;
    const { list, from } = all();
    const next = [...list, ...news].toSorted((a, b) => a.seenAt - b.seenAt);
    const dropped = next.length - mostStoredChanges;
    stored = {
      list: dropped > 0 ? next.slice(dropped) : next,
      from: dropped > 0 ? next[dropped - 1]!.seenAt : from,
    };
    records.put(recordId, stored);
  }

  return {
    look: async (now) => {
      const pause = yieldEvery();
      for (const _ of look(now)) await pause();
    },
    lookAtOnce: (now) => {
      for (const _ of look(now));
    },
    since: (at) =>
      all()
        .list.filter(({ seenAt }) => seenAt > at)
        .toReversed(),
    completeFrom: () => all().from,
  };
}
