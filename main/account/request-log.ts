import type { CallReport } from '#main/api/caller';
import type { EndpointLog } from '#shared/ipc/diagnostics';

/** The interface has fewer; a service cannot add any. */
const mostEndpoints = 100;
/** The median is that of the last calls. */
const mostDurations = 200;

interface Endpoint {
  calls: number;
  /** A ring: the newest replaces the oldest. */
  durations: number[];
  longestMs: number;
  /** By status; null: no answer came. */
  failures: Map<number | null, number>;
}

/**
 * The requests since the account was opened, in memory only: by endpoint as the interface names it, so that no id of a
 * record is in it.
 */
export function createRequestLog() {
  const endpoints = new Map<string, Endpoint>();
  return {
    record({ method, path, status, durationMs }: CallReport): void {
      const name = `${method} ${path}`;
      let endpoint = endpoints.get(name);
      if (!endpoint) {
        if (endpoints.size >= mostEndpoints) return;
        endpoint = { calls: 0, durations: [], longestMs: 0, failures: new Map() };
        endpoints.set(name, endpoint);
      }
      endpoint.durations[endpoint.calls % mostDurations] = durationMs;
      endpoint.calls++;
      endpoint.longestMs = Math.max(endpoint.longestMs, durationMs);
      if (status === null || status >= 400) {
        endpoint.failures.set(status, (endpoint.failures.get(status) ?? 0) + 1);
      }
    },
    /** Most calls first. */
    read: (): EndpointLog[] =>
      [...endpoints]
        .map(([endpoint, { calls, durations, longestMs, failures }]) => ({
          endpoint,
          calls,
          medianMs: medianOf(durations),
          longestMs,
          failures: [...failures].map(([status, count]) => ({ status, count })),
        }))
        .toSorted((a, b) => b.calls - a.calls),
  };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
