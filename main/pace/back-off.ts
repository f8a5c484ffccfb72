import { mayStillArrive } from '#shared/domain/edit';
import type { Fault } from '#shared/fault';

/** Why nothing is sent for a while. */
export interface BackOff {
  /**
   * `restart`: until the service answers for the first time. `refused`: until the key is replaced.
   * `limit`: as long as the service demands. `fault`: until the next attempt.
   */
  why: 'restart' | 'refused' | 'limit' | 'fault';
  fault: Fault | null;
  /** Epoch milliseconds; null: until `wake`. */
  until: number | null;
}

/** After a timeout, ours or that of a gateway, the service may still be working on the request. */
const finishingMs = 30_000;
/** A `Retry-After` outside these limits is treated as a mistake: 0 would repeat without a pause. */
const shortestRetryAfterMs = 1_000;
const longestRetryAfterMs = 86_400_000;

interface RetryDelayOptions {
  firstMs?: number;
  longestMs?: number;
  /** After a 429 without a `Retry-After`. */
  firstLimitMs?: number;
  longestLimitMs?: number;
  /** From 0 to below 1: shortens each delay by up to a quarter. Absent: no jitter. */
  random?: () => number;
}

/** How long to wait before the next attempt, doubling with each failure. */
export function createRetryDelays(options: RetryDelayOptions) {
  const { firstMs = 2_000, longestMs = 60_000 } = options;
  const { firstLimitMs = 30_000, longestLimitMs = 300_000 } = options;
  const random = options.random ?? (() => 1);
  let faults = 0;
  let limits = 0;
  return {
    /** After a fault, in milliseconds; not less than `atLeastMs` before the jitter. */
    afterFault: (atLeastMs = 0): number => {
      const growingMs = Math.min(longestMs, firstMs * 2 ** faults);
      faults++;
      return Math.ceil(Math.max(growingMs, atLeastMs) * (0.75 + random() * 0.25));
    },
    /** After a 429: what the service asks for within reason, else a guess. */
    afterLimit: (retryAfterSeconds?: number): number => {
      const guessMs = Math.min(longestLimitMs, firstLimitMs * 2 ** limits);
      limits++;
      const delayMs = retryAfterSeconds === undefined ? guessMs : retryAfterSeconds * 1000;
      return Math.min(Math.max(delayMs, shortestRetryAfterMs), longestRetryAfterMs);
    },
    /** The service answered: all delays start from the beginning. */
    reset: (): void => {
      faults = 0;
      limits = 0;
    },
    /** The same for faults only, for example when the network is back. */
    resetFaults: (): void => {
      faults = 0;
    },
  };
}

/** What a fault means for the work in which it occurred. */
export type Meaning =
  /** It concerns this record only: the row fails, the job continues. */
  | 'row'
  /** Everything waits; the row was not carried out. */
  | 'waitUnsent'
  /** Everything waits; it is unknown whether the row was carried out. */
  | 'waitUnknown'
  /** The row fails, and it is unknown whether it was carried out. */
  | 'rowUnknown';

export function meaningOf(fault: Fault): Meaning {
  switch (fault.kind) {
    case 'invalid':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'declined':
      return 'row';
    case 'unauthorized':
    case 'keychain':
    case 'limitReached':
      return 'waitUnsent';
    case 'offline':
    case 'busy':
    case 'notThisService':
      return 'waitUnknown';
    case 'storage':
    case 'file':
    case 'bug':
      return 'rowUnknown';
  }
}

/** Decides how long jobs and downloads wait: longer with each fault until the service answers. */
export function createBackOffPolicy(random: () => number) {
  const delays = createRetryDelays({ random });
  return {
    after: (fault: Fault, now: number): BackOff => {
      if (fault.kind === 'limitReached') {
        return { why: 'limit', fault, until: now + delays.afterLimit(fault.retryAfterSeconds) };
      }
      if (meaningOf(fault) === 'waitUnsent' || fault.kind === 'forbidden') {
        return { why: 'refused', fault, until: null };
      }
      const delayMs = delays.afterFault(mayStillArrive(fault) ? finishingMs : 0);
      return { why: 'fault', fault, until: now + delayMs };
    },
    /** The service carried something out: the next delay is short again. */
    answered: delays.reset,
  };
}
