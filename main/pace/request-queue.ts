// Why it is so: docs/decisions/0081-one-request-queue.md
import { FaultError, type Fault } from '#shared/fault';
import {
  Budget,
  createLearnedLimit,
  type CallSource,
  type DayBudget,
  type LearnedState,
  type Pause,
  type Reservation,
  type Working,
} from './budget';
import type { Clock } from './clock';
import { createRetryDelays } from './back-off';
import { message } from '#shared/i18n/translate';

/** The calls of an account, which outlive its queue: the same account may be opened again. */
export interface CallHistory {
  /** When requests of the last minute were sent, oldest first. */
  spent: number[];
  pause: Pause | null;
}

export const createCallHistory = (): CallHistory => ({ spent: [], pause: null });

/** `token`: an exchange, for which other calls wait. */
export type RequestSource = CallSource | 'token';

/** One operation, as the queue needs to know it. */
export interface QueueCall {
  source: RequestSource;
  /** The path of the interface, without the id of the record. */
  path: string;
  id?: string | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** An operation in the queue: each of its requests takes a turn. */
export interface QueuedCall {
  /**
   * Resolves when one request may be sent, which counts as sent from then on. False: `isReady` no longer
   * held, and nothing was spent. Rejects if the wait was ended.
   */
  turn(isReady?: () => boolean): Promise<boolean>;
  /** Waits for something that the operation needs before its turn. Rejects if the wait was ended. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** The request of the last turn ended. */
  answered(end: RequestEnd): void;
  /** The operation is over. */
  end(): void;
}

export interface RequestQueueOptions {
  clock: Clock;
  /** The limit of the user and of the service. */
  callsPerMinute: () => number;
  /** Whether jobs or downloads are running. */
  working: () => Working;
  /** What an earlier session learned about the limit of the service. */
  learned?: LearnedState | null;
  /** The user's limit of calls per day; absent: none. */
  day?: Pick<DayBudget, 'steadyLimit' | 'waitMs' | 'isUsedUp'>;
  history?: CallHistory;
  /** A request is sent; returns what to call with its answer. */
  onSent?: (source: RequestSource) => (end: RequestEnd) => void;
  /** The service refused a call: something was learned about its limit. */
  onLearned?: () => void;
  /** The pause or the number of waiting calls changed. */
  onChanged?: () => void;
}

/** A request that waits for its turn. */
interface WaitingRequest {
  source: RequestSource;
  /** Epoch milliseconds. */
  since: number;
  reservation: Reservation;
  /** Whether it may still be sent; otherwise its turn costs nothing. */
  isReady: () => boolean;
  /** Its turn has come. */
  start: () => void;
}

/** An operation that is not over. */
interface OpenCall {
  source: RequestSource;
  isWaiting(): boolean;
  /** Ends the present and every later wait; a request that was sent is not affected. */
  refuse(why: unknown): void;
}

/** The order of the requests; those of one rank in the order in which they came. */
const ranks: Record<RequestSource, number> = {
  token: 0,
  interactive: 1,
  lists: 2,
  selected: 2,
  refresh: 3,
  job: 3,
  history: 3,
  alerts: 4,
};
/** The user waits for it, or everything does. */
const isUrgent = (source: RequestSource) => ranks[source] <= 1;
/** Every fourth turn belongs to the request that waited for longer than this. */
const longWaitMs = 60_000;
const turnsBeforeOthers = 3;

/**
 * The one place that decides when a request of an account is sent: never more than the limit in any minute,
 * nothing while the service asked for a pause, the calls of the user first.
 *
 * A request is delayed by the first of these that applies: the pause (`ServicePause`), one background request
 * at a time after a pause and others before it by rank (`#next`), its place in the minute or the end of the
 * day (`#waitMs`). Jobs, downloads and the refresh wait before they begin, for their share and an even pace
 * (`Budget`).
 */
export class RequestQueue {
  readonly learned: ReturnType<typeof createLearnedLimit>;
  readonly #budget: Budget;
  readonly #pause: ServicePause;
  /** In the order in which they came. */
  readonly #waiting = new Set<WaitingRequest>();
  readonly #open = new Set<OpenCall>();
  /** Turns in a row that passed over a request that has waited long. */
  #passedOver = 0;
  #inFlight = 0;
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  constructor(private readonly options: RequestQueueOptions) {
    const { clock, callsPerMinute, working, day, history = createCallHistory() } = options;
    const { now } = clock;
    this.learned = createLearnedLimit({ now, limit: callsPerMinute, stored: options.learned });
    this.#pause = new ServicePause({
      now,
      history,
      onLimit: () => {
        // Without the one that was refused.
        this.learned.refused((from) =>
          Math.max(0, history.spent.filter((at) => at > from).length - 1),
        );
        options.onLearned?.();
      },
    });
    this.#budget = new Budget({
      now,
      callsPerMinute: this.learned.callsPerMinute,
      isSlowed: this.learned.isSlowed,
      working,
      pause: () => this.#pause.current(),
      spent: history.spent,
      ...(day && { day }),
    });
  }

  /** For jobs, for downloads of history and for the refresh: when to begin the next operation. */
  get jobs() {
    return this.#budget.jobs;
  }
  get downloads() {
    return this.#budget.downloads;
  }
  get refresh() {
    return this.#budget.refresh;
  }

  /** Starts an operation: from now on it counts against the budget. */
  begin(call: QueueCall): QueuedCall {
    const { source, signal } = call;
    let reservation: Reservation | null = this.#budget.reserve(source);
    let refusal: { why: unknown } | null = null;
    let endWait: ((why: unknown) => void) | null = null;
    let onEnd: ((end: RequestEnd) => void) | null = null;

    const refuse = (why: unknown): void => {
      refusal ??= { why };
      endWait?.(refusal.why);
    };
    const onAbort = () => refuse(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();

    /** Settles as `start` says, or rejects when the operation is refused; then it calls `stop`. */
    async function wait<T>(
      start: (resolve: (value: T) => void, reject: (why: unknown) => void) => void,
      stop: () => void = () => undefined,
    ): Promise<T> {
      if (refusal) throw refusal.why;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      endWait = (why) => {
        endWait = null;
        reject(why);
        // The turn of another request may come with this.
        stop();
      };
      start(resolve, reject);
      try {
        return await promise;
      } finally {
        endWait = null;
      }
    }

    const turn = (isReady: () => boolean): Promise<boolean> => {
      const held = (reservation ??= this.#budget.reserve(source));
      const request: WaitingRequest = {
        source,
        since: this.#now(),
        reservation: held,
        isReady,
        start: () => undefined,
      };
      return wait(
        (resolve) => {
          request.start = () => {
            // Its turn has come: this wait can no longer be ended.
            endWait = null;
            const isSent = isReady();
            if (isSent) {
              held.end();
              reservation = null;
              onEnd = this.#send(call);
            }
            resolve(isSent);
          };
          this.#add(request);
        },
        () => this.#remove(request),
      );
    };

    const answered = (end: RequestEnd): void => {
      const report = onEnd;
      onEnd = null;
      report?.(end);
    };

    const open: OpenCall = { source, isWaiting: () => endWait !== null, refuse };
    this.#open.add(open);
    if (this.#isClosed) refuse(new FaultError(accountClosed));
    else if (isUrgent(source) && this.options.day?.isUsedUp()) refuse(new FaultError(dayUsedUp));
    return {
      turn: (isReady = () => true) => turn(isReady),
      waitFor: (work) => {
        // A call that was refused before waits for nothing, and nobody else may hear how the work ends.
        work.catch(() => undefined);
        return wait((resolve, reject) => void work.then(resolve, reject));
      },
      answered,
      end: () => {
        answered({ status: null, retryAfterSeconds: null });
        reservation?.end();
        reservation = null;
        signal?.removeEventListener('abort', onAbort);
        this.#open.delete(open);
        this.#pump();
      },
    };
  }

  /** Keeps a call for a later operation: to jobs, history and the refresh it counts as spent. */
  reserve(): Reservation {
    return this.#budget.reserve();
  }

  /** The present rate of everything together. */
  rate() {
    return {
      inUse: this.#budget.callsPerMinute(),
      isSlowed: this.learned.isSlowed(),
      refusedAt: this.learned.refusedAt(),
    };
  }

  /** Why and until when nothing is sent; null: requests are sent. */
  pause(): Pause | null {
    return this.#pause.current();
  }

  /** A setting changed: waiting requests may be possible now. */
  wake(): void {
    this.#pump();
  }

  /** The user's own requests that wait for their turn. */
  waitingOfUser(): number {
    return [...this.#waiting].filter(({ source }) => source === 'interactive').length;
  }

  /** Ends the waits of the user's own calls; what was sent is not affected. */
  cancelWaiting(): void {
    for (const call of this.#open) {
      if (call.source === 'interactive' && call.isWaiting()) call.refuse(new FaultError(cancelled));
    }
  }

  /** Ends all waits and refuses later operations. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#open) call.refuse(new FaultError(accountClosed));
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #now(): number {
    return this.options.clock.now();
  }

  #add(request: WaitingRequest): void {
    this.#waiting.add(request);
    this.#pump();
    if (this.#waiting.has(request) && request.source === 'interactive') this.options.onChanged?.();
  }

  #remove(request: WaitingRequest): void {
    this.#waiting.delete(request);
    this.#pump();
    if (request.source === 'interactive') this.options.onChanged?.();
  }

  /** Counts a request as sent; returns what to call with its answer. */
  #send(call: QueueCall): (end: RequestEnd) => void {
    const { onSent, onChanged } = this.options;
    this.#budget.spend(call.source);
    this.#inFlight++;
    const period = this.#pause.period();
    const report = onSent?.(call.source);
    return (end) => {
      this.#inFlight--;
      report?.(end);
      if (this.#pause.answered(call, end, period)) onChanged?.();
      this.#pump();
    };
  }

  /** Gives their turn to as many requests as may be sent, and sets a timer for the next. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const before = this.waitingOfUser();
    const waitMs = this.#giveTurns();
    if (waitMs > 0) {
      const delayMs = Math.max(1, Math.ceil(waitMs));
      this.#cancelTimer = this.options.clock.after(delayMs, () => this.#pump());
    }
    if (this.waitingOfUser() !== before) this.options.onChanged?.();
  }

  /** Returns in how many milliseconds the next one may be sent; 0: none waits, or not for a time. */
  #giveTurns(): number {
    while (this.#waiting.size > 0) {
      const pauseMs = this.#pause.leftMs();
      if (pauseMs > 0) return pauseMs;
      const next = this.#next();
      if (!next) return 0;
      const waitMs = next.isReady() ? this.#waitMs(next) : 0;
      if (waitMs > 0) return waitMs;
      const waitedLong = this.#longest();
      this.#passedOver = waitedLong && waitedLong !== next ? this.#passedOver + 1 : 0;
      this.#waiting.delete(next);
      next.start();
    }
    return 0;
  }

  /**
   * The next one by rank: exchanges and the user's own calls first, then lists and the selected device, then
   * the others, then alerts in the background. While others come first, every fourth turn belongs to the
   * request that waited longest, if that is over a minute.
   */
  #next(): WaitingRequest | null {
    // After a pause background requests are sent one at a time until the service answers.
    const isOnlyUser = this.#pause.isProbing() && this.#inFlight > 0;
    const waitedLong = this.#longest();
    if (waitedLong && this.#passedOver >= turnsBeforeOthers && !isOnlyUser) return waitedLong;
    let best: WaitingRequest | null = null;
    for (const request of this.#waiting) {
      if (isOnlyUser && !isUrgent(request.source)) continue;
      if (!best || ranks[request.source] < ranks[best.source]) best = request;
    }
    return best;
  }

  /** The request that waited longest, if that is long. */
  #longest(): WaitingRequest | null {
    const [first] = this.#waiting;
    return first && this.#now() - first.since > longWaitMs ? first : null;
  }

  /** Exchanges and the user may use the whole minute, the selected device a part of what is left to them. */
  #waitMs({ source, reservation }: WaitingRequest): number {
    if (isUrgent(source)) return reservation.waitMs();
    const leftToUser = this.#budget.leftToUser();
    const leave = source === 'selected' ? Math.floor(leftToUser / 2) : leftToUser;
    // Lists do not ask before they begin.
    const dayMs = source === 'lists' ? (this.options.day?.waitMs() ?? 0) : 0;
    return Math.max(reservation.waitMs(leave), dayMs);
  }
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

const cancelled: Fault = {
  kind: 'declined',
  reason: 'state',
  message: message('faults.main.cancelledWaiting'),
};
const dayUsedUp: Fault = {
  kind: 'declined',
  reason: 'state',
  message: message('faults.main.dayUsedUp'),
};
const accountClosed: Fault = {
  kind: 'declined',
  reason: 'gone',
  message: message('faults.main.closedWaiting'),
};
