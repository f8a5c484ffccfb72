import { fail } from '#shared/fault';
import type { FetchState, LogKind, Range } from '#shared/domain/history';
import type { Asked, Progress } from './fetch-journal';
import type { FetchCost, Scope } from './fetch-cost';
import { callsFor, type MissingRange } from './missing-ranges';

export interface LiveFetchOptions {
  fetchCost: FetchCost;
  /** The days a range touches. */
  daysIn: (range: Range) => Range[];
  sliceMs: (log: LogKind) => number;
  now: () => number;
}

/** What the devices behind cost grows with the hours of today: it is not reckoned on for longer. */
const reckonedForMs = 60_000;

/** A fetch in memory: what was asked for, how far it is, and what comes next. */
export class LiveFetch {
  phase: FetchState['phase'];
  fault: FetchState['fault'] = null;
  callsSpent: number;
  records: number;
  skippedRecords: number;
  slicesDone = 0;
  readonly asked: Asked;
  readonly #scope: Scope;
  readonly #options: LiveFetchOptions;
  /** Index of the device whose turn it is, and what was asked of it since it is its turn. */
  #device = 0;
  #askedNow: Range[] = [];
  /** What is left to ask of it; null: not reckoned yet. */
  #parts: MissingRange[] | null = null;
  /** Calls that the devices behind it cost; null: not reckoned yet. */
  #callsBehind: number | null = null;
  #reckonedAt = 0;

  constructor(
    asked: Asked,
    options: LiveFetchOptions,
    phase: FetchState['phase'],
    { callsSpent, records, skippedRecords }: Omit<Progress, 'isPaused' | 'sliceMs'>,
  ) {
    const { log, from, to, again, startedAt } = asked;
    this.asked = asked;
    this.phase = phase;
    this.callsSpent = callsSpent;
    this.records = records;
    this.skippedRecords = skippedRecords;
    this.#options = options;
    const range = { from, to };
    this.#scope = { log, range, days: options.daysIn(range), again, since: startedAt };
  }

  get id(): string {
    return this.asked.id;
  }

  get log(): LogKind {
    return this.asked.log;
  }

  /** It may still go on. */
  get isOpen(): boolean {
    return this.phase === 'running' || this.phase === 'paused' || this.phase === 'interrupted';
  }

  /** The next slice to ask for; null when all is here. */
  next(): (MissingRange & { deviceId: string }) | null {
    const { deviceIds } = this.asked;
    const width = this.#options.sliceMs(this.log);
    for (; this.#device < deviceIds.length; this.nextDevice()) {
      const [first] = this.#partsNow();
      if (!first) continue;
      const { from, to } = first.range;
      const range = { from, to: Math.min(to, from + width) };
      return { deviceId: deviceIds[this.#device]!, day: first.day, range };
    }
    return null;
  }

  /** A slice was answered. */
  took(range: Range, kept: { records: number; skippedRecords: number }): void {
    this.records += kept.records;
    this.skippedRecords += kept.skippedRecords;
    this.slicesDone++;
    this.#askedNow.push(range);
    const [first, ...others] = this.#parts ?? [];
    if (!first) return;
    const rest = { ...first, range: { ...first.range, from: range.to } };
    this.#parts = range.to >= first.range.to ? others : [rest, ...others];
  }

  nextDevice(): void {
    this.#device++;
    this.#askedNow = [];
    this.#parts = null;
    const width = this.#options.sliceMs(this.log);
    // What the others behind it cost stays the same; reckoning it for each device would take ever longer.
    if (this.#callsBehind !== null) this.#callsBehind -= callsFor(this.#partsNow(), width);
    const isOld = this.#options.now() - this.#reckonedAt >= reckonedForMs;
    if (isOld || (this.#callsBehind ?? 0) < 0) this.#callsBehind = null;
  }

  /** The width of slices changed, or something else brought a part of it. */
  reckonAnew(): void {
    this.#parts = null;
    this.#callsBehind = null;
  }

  /** Goes through all devices anew; what was asked for since it began is not asked for again. */
  rewind(): void {
    this.#device = 0;
    this.#askedNow = [];
    this.reckonAnew();
  }

  /** Takes over what the kept days tell of it. */
  recount(): void {
    this.slicesDone = this.#options.fetchCost.slicesHere(this.#scope, this.asked.deviceIds);
    this.callsSpent = Math.max(this.callsSpent, this.slicesDone);
  }

  progress(): Progress {
    const { callsSpent, records, skippedRecords } = this;
    const sliceMs = this.#options.sliceMs(this.log);
    return { isPaused: this.phase === 'paused', callsSpent, records, skippedRecords, sliceMs };
  }

  state(): FetchState {
    const { id, log, deviceIds, from, to } = this.asked;
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

  #partsNow(): MissingRange[] {
    const deviceId = this.asked.deviceIds[this.#device];
    if (deviceId === undefined) return [];
    this.#parts ??= this.#options.fetchCost.partsOf(this.#scope, deviceId, this.#askedNow);
    return this.#parts;
  }

  #callsLeft(): number {
    const { deviceIds } = this.asked;
    if (this.#callsBehind === null) {
      const behind = deviceIds.slice(this.#device + 1);
      this.#callsBehind = this.#options.fetchCost.callsOf(this.#scope, behind);
      this.#reckonedAt = this.#options.now();
    }
    const width = this.#options.sliceMs(this.log);
    return callsFor(this.#partsNow(), width) + this.#callsBehind;
  }
}
