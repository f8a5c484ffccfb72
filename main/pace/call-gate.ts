import { FaultError, type Fault } from '#shared/fault';
import { allocateBudget, type Allowance, type Working } from './allocation';
import { createBudget, type Reservation } from './budget';
import type { Clock } from './clock';
import type { DayBudget } from './day-budget';
import {
  createGatedCall,
  type GateCall,
  type GatedCall,
  type GatedCallControl,
} from './gated-call';
import { createLearnedLimit, type LearnedLimit, type LearnedState } from './learned-limit';
import { createServicePause, type GateAnswer, type Pause } from './service-pause';
import { createWaitingCalls, isUrgent, type WaitingCall } from './waiting-calls';

export type { GateCall, GatedCall } from './gated-call';

/** The calls of an account, which outlive a gate: the same account may be opened again. */
export interface CallHistory {
  /** When requests of the last minute were sent, oldest first. */
  spent: number[];
  pause: Pause | null;
}

export const createCallHistory = (): CallHistory => ({ spent: [], pause: null });

/** Observes the requests. */
export interface RequestWatch {
  /** A request is sent; returns what to call with its answer. */
  sent(source: GateCall['source']): (answer: GateAnswer) => void;
}

/**
 * The one place that decides when a request of an account may be sent: never more than the limit in any
 * minute, nothing while the service asked for a pause, the calls of the user first.
 */
export interface CallGate {
  /** Starts an operation: from now on it counts against the budget. */
  begin(call: GateCall): GatedCall;
  /** For jobs, for downloads of history and for the refresh: when to begin the next operation. */
  jobs: Allowance;
  downloads: Allowance;
  refresh: Allowance;
  /** Keeps a call for a later operation: to jobs, history and the refresh it counts as spent. */
  reserve(): Reservation;
  /** The present rate of everything together. */
  rate(): { inUse: number; isSlowed: boolean; refusedAt: number | null };
  /** What was learned about the limit of the service. */
  learned: Pick<LearnedLimit, 'state' | 'forget'>;
  /** Why and until when nothing is sent; null: requests are sent. */
  pause(): Pause | null;
  /** A setting changed: waiting calls may be possible now. */
  wake(): void;
  /** The user's own calls that wait for their turn. */
  waitingOfUser(): number;
  /** Ends the waits of the user's own calls; what was sent is not affected. */
  cancelWaiting(): void;
  /** Ends all waits and refuses later operations. */
  close(): void;
}

export interface CallGateOptions {
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
  watch?: RequestWatch;
  /** The service refused a call: something was learned about its limit. */
  onLearned?: () => void;
  /** The pause or the number of waiting calls changed. */
  onChanged?: () => void;
}

/** Longer than a minute: requests that are sent evenly may arrive less evenly. */
const windowMs = 61_000;
/** Background calls leave one of so many calls per minute to the user, and not more than a number. */
const callsPerOneOfUser = 10;
const mostLeftToUser = 60;
/** With fewer calls a minute there is nothing to leave. */
const fewestToShare = 4;
/** The rate that is used of a limit in one minute. */
const leftToUserOf = (rate: number) =>
  Math.min(
    mostLeftToUser,
    Math.max(rate < fewestToShare ? 0 : 1, Math.floor(rate / callsPerOneOfUser)),
  );
const noDayLimit: NonNullable<CallGateOptions['day']> = {
  steadyLimit: () => Number.POSITIVE_INFINITY,
  waitMs: () => 0,
  isUsedUp: () => false,
};

const cancelled: Fault = {
  kind: 'declined',
  reason: 'state',
  message: 'Cancelled while it waited for the service. This request was not sent.',
};
const dayUsedUp: Fault = {
  kind: 'declined',
  reason: 'state',
  message:
    'The calls of this day are used up. This request was not sent. Calls continue on the next day of the account, or when “Calls per day” is raised under “Calls today”.',
};
const accountClosed: Fault = {
  kind: 'declined',
  reason: 'gone',
  message: 'The account was closed while this waited for the service. This request was not sent.',
};

/** Jobs, downloads and the refresh ask when to begin; the other calls come when they are needed. */
const isPaced = (source: GateCall['source']) =>
  source === 'refresh' || source === 'job' || source === 'history' || source === 'alerts';

