import type { LogKind, Range } from '#shared/domain/history';
import type { FetchCost, FetchScope } from './fetch-cost';
import type { Slice } from './fetch-slice';
import { callsFor, type MissingRange } from './missing-ranges';

export interface FetchCursorOptions {
  fetchCost: FetchCost;
  sliceMs: (log: LogKind, deviceId?: string) => number;
  now: () => number;
}

/** Calls for the parts of cut answers in one day of one device; then what is cut stays incomplete. */
const mostPartsInADay = 300;

/** An estimate for the later devices is valid this long: it grows with each hour of today. */
const estimateValidMs = 60_000;

/** Where a fetch is: at which device, and what is missing of it. */
export interface FetchCursor {
  /** The next slice to request; null when nothing is missing. */
  next(): Slice | null;
  /** A slice was stored; `parts` replace it if its answer was cut. */
  stored(slice: Slice, parts: readonly MissingRange[] | null): void;
  /** Skips the rest of the current device. */
  nextDevice(): void;
  /** Recomputes what is missing: the slice width changed, or another fetch stored a part of it. */
  invalidate(): void;
  /** Starts again with the first device, without what was requested since the fetch began. */
  rewind(): void;
  /** An estimate. */
  callsLeft(): number;
}

export function createFetchCursor(
  deviceIds: readonly string[],
  scope: FetchScope,
  { fetchCost, sliceMs, now }: FetchCursorOptions,
): FetchCursor {
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

  /** The width of one call for the current device. */
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
    next: () => {
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
    stored: ({ range, day }, parts) => {
      if (parts) partsAdded.set(day.from, (partsAdded.get(day.from) ?? 0) + parts.length);
      else requested.push(range);
      const [first, ...others] = missing ?? [];
      if (!first) return;
      const rest = { ...first, range: { ...first.range, from: range.to } };
      const after = range.to >= first.range.to ? others : [rest, ...others];
      missing = [...(parts ?? []), ...after];
    },
    nextDevice,
    invalidate: () => {
      missing = null;
      laterCalls = null;
    },
    rewind: () => {
      moveTo(0);
      laterCalls = null;
    },
    callsLeft: () => {
      if (laterCalls === null) {
        laterCalls = fetchCost.estimateCalls(scope, deviceIds.slice(device + 1));
        estimatedAt = now();
      }
      return callsFor(currentMissing(), width()) + laterCalls;
    },
  };
}
