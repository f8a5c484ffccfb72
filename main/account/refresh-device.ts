import type { ServiceClient } from '#main/api/service-client';
import type { Fleet } from '#main/features/fleet/fleet';
import type { CallSource } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import { fail } from '#shared/fault';
import type { DeviceDetails } from '#shared/ipc/fleet';

/** Refreshes one device when the user asks for it. */
export interface RefreshDevice {
  /**
   * Requests the record of a device and its last location, each as soon as the budget allows, and
   * returns its new details. Rejects with `notFound` if the service no longer has the device. What was
   * received before a fault is kept.
   */
  refresh(id: string): Promise<DeviceDetails>;
  /** Later answers are ignored. */
  stop(): void;
}

export interface RefreshDeviceOptions {
  client: Pick<ServiceClient, 'device'>;
  fleet: Pick<Fleet, 'details' | 'putDevice' | 'flush'>;
  clock: Clock;
  /** Requests the last location of a device and puts it into the fleet. */
  refreshPosition: (id: string, source: CallSource) => Promise<void>;
  /** The service answered about the fleet. */
  onAnswered: (at: number) => void;
}

export function createRefreshDevice(options: RefreshDeviceOptions): RefreshDevice {
  const { client, fleet, clock } = options;
  const inFlight = new Map<string, Promise<DeviceDetails>>();
  let isStopped = false;

  function failIfStopped(): void {
    if (!isStopped) return;
    fail({ kind: 'declined', reason: 'gone', message: 'The account of this device was closed.' });
  }

  async function request(id: string): Promise<DeviceDetails> {
    const answer = await client.device(id);
    failIfStopped();
    if (answer.record.id !== id) fail({ kind: 'notThisService', evidence: 'shape' });
    options.onAnswered(clock.now());
    fleet.putDevice(answer);
    try {
      await options.refreshPosition(id, 'interactive');
    } finally {
      if (!isStopped) fleet.flush();
    }
    failIfStopped();
    return fleet.details(id);
  }

  return {
    refresh: async (id) => {
      // A device that is not in the fleet is not requested.
      fleet.details(id);
      const running = inFlight.get(id) ?? request(id);
      inFlight.set(id, running);
      try {
        return await running;
      } finally {
        inFlight.delete(id);
      }
    },
    stop: () => {
      isStopped = true;
    },
  };
}
