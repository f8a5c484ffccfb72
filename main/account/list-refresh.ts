import { createRetryDelays } from '#main/pace/back-off';
import type { Clock } from '#main/pace/clock';
import type { Reservation } from '#main/pace/budget';
import { FaultError, type Fault } from '#shared/fault';

export interface ListAsk {
  /** Rejects with FaultError. */
  ask: () => Promise<unknown>;
  /** The account works without this list: a refusal is no fault. */
  mayBeRefused?: boolean;
}

/** An administrator may grant a refused list again, but that is not worth a call every few seconds. */
const refusedRetryMs = 60_000;

/** Requests the whole lists in rounds from time to time, and again soon after a fault. */
export function createListRefresh(options: {
  clock: Clock;
  /** The lists in the order in which the window needs them. */
  asks: readonly ListAsk[];
  everyMs: () => number;
  /** Keeps a call for each list of a round, so that other background calls do not come between them. */
  reserve?: () => Reservation;
  onState: (fault: Fault | null) => void;
  /** Reports an exception that is not a fault; returns the fault to show. The round continues. */
  onBug: (error: unknown) => Fault;
}) {
  const { clock } = options;
  const delays = createRetryDelays({ longestMs: 15_000, longestLimitMs: 30_000 });
  let fault: Fault | null = null;
  let dueAt: number | null = null;
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let isStopped = false;
  let isPaused = false;
  /** Woken during a round: its fault may be out of date. */
  let isWoken = false;

  function later(delayMs: number): void {
    if (isStopped) return;
    dueAt = clock.now() + delayMs;
    cancelTimer?.();
    cancelTimer = clock.after(delayMs, () => {
      if (!isPaused) void run();
    });
  }

  function cancel(): void {
    cancelTimer?.();
    cancelTimer = null;
  }

  /** Requests one list; returns the fault that counts, and whether the others are worth a request. */
  async function request(one: ListAsk): Promise<{ fault: Fault | null; isLast: boolean }> {
    try {
      await one.ask();
      return { fault: null, isLast: false };
    } catch (error) {
      const isFault = error instanceof FaultError;
      const met = isFault ? error.fault : options.onBug(error);
      if (one.mayBeRefused && isRefusal(met)) return { fault: null, isLast: false };
      const isBusy = met.kind === 'busy' && !one.mayBeRefused;
      return { fault: met, isLast: isFault && (isBusy || concernsAll(met)) };
    }
  }

  async function round(): Promise<void> {
    isWoken = false;
    cancel();
    dueAt = null;
    let first: Fault | null = null;
    const reserved = options.asks.map((one) => ({ one, call: options.reserve?.() }));
    try {
      for (const { one, call } of reserved) {
        call?.end();
        const result = await request(one);
        first ??= result.fault;
        if (result.isLast) break;
        if (isStopped) return;
      }
    } finally {
      for (const { call } of reserved) call?.end();
    }
    if (first !== null && isWoken) return round();
    fault = first;
    const delayMs = delayAfter(fault);
    if (delayMs !== null) later(delayMs);
    options.onState(fault);
  }

  /** null: not before the key is replaced. */
  function delayAfter(met: Fault | null): number | null {
    if (met === null) {
      delays.reset();
      return options.everyMs();
    }
    if (met.kind === 'unauthorized') return null;
    if (met.kind === 'forbidden' || met.kind === 'notFound') return refusedRetryMs;
    if (met.kind === 'limitReached') return delays.afterLimit(met.retryAfterSeconds);
    return delays.afterFault();
  }

  function run(): Promise<void> {
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    /** Starts the first round immediately. */
    start: () => void run(),
    /** Starts a round, or joins the one in progress; resolves when it is over, whatever its result. */
    now: run,
    /** Tries again immediately if it waits after a fault, or if the next round is overdue. */
    wake: () => {
      if (isStopped || isPaused) return;
      if (running) {
        isWoken = true;
        return;
      }
      const isOverdue = dueAt !== null && clock.now() >= dueAt;
      if (fault === null && !isOverdue) return;
      delays.resetFaults();
      void run();
    },
    /** Begins no round by itself until `resume`, except the first. */
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      if (!isPaused || isStopped) return;
      isPaused = false;
      // The time may have passed, also while the timer did not run.
      if (!running && dueAt !== null) later(Math.max(0, dueAt - clock.now()));
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
    fault: () => fault,
    nextTryAt: () => (fault ? dueAt : null),
  };
}

/** The service answered that it does not provide this list. */
function isRefusal({ kind }: Fault): boolean {
  return (
    kind === 'forbidden' ||
    kind === 'notFound' ||
    kind === 'invalid' ||
    kind === 'conflict' ||
    kind === 'notThisService'
  );
}

/** The same fault would meet every other list. */
function concernsAll({ kind }: Fault): boolean {
  return (
    kind === 'offline' || kind === 'unauthorized' || kind === 'keychain' || kind === 'limitReached'
  );
}
