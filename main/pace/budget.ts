import { callsLeftToUser, callWeights, type DayLimit } from '#shared/domain/session';
import { dayInZone, hourInZone, plusDays, startOfDayInZone } from '#shared/domain/calendar';
import type { Fault } from '#shared/fault';
import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';

/** The service asked for a pause: nothing is sent until it is over. */
export interface Pause {
  /** Its answer. */
  fault: Fault;
  /** Epoch milliseconds. */
  until: number;
}

/** When background work may begin its next operation. It asks, then calls; the queue counts the call. */
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

/** One reserved call, until it is released. */
export interface Reservation {
  /** Milliseconds until the call is available, with `leave` others after it; 0 means now. */
  waitMs(leave?: number): number;
  /** Releases the reservation; a call made now is charged as usual. */
  end(): void;
}

/** What works besides the refresh. */
export interface Working {
  jobs: boolean;
  downloads: boolean;
}

export interface BudgetOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** The rate that the user and the service allow at present. */
  callsPerMinute: () => number;
  /** That rate is below the usual one, because the service refused calls. */
  isSlowed?: () => boolean;
  /** Whether jobs or downloads are running. */
  working?: () => Working;
  pause?: () => Pause | null;
  /** The calls of the day: how many a minute background work may use on average, and how long it waits. */
  day?: { steadyLimit(): number; waitMs(): number };
  /** When calls were sent, oldest first: shared by all budgets of one account. */
  spent?: number[];
}

type Kind = 'jobs' | 'downloads' | 'refresh';
const kindOf: Partial<Record<CallSource | 'token', Kind>> = {
  refresh: 'refresh',
  selected: 'refresh',
  job: 'jobs',
  history: 'downloads',
};

const minuteMs = 60_000;
/** Longer than a minute: requests that are sent evenly may arrive less evenly. */
const windowMs = 61_000;
/** With fewer calls a minute the requests of the selected device are spread like the others. */
const enoughForSelected = 24;

/** A burst takes this part of a window, at most so many calls a second, and so many minutes of a day. */
const burstShare = 0.5;
const burstPerSecond = 50;
const burstMinutesOfDay = 2;
/** Calls for so many seconds are caught up after a pause: of everything, and of one kind of work. */
const catchUpSeconds = 2;
const shareSeconds = 30;
/** How far back calls that were not spread are taken as an example of the next ones. */
const recentMs = 15_000;
/** However many those are, this part of the limit is tried. */
const leastShare = 0.05;
/** So many calls of the window are looked at to find the rate. */
const checkedCalls = 64;
/** After this time it is worth asking again, because the rate may change meanwhile. */
const longestSpreadMs = 5_000;

/**
 * The calls of one account per minute: never more than the rate in any 61 seconds, spread so that calls are
 * possible at any time, and divided between jobs, downloads and the refresh behind them by `callWeights`.
 * During work the refresh keeps a quarter of the rate, so that positions get older but never stop.
 */
export class Budget {
  readonly jobs = this.#allowance('jobs');
  readonly downloads = this.#allowance('downloads');
  readonly refresh = this.#allowance('refresh');
  /** Of the last window, oldest first. */
  readonly #spent: number[];
  /** When calls were sent that were not spread. */
  readonly #others: number[] = [];
  #reserved = 0;
  readonly #spread: Credit;
  readonly #shares: Record<Kind, Credit>;
  readonly #sharedAt: Record<Kind, number>;

