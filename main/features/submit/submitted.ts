import { recordOf } from './report-check';
import type { FieldChange } from '#shared/domain/change';
import type { LogKind, Range } from '#shared/domain/history';
import type { Job, JobRow, JobStep } from '#shared/domain/job';
import type { TypedAlert } from '#shared/domain/submission';
import { isAsSubmitted, summaryOf, type SubmissionResult } from '#shared/domain/submission-result';
import type { Journal } from '#main/features/journal/journal';

interface SubmittedOptions {
  journal: Pick<Journal, 'submitted' | 'putSubmitted'>;
  deviceLabel: (deviceId: string) => string;
  /** The downloaded history of this time is out of date and has to be fetched again. */
  reopen: (log: LogKind, deviceId: string, range: Range) => void;
  /** The channels of these alerts are remembered for the alert log. */
  noteAlerts: (deviceId: string, alerts: readonly TypedAlert[]) => void;
  /** Alerts were submitted, which changes the usage of the daily limits. */
  onAlertsSent: () => void;
}

type RowsOf = (
  jobId: string,
) => readonly (Pick<JobRow, 'state' | 'changes' | 'result'> & { step: JobStep })[];

/**
 * Updates the journal and the downloaded history after submissions. Call it with the changed jobs
 * whenever results were written; jobs without new results are cheap.
 */
export function createSubmitted(
  options: SubmittedOptions,
): (jobs: readonly Job[], rowsOf: RowsOf) => void {
  const { journal } = options;
  /** How many rows of a job the journal covers. */
  const recorded = new Map<string, number>();
  /** Running jobs that sent alerts. */
  const sending = new Set<string>();

  function record(job: Job, rows: ReturnType<RowsOf>): void {
    const done = rows.flatMap(({ state, step, changes, result }) =>
      state === 'done' && step.kind === 'report' ? [{ step, changes, result }] : [],
    );
    const [first] = done;
    if (!first) return;
    const { action, id: deviceId } = first.step;
    const log = action === 'submitLocation' ? 'locations' : 'alerts';
    const range = rangeOf(done.map(({ step }) => recordOf(step).at));
    if (log === 'alerts') sending.add(job.id);
    const alerts = done.flatMap(({ step }) => (step.action === 'submitAlert' ? step.alert : []));
    options.noteAlerts(deviceId, alerts);
    options.reopen(log, deviceId, { from: range.from, to: range.to + 1 });
    const results = done.flatMap(({ result }) => result ?? []);
    const submitted = done.length === 1 ? first.changes : summary(log, done.length, range);
    const changes = [...answered(results), ...submitted];
    const label = options.deviceLabel(deviceId);
    journal.putSubmitted(job.id, { recordId: deviceId, label, changes });
  }

  return (jobs, rowsOf) => {
    for (const job of jobs) {
      const { done } = job.counts;
      if (job.kind !== 'report' || done === 0) continue;
      const known = recorded.get(job.id) ?? countIn(journal.submitted(job.id)?.changes);
      recorded.set(job.id, done);
      if (known !== done) record(job, rowsOf(job.id));
      if (job.phase !== 'running' && sending.delete(job.id)) options.onAlertsSent();
    }
  };
}

function rangeOf(moments: readonly number[]): Range {
  return moments.reduce(
    ({ from, to }, at) => ({ from: Math.min(from, at), to: Math.max(to, at) }),
    { from: Infinity, to: -Infinity },
  );
}

/** One entry for many records: their number and time range. */
function summary(log: LogKind, count: number, { from, to }: Range): FieldChange[] {
  return [
    { field: log, before: null, after: count },
    { field: 'from', before: null, after: from },
    { field: 'to', before: null, after: to },
  ];
}

/**
 * What the service answered; nothing without a result, and for many
 * records that were all answered as submitted.
 */
function answered(results: readonly SubmissionResult[]): FieldChange[] {
  const [only, ...others] = results;
  if (!only) return [];
  if (others.length > 0 && results.every(isAsSubmitted)) return [];
  const after = others.length === 0 ? only : summaryOf(results);
  return [{ field: 'answer', before: null, after }];
}

/** How many records an entry covers. */
function countIn(changes: readonly FieldChange[] | undefined): number {
  if (!changes) return 0;
  const count = changes.find(({ field }) => field === 'locations' || field === 'alerts')?.after;
  return typeof count === 'number' ? count : 1;
}
