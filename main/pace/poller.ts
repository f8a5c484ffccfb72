import type { Allowance } from './allocation';
import { createCircuitBreaker } from './circuit-breaker';
import type { ListedDevices } from './listed-devices';
import { createPollOutcomes } from './poll-outcomes';
import { pollerState, type PollerState } from './poller-state';
import {
  createRotation,
  type Attention,
  type Rotation,
  type RotationOptions,
  type Sighting,
  type Turn,
} from './scheduler';

export type { PollerState } from './poller-state';

/**
 * `selected`: a request for the device that the user selected. `user`: the first request for it, for which
 * the user waits.
 */
export type Urgency = 'user' | 'selected' | 'rest';

export interface PollerOptions extends Omit<RotationOptions, 'callsPerMinute'> {
  /**
   * Requests one last location; it counts against the budget before this returns. Returns what the answer
   * says of the movement. Rejects with FaultError.
   */
  ask: (id: string, urgency: Urgency) => Promise<Sighting | null>;
  /** The same object as long as nothing changes. */
  listed: () => ListedDevices;
  /** Where the user looks; the same object as long as nothing changes. */
  attention: () => Attention;
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
  /** How long answers take, in milliseconds; 0 if unknown. */
  answerMs: () => number;
}

/** Keeps the last locations current: requests the device that `Rotation` chooses, within the budget. */
export interface Poller {
  /** Starts; nothing is requested before. */
  start(): void;
  /** Looks for work again after the attention or the list of devices changed. */
  look(): void;
  /** An answer about a device that the poller did not request. */
  sighted(id: string, sighting: Sighting | null): void;
  /** About when a device is requested next; null if that is not planned. */
  expectedAt(id: string): number | null;
  /** What was learned of the movement of devices. */
  learned: Pick<Rotation, 'habits' | 'ids' | 'indexOf'>;
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

/** How long after a pause devices that were never requested do not cause a burst. */
const noBurstMs = 60_000;

/** Requests of the poller in flight at the same time. */
const concurrency = 4;

export function createPoller(options: PollerOptions): Poller {
  const { budget, now } = options;
  /** A slow service cannot answer as many calls as the budget allows. */
  const possibleCalls = () => {
    const answerMs = options.answerMs();
    return answerMs === 0 ? Number.POSITIVE_INFINITY : (concurrency * 60_000) / answerMs;
  };
  const rotation = createRotation({
    ...options,
    callsPerMinute: () => Math.min(budget.callsPerMinute(), possibleCalls()),
  });
  const breaker = createCircuitBreaker(options);
  const outcomes = createPollOutcomes({ ...options, rotation, breaker });
  let isStarted = false;
  let isPaused = false;
  let isClosed = false;
  let noBurstUntil = 0;
  let inFlight = 0;
  let cancelTimer: (() => void) | null = null;
  const report = createChangeReport(options.onState);

  const state = () =>
    pollerState({
      isActive: isStarted && !isPaused,
      isClosed,
      isSlowed: budget.isSlowed(),
      open: breaker.open(),
      pause: budget.pause(),
      reason: breaker.reason(),
      devices: options.listed().ids.length,
      intervals: rotation.intervals(options.attention().selected !== null),
      callsPerMinute: budget.callsPerMinute(),
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
    rotation.sync(options.listed());
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
      const turn = rotation.next(now(), options.attention());
      if (!turn) return;
      const waitMs = Math.max(turn.dueAt - now(), budgetWaitMs(turn));
      if (waitMs > 0) {
        // The selected device may be asked while the others wait for the budget.
        later(Math.min(waitMs, untilSelectedMs()));
        return;
      }
      rotation.begin(turn);
      void run(turn.id, urgencyOf(turn));
    }
  }

  /** Until the selected device is due; if it is asked at present, its answer goes on. */
  function untilSelectedMs(): number {
    const { selected } = options.attention();
    const at = selected === null ? null : rotation.expectedAt(selected, now());
    return at === null || at <= now() ? Number.POSITIVE_INFINITY : at - now();
  }

  function urgencyOf(turn: Turn): Urgency {
    if (!turn.isSelected) return 'rest';
    return turn.isFirst ? 'user' : 'selected';
  }

  const budgetWaitMs = (turn: Turn) => {
    const mayBurst = turn.isFirst && now() >= noBurstUntil;
    return budget.waitMs(mayBurst ? 'burst' : 'steady', 0, urgencyOf(turn) !== 'rest');
  };

  async function run(id: string, urgency: Urgency): Promise<void> {
    const period = breaker.period();
    inFlight++;
    try {
      const sighting = await options.ask(id, urgency);
      rotation.end(id, now(), sighting);
      outcomes.succeeded();
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
    sighted: (id, sighting) => rotation.sighted(id, now(), sighting),
    expectedAt: (id) => {
      const { phase } = state();
      return phase === 'running' || phase === 'slowed' ? rotation.expectedAt(id, now()) : null;
    },
    learned: rotation,
    pause: () => {
      isPaused = true;
      pump();
    },
    resume: () => {
      if (isPaused) noBurstUntil = now() + noBurstMs;
      isPaused = false;
      pump();
    },
    wake,
    refreshNow: () => {
      noBurstUntil = 0;
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
