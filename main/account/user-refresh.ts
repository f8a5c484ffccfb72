import type { ServiceClient } from '#main/api/service-client';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Allowance, CallSource } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';
import { message } from '#shared/i18n/translate';

export interface UserRefreshOptions {
  client: Pick<ServiceClient, 'device'>;
  fleet: Pick<Fleet, 'listed' | 'details' | 'putDevice' | 'flush'>;
  clock: Clock;
  /** For several devices, which share the rate like a job. */
  allowance: Pick<Allowance, 'waitMs'>;
  /** Requests the last location of a device and puts it into the fleet; rejects with FaultError. */
  refreshPosition: (id: string, source: CallSource) => Promise<void>;
  /** The service answered about the fleet. */
  onAnswered: (at: number) => void;
  /** A refresh of several devices began or ended. */
  onChanged: () => void;
}

/** What became of a refresh of several devices. */
interface RefreshedMany {
  refreshed: number;
  /** Devices that the service refused, or that are no longer listed. */
  failed: number;
}

/** Requests of a refresh of several devices in flight at the same time. */
const concurrency = 4;
/** An allowance may change before the time it named, for example when a limit is raised. */
const longestWaitMs = 5_000;
/** The user does not wait longer for the next call. */
const mostWaitMs = 300_000;
const heldUp: Fault = {
  kind: 'declined',
  reason: 'state',
  message: message('faults.main.restNotRefreshed'),
};

/** Refreshes the devices that the user chose. */
export class UserRefresh {
  /** Devices that are being refreshed alone. */
  readonly #inFlight = new Map<string, Promise<DeviceDetails>>();
  /** Refreshes of several devices. */
  #running = 0;
  #isStopped = false;

  constructor(private readonly options: UserRefreshOptions) {}

  /**
   * Requests the record of a device and its last location, each as soon as the budget allows, and
   * returns its new details. Rejects with `notFound` if the service no longer has the device. What was
   * received before a fault is kept.
   */
  async one(id: string): Promise<DeviceDetails> {
    // A device that is not in the fleet is not requested.
    this.options.fleet.details(id);
    const running = this.#inFlight.get(id) ?? this.#requestOne(id);
    this.#inFlight.set(id, running);
    try {
      return await running;
    } finally {
      this.#inFlight.delete(id);
    }
  }

  /** Requests the last locations of devices. Rejects with the fault that ends it. */
  async many(ids: readonly string[]): Promise<RefreshedMany> {
    this.#running++;
    this.options.onChanged();
    try {
      return await this.#requestMany(ids);
    } finally {
      this.#running--;
      if (!this.#isStopped) this.options.onChanged();
    }
  }

  /** Whether several devices are being refreshed. */
  isWorking(): boolean {
    return this.#running > 0;
  }

  /** Later answers are ignored. */
  stop(): void {
    this.#isStopped = true;
  }

  async #requestOne(id: string): Promise<DeviceDetails> {
    const { client, fleet, clock, refreshPosition, onAnswered } = this.options;
    const answer = await client.device(id);
    this.#failIfStopped();
    if (answer.record.id !== id) fail({ kind: 'notThisService', evidence: 'shape' });
    onAnswered(clock.now());
    fleet.putDevice(answer);
    try {
      await refreshPosition(id, 'interactive');
    } finally {
      if (!this.#isStopped) fleet.flush();
    }
    this.#failIfStopped();
    return fleet.details(id);
  }

  #failIfStopped(): void {
    if (!this.#isStopped) return;
    fail({
      kind: 'declined',
      reason: 'gone',
      message: message('faults.main.accountOfDeviceClosed'),
    });
  }

  async #requestMany(ids: readonly string[]): Promise<RefreshedMany> {
    const listed = this.options.fleet.listed();
    const left = [...new Set(ids)].toReversed();
    const result: RefreshedMany = { refreshed: 0, failed: 0 };
    let ending: FaultError | null = null;
    const isOver = () => left.length === 0 || ending !== null || this.#isStopped;

    const work = async (): Promise<void> => {
      while (!isOver()) {
        try {
          await this.#untilAllowed();
          if (isOver()) return;
          const id = left.pop()!;
          if (listed.slotOf(id) === null) {
            result.failed++;
            continue;
          }
          await this.options.refreshPosition(id, 'job');
          result.refreshed++;
        } catch (error) {
          if (!(error instanceof FaultError)) throw error;
          if (concernsDevice(error.fault)) result.failed++;
          else ending = error;
        }
      }
    };

    await Promise.all(Array.from({ length: Math.min(concurrency, left.length) }, work));
    if (ending) throw ending as FaultError;
    return result;
  }

  async #untilAllowed(): Promise<void> {
    const { clock, allowance } = this.options;
    for (let waitMs = allowance.waitMs('burst'); waitMs > 0 && !this.#isStopped;) {
      if (waitMs > mostWaitMs) fail(heldUp);
      const delayMs = Math.min(waitMs, longestWaitMs);
      await new Promise<void>((resolve) => void clock.after(delayMs, resolve));
      waitMs = allowance.waitMs('burst');
    }
  }
}

const concernsDevice = ({ kind }: Fault) =>
  kind === 'notFound' || kind === 'forbidden' || kind === 'conflict' || kind === 'invalid';
