import type { Fault } from '#shared/fault';

/**
 * Reads the fault of a stored row. Earlier versions stored what Waypost declined as a `conflict` or
 * `notFound` marked with `isOurs`.
 */
export function readStoredFault(stored: Fault | null): Fault | null {
  if (stored?.kind !== 'conflict' && stored?.kind !== 'notFound') return stored;
  const { kind, message, isOurs } = stored as typeof stored & { isOurs?: unknown };
  if (isOurs !== true) return stored;
  const reason = kind === 'notFound' ? 'gone' : 'state';
  return { kind: 'declined', reason, message: message ?? 'This could not be done.' };
}
