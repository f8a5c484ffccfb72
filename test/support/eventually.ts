import { vi } from 'vitest';

/**
 * Waits until `check` no longer throws. As long as a machine that does other things may take: the
 * second that `vi.waitFor` waits by itself is less than one request now and then.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 40_000, interval: 20 });
