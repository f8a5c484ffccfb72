import { createPace } from './pace';

/**
 * The calls of one account per minute, shared by everything that calls: never more than the rate in any
 * 60 seconds, and spread so that calls are possible at any time.
 */
export interface Budget {
  /**
   * Milliseconds until a call is allowed, with `leave` others after it; 0 means now. A `burst` may send a
   * part of the minute at once; `now` is not spread, only within the limit.
   */
  waitMs(pace: 'burst' | 'steady' | 'now', leave?: number): number;
  /** The present rate. */
  callsPerMinute(): number;
  /** Spends one call, whether one is available or not. `isPaced`: it waited for `burst` or `steady`. */
  take(isPaced?: boolean): void;
  /** Reserves the next available call; to everything else it counts as spent. */
  reserve(): Reservation;
}

/** One reserved call, until it is released. */
export interface Reservation {
  /** Milliseconds until the call is available, with `leave` others after it; 0 means now. */
  waitMs(leave?: number): number;
  /** Releases the reservation; a call made now is charged as usual. */
  end(): void;
}

export interface BudgetOptions {
  /** The rate that the user and the service allow. */
  callsPerMinute: () => number;
  /** Calls of that rate which spread calls leave to those that do not wait. */
  keeps?: (rate: number) => number;
  /** The most calls per minute that may be sent evenly, such as what is left of a day. */
  steadyLimit?: () => number;
  /** Epoch milliseconds. */
  now: () => number;
  /** The length of the sliding window; a minute if absent. */
  windowMs?: number;
  /** When calls were spent, oldest first: shared by all budgets of one account. */
  spent?: number[];
}

const minuteMs = 60_000;
/** How far back calls are taken as an example of the next ones. */
const recentMs = 15_000;

export function createBudget(options: BudgetOptions): Budget {
  const { now, windowMs = minuteMs, spent = [], keeps = () => 0, steadyLimit } = options;
  /** When calls were spent that were not spread. */
  const others: number[] = [];
  let reserved = 0;
  const rate = () => Math.max(1, Math.floor(options.callsPerMinute()));
  const pacing = createPace({
    limit: () => Math.max(1, rate() - keeps(rate())),
    windowMs,
    sent: spent,
    others: othersPerMinute,
    now,
    ...(steadyLimit && { steadyLimit }),
  });

  /** Forgets calls that left the window. A clock that was set back must not block calls for that long. */
  function settle(): void {
    const last = spent.at(-1);
    if (last !== undefined && last > now()) spent.fill(now());
    const firstLeft = spent.findIndex((at) => at > now() - windowMs);
    spent.splice(0, firstLeft === -1 ? spent.length : firstLeft);
  }

  /** The calls per minute that are not spread, as in the last seconds. */
  function othersPerMinute(): number {
    const from = now() - recentMs;
    while (others.length > 0 && (others[0]! <= from || others[0]! > now())) others.shift();
    return others.length * (minuteMs / recentMs);
  }

  /** Milliseconds until `places` more calls fit into the minute: until enough of the oldest left it. */
  function roomMs(places: number): number {
    settle();
    const leaving = spent.length + places - rate();
    if (leaving <= 0 || spent.length === 0) return 0;
    return spent[Math.min(leaving, spent.length) - 1]! + windowMs - now();
  }

  return {
    take: (isPaced = true) => {
      settle();
      if (isPaced) pacing.take();
      else others.push(now());
      spent.push(now());
    },
    waitMs: (pace, leave = 0) => {
      const leftMs = roomMs(1 + reserved + leave);
      return pace === 'now' ? leftMs : Math.max(leftMs, pacing.waitMs(pace, reserved));
    },
    reserve: () => {
      reserved++;
      let isOver = false;
      return {
        waitMs: (leave = 0) => roomMs(1 + leave),
        end: () => {
          if (!isOver) reserved--;
          isOver = true;
        },
      };
    },
    callsPerMinute: rate,
  };
}
