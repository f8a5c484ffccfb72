import { FaultError, type Fault } from '#shared/fault';
import type { Allowance } from './allocation';
import type { CircuitBreaker } from './circuit-breaker';
import { createDeviceFaults } from './device-faults';
import type { Rotation } from './scheduler';

/** What follows from the result of one request of the poller. */
export interface PollOutcomes {
  succeeded(): void;
  /** `period`: that of the circuit breaker when the request was sent. */
  failed(id: string, error: unknown, period: number): void;
}

export function createPollOutcomes(options: {
  rotation: Pick<Rotation, 'rest' | 'size'>;
  breaker: Pick<CircuitBreaker, 'answered' | 'trip' | 'isProbing'>;
  budget: Pick<Allowance, 'pause'>;
  now: () => number;
  onBug: (error: unknown) => void;
}): PollOutcomes {
  const { rotation, breaker, budget, now } = options;
  const deviceFaults = createDeviceFaults({ now, rest: rotation.rest });

  function answered(): void {
    deviceFaults.answered();
    breaker.answered();
  }

  function failedWith(id: string, fault: Fault, period: number): void {
    switch (scopeOf(fault)) {
      case 'device':
        answered();
        return;
      case 'limit':
        // Without a pause it concerns this device only.
        if (budget.pause() === null) deviceFaults.limited(id);
        return;
      case 'unclear':
        if (!deviceFaults.failed(id, breaker.isProbing() || rotation.size() === 1)) return;
        if (breaker.trip(fault, period)) deviceFaults.forget();
        return;
      case 'network':
        if (breaker.trip(fault, period)) deviceFaults.forget();
        return;
      case 'key':
        breaker.trip(fault, period);
        return;
    }
  }

  return {
    succeeded: answered,
    failed: (id, error, period) => {
      if (error instanceof FaultError) {
        failedWith(id, error.fault, period);
        return;
      }
      options.onBug(error);
      deviceFaults.broken(id);
    },
  };
}

/** What a fault concerns: the device of the request, all devices, or that is unclear. */
function scopeOf(fault: Fault): 'device' | 'limit' | 'key' | 'network' | 'unclear' {
  switch (fault.kind) {
    case 'notFound':
    case 'forbidden':
    case 'conflict':
    case 'invalid':
    case 'declined':
      return 'device';
    case 'unauthorized':
    case 'keychain':
      return 'key';
    case 'limitReached':
      return 'limit';
    case 'offline':
      return 'network';
    case 'busy':
    case 'notThisService':
    case 'storage':
    case 'file':
    case 'bug':
      return 'unclear';
  }
}
