/** What background work may call: it waits before it calls; the service client charges the call. */
export interface Allowance {
  /**
   * Milliseconds until a call is allowed; 0 means now. A `burst` may use the whole minute at once, except
   * for `leave` calls.
   */
  waitMs(pace: 'burst' | 'steady', leave?: number): number;
  /** The present rate. */
  callsPerMinute(): number;
  /** After a 429: halves the rate, which recovers slowly. */
  slowDown(): void;
  isSlowed(): boolean;
}

/**
 * The calls of one account per minute, shared by everything that calls: never more than the rate in any
 * 60 seconds, and spread evenly after the first burst.
 */
export interface Budget extends Allowance {
  /** Spends one call, whether one is available or not. */
  take(): void;
  /** Reserves the next available call; to everything else it counts as spent. */
  reserve(): Reservation;
}

/** One reserved call, until it is released. */
export interface Reservation {
  /** Milliseconds until the call is available; 0 means now. */
  waitMs(): number;
  /** Releases the reservation; a call made now is charged as usual. */
  end(): void;
}

export interface BudgetOptions {
  /** The rate that the user and the service allow. */
  callsPerMinute: () => number;
  /** Epoch milliseconds. */
  now: () => number;
}

const minuteMs = 60_000;
/** How many seconds' worth of calls a steady pace may catch up after a pause. */
const catchUpSeconds = 2;
const smallestShare = 1 / 16;
/** Part of the full rate that recovers per minute without another 429. */
const recoveryPerMinute = 0.1;

export function createBudget(options: BudgetOptions): Budget {
  /** When the calls of the last minute were spent, oldest first from `head` on. */
  let spent: number[] = [];
  let head = 0;
  let credit = 1;
  let creditAt = options.now();
  let slowed = { share: 1, at: creditAt };
  let reserved = 0;

  function share(now: number): number {
    const minutes = Math.max(0, now - slowed.at) / minuteMs;
    return Math.min(1, slowed.share + minutes * recoveryPerMinute);
  }

  function rateAt(now: number): number {
    return Math.max(1, Math.floor(options.callsPerMinute() * share(now)));
  }

  /** Updates the counts to `now`. A clock that was set back must not block calls for that long. */
  function settle(now: number): void {
    const last = spent.at(-1);
    if (last !== undefined && last > now) spent = spent.slice(head).map(() => now);
    if (last !== undefined && last > now) head = 0;
    while (head < spent.length && spent[head]! <= now - minuteMs) head++;
    if (head > 1024 && head * 2 > spent.length) {
      spent = spent.slice(head);
      head = 0;
    }
    const rate = rateAt(now);
    const cap = Math.max(1, (rate / 60) * catchUpSeconds);
    credit = Math.min(cap, credit + (Math.max(0, now - creditAt) / minuteMs) * rate);
    creditAt = now;
  }

  /** Milliseconds until `places` more calls fit into the minute: until enough of the oldest left it. */
  function roomMs(places: number, rate: number, now: number): number {
    const used = spent.length - head;
    const leaving = used + places - rate;
    if (leaving <= 0 || used === 0) return 0;
    return spent[head + Math.min(leaving, used) - 1]! + minuteMs - now;
  }

  return {
    take: () => {
      const now = options.now();
      settle(now);
      spent.push(now);
      credit = Math.max(0, credit - 1);
    },
    waitMs: (pace, leave = 0) => {
      const now = options.now();
      settle(now);
      const rate = rateAt(now);
      const leftMs = roomMs(1 + reserved + leave, rate, now);
      if (pace === 'burst') return leftMs;
      const creditMs = credit >= 1 ? 0 : Math.ceil(((1 - credit) * minuteMs) / rate);
      return Math.max(leftMs, creditMs);
    },
    reserve: () => {
      reserved++;
      let isOver = false;
      return {
        waitMs: () => {
          const now = options.now();
          settle(now);
          return roomMs(1, rateAt(now), now);
        },
        end: () => {
          if (!isOver) reserved--;
          isOver = true;
        },
      };
    },
    callsPerMinute: () => rateAt(options.now()),
    slowDown: () => {
      const now = options.now();
      slowed = { share: Math.max(smallestShare, share(now) / 2), at: now };
    },
    isSlowed: () => share(options.now()) < 1,
  };
}
