import { fail } from '#shared/fault';
import type { FetchState, LogKind, Range } from '#shared/domain/history';
import type { StoredProgress, StoredRequest } from './fetch-journal';
import type { FetchScope } from './fetch-cost';
import { createFetchCursor, type FetchCursor, type FetchCursorOptions } from './fetch-cursor';
import type { Slice, StoredSlice } from './fetch-slice';

export interface ActiveFetchOptions extends FetchCursorOptions {
  /** The days a range touches. */
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
  readonly #options: ActiveFetchOptions;
  readonly #cursor: FetchCursor;
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
      callsLeft: this.isOpen ? this.#cursor.callsLeft() : 0,
      slicesDone,
      records,
      skippedRecords,
      outsideRecords,
      incompleteDays,
      sliceMs: this.#options.sliceMs(log),
    };
  }
}
