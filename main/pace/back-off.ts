import { mayStillArrive } from '#shared/domain/lost-create';
import type { Fault } from '#shared/fault';

/** Why nothing is sent for a while. */
export interface BackOff {
  /**
   * `restart`: until the service answers for the first time. `refused`: until the key is replaced.
   * `limit`: as long as the service said. `fault`: until the service is back, which is tried.
   */
  why: 'restart' | 'refused' | 'limit' | 'fault';
  fault: Fault | null;
  /** Epoch milliseconds; null: until somebody says so. */
  until: number | null;
}

const firstBackOffMs = 2_000;
const longestBackOffMs = 60_000;
/** After our patience or a gateway's ended, the service may still be at work: it gets time to finish. */
const finishingMs = 30_000;
const firstLimitMs = 30_000;
const longestLimitMs = 300_000;
/** Outside these a `Retry-After` is an error of its writer. */
const shortestRetryAfterMs = 1_000;
const longestRetryAfterMs = 86_400_000;

/** What a fault means for the job it met. */
export type Meaning =
  /** The record's own matter: the row fails, the job goes on. */
  | 'row'
  /** Everything waits; the row was not carried out. */
  | 'waitUnsent'
  /** Everything waits; nobody knows whether the row was carried out. */
  | 'waitUnknown'
  /** The row fails, and nobody knows whether it was carried out. */
  | 'rowUnknown';

export function meaningOf(fault: Fault): Meaning {
  switch (fault.kind) {
    case 'invalid':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
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

/** Decides how long to wait: longer and longer while the service does not answer. */
export interface BackOffPolicy {
  after(fault: Fault, now: number): BackOff;
  /** The service carried something out: the next wait is short again. */
  answered(): void;
}

export function createBackOffPolicy(random: () => number): BackOffPolicy {
  let faults = 0;
  let limits = 0;
  return {
    after: (fault, now) => {
      if (fault.kind === 'limitReached') {
        const guessMs = Math.min(longestLimitMs, firstLimitMs * 2 ** limits);
        limits++;
        const told = fault.retryAfterSeconds;
        const waitMs = told === undefined ? guessMs : told * 1000;
        const clampedMs = Math.min(Math.max(waitMs, shortestRetryAfterMs), longestRetryAfterMs);
        return { why: 'limit', fault, until: now + clampedMs };
      }
      if (meaningOf(fault) === 'waitUnsent' || fault.kind === 'forbidden') {
        return { why: 'refused', fault, until: null };
      }
      const growingMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** faults);
      const backOffMs = mayStillArrive(fault) ? Math.max(growingMs, finishingMs) : growingMs;
      faults++;
      return { why: 'fault', fault, until: now + Math.ceil(backOffMs * (0.75 + random() * 0.25)) };
    },
    answered: () => {
      faults = 0;
      limits = 0;
    },
  };
}
