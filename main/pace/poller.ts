import type { Allowance } from './budget';
import { createCircuitBreaker } from './circuit-breaker';
import { createPollOutcomes } from './poll-outcomes';
import { pollerState, type PollerState } from './poller-state';
import { createRotation, type RotationOptions, type Turn } from './scheduler';

export type { PollerState } from './poller-state';

export interface PollerOptions extends RotationOptions {
  /** Requests one last location; charges the budget before it returns. Rejects with FaultError. */
  ask: (id: string) => Promise<void>;
  /** The same array as long as nothing changes. */
  ids: () => readonly string[];
  prioritised: () => readonly string[];
  budget: Allowance;
  now: () => number;
  /** Runs once after a delay; returns the function that cancels it. */
  after: (delayMs: number, run: () => void) => () => void;
  /** From 0 to below 1. */
  random: () => number;
  /** Reports a change of the state, but not every device. */
  onState: (state: PollerState) => void;
  /** Reports an exception that is not a fault; its device rests. */
  onBug: (error: unknown) => void;
  concurrency?: number;
}

/** Keeps the last locations current: requests one device after the other, within the budget. */
export interface Poller {
  /** Starts; or looks for work again after the list of devices changed. */
  start(): void;
  /** Looks for work again after the priority devices changed. */
  look(): void;
  pause(): void;
  resume(): void;
  /** Tries now: the network may be back or the key was replaced. A 429 is waited for nevertheless. */
  wake(): void;
  /** Requests all devices again as soon as the budget allows. */
  refreshNow(): void;
  /** Stops for good. */
  stop(): void;
  state(): PollerState;
}

/** One of so many calls is reserved for devices that the user selects before their turn. */
const callsPerReserved = 20;
const longestAnswerMs = 60_000;

export function createPoller(options: PollerOptions): Poller {
  const { budget, now } = options;
  const concurrency = options.concurrency ?? 4;
  const rotation = createRotation(options);
  const breaker = createCircuitBreaker(options);
  const outcomes = createPollOutcomes({ ...options, rotation, breaker });
  let isStarted = false;
  let isPaused = false;
  let isClosed = false;
  let inFlight = 0;
  const speed = createAnswerSpeed();
  let cancelTimer: (() => void) | null = null;
  const report = createChangeReport(options.onState);

  const state = () =>
    pollerState({
      isActive: isStarted && !isPaused,
      isClosed,
      isSlowed: budget.isSlowed(),
      open: breaker.open(),
      reason: breaker.reason(),
      devices: options.ids().length,
      prioritised: options.prioritised().length,
      againMs: options.againMs ?? 10_000,
      prioritisedAgainMs: options.prioritisedAgainMs ?? 5_000,
      callsPerMinute: budget.callsPerMinute(),
      answerMs: speed.averageMs(),
      concurrency,
      notAskedYet: rotation.neverRequested(),
    });

  function later(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = options.after(Math.max(1, Math.ceil(delayMs)), () => {
      cancelTimer = null;
      pump();
    });
  }

  /** Sends as many requests as time, budget and concurrency allow, and sets the next timer. */
  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    rotation.sync(options.ids());
    if (isStarted && !isPaused && !isClosed) sendDue();
    if (!isClosed) report(state());
  }

  function sendDue(): void {
    const pauseMs = breaker.waitMs();
    if (pauseMs !== 0) {
      if (pauseMs !== null) later(pauseMs);
      return;
    }
    while (inFlight < (breaker.isProbing() ? 1 : concurrency)) {
      const turn = rotation.next(now(), options.prioritised());
      if (!turn) return;
      const waitMs = Math.max(turn.dueAt - now(), budgetWaitMs(turn));
      if (waitMs > 0) {
        later(waitMs);
        return;
      }
      rotation.begin(turn);
      void run(turn.id);
    }
  }

  /** The reserved calls are for the first request of the first priority device: the user sees it. */
  function budgetWaitMs(turn: Turn): number {
    const mayUseReserved = turn.isFirst && turn.id === options.prioritised()[0];
    const leave = mayUseReserved ? 0 : Math.floor(budget.callsPerMinute() / callsPerReserved);
    return budget.waitMs(turn.isFirst ? 'burst' : 'steady', leave);
  }

  async function run(id: string): Promise<void> {
    const period = breaker.period();
    const startedAt = now();
    inFlight++;
    try {
      await options.ask(id);
      rotation.end(id, now());
      speed.took(now() - startedAt);
      outcomes.succeeded(id);
    } catch (error) {
      rotation.end(id, now());
      if (!isClosed) outcomes.failed(id, error, period);
    } finally {
      inFlight--;
      pump();
    }
  }

  function wake(): void {
    breaker.wake();
    pump();
  }

  return {
    start: () => {
      isStarted = true;
      pump();
    },
    look: pump,
    pause: () => {
      isPaused = true;
      pump();
    },
    resume: () => {
      isPaused = false;
      pump();
    },
    wake,
    refreshNow: () => {
      rotation.restart();
      wake();
    },
    stop: () => {
      isClosed = true;
      cancelTimer?.();
      cancelTimer = null;
    },
    state,
  };
}

/** How long answers take: a moving average over about the last eight. */
function createAnswerSpeed() {
  let averageMs: number | null = null;
  return {
    took: (ms: number) => {
      // The clock may be set, or the computer sleep, while a request is in flight.
      const plausible = Math.max(0, Math.min(longestAnswerMs, ms));
      averageMs ??= plausible;
      averageMs += (plausible - averageMs) / 8;
    },
    /** Rounded, so that a state which shows it does not change with every answer. */
    averageMs: () => Math.round((averageMs ?? 0) / 250) * 250,
  };
}

/** Reports a state unless it equals the last one, except for the number of devices never requested. */
function createChangeReport(onState: (state: PollerState) => void): (state: PollerState) => void {
  let last = '';
  return (state) => {
    const { notAskedYet, ...rest } = state;
    const text = JSON.stringify([rest, notAskedYet === 0]);
    if (text === last) return;
    last = text;
    onState(state);
  };
}
