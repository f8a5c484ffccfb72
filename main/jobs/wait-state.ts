import { createBackOffPolicy, type BackOff } from '#main/pace/back-off';
import type { Fault } from '#shared/fault';

/** What all running jobs wait for at present. */
export interface WaitState {
  /** null: nothing. */
  current(): BackOff | null;
  /** The number of waits so far. A request remembers it when it is sent. */
  epoch(): number;
  /** A fault makes everything wait, unless a wait began after its request was sent. */
  fail(fault: Fault, sentInEpoch: number): void;
  /** Waits for something other than a fault of the service. */
  set(backOff: BackOff): void;
  /** Milliseconds to wait; null: until it is woken. */
  leftMs(): number | null;
  clear(): void;
  /** Tries now; a call limit still applies. */
  wake(): void;
  /** The service carried out a call, so the next wait is short again. */
  answered(): void;
}

export function createWaitState(options: { now: () => number; random: () => number }): WaitState {
  const { now } = options;
  const policy = createBackOffPolicy(options.random);
  let backOff: BackOff | null = null;
  let epoch = 0;
  return {
    current: () => backOff,
    epoch: () => epoch,
    fail: (fault, sentInEpoch) => {
      if (sentInEpoch < epoch) return;
      epoch++;
      backOff = policy.after(fault, now());
    },
    set: (next) => {
      backOff = next;
    },
    leftMs: () => {
      if (!backOff) return 0;
      return backOff.until === null ? null : Math.max(0, backOff.until - now());
    },
    clear: () => {
      backOff = null;
    },
    wake: () => {
      if (backOff && backOff.why !== 'limit') backOff = { ...backOff, until: now() };
    },
    answered: policy.answered,
  };
}