export function createCallGate(options: CallGateOptions): CallGate {
  const { clock, working, day = noDayLimit } = options;
  const { now } = clock;
  const history = options.history ?? createCallHistory();
  const learned = createLearnedLimit({
    now,
    limit: options.callsPerMinute,
    stored: options.learned,
  });
  const budget = createBudget({
    callsPerMinute: learned.callsPerMinute,
    keeps: leftToUserOf,
    steadyLimit: day.steadyLimit,
    now,
    windowMs,
    spent: history.spent,
  });
  /** Without the one that was refused. */
  const callsSince = (from: number) =>
    Math.max(0, history.spent.filter((at) => at > from).length - 1);
  const pause = createServicePause({
    now,
    history,
    onLimit: () => {
      learned.refused(callsSince);
      options.onLearned?.();
    },
  });
  const leftToUser = () => leftToUserOf(budget.callsPerMinute());
  const shares = allocateBudget({
    budget,
    isSlowed: learned.isSlowed,
    working,
    now,
    leftToUser,
    pause: pause.current,
    day,
  });
  const waiting = createWaitingCalls();
  const begun = new Map<GatedCallControl, GateCall['source']>();
  let inFlight = 0;
  let cancelTimer: (() => void) | null = null;
  let isClosed = false;

  function later(delayMs: number): void {
    cancelTimer = clock.after(Math.max(1, Math.ceil(delayMs)), pump);
  }

  /** Gives their turn to as many waiting calls as may be sent, and sets a timer for the next. */
  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    const before = waiting.ofUser();
    giveTurns();
    if (waiting.ofUser() !== before) options.onChanged?.();
  }

  function giveTurns(): void {
    while (waiting.size() > 0) {
      const pauseMs = pause.leftMs();
      if (pauseMs > 0) return later(pauseMs);
      const next = waiting.next(now(), pause.isProbing() && inFlight > 0);
      if (!next) return;
      const waitMs = next.isReady() ? waitOf(next) : 0;
      if (waitMs > 0) return later(waitMs);
      waiting.took(next, now());
      next.start();
    }
  }

  /** Exchanges and the user may use the whole minute, the selected device a part of what is left to them. */
  function waitOf({ source, reservation }: WaitingCall): number {
    if (isUrgent({ source })) return reservation.waitMs(0);
    const leave = source === 'selected' ? Math.floor(leftToUser() / 2) : leftToUser();
    // Lists do not ask before they begin.
    return Math.max(reservation.waitMs(leave), source === 'lists' ? day.waitMs() : 0);
  }

  function reserveFor(source: GateCall['source']): Reservation {
    shares.spend(source === 'token' ? 'interactive' : source);
    return budget.reserve();
  }

  function begin(call: GateCall): GatedCall {
    const control = createGatedCall(call, {
      now,
      reserve: () => reserveFor(call.source),
      add: (entry) => {
        waiting.add(entry);
        pump();
        if (waiting.has(entry) && call.source === 'interactive') options.onChanged?.();
      },
      remove: (entry) => {
        waiting.remove(entry);
        pump();
        if (call.source === 'interactive') options.onChanged?.();
      },
      send: () => {
        budget.take(isPaced(call.source));
        inFlight++;
        const period = pause.period();
        const report = options.watch?.sent(call.source);
        return (answer) => {
          inFlight--;
          report?.(answer);
          if (pause.answered(call, answer, period)) options.onChanged?.();
          pump();
        };
      },
      over: () => {
        begun.delete(control);
        pump();
      },
    });
    begun.set(control, call.source);
    if (isClosed) control.refuse(new FaultError(accountClosed));
    else if (isUrgent(call) && day.isUsedUp()) control.refuse(new FaultError(dayUsedUp));
    return control.gated;
  }

  return {
    begin,
    reserve: budget.reserve,
    jobs: shares.jobs,
    downloads: shares.downloads,
    refresh: shares.refresh,
    rate: () => ({
      inUse: budget.callsPerMinute(),
      isSlowed: learned.isSlowed(),
      refusedAt: learned.refusedAt(),
    }),
    learned,
    wake: pump,
    pause: pause.current,
    waitingOfUser: waiting.ofUser,
    cancelWaiting: () => {
      for (const [control, source] of begun) {
        if (source === 'interactive' && control.isWaiting()) {
          control.refuse(new FaultError(cancelled));
        }
      }
    },
    close: () => {
      isClosed = true;
      for (const control of begun.keys()) control.refuse(new FaultError(accountClosed));
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
