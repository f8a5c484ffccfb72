import { FaultError, type Fault } from '#shared/fault';
import { createRetryDelays } from './back-off';
import type { Allowance } from './budget';
import { createRotation, type RotationOptions, type Turn } from './scheduler';

export interface PollerState {
  /**
   * `idle`: nothing to ask, or paused. `slowed`: running below the full rate. `waiting`: after a
   * fault, until `nextTryAt`. `stopped`: until somebody says otherwise.
   */
  phase: 'idle' | 'running' | 'slowed' | 'waiting' | 'stopped';
  /** Why it does not run as it should; null while all is well. */
  reason: Fault | null;
  /** Epoch milliseconds; null unless it waits. */
  nextTryAt: number | null;
  /** How long one round over all devices takes at the present rate. */
  roundSeconds: number;
  callsPerMinute: number;
  /** Devices not asked about yet. */
  notAskedYet: number;
}

export interface PollerOptions extends RotationOptions {
  /** Requests one last location; charges the budget before it returns. Rejects with FaultError. */
  ask: (id: string) => Promise<void>;
  /** The same array for as long as nothing changes. */
  ids: () => readonly string[];
  prioritised: () => readonly string[];
  budget: Allowance;
  now: () => number;
  /** Runs once after a delay; answers the function that calls it off. */
  after: (delayMs: number, run: () => void) => () => void;
  /** From 0 to below 1. */
  random: () => number;
  /** Told when the state changes, but not at every device. */
  onState: (state: PollerState) => void;
  /** An exception that is no fault; the device it befell rests. */
  onBug: (error: unknown) => void;
  concurrency?: number;
}

/** Keeps the last locations fresh: asks about one device after the other, within the budget. */
export interface Poller {
  /** Begins; or looks again, where the list of devices has changed. */
  start(): void;
  /** Others are favoured now. */
  look(): void;
  pause(): void;
  resume(): void;
  /** The network may be back or the key was replaced: tries now. A 429 is waited for all the same. */
  wake(): void;
  /** Everybody again, as soon as the budget allows. */
  refreshNow(): void;
  /** For good. */
  stop(): void;
  state(): PollerState;
}

/** One call of so many is left to devices that a person picks before their turn came. */
const ratePerWish = 20;
/** How long a device rests that fails alone, and one whose own daily results are used up. */
const failedRestMs = 60_000;
const limitedRestMs = 900_000;

