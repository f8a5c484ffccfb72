// Why it is so: docs/decisions/0038-settled-history.md
import { z } from 'zod';
import type { Records } from '#main/cache/cache';
import { type FetchState, type LogKind, type Range, logKinds } from '#shared/domain/history';
import { fail } from '#shared/fault';
import type { FetchCost, FetchScope } from './fetch-cost';
import type { Slice, StoredSlice } from './fetch-slice';
import { type MissingRange, callsFor } from './ranges';

export interface ActiveFetchOptions extends FetchCursorOptions {
  daysIn: (range: Range) => Range[];
}

/** A fetch in memory: the request, its progress and the next slice. */
export class ActiveFetch {
  phase: FetchState['phase'];
  fault: FetchState['fault'] = null;
  callsSpent: number;
  records: number;
  skippedRecords: number;
  outsideRecords: number;
  slicesDone = 0;
  readonly request: StoredRequest;
  readonly #scope: FetchScope;
  readonly #cursor: FetchCursor;
  /** Days with incomplete answers: before a restart, and since, as device and start of the day. */
  readonly #incompleteBefore: number;
  readonly #incompleteDays = new Set<string>();

  constructor(
    request: StoredRequest,
    private readonly options: ActiveFetchOptions,
    phase: FetchState['phase'],
    progress: Omit<StoredProgress, 'isPaused' | 'sliceMs'>,
  ) {
    const { log, from, to, again, startedAt } = request;
    this.request = request;
    this.phase = phase;
    this.callsSpent = progress.callsSpent;
    this.records = progress.records;
    this.skippedRecords = progress.skippedRecords;
    this.outsideRecords = progress.outsideRecords;
    this.#incompleteBefore = progress.incompleteDays;
    const range = { from, to };
    this.#scope = { log, range, days: options.daysIn(range), again, since: startedAt };
    this.#cursor = createFetchCursor(request.deviceIds, this.#scope, options);
  }

  get id(): string {
    return this.request.id;
  }

  get log(): LogKind {
    return this.request.log;
  }

  /** Days of which an answer is not complete. */
  get incompleteDays(): number {
    return this.#incompleteBefore + this.#incompleteDays.size;
  }

  /** Not ended. */
  get isOpen(): boolean {
    return this.phase === 'running' || this.phase === 'paused' || this.phase === 'interrupted';
  }

  /** The next slice to request; null when nothing is missing. */
  next(): Slice | null {
    return this.#cursor.next();
  }

  sliceStored(slice: Slice, stored: StoredSlice): void {
    this.records += stored.records;
    this.skippedRecords += stored.skippedRecords;
    this.outsideRecords += stored.outsideRecords;
    if (!stored.parts) {
      this.slicesDone++;
      const { deviceId, day } = slice;
      if (!stored.isComplete) this.#incompleteDays.add(JSON.stringify([deviceId, day.from]));
    }
    this.#cursor.stored(slice, stored.parts);
  }

  nextDevice(): void {
    this.#cursor.nextDevice();
  }

  /** Recomputes what is missing: the slice width changed, or another fetch stored a part of it. */
  invalidate(): void {
    this.#cursor.invalidate();
  }

  /** Starts again with the first device, without what was requested since the fetch began. */
  rewind(): void {
    this.#cursor.rewind();
  }

