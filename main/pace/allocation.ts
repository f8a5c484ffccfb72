import { callWeights } from '#shared/domain/session';
import type { Budget } from './budget';
import type { CallSource } from './call-source';
import { createCredit } from './pace';
import type { Pause } from './service-pause';

/** When background work may begin its next operation. It asks, then calls; the gate counts the call. */
export interface Allowance {
  /**
   * Milliseconds until an operation is allowed; 0 means now. A `burst` may send a part of the minute at
   * once, except for `leave` calls and what is left to the user. `isForUser`: the user waits for it, or
   * has selected its device; it does not wait to be spread.
   */
  waitMs(pace: 'burst' | 'steady', leave?: number, isForUser?: boolean): number;
  /** The present rate. */
  callsPerMinute(): number;
  /** The service asked to slow down. */
  isSlowed(): boolean;
  /** The service asked for a pause, which `waitMs` includes. */
  pause(): Pause | null;
}

/** What works besides the refresh. */
export interface Working {
  jobs: boolean;
  downloads: boolean;
}

/** One minute's calls, divided between jobs, downloads and the refresh behind them. */
export interface Allocation {
  /** Charges one call to the share of its source. */
  spend(source: CallSource): void;
  jobs: Allowance;
  downloads: Allowance;
  refresh: Allowance;
}

export interface AllocationOptions {
  budget: Pick<Budget, 'waitMs' | 'callsPerMinute'>;
  isSlowed: () => boolean;
  working: () => Working;
  now: () => number;
  /** Calls per minute that background work leaves to the user. */
  leftToUser?: () => number;
  pause?: () => Pause | null;
  /** The calls of the day: how many a minute background work may use on average, and how long it waits. */
  day?: { steadyLimit(): number; waitMs(): number };
}

type Kind = 'jobs' | 'downloads' | 'refresh';
const kindOf: Partial<Record<CallSource, Kind>> = {
  refresh: 'refresh',
  selected: 'refresh',
  job: 'jobs',
  history: 'downloads',
};

/** Background work gets a turn at least this often, also while the user's calls use up the minute. */
const longestWaitMs = 61_000;
const minuteMs = 60_000;
/** So many seconds' worth of its share a kind of work may use at once. */
const shareSeconds = 30;
/** With fewer calls a minute the requests of the selected device are spread like the others. */
const enoughForSelected = 24;

/**
 * Divides a budget by `callWeights`. During work the refresh keeps a quarter of the rate, so that
 * positions get older but never stop. Without work the refresh has the whole rate.
 */
export function allocateBudget(options: AllocationOptions): Allocation {
  const { budget, isSlowed, working, now, leftToUser = () => 0, pause = () => null } = options;
  const { day = { steadyLimit: () => Number.POSITIVE_INFINITY, waitMs: () => 0 } } = options;
  const left = (leave: number) => leave + leftToUser();

  const shareOf: Record<Kind, () => number> = {
    refresh: () => share('refresh', working()),
    jobs: () => share('jobs', { ...working(), jobs: true }),
    downloads: () => share('downloads', { ...working(), downloads: true }),
  };
  const rateOf = (kind: Kind) => Math.max(1, budget.callsPerMinute() * shareOf[kind]());
  const part = (kind: Kind) =>
    createCredit({ callsPerMinute: () => rateOf(kind), seconds: shareSeconds, now });
  const credits = { jobs: part('jobs'), downloads: part('downloads'), refresh: part('refresh') };
  const spentAt: Record<Kind, number> = { jobs: now(), downloads: now(), refresh: now() };

  /** What a kind of work waits for its own turn. */
  function ownWaitMs(kind: Kind, pace: 'burst' | 'steady', leave: number, isForUser: boolean) {
    // The user comes first, unless there are too few calls for that.
    const possible = Math.min(day.steadyLimit(), budget.callsPerMinute());
    if (isForUser && possible >= enoughForSelected) return budget.waitMs('now', leave);
    const { jobs, downloads } = working();
    if (kind === 'refresh' && !jobs && !downloads) return budget.waitMs(pace, left(leave));
    const own = kind === 'refresh' ? 'steady' : pace;
    return Math.max(budget.waitMs(own, left(leave)), credits[kind].waitMs(leave));
  }

  /** Adds the pause, and what prevents starvation, to the wait of one kind of work. */
  const allowance = (kind: Kind): Allowance => ({
    waitMs: (pace, leave = 0, isForUser = false) => {
      const turnMs = Math.max(longestWaitMs, minuteMs / day.steadyLimit());
      const untilTurnMs = Math.max(0, spentAt[kind] + turnMs - now());
      const waitMs = Math.min(ownWaitMs(kind, pace, leave, isForUser), untilTurnMs);
      return Math.max(waitMs, day.waitMs(), (pause()?.until ?? 0) - now());
    },
    callsPerMinute: () =>
      Math.min(rateOf(kind), kind === 'refresh' ? refreshLimit() : rateOf(kind)),
    isSlowed,
    pause,
  });
  const refreshLimit = () => Math.max(1 / 60, day.steadyLimit());

  return {
    spend: (source) => {
      const kind = kindOf[source];
      if (!kind) return;
      credits[kind].take();
      spentAt[kind] = now();
    },
    jobs: allowance('jobs'),
    downloads: allowance('downloads'),
    refresh: allowance('refresh'),
  };
}

/** The part of the rate of one kind of work, besides what else works. */
function share(kind: Kind, { jobs, downloads }: Working): number {
  const { jobs: jobsWeight, downloads: downloadsWeight, refresh } = callWeights;
  const refreshShare = refresh / (jobsWeight + downloadsWeight + refresh);
  if (!jobs && !downloads) return 1;
  if (kind === 'refresh') return refreshShare;
  if (!(jobs && downloads)) return 1 - refreshShare;
  return (
    (kind === 'jobs' ? jobsWeight : downloadsWeight) / (jobsWeight + downloadsWeight + refresh)
  );
}
