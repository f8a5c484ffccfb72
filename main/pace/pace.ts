/** Calls that were saved up at an even rate: few, so that a pause is not caught up with a burst. */
export interface Credit {
  /** Milliseconds until a call after `before` others is in time; 0 means now. */
  waitMs(before?: number): number;
  take(): void;
}

const minuteMs = 60_000;
/** A rate of zero would have to be divided by. */
const leastPerMinute = 1e-6;

export function createCredit(options: {
  callsPerMinute: () => number;
  /** So many seconds' worth of calls can be saved up. */
  seconds: number;
  /** Epoch milliseconds. */
  now: () => number;
}): Credit {
  const { callsPerMinute, seconds, now } = options;
  let settledAt = now();
  /** null until it is needed, because the rate may not be known before. */
  let credit: number | null = null;

  function settle(): { credit: number; rate: number } {
    const rate = Math.max(leastPerMinute, callsPerMinute());
    const limit = Math.max(1, (rate / 60) * seconds);
    const minutes = Math.max(0, now() - settledAt) / minuteMs;
    settledAt = now();
    credit = Math.min(limit, (credit ?? 1) + minutes * rate);
    return { credit, rate };
  }

  return {
    waitMs: (before = 0) => {
      const settled = settle();
      const missing = 1 + before - settled.credit;
      return missing <= 0 ? 0 : Math.ceil((missing * minuteMs) / settled.rate);
    },
    take: () => {
      credit = Math.max(0, settle().credit - 1);
    },
  };
}

/** Spreads calls over a sliding window so that calls are possible at any time. */
export interface Pace {
  /**
   * Milliseconds until a call after `before` others is in time; 0 means now. A `burst` may use a part of
   * the window at once.
   */
  waitMs(pace: 'burst' | 'steady', before?: number): number;
  /** Counts a call that waited for its time. */
  take(): void;
}

export interface PaceOptions {
  /** Calls in one window. */
  limit: () => number;
  windowMs: number;
  /** When calls of the window were sent, oldest first; kept by the caller. */
  sent: readonly number[];
  /** Other calls per minute that are to be expected in the window; they are left room. */
  others?: () => number;
  /** The most calls per minute on average, such as what is left of a day. */
  steadyLimit?: () => number;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Part of a window that a burst may use. */
const burstShare = 0.5;
/** A burst takes no more than what so many minutes have of a day. */
const burstMinutesOfDay = 2;
const catchUpSeconds = 2;
/** After this time it is worth asking again. */
const longestWaitMs = 5_000;
/** However many others there are, this part of the limit is tried. */
const leastShare = 0.05;
/** So many calls of the window are looked at to find the rate. */
const checkedCalls = 64;

export function createPace(options: PaceOptions): Pace {
  const { limit, windowMs, sent, now } = options;
  const { others = () => 0, steadyLimit = () => Number.POSITIVE_INFINITY } = options;
  const credit = createCredit({ callsPerMinute: steadyRate, seconds: catchUpSeconds, now });

  /** Calls per minute that can be sent evenly from now on without using up the window before it moves on. */
  function steadyRate(): number {
    const room = limit() - sent.length;
    let perMs = limit() / windowMs;
    // Just before a call leaves the window, no more may have been sent than there was room for.
    const step = Math.ceil(sent.length / checkedCalls);
    for (let left = 0; left < sent.length; left += step) {
      const leavesInMs = Math.max(1, sent[left]! + windowMs - now());
      perMs = Math.min(perMs, Math.max(0, room + left + 1) / leavesInMs);
    }
    return Math.min(steadyLimit(), Math.max(limit() * leastShare, perMs * minuteMs - others()));
  }

  const burstSize = () => Math.min(limit() * burstShare, steadyLimit() * burstMinutesOfDay);

  return {
    waitMs: (pace, before = 0) => {
      if (pace === 'burst' && sent.length + before + 1 <= burstSize()) return 0;
      // The rate may change meanwhile.
      return Math.min(longestWaitMs, credit.waitMs(before));
    },
    take: credit.take,
  };
}