  constructor(private readonly options: BudgetOptions) {
    const { now, spent = [] } = options;
    this.#spent = spent;
    const steadyRate = () => this.#steadyRate();
    this.#spread = createCredit({ callsPerMinute: steadyRate, seconds: catchUpSeconds, now });
    const share = (kind: Kind) =>
      createCredit({ callsPerMinute: () => this.#rateOf(kind), seconds: shareSeconds, now });
    this.#shares = {
      jobs: share('jobs'),
      downloads: share('downloads'),
      refresh: share('refresh'),
    };
    this.#sharedAt = { jobs: now(), downloads: now(), refresh: now() };
  }

  /** The present rate. */
  callsPerMinute(): number {
    return Math.max(1, Math.floor(this.options.callsPerMinute()));
  }

  /** Calls per minute that background work leaves to the user. */
  leftToUser(): number {
    return callsLeftToUser(this.callsPerMinute());
  }

  /**
   * Reserves the next available call: to everything else it counts as spent. With a source it is charged to
   * the share of that work.
   */
  reserve(source?: CallSource | 'token'): Reservation {
    const kind = source && kindOf[source];
    if (kind) {
      this.#shares[kind].take();
      this.#sharedAt[kind] = this.options.now();
    }
    this.#reserved++;
    let isOver = false;
    return {
      waitMs: (leave = 0) => this.#roomMs(1 + leave),
      end: () => {
        if (!isOver) this.#reserved--;
        isOver = true;
      },
    };
  }

  /** Counts a call that is sent now, whether one was available or not. */
  spend(source: CallSource | 'token'): void {
    this.#settle();
    const isSpread =
      source === 'refresh' || source === 'job' || source === 'history' || source === 'alerts';
    if (isSpread) this.#spread.take();
    else this.#others.push(this.options.now());
    this.#spent.push(this.options.now());
  }

  #allowance(kind: Kind): Allowance {
    return {
      waitMs: (pace, leave = 0, isForUser = false) => {
        const { day, now } = this.options;
        const pause = this.options.pause?.();
        // Work gets a turn at least this often, also while the calls of the user use up the minute.
        const turnMs = Math.max(windowMs, minuteMs / this.#dayLimit());
        const untilTurnMs = Math.max(0, this.#sharedAt[kind] + turnMs - now());
        const waitMs = Math.min(this.#waitMs(kind, pace, leave, isForUser), untilTurnMs);
        return Math.max(waitMs, day?.waitMs() ?? 0, pause ? pause.until - now() : 0);
      },
      callsPerMinute: () => {
        const rate = this.#rateOf(kind);
        return kind === 'refresh' ? Math.min(rate, Math.max(1 / 60, this.#dayLimit())) : rate;
      },
      isSlowed: () => this.options.isSlowed?.() ?? false,
      pause: () => this.options.pause?.() ?? null,
    };
  }

  #waitMs(kind: Kind, pace: 'burst' | 'steady', leave: number, isForUser: boolean): number {
    // The user comes first, unless there are too few calls for that.
    const possible = Math.min(this.#dayLimit(), this.callsPerMinute());
    if (isForUser && possible >= enoughForSelected) {
      return this.#roomMs(1 + this.#reserved + leave);
    }
    const roomMs = this.#roomMs(1 + this.#reserved + leave + this.leftToUser());
    const { jobs, downloads } = this.#working();
    if (kind === 'refresh' && !jobs && !downloads) return Math.max(roomMs, this.#spreadMs(pace));
    const spreadMs = this.#spreadMs(kind === 'refresh' ? 'steady' : pace);
    return Math.max(roomMs, spreadMs, this.#shares[kind].waitMs(leave));
  }

  /** Milliseconds until so many more calls fit into the window: until enough of the oldest left it. */
  #roomMs(calls: number): number {
    this.#settle();
    const leaving = this.#spent.length + calls - this.callsPerMinute();
    if (leaving <= 0 || this.#spent.length === 0) return 0;
    const last = this.#spent[Math.min(leaving, this.#spent.length) - 1]!;
    return last + windowMs - this.options.now();
  }

  /** Milliseconds until a call is in time that may be part of a burst or is to be spread. */
  #spreadMs(pace: 'burst' | 'steady'): number {
    const sent = this.#spent.length + this.#reserved;
    const burst = Math.min(this.#spreadLimit() * burstShare, this.#dayLimit() * burstMinutesOfDay);
    if (pace === 'burst' && sent + 1 <= burst) {
      const before = this.#spent[sent - burstPerSecond];
      return before === undefined ? 0 : Math.max(0, before + 1_000 - this.options.now());
    }
    return Math.min(longestSpreadMs, this.#spread.waitMs(this.#reserved));
  }

  /** Calls per minute that can be sent evenly from now on without using up the window before it moves on. */
  #steadyRate(): number {
    const limit = this.#spreadLimit();
    const sent = this.#spent;
    const room = limit - sent.length;
    let perMs = limit / windowMs;
    // Just before a call leaves the window, no more may have been sent than there was room for.
    const step = Math.ceil(sent.length / checkedCalls);
    for (let left = 0; left < sent.length; left += step) {
      const leavesInMs = Math.max(1, sent[left]! + windowMs - this.options.now());
      perMs = Math.min(perMs, Math.max(0, room + left + 1) / leavesInMs);
    }
    const rate = Math.max(limit * leastShare, perMs * minuteMs - this.#othersPerMinute());
    return Math.min(this.#dayLimit(), rate);
  }

  /** The calls per minute that are not spread, as in the last seconds. */
  #othersPerMinute(): number {
    const now = this.options.now();
    const others = this.#others;
    while (others.length > 0 && (others[0]! <= now - recentMs || others[0]! > now)) others.shift();
    return others.length * (minuteMs / recentMs);
  }

  #spreadLimit(): number {
    return Math.max(1, this.callsPerMinute() - this.leftToUser());
  }

  #dayLimit(): number {
    return this.options.day?.steadyLimit() ?? Number.POSITIVE_INFINITY;
  }

  #working(): Working {
    return this.options.working?.() ?? { jobs: false, downloads: false };
  }

  /** The rate of one kind of work, besides what else works. */
  #rateOf(kind: Kind): number {
    const working = this.#working();
    const jobs = working.jobs || kind === 'jobs';
    const downloads = working.downloads || kind === 'downloads';
    const total = callWeights.jobs + callWeights.downloads + callWeights.refresh;
    const refreshShare = jobs || downloads ? callWeights.refresh / total : 1;
    const ownShare = jobs && downloads ? callWeights[kind] / total : 1 - refreshShare;
    return Math.max(1, this.callsPerMinute() * (kind === 'refresh' ? refreshShare : ownShare));
  }

  /** Forgets calls that left the window. A clock that was set back must not block calls for that long. */
  #settle(): void {
    const now = this.options.now();
    const spent = this.#spent;
    const last = spent.at(-1);
    if (last !== undefined && last > now) spent.fill(now);
    const firstLeft = spent.findIndex((at) => at > now - windowMs);
    spent.splice(0, firstLeft === -1 ? spent.length : firstLeft);
  }
}

type Credit = ReturnType<typeof createCredit>;

/** A rate of zero would have to be divided by. */
const leastPerMinute = 1e-6;

/** Calls that were saved up at an even rate: few, so that a pause is not caught up with a burst. */
export function createCredit(options: {
  callsPerMinute: () => number;
  /** So many seconds' worth of calls can be saved up. */
  seconds: number;
  /** Epoch milliseconds. */
  now: () => number;
}) {
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
    /** Milliseconds until a call after `before` others is in time; 0 means now. */
    waitMs: (before = 0): number => {
      const settled = settle();
      const missing = 1 + before - settled.credit;
      return missing <= 0 ? 0 : Math.ceil((missing * minuteMs) / settled.rate);
    },
    take: (): void => {
      credit = Math.max(0, settle().credit - 1);
    },
  };
}

export const learnedStateSchema = z.object({
  /** The rate after the last refusal. */
  rate: z.number().positive(),
  /** When that was, epoch milliseconds. */
  at: z.number(),
  /** The calls of the minute before a refusal: of one, and of two that agree. */
  suspected: z.number().positive().nullable(),
  refusedAt: z.number().positive().nullable(),
});
export type LearnedState = z.infer<typeof learnedStateSchema>;

/** The rate once a limit is known, as a part of it. */
const decrease = 0.9;
/** The rate after another refusal, as a part of the rate before. */
const blindDecrease = 0.5;
/** Fewer calls in a minute are no limit: other programs used up the account. */
const fewestCalls = 5;
/** Two refusals agree if the calls before them differ by no more than this part. */
const agreement = 0.25;
/** Growth per minute, as a part of the known limit, or of that of the user and the service. */
const growth = 0.1;
/** Growth per minute close to it and above, where every refusal means a pause: 5 % an hour. */
const slowGrowth = 0.05 / 60;
/** Where slow growth begins. */
const near = 0.95;
/** However often calls are refused, this part of the known limit remains. */
const leastOfLimit = 1 / 16;

/**
 * The calls per minute that a service accepts, learned from its refusals (429), because no service
 * publishes the number. A refusal lowers the rate at once; without one it grows by a fixed step per
 * minute, and slowly from just below the number of calls that was refused twice.
 */
export function createLearnedLimit(options: {
  now: () => number;
  /** The limit of the user and of the service. */
  limit: () => number;
  stored?: LearnedState | null | undefined;
}) {
  const { now, limit } = options;
  let state = options.stored ?? null;

  function rate(): number {
    if (!state) return limit();
    const { refusedAt } = state;
    const minutes = Math.max(0, now() - state.at) / minuteMs;
    const known = refusedAt ?? limit();
    const step = Math.max(1, known * growth);
    const grown = state.rate + minutes * step;
    const knee = refusedAt === null ? Number.POSITIVE_INFINITY : refusedAt * near;
    if (grown <= knee) return Math.min(limit(), grown);
    const minutesFast = Math.max(0, (knee - state.rate) / step);
    const from = Math.max(knee, state.rate);
    return Math.min(limit(), from + (minutes - minutesFast) * known * slowGrowth);
  }

  return {
    /** The present rate, not above the limit of the user and the service. */
    callsPerMinute: rate,
    /** The rate is below that limit, because the service refused calls. */
    isSlowed: () => Math.floor(rate()) < Math.floor(limit()),
    /** The calls in a minute that were refused repeatedly; null: not known. */
    refusedAt: () => state?.refusedAt ?? null,
    /** The service refused a call with 429. `callsSince`: the calls it accepted since a moment. */
    refused: (callsSince: (at: number) => number) => {
      const present = rate();
      const { suspected = null, refusedAt = null, at = 0 } = state ?? {};
      const minuteAgo = now() - minuteMs;
      const callsInMinute = callsSince(minuteAgo);
      // Calls from before the last refusal were counted then.
      const newCalls = callsSince(Math.max(at, minuteAgo));
      const isEvidence = callsInMinute >= fewestCalls && newCalls >= callsInMinute / 2;
      const before = suspected ?? refusedAt;
      const agrees =
        isEvidence && before !== null && Math.abs(callsInMinute - before) <= before * agreement;
      const least =
        refusedAt !== null
          ? refusedAt * leastOfLimit
          : (suspected ?? limit() * leastOfLimit) * decrease;
      const halved = Math.max(least, present * blindDecrease);
      const next = agrees ? callsInMinute * decrease : halved;
      state = {
        rate: Math.max(1, Math.min(present, next)),
        at: now(),
        suspected: isEvidence ? callsInMinute : suspected,
        refusedAt: agrees ? callsInMinute : refusedAt,
      };
    },
    /** What to store. */
    state: () => state,
    forget: () => {
      state = null;
    },
  };
}

export type DayBudget = ReturnType<typeof createDayBudget>;

interface DayBudgetOptions {
  now: () => number;
  /** The zone in which the account's days begin. */
  timeZone: () => string;
  /** null: none. */
  callsPerDay: () => number | null;
  /** The calls sent today. */
  spent: () => number;
  /** Calls per minute that are possible without a limit of the day. */
  callsPerMinute: () => number;
}

/** Part of the day's calls that only the user's own actions may use. */
const reserveShare = 0.1;
const quarterHourMs = 900_000;

/** The user's limit of calls per day: background work is spread over the day, the user keeps a reserve. */
export function createDayBudget(options: DayBudgetOptions) {
  const { now, timeZone, callsPerDay, spent } = options;
  let known = { zone: '', day: '', startsAt: 0, endsAt: 0 };

  /** The present day as epoch milliseconds. */
  function today() {
    const zone = timeZone();
    const at = now();
    if (zone !== known.zone || at < known.startsAt || at >= known.endsAt) {
      const day = dayInZone(at, zone);
      const startsAt = startOfDayInZone(day, zone);
      known = { zone, day, startsAt, endsAt: startOfDayInZone(plusDays(day, 1), zone) };
    }
    return known;
  }

  /** The last answer of `hourOf`, which is right for the rest of its quarter hour. */
  let hourly = { zone: '', from: 0, day: '', hour: 0 };

  /** The day and the hour, 0 to 23, of a moment. */
  function hourOf(at: number): { day: string; hour: number } {
    const zone = timeZone();
    const from = at - (at % quarterHourMs);
    // Zones differ from UTC by whole quarter hours.
    if (hourly.zone !== zone || hourly.from !== from) {
      hourly = { zone, from, day: dayInZone(at, zone), hour: hourInZone(at, zone) };
    }
    return hourly;
  }

  function left(): { limit: number; left: number; reserve: number } | null {
    const limit = callsPerDay();
    if (limit === null) return null;
    return { limit, left: Math.max(0, limit - spent()), reserve: Math.ceil(limit * reserveShare) };
  }

  /** Calls per minute with which background work lasts until the end of the day. */
  function steadyLimit(): number {
    const calls = left();
    if (!calls) return Number.POSITIVE_INFINITY;
    const minutes = Math.max(1, (today().endsAt - now()) / minuteMs);
    return Math.max(0, calls.left - calls.reserve) / minutes;
  }

  return {
    today,
    hourOf,
    steadyLimit,
    /** Milliseconds until a background call is possible: 0, or until the next day. */
    waitMs: () => {
      const calls = left();
      return calls && calls.left <= calls.reserve ? today().endsAt - now() : 0;
    },
    /** Nothing is sent until the next day, not even for the user. */
    isUsedUp: () => left()?.left === 0,
    /** null: there is no limit. */
    state: (): DayLimit | null => {
      const calls = left();
      if (!calls) return null;
      const phase =
        calls.left === 0
          ? 'usedUp'
          : calls.left <= calls.reserve
            ? 'reserved'
            : steadyLimit() < options.callsPerMinute()
              ? 'spread'
              : 'enough';
      return { ...calls, phase, endsAt: today().endsAt };
    },
  };
}

/**
 * What a call to the service is made for; it decides which share of the budget the call is charged to.
 * `refresh`: last locations in the background; `selected`: of the device that the user selected. `lists`: whole lists. `job`: rows of a job. `history`:
 * downloads of logs. `alerts`: alerts of all devices in the background. `interactive`: everything the user waits for.
 */
const callSources = [
  'refresh',
  'selected',
  'lists',
  'job',
  'history',
  'alerts',
  'interactive',
] as const;
export type CallSource = (typeof callSources)[number];

const storage = new AsyncLocalStorage<CallSource>();

/**
 * Attributes the calls that `work` makes, now and in everything it awaits, to a source. An async context
 * instead of a parameter: an edit passes through layers that treat jobs and the user alike.
 */
export function callAs<T>(source: CallSource, work: () => T): T {
  return storage.run(source, work);
}

/** Whether the user asked for this work, said by a `callAs` around it. */
export function isAskedByUser(): boolean {
  return storage.getStore() === 'interactive';
}

/** The source of the calls made here; without a context the user waits for them. */
export function currentCallSource(): CallSource {
  return storage.getStore() ?? 'interactive';
}
