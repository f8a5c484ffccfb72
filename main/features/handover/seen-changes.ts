import { z } from 'zod';
import type { Cache, Records } from '#main/cache/cache';
import type { Cached } from '#main/features/records/cached-list';
import type { Group } from '#shared/domain/group';
import { recordChange, seenChangeSchema, type SeenChange } from '#shared/domain/handover';
import type { User } from '#shared/domain/user';

/** The lists that are compared with what they were when they were looked at last. */
export interface ComparedLists {
  user: () => Cached<User>;
  group: () => Cached<Group>;
}

/** More are not stored; the oldest go first. */
export const mostStoredChanges = 1_000;

const recordId = 'handoverChanges';
const storedSchema = z.object({
  list: z.array(z.unknown()),
  from: z.number().nullable(),
});

/** The changes of records that were seen at the service, whoever made them. */
export class SeenChanges {
  #stored: { list: SeenChange[]; from: number | null } | null = null;
  #seen;

  constructor(
    private readonly options: {
      records: Records;
      cache: Pick<Cache, 'takeDeviceChanges'>;
      lists: ComparedLists;
    },
  ) {
    const { lists } = options;
    this.#seen = { user: lists.user(), group: lists.group() };
  }

  /** Looks at what was received since the last time, and stores what changed. */
  look(now: number): void {
    const devices = this.options.cache
      .takeDeviceChanges()
      .map((change) => ({ ...change, seenAt: change.seenAt ?? now }));
    const news = [...devices, ...this.#listChanges('group'), ...this.#listChanges('user')];
    if (news.length === 0) return;
    const { list, from } = this.#all();
    const next = [...list, ...news].toSorted((a, b) => a.seenAt - b.seenAt);
    const dropped = next.length - mostStoredChanges;
    this.#stored = {
      list: dropped > 0 ? next.slice(dropped) : next,
      from: dropped > 0 ? next[dropped - 1]!.seenAt : from,
    };
    this.options.records.put(recordId, this.#stored);
  }

  /** Newest first. */
  since(at: number): SeenChange[] {
    return this.#all()
      .list.filter(({ seenAt }) => seenAt > at)
      .toReversed();
  }

  /** From when on all changes are stored; null: from the beginning of the records. */
  completeFrom(): number | null {
    return this.#all().from;
  }

  #all() {
    if (this.#stored) return this.#stored;
    const read = storedSchema.safeParse(this.options.records.get(recordId)).data;
    const list = (read?.list ?? []).flatMap((each) => seenChangeSchema.safeParse(each).data ?? []);
    return (this.#stored = { list, from: read?.from ?? null });
  }

  #listChanges<K extends keyof ComparedLists>(kind: K): SeenChange[] {
    const [before, after] = [this.#seen[kind], this.options.lists[kind]()];
    this.#seen = { ...this.#seen, [kind]: after };
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
    }
    for (const gone of isComplete ? old.values() : []) {
      note(recordChange(kind, gone as never, undefined));
    }
    return changes;
  }
}
