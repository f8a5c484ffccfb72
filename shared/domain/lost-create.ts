import type { Fault } from '../fault';

/**
 * A create whose response was lost: whether the service may still carry it out, and which records
 * may be its result.
 */

/** The maximum difference between the clocks of this computer and the service. */
export const clockToleranceMs = 10 * 60_000;

/** Whether a record may come from an attempt: not created before it. Both in epoch milliseconds. */
export function mayBeFromAttempt(createdAt: number | null, attemptedAt: number): boolean {
  return createdAt === null || createdAt >= attemptedAt - clockToleranceMs;
}

/**
 * The service may still be working on the request: our timeout or that of a gateway ended the wait.
 * A record that is not there yet may still appear.
 */
export function mayStillArrive(fault: Fault): boolean {
  if (fault.kind === 'offline') return fault.layer === 'timeout';
  return fault.kind === 'busy' && (fault.status === 408 || fault.status === 504);
}
