import type { RecordKind } from '#shared/domain/edit';
import {
  createExpiryWarnings,
  type ExpiryWarnings,
  type Notice,
} from '#main/features/expiry/expiry-warnings';
import type { Fresh } from './prefetched';
import { createJobs, type Jobs, type JobsOptions } from './jobs';

export { createFresh } from './prefetched';
export type { Fresh, Notice };

/** What works on many records of one account: jobs and warnings ahead of expiry. */
export interface Bulk {
  jobs: Jobs;
  warnings: ExpiryWarnings;
  close(): void;
}

export interface BulkOptions extends JobsOptions {
  refresh: Record<RecordKind, () => Promise<unknown>>;
  /** Days ahead of expiry at which to warn. */
  warningDays: () => readonly number[];
  notify: (notice: Notice) => void;
}

export function createBulk(options: BulkOptions): Bulk {
  const jobs = createJobs(options);
  const warnings = createExpiryWarnings({
    clock: options.clock,
    records: options.cache.records('warned'),
    devices: options.devices,
    timeZone: options.timeZone,
    thresholds: options.warningDays,
    notify: options.notify,
  });
  return {
    jobs,
    warnings,
    close: () => {
      warnings.stop();
      jobs.close();
    },
  };
}
