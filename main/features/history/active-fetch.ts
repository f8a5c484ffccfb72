import { fail } from '#shared/fault';
import type { FetchState, LogKind, Range } from '#shared/domain/history';
import type { StoredProgress, StoredRequest } from './fetch-journal';
import type { FetchCost, FetchScope } from './fetch-cost';
import type { Slice } from './fetch-slice';
import { callsFor, type MissingRange } from './missing-ranges';

export interface ActiveFetchOptions {
  fetchCost: FetchCost;
  /** The days a range touches. */
  daysIn: (range: Range) => Range[];
  sliceMs: (log: LogKind) => number;
  now: () => number;
}

/** An estimate for the later devices is valid this long: it grows with each hour of today. */
const estimateValidMs = 60_000;

/** A fetch in memory: the request, its progress and the next slice. */
export class ActiveFetch {
  phase: FetchState['phase'];
  fault: FetchState['fault'] = null;
  callsSpent: number;
  records: number;
  skippedRecords: number;
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

  constructor(
    request: StoredRequest,
    options: ActiveFetchOptions,
    phase: FetchState['phase'],
    { callsSpent, records, skippedRecords }: Omit<StoredProgress, 'isPaused' | 'sliceMs'>,
  ) {
    const { log, from, to, again, startedAt } = request;
    this.request = request;
    this.phase = phase;
    this.callsSpent = callsSpent;
    this.records = records;
    this.skippedRecords = skippedRecords;
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

  /** Not ended. */
  get isOpen(): boolean {
    return this.phase === 'running' || this.phase === 'paused' || this.phase === 'interrupted';
  }

  /** The next slice to request; null when nothing is missing. */
  next(): Slice | null {
    const { deviceIds, log } = this.request;
    const width = this.#options.sliceMs(log);
    for (; this.#device < deviceIds.length; this.nextDevice()) {
      const [first] = this.#currentMissing();
      if (!first) continue;
      const { from, to } = first.range;
      const range = { from, to: Math.min(to, from + width) };
      return { log, deviceId: deviceIds[this.#device]!, day: first.day, range };
    }
    return null;
  }

  sliceStored(range: Range, stored: { records: number; skippedRecords: number }): void {
    this.records += stored.records;
    this.skippedRecords += stored.skippedRecords;
    this.slicesDone++;
    this.#requested.push(range);
    const [first, ...others] = this.#missing ?? [];
    if (!first) return;
    const rest = { ...first, range: { ...first.range, from: range.to } };
    this.#missing = range.to >= first.range.to ? others : [rest, ...others];
  }

  nextDevice(): void {
    this.#device++;
    this.#requested = [];
    this.#missing = null;
    const width = this.#options.sliceMs(this.log);
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
    this.invalidate();
  }

  /** Restores the progress that the stored days show. */
  restoreProgress(): void {
    this.slicesDone = this.#options.fetchCost.requestedSlices(this.#scope, this.request.deviceIds);
    this.callsSpent = Math.max(this.callsSpent, this.slicesDone);
  }

  progress(): StoredProgress {
    const { callsSpent, records, skippedRecords } = this;
    const sliceMs = this.#options.sliceMs(this.log);
    return { isPaused: this.phase === 'paused', callsSpent, records, skippedRecords, sliceMs };
  }

  state(): FetchState {
    const { id, log, deviceIds, from, to } = this.request;
    const { phase, fault, callsSpent, records, skippedRecords, slicesDone } = this;
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
      sliceMs: this.#options.sliceMs(log),
    };
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
    const width = this.#options.sliceMs(this.log);
    return callsFor(this.#currentMissing(), width) + this.#laterCalls;
  }
}