export function createPoller(options: PollerOptions): Poller {
  const { budget, now } = options;
  const concurrency = options.concurrency ?? 4;
  const rotation = createRotation(options);
  let isStarted = false;
  let isPaused = false;
  let isClosed = false;
  /** `refused`: the key or the keychain; `limit`: the service named a time; `fault`: our guess. */
  let hold: { why: 'refused' | 'limit' | 'fault'; until: number } | null = null;
  let reason: Fault | null = null;
  let inFlight = 0;
  /** Grows with every hold: what was asked before it has no second vote. */
  let epoch = 0;
  const delays = createRetryDelays({ random: options.random });
  /** After a hold one device is asked alone, until the service answers. */
  let isProbing = false;
  /** Devices that failed since the last answer: their own fault or the service's? */
  let failing: string[] = [];
  /** Devices whose last answer was "too many", with the number of answers given by then. */
  const limited = new Map<string, number>();
  let answers = 0;
  let cancelTimer: (() => void) | null = null;
  let told = '';

  function state(): PollerState {
    const rate = budget.callsPerMinute();
    const size = options.ids().length;
    const againSeconds = (options.againMs ?? 10_000) / 1000;
    return {
      phase: phase(size),
      reason,
      nextTryAt: hold && hold.why !== 'refused' ? hold.until : null,
      roundSeconds: size === 0 ? 0 : Math.max(againSeconds, roundSeconds(size, rate)),
      callsPerMinute: rate,
      notAskedYet: rotation.neverAsked(),
    };
  }

  /** What is looked at is asked more often, which makes the round of all the others longer. */
  function roundSeconds(size: number, rate: number): number {
    const prioritised = options.prioritised().length;
    const perMinute = (prioritised * 60_000) / (options.prioritisedAgainMs ?? 5_000);
    const rateLeft = rate - Math.min(perMinute, (rate * 2) / 3);
    const others = Math.max(0, size - prioritised);
    return Math.ceil(60 * Math.max(size / rate, others / rateLeft));
  }

  function phase(size: number): PollerState['phase'] {
    if (isClosed || hold?.why === 'refused') return 'stopped';
    if (!isStarted || isPaused || size === 0) return 'idle';
    if (hold) return 'waiting';
    return budget.isSlowed() ? 'slowed' : 'running';
  }

  function tell(): void {
    if (isClosed) return;
    const current = state();
    const { notAskedYet, ...rest } = current;
    const text = JSON.stringify([rest, notAskedYet === 0]);
    if (text === told) return;
    told = text;
    options.onState(current);
  }

  function later(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = options.after(Math.max(1, Math.ceil(delayMs)), () => {
      cancelTimer = null;
      pump();
    });
  }

  /** Starts as many questions as time, budget and number in flight allow, and sets the next timer. */
  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    rotation.sync(options.ids());
    if (isStarted && !isPaused && !isClosed && isHoldOver()) {
      while (inFlight < (isProbing ? 1 : concurrency)) {
        const turn = rotation.next(now(), options.prioritised());
        if (!turn) break;
        const waitMs = Math.max(turn.dueAt - now(), roomMs(turn));
        if (waitMs > 0) {
          later(waitMs);
          break;
        }
        rotation.begin(turn);
        void run(turn.id);
      }
    }
    tell();
  }

  /** A person looks at the first of the favoured: what all others leave is for its first answer. */
  function roomMs(turn: Turn): number {
    const isWish = turn.isFirst && turn.id === options.prioritised()[0];
    const leave = isWish ? 0 : Math.floor(budget.callsPerMinute() / ratePerWish);
    return budget.waitMs(turn.isFirst ? 'burst' : 'steady', leave);
  }

  function isHoldOver(): boolean {
    if (!hold) return true;
    if (hold.why === 'refused') return false;
    const leftMs = hold.until - now();
    if (leftMs > 0) {
      later(leftMs);
      return false;
    }
    hold = null;
    isProbing = true;
    return true;
  }

  async function run(id: string): Promise<void> {
    const asked = epoch;
    inFlight++;
    try {
      await options.ask(id);
      rotation.end(id, now());
      limited.delete(id);
      answered();
    } catch (error) {
      rotation.end(id, now());
      if (!isClosed) failed(id, error, asked);
    } finally {
      inFlight--;
      pump();
    }
  }

  function answered(): void {
    answers++;
    delays.reset();
    // The service answers, so it was theirs.
    for (const id of failing) rotation.rest(id, now() + failedRestMs);
    failing = [];
    if (hold) return;
    isProbing = false;
    reason = null;
  }

  function failed(id: string, error: unknown, asked: number): void {
    if (!(error instanceof FaultError)) {
      options.onBug(error);
      rotation.rest(id, now() + failedRestMs);
      return;
    }
    const { fault } = error;
    switch (fault.kind) {
      case 'notFound':
      case 'forbidden':
      case 'conflict':
      case 'invalid':
      case 'declined':
        // The service answered; this is the device's own matter.
        answered();
        return;
      case 'unauthorized':
      case 'keychain':
        if (asked < epoch) return;
        epoch++;
        hold = { why: 'refused', until: now() };
        reason = fault;
        return;
      case 'limitReached':
        meetLimit(id, fault, asked);
        return;
      case 'offline':
        meetFault(fault, asked);
        return;
      case 'busy':
      case 'notThisService':
      case 'storage':
      case 'file':
      case 'bug':
        failing.push(id);
        if (failing.length > 1 || isProbing || rotation.size() === 1) meetFault(fault, asked);
        return;
    }
  }

  function meetFault(fault: Fault, asked: number): void {
    if (asked < epoch || hold) return;
    epoch++;
    failing = [];
    hold = { why: 'fault', until: now() + delays.afterFault() };
    reason = fault;
  }

  function meetLimit(id: string, fault: Fault & { kind: 'limitReached' }, asked: number): void {
    // Others were answered since, this one was refused again: its own results of the day are used up.
    const answersThen = limited.get(id);
    limited.set(id, answers);
    if (answersThen !== undefined && answers > answersThen) {
      rotation.rest(id, now() + limitedRestMs);
      return;
    }
    if (asked < epoch || hold) return;
    epoch++;
    budget.slowDown();
    hold = { why: 'limit', until: now() + delays.afterLimit(fault.retryAfterSeconds) };
    reason = fault;
  }

  function wake(): void {
    // What is under way was asked with the old key or over the old network.
    epoch++;
    if (hold && hold.why !== 'limit') {
      hold = null;
      delays.resetFaults();
      isProbing = true;
    }
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
