/**
 * The calls of one account in a minute, shared by everything that calls: never more than the rate in
 * any 60 seconds, and, after the first burst, spread evenly.
 */
export interface Budget {
  /** Spends one call, whether there is room or not: for a list, which does not wait. */
  take(): void;
  /**
   * Milliseconds until a call may be spent; 0 now. A `burst` may use the whole minute at once, but for so
   * many calls as it is to `leave` to others.
   */
  waitMs(pace: 'burst' | 'steady', leave?: number): number;
  /** Keeps the next room for one call, ahead of all who do not book; they see it as spent. */
  book(): Reservation;
  /** Calls a minute at present. */
  callsPerMinute(): number;
  /** The service said "too many": half the rate, which comes back slowly. */
  slowDown(): void;
  isSlowed(): boolean;
}

/** Room for one call, kept until it ends. */
export interface Reservation {
  /** Milliseconds until there is room; 0 now. */
  waitMs(): number;
  /** Gives the room back; whoever calls now takes it from the whole. */
  end(): void;
}

export interface BudgetOptions {
  /** The rate the person and the service allow. */
  callsPerMinute: () => number;
  /** Epoch milliseconds. */
  now: () => number;
}

const minuteMs = 60_000;
/** Seconds' worth of calls that a steady spender may catch up after a pause. */
const catchUpSeconds = 2;
const smallestShare = 1 / 16;
/** How much of the full rate comes back in a minute without another complaint. */
const recoveryPerMinute = 0.1;

export function createBudget(options: BudgetOptions): Budget {
  /** When the calls of the last minute were spent, oldest first from `head` on. */
  let spent: number[] = [];
  let head = 0;
  let credit = 1;
  let creditAt = options.now();
  let slowed = { share: 1, at: creditAt };
  let booked = 0;

  function share(now: number): number {
    const minutes = Math.max(0, now - slowed.at) / minuteMs;
    return Math.min(1, slowed.share + minutes * recoveryPerMinute);
  }

  function rateAt(now: number): number {
    return Math.max(1, Math.floor(options.callsPerMinute() * share(now)));
  }

  /** Brings the books up to `now`. A clock that was set back must not block for as long as it went. */
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

  /** Until `places` more calls fit into the minute: when enough of the oldest have left it. */
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
      const leftMs = roomMs(1 + booked + leave, rate, now);
      if (pace === 'burst') return leftMs;
      const creditMs = credit >= 1 ? 0 : Math.ceil(((1 - credit) * minuteMs) / rate);
      return Math.max(leftMs, creditMs);
    },
    book: () => {
      booked++;
      let isOver = false;
      return {
        waitMs: () => {
          const now = options.now();
          settle(now);
          return roomMs(1, rateAt(now), now);
        },
        end: () => {
          if (!isOver) booked--;
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
