import type { FetchPlan, LogKind, Range } from '#shared/domain/history';
import type { DayStore } from './day-store';
import {
  type MissingRange,
  callsFor,
  callsThatTouch,
  happened,
  hourMs,
  intersection,
  missingRanges,
  subtract,
  union,
} from './ranges';

/** What is fetched for each of some devices. */
export interface FetchScope {
  log: LogKind;
  range: Range;
  days: readonly Range[];
  /** Fetches settled parts again. */
  again: boolean;
  /** Parts requested at or after this time belong to this fetch. */
  since: number;
}

/** Derives from the cached days what is missing and how many calls it costs. */
export type FetchCost = ReturnType<typeof createFetchCost>;

interface FetchCostOptions {
  store: Pick<DayStore, 'settled' | 'fetched' | 'incomplete' | 'requestedSince' | 'hasDays'>;
  now: () => number;
  /** How long after its end a moment is settled. */
  settleMs: () => number;
  /** How wide a range one call requests at present; without a device, of one without cached days. */
  sliceMs: (log: LogKind, deviceId?: string) => number;
}

type Cost = Omit<FetchPlan, 'days' | 'callsPerMinute' | 'estimatedSeconds'>;

export function createFetchCost(options: FetchCostOptions) {
  const { store } = options;

  function missingOf(
    scope: FetchScope,
    deviceId: string,
    requested: readonly Range[] = [],
  ): MissingRange[] {
    const { log, range, days, again, since } = scope;
    const settled = again ? [] : store.settled(log, deviceId);
    return missingRanges({
      range,
      days,
      settled: union([...settled, ...store.requestedSince(log, deviceId, since), ...requested]),
      now: options.now(),
      settleMs: options.settleMs(),
      sliceMs: options.sliceMs(log, deviceId),
    }).toReversed();
  }

  /** The result for each device; computed once for all devices without cached days. */
  function* each<T>(
    { log }: FetchScope,
    deviceIds: Iterable<string>,
    compute: (deviceId: string) => T,
  ): Generator<T> {
    let uncached: T | undefined;
    for (const id of new Set(deviceIds)) {
      yield store.hasDays(log, id) ? compute(id) : (uncached ??= compute(id));
    }
  }

  function costOf(scope: FetchScope, begunDays: number, deviceId: string): Cost {
    const { log, range, days } = scope;
    const missing = missingOf(scope, deviceId);
    const sliceMs = options.sliceMs(log, deviceId);
    const fetched = store.fetched(log, deviceId);
    const past = happened(range, options.now());
    const unknown = missing.flatMap((part) => subtract(part.range, fetched));
    const missingDays = days.filter((day) => unknown.some((part) => intersection(part, day)));
    const isTouched = (day: Range) => {
      const here = intersection(day, range);
      return here !== null && fetched.some((part) => intersection(part, here));
    };
    const incomplete = store.incomplete(log, deviceId);
    const known = [...store.settled(log, deviceId), ...incomplete];
    const open = fetched.flatMap((part) => {
      const here = intersection(part, past);
      return here ? subtract(here, known) : [];
    });
    const incompleteHere = incomplete.flatMap((part) => intersection(part, past) ?? []);
    const touches = (day: Range) => incompleteHere.some((part) => intersection(part, day));
    return {
      cachedDays: begunDays - new Set(missing.map(({ day }) => day.from)).size,
      missingDays: missingDays.length,
      untouchedDays: missingDays.filter((day) => !isTouched(day)).length,
      calls: callsFor(missing, sliceMs),
      newCalls: callsThatTouch(missing, union(unknown), sliceMs),
      mostCalls: callsFor(missing, hourMs),
      open: spanOf(open),
      incompleteDays: incompleteHere.length === 0 ? 0 : days.filter(touches).length,
    };
  }

  return {
    /** The missing ranges of a device, newest day first, without those in `requested`. */
    missingOf,

    estimateCalls: (scope: FetchScope, deviceIds: Iterable<string>): number => {
      const callsOf = (id: string) =>
        callsFor(missingOf(scope, id), options.sliceMs(scope.log, id));
      return sum(each(scope, deviceIds, callsOf));
    },

    plan: (
      scope: FetchScope,
      deviceIds: Iterable<string>,
    ): Omit<FetchPlan, 'callsPerMinute' | 'estimatedSeconds'> => {
      const begunDays = scope.days.filter(({ from }) => from < options.now()).length;
      const costs = [...each(scope, deviceIds, (id) => costOf(scope, begunDays, id))];
      return {
        days: begunDays * costs.length,
        cachedDays: sum(costs.map(({ cachedDays }) => cachedDays)),
        missingDays: sum(costs.map(({ missingDays }) => missingDays)),
        untouchedDays: sum(costs.map(({ untouchedDays }) => untouchedDays)),
        calls: sum(costs.map(({ calls }) => calls)),
        newCalls: sum(costs.map(({ newCalls }) => newCalls)),
        mostCalls: sum(costs.map(({ mostCalls }) => mostCalls)),
        open: spanOf(costs.flatMap(({ open }) => open ?? [])),
        incompleteDays: sum(costs.map(({ incompleteDays }) => incompleteDays)),
      };
    },

    /** The number of slices of this fetch that are cached and were not requested again later. */
    requestedSlices: (scope: FetchScope, deviceIds: Iterable<string>): number => {
      const { log, range, since } = scope;
      const slices = (id: string) =>
        store.requestedSince(log, id, since).filter((part) => overlaps(part, range)).length;
      return sum(each(scope, deviceIds, slices));
    },
  };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

const overlaps = (part: Range, range: Range) => part.from <= range.to && part.to > range.from;

/** From the start of the first range to the end of the last; null if there are none. */
function spanOf(ranges: readonly Range[]): Range | null {
  let span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  for (const { from, to } of ranges) {
    span = { from: Math.min(from, span.from), to: Math.max(to, span.to) };
  }
  return ranges.length === 0 ? null : span;
}
