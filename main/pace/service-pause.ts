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
export interface GateAnswer {
  /** null: no answer came. */
  status: number | null;
  /** The `Retry-After` of a failed answer. */
  retryAfterSeconds: number | null;
}

/** When the service asked for a pause: a 429, or a `Retry-After` with any failed answer. */
export interface ServicePause {
  /** null: none, or it is over. */
  current(): Pause | null;
  leftMs(): number;
  /** After a pause, until the first answer: background calls are sent one at a time. */
  isProbing(): boolean;
  /** The number of pauses so far. A request remembers it when it is sent. */
  period(): number;
  /** Judges the answer to a request that was sent in `period`; true if a pause begins or gets longer. */
  answered(
    subject: { path: string; id?: string | undefined },
    answer: GateAnswer,
    period: number,
  ): boolean;
}

export interface ServicePauseOptions {
  now: () => number;
  /** Holds the pause; outlives this object. */
  history: { pause: Pause | null };
  /** A 429 begins a pause. */
  onLimit: () => void;
}

export function createServicePause(options: ServicePauseOptions): ServicePause {
  const { now, history } = options;
  const delays = createRetryDelays({});
  const deviceLimits = createDeviceLimits();
  let period = 0;
  let isProbing = false;
  /** The length of the pause that was set last. */
  let longestMs = Number.POSITIVE_INFINITY;

  function leftMs(): number {
    const { pause } = history;
    if (!pause) return 0;
    // A clock that was set back must not make the pause longer.
    pause.until = Math.min(pause.until, now() + longestMs);
    if (pause.until > now()) return pause.until - now();
    history.pause = null;
    return 0;
  }

  function begin(fault: Fault, delayMs: number): boolean {
    const until = now() + delayMs;
    if (leftMs() >= delayMs) return false;
    history.pause = { fault, until };
    longestMs = delayMs;
    isProbing = true;
    return true;
  }

  return {
    current: () => (leftMs() > 0 ? history.pause : null),
    leftMs,
    isProbing: () => isProbing,
    period: () => period,
    answered: (subject, { status, retryAfterSeconds }, sentIn) => {
      const isLimit = status === 429;
      const isOld = sentIn < period;
      if (!isLimit && retryAfterSeconds === null) {
        // Other faults are waited for by whoever made the call.
        const isAnswer = status !== null && status < 400;
        if (isAnswer) deviceLimits.answered(subject);
        if (isAnswer && !isOld) delays.reset();
        if (status !== null && !isOld) isProbing = false;
        return false;
      }
      if (isLimit && deviceLimits.limited(subject)) return false;
      // Sent before the present pause: only a longer time is news.
      const isKnown = isOld && leftMs() > 0;
      if (isKnown && retryAfterSeconds === null) return false;
      const seconds = retryAfterSeconds ?? undefined;
      const fault: Fault = isLimit
        ? { kind: 'limitReached', ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) }
        : { kind: 'busy', status: status ?? 503 };
      if (isLimit && !isKnown) options.onLimit();
      const isLonger = begin(fault, delays.afterLimit(seconds));
      if (!isKnown) period++;
      return isLonger;
    },
  };
}

/**
 * Besides the calls per minute there is a limit of results per device and day (wire contract 1.6). A
 * device that is refused again, although others were answered by the same call since, has reached that.
 */
function createDeviceLimits() {
  /** Answers by path. */
  const answers = new Map<string, number>();
  /** Devices whose last answer was a 429, with the number of answers by then. */
  const refused = new Map<string, number>();
  const keyOf = ({ path, id }: { path: string; id?: string | undefined }) =>
    id !== undefined && path.startsWith('/api/devices/') ? `${path} ${id}` : null;
  return {
    answered: (subject: { path: string; id?: string | undefined }) => {
      const key = keyOf(subject);
      if (key === null) return;
      answers.set(subject.path, (answers.get(subject.path) ?? 0) + 1);
      refused.delete(key);
    },
    /** True if the 429 concerns this device only. */
    limited: (subject: { path: string; id?: string | undefined }): boolean => {
      const key = keyOf(subject);
      if (key === null) return false;
      const answersThen = refused.get(key);
      const answersNow = answers.get(subject.path) ?? 0;
      refused.set(key, answersNow);
      return answersThen !== undefined && answersNow > answersThen;
    },
  };
}