  /** Restores the progress that the stored days show. */
  restoreProgress(): void {
    this.slicesDone = this.options.fetchCost.requestedSlices(this.#scope, this.request.deviceIds);
    this.callsSpent = Math.max(this.callsSpent, this.slicesDone);
  }

  progress(): StoredProgress {
    const { callsSpent, records, skippedRecords, outsideRecords, incompleteDays } = this;
    const counts = { callsSpent, records, skippedRecords, outsideRecords, incompleteDays };
    const sliceMs = this.options.sliceMs(this.log);
    return { isPaused: this.phase === 'paused', ...counts, sliceMs };
  }

  state(): FetchState {
    const { id, log, deviceIds, from, to } = this.request;
    const { phase, fault, callsSpent, records, skippedRecords, slicesDone } = this;
    const { outsideRecords, incompleteDays } = this;
    return {
      id,
      log,
      devices: deviceIds.length,
      firstDeviceId: deviceIds[0] ?? fail({ kind: 'notFound' }),
      from,
      to,
      phase,
      fault,
      alertName: this.request.alertName,
      resumesAt: null,
      nextCallAt: null,
      callsSpent,
      callsLeft: this.isOpen ? this.#cursor.callsLeft() : 0,
      slicesDone,
      records,
      skippedRecords,
      outsideRecords,
      incompleteDays,
      sliceMs: this.options.sliceMs(log),
    };
  }
}

interface FetchCursorOptions {
  fetchCost: FetchCost;
  sliceMs: (log: LogKind, deviceId?: string) => number;
  now: () => number;
}

/** Calls for the parts of cut answers in one day of one device; then what is cut stays incomplete. */
const mostPartsInADay = 300;

/** An estimate for the later devices is valid this long: it grows with each hour of today. */
const estimateValidMs = 60_000;

/** Where a fetch is: at which device, and what is missing of it. */
type FetchCursor = ReturnType<typeof createFetchCursor>;

function createFetchCursor(
  deviceIds: readonly string[],
  scope: FetchScope,
  { fetchCost, sliceMs, now }: FetchCursorOptions,
) {
  let device = 0;
  /** The ranges requested since the device became current. */
  let requested: Range[] = [];
  /** The missing ranges of the current device; null: not computed yet. */
  let missing: MissingRange[] | null = null;
  /** Estimated calls for the devices after it; null: not computed yet. */
  let laterCalls: number | null = null;
  let estimatedAt = 0;
  /** Parts of cut answers that were added to each day of the current device, by its start. */
  const partsAdded = new Map<number, number>();

  const width = () => sliceMs(scope.log, deviceIds[device]);

  function currentMissing(): MissingRange[] {
    const deviceId = deviceIds[device];
    if (deviceId === undefined) return [];
    missing ??= fetchCost.missingOf(scope, deviceId, requested);
    return missing;
  }

  function moveTo(next: number): void {
    device = next;
    requested = [];
    partsAdded.clear();
    missing = null;
  }

  function nextDevice(): void {
    moveTo(device + 1);
    // Subtracting one device avoids a quadratic number of estimates.
    if (laterCalls !== null) laterCalls -= callsFor(currentMissing(), width());
    const isOld = now() - estimatedAt >= estimateValidMs;
    if (isOld || (laterCalls ?? 0) < 0) laterCalls = null;
  }

  return {
    /** The next slice to request; null when nothing is missing. */
    next: (): Slice | null => {
      for (; device < deviceIds.length; nextDevice()) {
        const [first] = currentMissing();
        if (!first) continue;
        const { from, to } = first.range;
        const range = { from, to: Math.min(to, from + width()) };
        const canSplit = (partsAdded.get(first.day.from) ?? 0) < mostPartsInADay;
        return { ...first, log: scope.log, deviceId: deviceIds[device]!, range, canSplit };
      }
      return null;
    },
    /** A slice was stored; `parts` replace it if its answer was cut. */
    stored: ({ range, day }: Slice, parts: readonly MissingRange[] | null): void => {
      if (parts) partsAdded.set(day.from, (partsAdded.get(day.from) ?? 0) + parts.length);
      else requested.push(range);
      const [first, ...others] = missing ?? [];
      if (!first) return;
      const rest = { ...first, range: { ...first.range, from: range.to } };
      const after = range.to >= first.range.to ? others : [rest, ...others];
      missing = [...(parts ?? []), ...after];
    },
    /** Skips the rest of the current device. */
    nextDevice,
    /** Recomputes what is missing: the slice width changed, or another fetch stored a part of it. */
    invalidate: (): void => {
      missing = null;
      laterCalls = null;
    },
    /** Starts again with the first device, without what was requested since the fetch began. */
    rewind: (): void => {
      moveTo(0);
      laterCalls = null;
    },
    /** An estimate. */
    callsLeft: (): number => {
      if (laterCalls === null) {
        laterCalls = fetchCost.estimateCalls(scope, deviceIds.slice(device + 1));
        estimatedAt = now();
      }
      return callsFor(currentMissing(), width()) + laterCalls;
    },
  };
}

const storedRequestSchema = z.object({
  id: z.string(),
  log: z.enum(logKinds),
  deviceIds: z.array(z.string()).min(1),
  from: z.number(),
  to: z.number(),
  again: z.boolean(),
  alertName: z.string().optional(),
  startedAt: z.number(),
});
export type StoredRequest = z.infer<typeof storedRequestSchema>;

const progressSchema = z.object({
  isPaused: z.boolean(),
  callsSpent: z.number(),
  records: z.number(),
  skippedRecords: z.number(),
  outsideRecords: z.number(),
  incompleteDays: z.number(),
  sliceMs: z.number().positive(),
});
/** Progress that cannot be derived from the stored days. */
type StoredProgress = z.infer<typeof progressSchema>;

/** The unfinished fetches in the cache of the account, so that they survive a crash. */
export type FetchJournal = ReturnType<typeof createFetchJournal>;

/** Record ids; the prefix is stored. */
const requestId = (id: string) => `asked:${id}`;
const progressId = (id: string) => `progress:${id}`;

export function createFetchJournal(records: Records) {
  return {
    /** Oldest first. */
    load: (): (StoredRequest & StoredProgress)[] => {
      const values = new Map(records.all().map(({ id, value }) => [id, value]));
      return [...values].flatMap(([id, value]) => {
        const request = storedRequestSchema.safeParse(value).data;
        if (!request || id !== requestId(request.id)) return [];
        const progress = progressSchema.safeParse(values.get(progressId(request.id))).data;
        return progress ? [{ ...request, ...progress }] : [];
      });
    },
    put: (request: StoredRequest, progress: StoredProgress): void =>
      records.putMany([
        [requestId(request.id), request],
        [progressId(request.id), progress],
      ]),
    /** Stored apart from the request, which may name many devices, because it is written often. */
    putProgress: (entries: readonly (readonly [id: string, progress: StoredProgress])[]): void =>
      records.putMany(entries.map(([id, progress]) => [progressId(id), progress] as const)),
    remove: (id: string): void => records.removeMany([requestId(id), progressId(id)]),
  };
}
