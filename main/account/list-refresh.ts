import { createRetryDelays } from '#main/pace/back-off';
import type { Reservation } from '#main/pace/budget';
import { FaultError, type Fault } from '#shared/fault';
import type { Clock } from '#main/pace/clock';

/** Fetches the whole lists now and then, and again soon after it could not. */
export interface ListRefresh {
  /** Begins at once. */
  start(): void;
  /** Asks now; resolves when this round is over, whatever came of it. */
  now(): Promise<void>;
  /** Tries again at once if it is waiting after a fault, or if the next round is overdue. */
  wake(): void;
  stop(): void;
  fault(): Fault | null;
  nextTryAt(): number | null;
}

export interface ListAsk {
  /** Rejects with FaultError. */
  ask: () => Promise<unknown>;
  /** This account may do without it: where the service does not give it, all is well. */
  mayBeRefused?: boolean;
  /** It makes no call as a rule, so it waits for no room. */
  isFree?: boolean;
}

export interface ListRefreshOptions {
  clock: Clock;
  /** The lists in the order they are needed on screen. */
  asks: readonly ListAsk[];
  everyMs?: () => number;
  /** Reserves one call: a round in the background waits for the budget. */
  reserve?: () => Reservation;
  onState: (fault: Fault | null) => void;
  /** An exception that is no fault; answers the fault to show, and the round goes on. */
  onBug: (error: unknown) => Fault;
}

/** A list that is refused may be given back by an administrator, but not every few seconds. */
const refusedRetryMs = 60_000;

/** The service answered, and does not give this list: in words, with a page, in a shape of its own. */
function isOwnMatter({ kind }: Fault): boolean {
  return (
    kind === 'forbidden' ||
    kind === 'notFound' ||
    kind === 'invalid' ||
    kind === 'conflict' ||
    kind === 'notThisService'
  );
}

function concernsAll({ kind }: Fault): boolean {
  return (
    kind === 'offline' || kind === 'unauthorized' || kind === 'keychain' || kind === 'limitReached'
  );
}

export function createListRefresh(options: ListRefreshOptions): ListRefresh {
  const { clock } = options;
  const delays = createRetryDelays({ longestMs: 15_000, longestLimitMs: 30_000 });
  let fault: Fault | null = null;
  let dueAt: number | null = null;
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;
  /** Somebody has better news than the round that is under way. */
  let isWoken = false;
  /** Somebody waits for this round, or the screen is not up to date: no call waits for room. */
  let isUrgent = true;
  let throwIfSuperseded: (() => void) | null = null;

  function later(delayMs: number): void {
    if (stopped) return;
    dueAt = clock.now() + delayMs;
    cancel?.();
    cancel = clock.after(delayMs, () => void run(fault !== null));
  }

  /** Resolves when there is room for a call, or when nobody can wait for it any longer. */
  async function room(): Promise<void> {
    const reservation = isUrgent ? undefined : options.reserve?.();
    if (!reservation) return;
    let waitMs = reservation.waitMs();
    while (waitMs > 0 && !isUrgent && !stopped) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancelWait = clock.after(waitMs, resolve);
      throwIfSuperseded = resolve;
      await promise;
      cancelWait();
      waitMs = reservation.waitMs();
    }
    throwIfSuperseded = null;
    reservation.end();
  }

  function hurry(): void {
    isUrgent = true;
    throwIfSuperseded?.();
  }

  async function round(): Promise<void> {
    isWoken = false;
    cancel?.();
    cancel = null;
    dueAt = null;
    let met: Fault | null = null;
    for (const { ask, mayBeRefused, isFree } of options.asks) {
      try {
        if (!isFree) await room();
        if (stopped) return;
        await ask();
      } catch (error) {
        const isFault = error instanceof FaultError;
        const told = isFault ? error.fault : options.onBug(error);
        if (mayBeRefused && isOwnMatter(told)) continue;
        met ??= told;
        // What concerns every list would only be heard again.
        if (isFault && (concernsAll(told) || (told.kind === 'busy' && !mayBeRefused))) break;
      }
      if (stopped) return;
    }
    if (met !== null && isWoken) return round();
    fault = met;
    if (met === null) {
      delays.reset();
      later(options.everyMs?.() ?? 5 * 60_000);
    } else if (met.kind === 'forbidden' || met.kind === 'notFound') {
      later(refusedRetryMs);
    } else if (met.kind === 'limitReached') {
      later(delays.afterLimit(met.retryAfterSeconds));
    } else if (met.kind !== 'unauthorized') {
      later(delays.afterFault());
    }
    options.onState(fault);
  }

  function run(isHurried = true): Promise<void> {
    if (isHurried) hurry();
    else if (!running) isUrgent = false;
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    start: () => void run(),
    now: () => run(),
    wake: () => {
      if (stopped) return;
      if (running) {
        isWoken = true;
        hurry();
        return;
      }
      const isOverdue = dueAt !== null && clock.now() >= dueAt;
      if (fault === null && !isOverdue) return;
      delays.resetFaults();
      void run();
    },
    stop: () => {
      stopped = true;
      cancel?.();
      cancel = null;
      throwIfSuperseded?.();
    },
    fault: () => fault,
    nextTryAt: () => (fault ? dueAt : null),
  };
}
