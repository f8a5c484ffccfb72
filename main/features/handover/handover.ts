import type { Cache } from '#main/cache/cache';
import type { Journal } from '#main/features/journal/journal';
import type { Clock } from '#main/pace/clock';
import type { StateRules } from '#shared/domain/device-state';
import {
  longestLookBackMs,
  withoutOwn,
  type Absence,
  type HandoverNote,
  type SeenChange,
} from '#shared/domain/handover';
import { createAbsences } from './absences';
import { captureOf, createCheckpoints, marksOf, type Capture } from './checkpoints';
import { changedDevices, topOf } from './compare';
import { createSeenChanges, type ComparedLists } from './seen-changes';
import { yieldEvery } from '#main/pace/yield-every';
import type { JournalEntry } from '#shared/domain/edit';
import type { HandlersOf } from '#shared/ipc/contract';

/** What is different since the user left, or since another moment. */
export interface Handover {
  /** Call before the service is asked: the cache is then as it was at the end of the last session. */
  start(): void;
  /** The last absence of more than an hour; null: none is known. */
  absence(): Absence | null;
  dismiss(): Absence | null;
  note(since: number): Promise<HandoverNote>;
  /** The user left, perhaps some time ago. */
  left(agoMs?: number): void;
  returned(): void;
  close(): void;
}

export interface HandoverOptions {
  cache: Pick<Cache, 'records' | 'loadFleet' | 'takeDeviceChanges'>;
  /** The time of the service. */
  clock: Clock;
  /** The time of this computer. */
  computerNow: () => number;
  lists: ComparedLists;
  journal: Pick<Journal, 'list'>;
  rules: () => StateRules;
  /** When the service answered last; null: never, or not known. */
  answeredAt: () => number | null;
  /** False for an account whose fleet is not the same one the next time. */
  isReported: boolean;
  onAbsence: (absence: Absence) => void;
  onBug: (error: unknown) => void;
}

/** What changed is stored this often, so that a crash loses little of it. */
const lookEveryMs = 5 * 60_000;
/** A note about an earlier moment compares with the checkpoint before it, so at most this much earlier. */
const checkpointEveryMs = 30 * 60_000;
/** A window that is hidden and shown again needs no further checkpoint. */
const shortestBetweenMs = 5 * 60_000;
/** What is captured at the start waits for the first picture. */
const storeAfterMs = 3_000;
const journalPage = 200;

export function createHandover(options: HandoverOptions): Handover {
  const { cache, clock, computerNow, rules } = options;
  const records = cache.records('setting');
  const checkpoints = createCheckpoints(records);
  const changes = createSeenChanges({ records, cache, lists: options.lists });
  const absences = createAbsences(records);
  const captures: Capture[] = [];
  let lastCaptureAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let cancelTimer: (() => void) | null = null;
  /** One piece of work at a time. */
  let queue: Promise<unknown> = Promise.resolve();

  /** Marks are read some milliseconds later, unless the columns are copied. */
  function capture(at: number, { isCopied }: { isCopied: boolean }): void {
    const marks = isCopied ? captureOf : marksOf;
    const { columns } = cache.loadFleet();
    captures.push(marks(columns.count, columns, at));
    lastCaptureAt = at;
  }

  function inQueue<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  /** Stores the captures and what changed. */
  async function store(): Promise<void> {
    while (captures.length > 0 && !isClosed) await checkpoints.add(captures.shift()!);
    if (isClosed) return;
    await changes.look(clock.now());
    const pinned = absences.leftAt() ?? absences.last()?.leftAt ?? null;
    await checkpoints.thin(clock.now() - longestLookBackMs, pinned);
  }

  function storeSoon(): void {
    void inQueue(store).catch((error: unknown) => {
      if (!isClosed) options.onBug(error);
    });
  }

  function plan(afterMs: number): void {
    cancelTimer?.();
    cancelTimer = clock.after(afterMs, () => {
      const isDue = clock.now() - lastCaptureAt >= checkpointEveryMs;
      if (captures.length === 0 && isDue) capture(clock.now(), { isCopied: false });
      storeSoon();
      plan(lookEveryMs);
    });
  }

  /** Every entry of the journal that may have made one of the changes. */
  async function journalFor(seen: readonly SeenChange[]): Promise<JournalEntry[]> {
    const pause = yieldEvery();
    const earliest = Math.min(...seen.map(({ knownAt }) => knownAt ?? Number.NEGATIVE_INFINITY));
    const found: JournalEntry[] = [];
    for (let from = 0; ; from += journalPage) {
      const { entries } = options.journal.list({ from, limit: journalPage });
      found.push(...entries);
      const oldest = entries.at(-1)?.at;
      if (oldest === undefined || oldest < earliest - checkpointEveryMs) return found;
      await pause();
    }
  }

  async function othersChanges(since: number): Promise<SeenChange[]> {
    const seen = changes.since(since);
    if (seen.length === 0) return [];
    const journal = Map.groupBy(await journalFor(seen), ({ recordId }) => recordId);
    return seen.flatMap((change) => withoutOwn(change, journal.get(change.id) ?? []) ?? []);
  }

  async function note(since: number): Promise<HandoverNote> {
    await store();
    const times = checkpoints.times();
    const comparedAt = times.findLast((at) => at <= since) ?? times[0] ?? null;
    const now = clock.now();
    const fleet = {
      columns: () => cache.loadFleet().columns,
      rules: rules(),
      now,
    };
    const before = comparedAt === null ? null : checkpoints.partsAt(comparedAt);
    const differences = await changedDevices(before, fleet, since);
    const from = changes.completeFrom();
    const others = await othersChanges(since);
    return {
      since,
      comparedAt,
      madeAt: now,
      ...differences,
      changed: topOf(others),
      changesFrom: from !== null && from > since ? from : null,
    };
  }

  return {
    start: () => {
      const endedAt = absences.closedAt() ?? options.answeredAt();
      if (endedAt !== null && cache.loadFleet().columns.count > 0) {
        // Answers arrive before it is stored.
        capture(endedAt, { isCopied: true });
        absences.left({ at: endedAt, byComputer: endedAt });
        absences.returned(computerNow());
      }
      plan(storeAfterMs);
    },
    absence: () => (options.isReported ? absences.last() : null),
    dismiss: () => absences.dismiss(),
    note: (since) => inQueue(() => note(since)),
    left: (agoMs = 0) => {
      if (absences.leftAt() !== null) return;
      const at = clock.now() - agoMs;
      absences.left({ at, byComputer: computerNow() - agoMs });
      if (at - lastCaptureAt < shortestBetweenMs) return;
      capture(at, { isCopied: false });
      storeSoon();
    },
    returned: () => {
      const absence = absences.returned(computerNow());
      if (absence && options.isReported) options.onAbsence(absence);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      cancelTimer?.();
      changes.lookAtOnce(clock.now());
      absences.closed({ at: clock.now(), byComputer: computerNow() });
    },
  };
}

export const handoverHandlers = (handover: () => Handover): HandlersOf<'handover'> => ({
  absence: () => handover().absence(),
  note: ({ since }) => handover().note(since),
  dismiss: () => handover().dismiss(),
});
