import type { Fault } from '#shared/fault';
import { createRetryDelays } from './back-off';

/** The service asked for a pause: nothing is sent until it is over. */
export interface Pause {
  /** Its answer. */
  fault: Fault;
  /** Epoch milliseconds. */
  until: number;
}

/** How a request ended. */
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
  readonly #options: ServicePauseOptions;
  readonly #delays = createRetryDelays({});
  readonly #deviceLimits = new DeviceLimits();
  /** The number of pauses so far. A request remembers it when it is sent. */
  #period = 0;
  #isProbing = false;
  /** The length of the pause that was set last. */
  #longestMs = Number.POSITIVE_INFINITY;

  constructor(options: ServicePauseOptions) {
    this.#options = options;
  }

  /** null: none, or it is over. */
  current(): Pause | null {
    return this.leftMs() > 0 ? this.#options.history.pause : null;
  }

  leftMs(): number {
    const { now, history } = this.#options;
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
    if (isLimit && !isKnown) this.#options.onLimit();
    const isLonger = this.#begin(fault, this.#delays.afterLimit(seconds));
    if (!isKnown) this.#period++;
    return isLonger;
  }

  #begin(fault: Fault, delayMs: number): boolean {
    const { now, history } = this.#options;
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
  /** Answers by path. */
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
