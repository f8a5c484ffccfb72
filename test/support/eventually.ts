import { vi } from 'vitest';

/**
 * Waits until `check` no longer throws. The timeout allows for a busy machine, where one request may
 * take longer than the default second of `vi.waitFor`.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 40_000, interval: 20 });
