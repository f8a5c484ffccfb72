import type { FetchPlan, LogKind, Range } from '#shared/domain/history';
import type { DayStore } from './day-store';
import { common, joined, without } from './ranges';
import {
  callsFor,
  callsThatTouch,
  happened,
  hourMs,
  missingParts,
  type MissingRange,
} from './missing-ranges';

/** What is to be fetched of each of some devices. */
export interface Scope {
  log: LogKind;
  range: Range;
  /** The days the range touches. */
  days: readonly Range[];
  /** Asks anew also for what is settled. */
  again: boolean;
  /** What was asked for from then on counts as asked for by this fetch. */
  since: number;
}

/** Works out from what is kept what has to be asked for, and how many calls that takes. */
export interface FetchCost {
  /** What has to be asked of a device, the newest day first; `asked` was asked for already. */
  partsOf(scope: Scope, deviceId: string, asked?: readonly Range[]): MissingRange[];
  callsOf(scope: Scope, deviceIds: Iterable<string>): number;
  planOf(scope: Scope, deviceIds: Iterable<string>): Omit<FetchPlan, 'estimatedSeconds'>;
  /** Slices that a fetch has brought of some devices, as far as nobody asked for them again since. */
  slicesHere(scope: Scope, deviceIds: Iterable<string>): number;
}

export interface ReckoningOptions {
  store: Pick<DayStore, 'settled' | 'fetched' | 'askedSince' | 'holds'>;
  now: () => number;
  /** How long after its end a moment is settled. */
  settleMs: () => number;
  /** How wide a range one call takes at present. */
  sliceMs: (log: LogKind) => number;
}

type Cost = Pick<FetchPlan, 'cachedDays' | 'calls' | 'newCalls' | 'mostCalls' | 'open'>;

export function createFetchCost(options: ReckoningOptions): FetchCost {
  const { store } = options;

  function partsOf(scope: Scope, deviceId: string, asked: readonly Range[] = []): MissingRange[] {
    const { log, range, days, again, since } = scope;
    const settled = again ? [] : store.settled(log, deviceId);
    return missingParts({
      range,
      days,
      settled: joined([...settled, ...store.askedSince(log, deviceId, since), ...asked]),
      now: options.now(),
      settleMs: options.settleMs(),
      sliceMs: options.sliceMs(log),
    }).toReversed();
  }

  /** The same for each device; those of which nothing is kept are alike and are worked out once. */
  function each<T>(
    { log }: Scope,
    deviceIds: Iterable<string>,
    reckon: (deviceId: string) => T,
    take: (reckoned: T) => void,
  ): void {
    let bare: T | undefined;
    for (const id of new Set(deviceIds)) {
      take(store.holds(log, id) ? reckon(id) : (bare ??= reckon(id)));
    }
  }

  function costOf(scope: Scope, begun: number, deviceId: string): Cost {
    const { log, range } = scope;
    const wanted = partsOf(scope, deviceId);
    const sliceMs = options.sliceMs(log);
    const fetched = store.fetched(log, deviceId);
    const past = happened(range, options.now());
    const unknown = wanted.flatMap((part) => without(part.range, fetched));
    const open = fetched.flatMap((part) => {
      const here = common(part, past);
      return here ? without(here, store.settled(log, deviceId)) : [];
    });
    return {
      cachedDays: begun - new Set(wanted.map(({ day }) => day.from)).size,
      calls: callsFor(wanted, sliceMs),
      newCalls: callsThatTouch(wanted, joined(unknown), sliceMs),
      mostCalls: callsFor(wanted, hourMs),
      open: hull(open),
    };
  }

  return {
    partsOf,

    callsOf: (scope, deviceIds) => {
      let calls = 0;
      const sliceMs = options.sliceMs(scope.log);
      each(
        scope,
        deviceIds,
        (id) => callsFor(partsOf(scope, id), sliceMs),
        (count) => (calls += count),
      );
      return calls;
    },

    planOf: (scope, deviceIds) => {
      const plan: Cost & { days: number } = {
        days: 0,
        cachedDays: 0,
        calls: 0,
        newCalls: 0,
        mostCalls: 0,
        open: null,
      };
      const begun = scope.days.filter(({ from }) => from < options.now()).length;
      each(
        scope,
        deviceIds,
        (id) => costOf(scope, begun, id),
        (cost) => {
          plan.days += begun;
          plan.cachedDays += cost.cachedDays;
          plan.calls += cost.calls;
          plan.newCalls += cost.newCalls;
          plan.mostCalls += cost.mostCalls;
          plan.open = hull([plan.open, cost.open].filter((range) => range !== null));
        },
      );
      return plan;
    },

    slicesHere: (scope, deviceIds) => {
      const { log, range, since } = scope;
      let slices = 0;
      each(
        scope,
        deviceIds,
        (id) => store.askedSince(log, id, since).filter((part) => overlaps(part, range)).length,
        (count) => (slices += count),
      );
      return slices;
    },
  };
}

const overlaps = (part: Range, range: Range) => part.from <= range.to && part.to > range.from;

/** From the first of some ranges to the last; null where there is none. */
function hull(ranges: readonly Range[]): Range | null {
  if (ranges.length === 0) return null;
  return {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  };
}
