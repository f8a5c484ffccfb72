import { FaultError, type Fault } from '#shared/fault';
import type { Allowance, CallSource } from './budget';
import { createRetryDelays } from './back-off';
import type { Clock } from './clock';
import {
  DeviceOrder,
  type Attention,
  type Check,
  type DeviceOrderOptions,
  type Sighting,
  type ListedDevices,
} from './device-order';

/** The refresh of last locations as the status shows it. */
export interface PollerState {
  /**
   * `idle`: no devices, not started, or paused. `slowed`: running below the full rate. `waiting`: after
   * a fault, until `nextTryAt`. `stopped`: until `wake`, or for good.
   */
  phase: 'idle' | 'running' | 'slowed' | 'waiting' | 'stopped';
  /** Why it does not run as it should; null while all is well. */
  reason: Fault | null;
  /** Epoch milliseconds; null unless it waits. */
  nextTryAt: number | null;
  /** No device waits longer for its next check, at the present rate and speed of the service. */
  longestCheckSeconds: number;
  /** The user's limit for that is shorter, but the calls do not suffice for it. */
  isBeyondSetting: boolean;
  callsPerMinute: number;
  /** Devices that were never requested. */
  notAskedYet: number;
}

export interface PollerOptions extends Pick<DeviceOrderOptions, 'oldestCheckMs'> {
  /**
   * Requests one last location; it counts against the budget before this returns. Returns what the answer
   * says of the movement. Rejects with FaultError.
   */
  ask: (
    id: string,
    source: CallSource & ('interactive' | 'selected' | 'refresh'),
  ) => Promise<Sighting | null>;
  /** The same object as long as nothing changes. */
  listed: () => ListedDevices;
  /** Where the user looks; the same object as long as nothing changes. */
  attention: () => Attention;
  budget: Allowance;
  clock: Pick<Clock, 'now' | 'after'>;
  /** From 0 to below 1. */
  random: () => number;
  /** Reports a change of the state, but not every device. */
  onState: (state: PollerState) => void;
  /** Reports an exception that is not a fault; its device rests. */
  onBug: (error: unknown) => void;
  /** How long answers take, in milliseconds; 0 if unknown. */
  answerMs: () => number;
}

/** How long after a pause devices that were never requested do not cause a burst. */
const noBurstMs = 60_000;
/** Requests of the poller in flight at the same time. */
const concurrency = 4;
/** How long a device rests that fails alone, and one whose own daily results are used up. */
const failedRestMs = 60_000;
const limitedRestMs = 900_000;

/**
 * Keeps the last locations current: requests the device that `DeviceOrder` chooses, within the budget. After a
 * fault that concerns all devices nothing is requested for a while; then one request at a time probes the
 * service until it answers.
 */
export class Poller {
  readonly #order: DeviceOrder;
  readonly #delays: ReturnType<typeof createRetryDelays>;
  #isStarted = false;
  #isPaused = false;
  #isClosed = false;
  #noBurstUntil = 0;
  #inFlight = 0;
  #cancelTimer: (() => void) | null = null;
  /** Until when nothing is requested after a fault; `until` null: the key was refused, not before `wake`. */
  #stop: { until: number | null } | null = null;
  /** The last fault that stopped the requests; null after the service answered. */
  #reason: Fault | null = null;
  #isProbing = false;
  /** Grows with each stop. A request that was sent in an earlier period does not stop the others again. */
  #period = 0;
  /** Devices that failed since the last answer. */
  #failing: string[] = [];
  #reported = '';

