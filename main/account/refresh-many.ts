import type { Allowance } from '#main/pace/budget';
import type { CallSource } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import type { ListedDevices } from '#main/pace/listed-devices';
import { fail, FaultError, type Fault } from '#shared/fault';

/** What became of a refresh of several devices. */
export interface RefreshedMany {
  refreshed: number;
  /** Devices that the service refused, or that are no longer listed. */
  failed: number;
}

/** Refreshes the last locations of devices that the user chose. It shares the rate like a job. */
export interface RefreshMany {
  refresh(ids: readonly string[]): Promise<RefreshedMany>;
  isWorking(): boolean;
  stop(): void;
}

export interface RefreshManyOptions {
  clock: Pick<Clock, 'after'>;
  allowance: Pick<Allowance, 'waitMs'>;
  listed: () => ListedDevices;
  /** Requests the last location of a device and puts it into the fleet; rejects with FaultError. */
  refreshPosition: (id: string, source: CallSource) => Promise<void>;
  /** It began or ended. */
  onChanged: () => void;
}

const concurrency = 4;
/** An allowance may change before the time it named, for example when a limit is raised. */
const longestWaitMs = 5_000;
/** The user does not wait longer for the next call. */
const mostWaitMs = 300_000;
const heldUp: Fault = {
  kind: 'declined',
  reason: 'state',
  message:
    'The next call would have to wait for more than five minutes, so the rest was not refreshed. Calls of today that are left are reserved for single devices, or the service asked for a pause.',
};

export function createRefreshMany(options: RefreshManyOptions): RefreshMany {
  const { clock, allowance } = options;
  let running = 0;
  let isStopped = false;

  async function untilAllowed(): Promise<void> {
    for (let waitMs = allowance.waitMs('burst'); waitMs > 0 && !isStopped;) {
      if (waitMs > mostWaitMs) fail(heldUp);
      const delayMs = Math.min(waitMs, longestWaitMs);
      await new Promise<void>((resolve) => void clock.after(delayMs, resolve));
      waitMs = allowance.waitMs('burst');
    }
  }

  async function refresh(ids: readonly string[]): Promise<RefreshedMany> {
    const listed = options.listed();
    const left = [...new Set(ids)].toReversed();
    const result: RefreshedMany = { refreshed: 0, failed: 0 };
    let ending: FaultError | null = null;

    async function worker(): Promise<void> {
      for (;;) {
        if (left.length === 0 || ending || isStopped) return;
        try {
          await untilAllowed();
          const id = left.pop();
          if (id === undefined || ending || isStopped) return;
          if (listed.slotOf(id) === null) {
            result.failed++;
            continue;
          }
          await options.refreshPosition(id, 'job');
          result.refreshed++;
        } catch (error) {
          if (!(error instanceof FaultError)) throw error;
          if (concernsDevice(error.fault)) result.failed++;
          else ending = error;
        }
      }
    }

    await Promise.all(Array.from({ length: Math.min(concurrency, left.length) }, worker));
    if (ending) throw ending as FaultError;
    return result;
  }

  return {
    refresh: async (ids) => {
      running++;
      options.onChanged();
      try {
        return await refresh(ids);
      } finally {
        running--;
        if (!isStopped) options.onChanged();
      }
    },
    isWorking: () => running > 0,
    stop: () => {
      isStopped = true;
    },
  };
}

const concernsDevice = ({ kind }: Fault) =>
  kind === 'notFound' || kind === 'forbidden' || kind === 'conflict' || kind === 'invalid';
