import { z } from 'zod';
import type { Fault } from '#shared/fault';
import { createRetryDelays } from './back-off';

/** The service asked for a pause: nothing is sent until it is over. */
export interface Pause {
  /** Its answer. */
  fault: Fault;
  /** Epoch milliseconds. */
  until: number;
}

export interface RequestEnd {
  /** null: no answer came. */
  status: number | null;
  /** The `Retry-After` of a failed answer. */
  retryAfterSeconds: number | null;
}

/** What a request was about: the path of the interface, and the id of the record. */
interface Subject {
  path: string;
  id?: string | undefined;
}

interface ServicePauseOptions {
  now: () => number;
  /** Holds the pause; outlives this object. */
  history: { pause: Pause | null };
  /** A 429 begins a pause. */
  onLimit: () => void;
}

/** When the service asked for a pause: a 429, or a `Retry-After` with any failed answer. */
export class ServicePause {
  readonly #delays = createRetryDelays({});
  readonly #deviceLimits = new DeviceLimits();
  /** The number of pauses so far. A request remembers it when it is sent. */
  #period = 0;
  #isProbing = false;
  /** The length of the pause that was set last. */
  #longestMs = Number.POSITIVE_INFINITY;

  constructor(private readonly options: ServicePauseOptions) {}

  /** null: none, or it is over. */
  current(): Pause | null {
    return this.leftMs() > 0 ? this.options.history.pause : null;
  }

  leftMs(): number {
    const { now, history } = this.options;
    const { pause } = history;
    if (!pause) return 0;
    // A clock that was set back must not make the pause longer.
    pause.until = Math.min(pause.until, now() + this.#longestMs);
    if (pause.until > now()) return pause.until - now();
    history.pause = null;
    return 0;
  }

  /** After a pause, until the first answer: background calls are sent one at a time. */
  isProbing(): boolean {
    return this.#isProbing;
  }

  period(): number {
    return this.#period;
  }

  /** Judges the answer to a request that was sent in `period`; true if a pause begins or gets longer. */
  answered(subject: Subject, { status, retryAfterSeconds }: RequestEnd, period: number): boolean {
    const isLimit = status === 429;
    const isOld = period < this.#period;
    if (!isLimit && retryAfterSeconds === null) {
      // Other faults are waited for by whoever made the call.
      const isAnswer = status !== null && status < 400;
      if (isAnswer) this.#deviceLimits.answered(subject);
      if (isAnswer && !isOld) this.#delays.reset();
      if (status !== null && !isOld) this.#isProbing = false;
      return false;
    }
    if (isLimit && this.#deviceLimits.isOfDevice(subject)) return false;
    // Sent before the present pause: only a longer time is news.
    const isKnown = isOld && this.leftMs() > 0;
    if (isKnown && retryAfterSeconds === null) return false;
    const seconds = retryAfterSeconds ?? undefined;
    const fault: Fault = isLimit
      ? { kind: 'limitReached', ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) }
      : { kind: 'busy', status: status ?? 503 };
    if (isLimit && !isKnown) this.options.onLimit();
    const isLonger = this.#begin(fault, this.#delays.afterLimit(seconds));
    if (!isKnown) this.#period++;
    return isLonger;
  }

  #begin(fault: Fault, delayMs: number): boolean {
    const { now, history } = this.options;
    if (this.leftMs() >= delayMs) return false;
    history.pause = { fault, until: now() + delayMs };
    this.#longestMs = delayMs;
    this.#isProbing = true;
    return true;
  }
}

/**
 * Besides the calls per minute there is a limit of results per device and day (wire contract 1.6). A
 * device that is refused again, although others were answered by the same call since, has reached that.
 */
class DeviceLimits {
  readonly #answers = new Map<string, number>();
  /** Devices whose last answer was a 429, with the number of answers by then. */
  readonly #refused = new Map<string, number>();

  answered(subject: Subject): void {
    const key = keyOf(subject);
    if (key === null) return;
    this.#answers.set(subject.path, (this.#answers.get(subject.path) ?? 0) + 1);
    this.#refused.delete(key);
  }

  /** A device was refused with 429: whether that concerns this device only. */
  isOfDevice(subject: Subject): boolean {
    const key = keyOf(subject);
    if (key === null) return false;
    const answersThen = this.#refused.get(key);
    const answersNow = this.#answers.get(subject.path) ?? 0;
    this.#refused.set(key, answersNow);
    return answersThen !== undefined && answersNow > answersThen;
  }
}

const keyOf = ({ path, id }: Subject) =>
  id !== undefined && path.startsWith('/api/devices/') ? `${path} ${id}` : null;

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

const minuteMs = 60_000;
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
const leastShare = 1 / 16;

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
          ? refusedAt * leastShare
          : (suspected ?? limit() * leastShare) * decrease;
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