  constructor(private readonly options: PollerOptions) {
    this.#delays = createRetryDelays({ random: options.random });
    this.#order = new DeviceOrder({
      ...options,
      // A slow service cannot answer as many calls as the budget allows.
      callsPerMinute: () => {
        const answerMs = options.answerMs();
        const possible =
          answerMs === 0 ? Number.POSITIVE_INFINITY : (concurrency * 60_000) / answerMs;
        return Math.min(options.budget.callsPerMinute(), possible);
      },
    });
  }

  /** Nothing is requested before. */
  start(): void {
    this.#isStarted = true;
    this.#pump();
  }

  /** Looks for work again after the attention or the list of devices changed. */
  look(): void {
    this.#pump();
  }

  /** An answer about a device that the poller did not request. */
  sighted(id: string, sighting: Sighting | null): void {
    this.#order.sighted(id, this.#now(), sighting);
  }

  /** About when a device is requested next; null if that is not planned. */
  expectedAt(id: string): number | null {
    const { phase } = this.state();
    const isRunning = phase === 'running' || phase === 'slowed';
    return isRunning ? this.#order.expectedAt(id, this.#now()) : null;
  }

  pause(): void {
    this.#isPaused = true;
    this.#pump();
  }

  resume(): void {
    if (this.#isPaused) this.#noBurstUntil = this.#now() + noBurstMs;
    this.#isPaused = false;
    this.#pump();
  }

  /** Tries now: the network may be back or the key was replaced. A 429 is waited for nevertheless. */
  wake(): void {
    // Requests in flight use the old key or the old network.
    this.#period++;
    if (this.#stop) {
      this.#stop = null;
      this.#isProbing = true;
      this.#delays.resetFaults();
    }
    this.#pump();
  }

  /** Requests all devices again as soon as the budget allows. */
  refreshNow(): void {
    this.#noBurstUntil = 0;
    this.#order.restart(this.#now());
    this.wake();
  }

  /** Stops for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  state(): PollerState {
    const { budget, attention, listed } = this.options;
    const pause = budget.pause();
    const hasDevices = listed().ids.length > 0;
    const intervals = this.#order.intervals(attention().selected !== null);
    return {
      phase: this.#phase(hasDevices, pause !== null),
      reason: this.#reason ?? pause?.fault ?? null,
      nextTryAt: pause?.until ?? this.#stop?.until ?? null,
      longestCheckSeconds: hasDevices ? Math.ceil(intervals.longestMs / 1000) : 0,
      isBeyondSetting: hasDevices && intervals.isBeyondSetting,
      callsPerMinute: budget.callsPerMinute(),
      notAskedYet: this.#order.neverRequested(),
    };
  }

  #phase(hasDevices: boolean, hasPause: boolean): PollerState['phase'] {
    if (this.#isClosed || this.#stop?.until === null) return 'stopped';
    if (!this.#isStarted || this.#isPaused || !hasDevices) return 'idle';
    if (this.#stop || hasPause) return 'waiting';
    return this.options.budget.isSlowed() ? 'slowed' : 'running';
  }

  #now(): number {
    return this.options.clock.now();
  }

  #later(delayMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.options.clock.after(Math.max(1, Math.ceil(delayMs)), () => {
      this.#cancelTimer = null;
      this.#pump();
    });
  }

  /** Sends as many requests as time, budget and concurrency allow, and sets the next timer. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#order.sync(this.options.listed());
    if (this.#isStarted && !this.#isPaused && !this.#isClosed) this.#sendDue();
    if (!this.#isClosed) this.#report();
  }

  #sendDue(): void {
    if (this.#isStopped()) return;
    while (this.#inFlight < (this.#isProbing ? 1 : concurrency)) {
      const check = this.#order.next(this.#now(), this.options.attention());
      if (!check) return;
      const waitMs = Math.max(check.dueAt - this.#now(), this.#budgetWaitMs(check));
      if (waitMs > 0) {
        // The selected device may be asked while the others wait for the budget.
        this.#later(Math.min(waitMs, this.#untilSelectedMs()));
        return;
      }
      this.#order.begin(check);
      void this.#request(check);
    }
  }

  /** Whether nothing may be requested after a fault. When its time is over, requests probe the service. */
  #isStopped(): boolean {
    if (!this.#stop) return false;
    const { until } = this.#stop;
    if (until === null) return true;
    const leftMs = until - this.#now();
    if (leftMs > 0) {
      this.#later(leftMs);
      return true;
    }
    this.#stop = null;
    this.#isProbing = true;
    return false;
  }

  #budgetWaitMs({ isFirst, why }: Check): number {
    const mayBurst = isFirst && this.#now() >= this.#noBurstUntil;
    return this.options.budget.waitMs(mayBurst ? 'burst' : 'steady', 0, why === 'selected');
  }

  /** Until the selected device is due; if it is asked at present, its answer goes on. */
  #untilSelectedMs(): number {
    const { selected } = this.options.attention();
    const at = selected === null ? null : this.#order.expectedAt(selected, this.#now());
    return at === null || at <= this.#now() ? Number.POSITIVE_INFINITY : at - this.#now();
  }

  async #request(check: Check): Promise<void> {
    const { ask, onBug } = this.options;
    const { id, why, isFirst } = check;
    const period = this.#period;
    this.#inFlight++;
    try {
      // The user waits for the first answer about the selected device.
      const source = why !== 'selected' ? 'refresh' : isFirst ? 'interactive' : 'selected';
      const sighting = await ask(id, source);
      this.#order.end(check, this.#now(), sighting);
      this.#answered();
    } catch (error) {
      this.#order.end(check, this.#now());
      if (this.#isClosed) return;
      if (error instanceof FaultError) {
        this.#failed(id, error.fault, period);
      } else {
        onBug(error);
        this.#rest(id, failedRestMs);
      }
    } finally {
      this.#inFlight--;
      this.#pump();
    }
  }

  /** The service answered, so earlier failures were those of their devices. */
  #answered(): void {
    for (const id of this.#failing) this.#rest(id, failedRestMs);
    this.#failing = [];
    this.#delays.reset();
    if (this.#stop) return;
    this.#isProbing = false;
    this.#reason = null;
  }

  #failed(id: string, fault: Fault, period: number): void {
    switch (concernOf(fault)) {
      case 'device':
        this.#answered();
        return;
      case 'limit':
        // Without a pause it concerns this device only.
        if (this.options.budget.pause() === null) this.#rest(id, limitedRestMs);
        return;
      case 'unclear':
        this.#failing.push(id);
        if (this.#isProbing || this.#order.size() === 1 || this.#failing.length > 1) {
          this.#stopAfter(fault, period);
        }
        return;
      case 'all':
        this.#stopAfter(fault, period);
        return;
    }
  }

  /** Requests nothing for a while, unless this is the fault of a request from before the last stop. */
  #stopAfter(fault: Fault, period: number): void {
    const isKey = fault.kind === 'unauthorized' || fault.kind === 'keychain';
    // A refused key replaces another reason: only the user can end it.
    if (period < this.#period || (this.#stop && !isKey)) return;
    this.#period++;
    this.#stop = { until: isKey ? null : this.#now() + this.#delays.afterFault() };
    this.#reason = fault;
    // The failures say nothing about their devices.
    this.#failing = [];
  }

  #rest(id: string, forMs: number): void {
    this.#order.rest(id, this.#now() + forMs);
  }

  /** Reports the state unless it equals the last one, except for the number of devices never requested. */
  #report(): void {
    const state = this.state();
    const { notAskedYet, ...rest } = state;
    const text = JSON.stringify([rest, notAskedYet === 0]);
    if (text === this.#reported) return;
    this.#reported = text;
    this.options.onState(state);
  }
}

function concernOf(fault: Fault): 'device' | 'limit' | 'all' | 'unclear' {
  switch (fault.kind) {
    case 'notFound':
    case 'forbidden':
    case 'conflict':
    case 'invalid':
    case 'declined':
      return 'device';
    case 'unauthorized':
    case 'keychain':
    case 'offline':
      return 'all';
    case 'limitReached':
      return 'limit';
    case 'busy':
    case 'notThisService':
    case 'storage':
    case 'file':
    case 'bug':
      return 'unclear';
  }
}
