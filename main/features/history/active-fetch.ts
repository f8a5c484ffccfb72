import { fail } from '#shared/fault';
import type { FetchState, LogKind, Range } from '#shared/domain/history';
import type { StoredProgress, StoredRequest } from './fetch-journal';
import type { FetchCost, FetchScope } from './fetch-cost';
import type { Slice, StoredSlice } from './fetch-slice';
import { callsFor, type MissingRange } from './missing-ranges';

export interface ActiveFetchOptions {
  fetchCost: FetchCost;
  /** The days a range touches. */
  daysIn: (range: Range) => Range[];
  sliceMs: (log: LogKind, deviceId?: string) => number;
  now: () => number;
}

/** Calls for the parts of cut answers in one day of one device; then what is cut stays incomplete. */
const mostPartsInADay = 300;

/** An estimate for the later devices is valid this long: it grows with each hour of today. */
const estimateValidMs = 60_000;

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
  readonly #options: ActiveFetchOptions;
  /** Index of the current device, and the ranges requested since it became current. */
  #device = 0;
  #requested: Range[] = [];
  /** The missing ranges of the current device; null: not computed yet. */
  #missing: MissingRange[] | null = null;
  /** Estimated calls for the devices after it; null: not computed yet. */
  #laterCalls: number | null = null;
  #estimatedAt = 0;
  /** Parts of cut answers that were added to each day of the current device, by its start. */
  readonly #partsAdded = new Map<number, number>();
  /** Days with incomplete answers: before a restart, and since, as device and start of the day. */
  readonly #incompleteBefore: number;
  readonly #incompleteDays = new Set<string>();

  constructor(
    request: StoredRequest,
    options: ActiveFetchOptions,
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
    this.#options = options;
    const range = { from, to };
    this.#scope = { log, range, days: options.daysIn(range), again, since: startedAt };
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
    const { deviceIds, log } = this.request;
    for (; this.#device < deviceIds.length; this.nextDevice()) {
      const [first] = this.#currentMissing();
      if (!first) continue;
      const deviceId = deviceIds[this.#device]!;
      const { from, to } = first.range;
      const range = { from, to: Math.min(to, from + this.#width()) };
      const canSplit = (this.#partsAdded.get(first.day.from) ?? 0) < mostPartsInADay;
      return { ...first, log, deviceId, range, canSplit };
    }
    return null;
  }

  sliceStored({ range, day, deviceId }: Slice, stored: StoredSlice): void {
    const { parts } = stored;
    this.records += stored.records;
    this.skippedRecords += stored.skippedRecords;
    this.outsideRecords += stored.outsideRecords;
    if (parts) {
      const added = this.#partsAdded.get(day.from) ?? 0;
      this.#partsAdded.set(day.from, added + parts.length);
    } else {
      this.slicesDone++;
      this.#requested.push(range);
      if (!stored.isComplete) this.#incompleteDays.add(JSON.stringify([deviceId, day.from]));
    }
    const [first, ...others] = this.#missing ?? [];
    if (!first) return;
    const rest = { ...first, range: { ...first.range, from: range.to } };
    const after = range.to >= first.range.to ? others : [rest, ...others];
    this.#missing = [...(parts ?? []), ...after];
  }

  nextDevice(): void {
    this.#device++;
    this.#requested = [];
    this.#partsAdded.clear();
    this.#missing = null;
    const width = this.#width();
    // Subtracting one device avoids a quadratic number of estimates.
    if (this.#laterCalls !== null) this.#laterCalls -= callsFor(this.#currentMissing(), width);
    const isOld = this.#options.now() - this.#estimatedAt >= estimateValidMs;
    if (isOld || (this.#laterCalls ?? 0) < 0) this.#laterCalls = null;
  }

  /** Recomputes what is missing: the slice width changed, or another fetch stored a part of it. */
  invalidate(): void {
    this.#missing = null;
    this.#laterCalls = null;
  }

  /** Starts again with the first device, without what was requested since the fetch began. */
  rewind(): void {
    this.#device = 0;
    this.#requested = [];
    this.#partsAdded.clear();
    this.invalidate();
  }

  /** Restores the progress that the stored days show. */
  restoreProgress(): void {
    this.slicesDone = this.#options.fetchCost.requestedSlices(this.#scope, this.request.deviceIds);
    this.callsSpent = Math.max(this.callsSpent, this.slicesDone);
  }

  progress(): StoredProgress {
    const { callsSpent, records, skippedRecords, outsideRecords, incompleteDays } = this;
    const counts = { callsSpent, records, skippedRecords, outsideRecords, incompleteDays };
    const sliceMs = this.#options.sliceMs(this.log);
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
      callsLeft: this.isOpen ? this.#callsLeft() : 0,
      slicesDone,
      records,
      skippedRecords,
      outsideRecords,
      incompleteDays,
      sliceMs: this.#options.sliceMs(log),
    };
  }

  /** The width of one call for the current device. */
  #width(): number {
    return this.#options.sliceMs(this.log, this.request.deviceIds[this.#device]);
  }

  #currentMissing(): MissingRange[] {
    const deviceId = this.request.deviceIds[this.#device];
    if (deviceId === undefined) return [];
    this.#missing ??= this.#options.fetchCost.missingOf(this.#scope, deviceId, this.#requested);
    return this.#missing;
  }

  #callsLeft(): number {
    const { deviceIds } = this.request;
    if (this.#laterCalls === null) {
      const later = deviceIds.slice(this.#device + 1);
      this.#laterCalls = this.#options.fetchCost.estimateCalls(this.#scope, later);
      this.#estimatedAt = this.#options.now();
    }
    return callsFor(this.#currentMissing(), this.#width()) + this.#laterCalls;
  }
}
