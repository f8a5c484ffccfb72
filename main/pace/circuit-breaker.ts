import type { Fault } from '#shared/fault';
import { createRetryDelays } from './back-off';

/** Why no request is sent at present. */
export interface OpenCircuit {
  /** `refused`: the key or the keychain. `fault`: the service does not answer. */
  why: 'refused' | 'fault';
  /** Epoch milliseconds; null: until `wake`. */
  until: number | null;
}

/**
 * Stops all requests after a fault that concerns all of them. Later one request at a time probes the
 * service, until it answers.
 */
export interface CircuitBreaker {
  /** null while requests may be sent. */
  open(): OpenCircuit | null;
  /** The last fault that stopped the requests; null after the service answered. */
  reason(): Fault | null;
  /** Whether to send only one request at a time. */
  isProbing(): boolean;
  /** Grows with each stop. A request that was sent in an earlier period does not stop the others again. */
  period(): number;
  /** Milliseconds until requests may be sent; 0: now; null: not before `wake`. */
  waitMs(): number | null;
  /** Stops the requests; false if the fault of a request sent in `period` is ignored. */
  trip(fault: Fault, period: number): boolean;
  answered(): void;
  /** The key was replaced or the network may be back. */
  wake(): void;
}

export function createCircuitBreaker(options: {
  now: () => number;
  random: () => number;
}): CircuitBreaker {
  const { now } = options;
  const delays = createRetryDelays(options);
  let open: OpenCircuit | null = null;
  let reason: Fault | null = null;
  let isProbing = false;
  let period = 0;

  function openFor(fault: Fault): OpenCircuit {
    if (isRefused(fault)) return { why: 'refused', until: null };
    return { why: 'fault', until: now() + delays.afterFault() };
  }

  return {
    open: () => open,
    reason: () => reason,
    isProbing: () => isProbing,
    period: () => period,
    waitMs: () => {
      if (!open) return 0;
      if (open.until === null) return null;
      const leftMs = open.until - now();
      if (leftMs > 0) return leftMs;
      open = null;
      isProbing = true;
      return 0;
    },
    trip: (fault, sentIn) => {
      // A refused key replaces another reason: only the user can end it.
      if (sentIn < period || (open && !isRefused(fault))) return false;
      period++;
      open = openFor(fault);
      reason = fault;
      return true;
    },
    answered: () => {
      delays.reset();
      if (open) return;
      isProbing = false;
      reason = null;
    },
    wake: () => {
      // Requests in flight use the old key or the old network.
      period++;
      if (!open) return;
      open = null;
      isProbing = true;
      delays.resetFaults();
    },
  };
}

function isRefused({ kind }: Fault): boolean {
  return kind === 'unauthorized' || kind === 'keychain';
}
