import type { Cache } from '#main/cache/cache';
import type { Journal } from '#main/features/journal/journal';
import type { Clock } from '#main/pace/clock';
import type { StateRules } from '#shared/domain/device-state';
import {
  withoutOwn,
  type Absence,
  type HandoverNote,
  type SeenChange,
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
import { SeenChanges, type ComparedLists } from './seen-changes';
import type { JournalEntry } from '#shared/domain/edit';
import type { HandlersOf } from '#shared/ipc/contract';

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
