import { z } from 'zod';
import type { Cache, Records } from '#main/cache/cache';
import type { Journal } from '#main/features/journal/journal';
import type { Clock } from '#main/pace/clock';
import type { StateRules } from '#shared/domain/device-state';
import {
  withoutOwn,
  type Absence,
  type HandoverNote,
  type SeenChange,
  recordChange,
  seenChangeSchema,
} from '#shared/domain/handover';
import { Absences, changedDevices, topOf } from './compare';
import {
  captureEveryMs,
  Captures,
  copiedMarksOf,
  marksOf,
  packMarks,
  type Marks,
} from './captures';
import type { JournalEntry } from '#shared/domain/edit';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Cached } from '#main/features/records/cached-list';
import type { Group } from '#shared/domain/group';
import type { User } from '#shared/domain/user';

interface HandoverOptions {
  cache: Pick<Cache, 'records' | 'loadFleet' | 'takeDeviceChanges'>;
  /** The time of the service. */
  clock: Clock;
  computerNow: () => number;
  lists: ComparedLists;
  journal: Pick<Journal, 'list'>;
  rules: () => StateRules;
  /** When the service answered last; null: never, or not known. */
  answeredAt: () => number | null;
  /** False for an account whose fleet is not the same one the next time. */
  isReported: boolean;
  onAbsence: (absence: Absence) => void;
}

/** What changed is stored this often, so that a crash loses little of it. */
const lookEveryMs = 5 * 60_000;
/** A window that is hidden and shown again needs no further capture. */
const shortestBetweenMs = 5 * 60_000;
/** What is captured at the start waits for the first picture. */
const storeAfterMs = 3_000;
const journalPage = 200;

/** What is different since the user left, or since another moment. */
export class Handover {
  readonly #captures: Captures;
  readonly #changes: SeenChanges;
  readonly #absences: Absences;
  /** The fleet as it was when the account was opened, until it is stored. */
  #first: { at: number; marks: Marks } | null = null;
  #isClosed = false;
  #cancelTimer: (() => void) | null = null;

  constructor(private readonly options: HandoverOptions) {
    const records = options.cache.records('setting');
    this.#captures = new Captures(options.cache.records('capture'));
    this.#changes = new SeenChanges({ records, cache: options.cache, lists: options.lists });
    this.#absences = new Absences(records);
  }

  /** Call before the service is asked: the cache is then as it was at the end of the last session. */
  start(): void {
    const endedAt = this.#absences.closedAt() ?? this.options.answeredAt();
    if (endedAt !== null && this.#columns().count > 0) {
      // Answers arrive before it is packed and stored, which waits for the first picture.
      this.#first = { at: endedAt, marks: copiedMarksOf(this.#columns(), endedAt) };
      this.#absences.left({ at: endedAt, byComputer: endedAt });
      this.#absences.returned(this.options.computerNow());
    }
    this.#plan(storeAfterMs);
  }

  /** The last absence of more than an hour; null: none is known. */
  absence(): Absence | null {
    return this.options.isReported ? this.#absences.last() : null;
  }

  dismiss(): Absence | null {
    return this.#absences.dismiss();
  }

  async note(since: number): Promise<HandoverNote> {
    this.#store();
    const { cache, rules, clock } = this.options;
    const times = this.#captures.times();
    const comparedAt = times.findLast((at) => at <= since) ?? times[0] ?? null;
    const now = clock.now();
    const fleet = { columns: () => cache.loadFleet().columns, rules: rules(), now };
    const before = comparedAt === null ? null : this.#captures.at(comparedAt);
    const differences = await changedDevices(before, fleet, since);
    const from = this.#changes.completeFrom();
    return {
      since,
      comparedAt,
      madeAt: now,
      ...differences,
      changed: topOf(this.#othersChanges(since)),
      changesFrom: from !== null && from > since ? from : null,
    };
  }

  /** The user left, perhaps some time ago. */
  left(agoMs = 0): void {
    if (this.#absences.leftAt() !== null) return;
    const at = this.options.clock.now() - agoMs;
    this.#absences.left({ at, byComputer: this.options.computerNow() - agoMs });
    if (at - this.#lastCaptureAt() >= shortestBetweenMs) this.#capture(at);
  }

  returned(): void {
    const absence = this.#absences.returned(this.options.computerNow());
    if (absence && this.options.isReported) this.options.onAbsence(absence);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimer?.();
    const at = this.options.clock.now();
    this.#changes.look(at);
    this.#absences.closed({ at, byComputer: this.options.computerNow() });
  }

  #columns() {
    return this.options.cache.loadFleet().columns;
  }

  #lastCaptureAt(): number {
    return this.#first?.at ?? this.#captures.times().at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  #plan(afterMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.options.clock.after(afterMs, () => {
      const now = this.options.clock.now();
      if (now - this.#lastCaptureAt() >= captureEveryMs) this.#capture(now);
      this.#store();
      this.#plan(lookEveryMs);
    });
  }

  #capture(at: number): void {
    this.#storeFirst();
    this.#captures.add(at, packMarks(marksOf(this.#columns(), at)));
  }

  #storeFirst(): void {
    if (this.#first) this.#captures.add(this.#first.at, packMarks(this.#first.marks));
    this.#first = null;
  }

  /** Stores what changed, and drops what nobody can ask for any more. */
  #store(): void {
    this.#storeFirst();
    const now = this.options.clock.now();
    this.#changes.look(now);
    this.#captures.thin(now, this.#absences.leftAt() ?? this.#absences.last()?.leftAt ?? null);
  }

  #othersChanges(since: number): SeenChange[] {
    const seen = this.#changes.since(since);
    if (seen.length === 0) return [];
    const journal = Map.groupBy(this.#journalFor(seen), ({ recordId }) => recordId);
    return seen.flatMap((change) => withoutOwn(change, journal.get(change.id) ?? []) ?? []);
  }

  #journalFor(seen: readonly SeenChange[]): JournalEntry[] {
    const earliest = Math.min(...seen.map(({ knownAt }) => knownAt ?? Number.NEGATIVE_INFINITY));
    const found: JournalEntry[] = [];
    for (let from = 0; ; from += journalPage) {
      const { entries } = this.options.journal.list({ from, limit: journalPage });
      found.push(...entries);
      const oldest = entries.at(-1)?.at;
      if (oldest === undefined || oldest < earliest - captureEveryMs) return found;
    }
  }
}

export const handoverHandlers = (handover: () => Handover): HandlersOf<'handover'> => ({
  absence: () => handover().absence(),
  note: ({ since }) => handover().note(since),
  dismiss: () => handover().dismiss(),
});

/** The lists that are compared with what they were when they were looked at last. */
interface ComparedLists {
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
