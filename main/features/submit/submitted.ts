import type { StoredRow } from '#main/jobs/stored';
import { recordOf, type ReportStep } from './report-check';
import type { FieldChange } from '#shared/domain/change';
import type { LogKind, Range } from '#shared/domain/history';
import type { Job, JobStep } from '#shared/domain/job';
import type { Journal } from '#main/features/journal/journal';

export interface SubmittedOptions {
  journal: Pick<Journal, 'submitted' | 'putSubmitted'>;
  rows: (jobId: string) => readonly StoredRow<JobStep>[];
  deviceLabel: (deviceId: string) => string;
  /** What was fetched of this time is no longer all there is: it is asked for again. */
  reopen: (log: LogKind, deviceId: string, range: Range) => void;
  /** Alerts were submitted: what was sent today of the daily limits is another number now. */
  onAlertsSent: () => void;
}

/**
 * Keeps the journal and what was fetched in step with what jobs submitted. To be called whenever
 * results were written; a job whose results the journal has already costs nothing but a look.
 */
export function createSubmitted(options: SubmittedOptions): (jobs: readonly Job[]) => void {
  const { journal } = options;
  /** How many rows of a job the journal speaks of. */
  const told = new Map<string, number>();
  /** Jobs that sent alerts and run on. */
  const sending = new Set<string>();

  function note(job: Job): void {
    const done = options
      .rows(job.id)
      .flatMap(({ state, step, changes }) =>
        state === 'done' && isReport(step) ? [{ step, changes }] : [],
      );
    const [first] = done;
    if (!first) return;
    const { action, id: deviceId } = first.step;
    const log = action === 'submitLocation' ? 'locations' : 'alerts';
    const range = rangeOf(done.map(({ step }) => recordOf(step).at));
    if (log === 'alerts') sending.add(job.id);
    options.reopen(log, deviceId, { from: range.from, to: range.to + 1 });
    const changes = done.length === 1 ? first.changes : summary(log, done.length, range);
    const label = options.deviceLabel(deviceId);
    journal.putSubmitted(job.id, { recordId: deviceId, label, changes });
  }

  return (jobs) => {
    for (const job of jobs) {
      const { done } = job.counts;
      if (job.kind !== 'report' || done === 0) continue;
      const known = told.get(job.id) ?? countIn(journal.submitted(job.id)?.changes);
      told.set(job.id, done);
      if (known !== done) note(job);
      if (job.phase !== 'running' && sending.delete(job.id)) options.onAlertsSent();
    }
  };
}

const isReport = (step: JobStep): step is ReportStep =>
  step.action === 'submitLocation' || step.action === 'submitAlert';

function rangeOf(moments: readonly number[]): Range {
  return moments.reduce(
    ({ from, to }, at) => ({ from: Math.min(from, at), to: Math.max(to, at) }),
    { from: Infinity, to: -Infinity },
  );
}

/** Many records in one entry: how many, from when to when. */
function summary(log: LogKind, count: number, { from, to }: Range): FieldChange[] {
  return [
    { field: log, before: null, after: count },
    { field: 'from', before: null, after: from },
    { field: 'to', before: null, after: to },
  ];
}

/** How many records an entry speaks of. */
function countIn(changes: readonly FieldChange[] | undefined): number {
  if (!changes) return 0;
  const count = changes.find(({ field }) => field === 'locations' || field === 'alerts')?.after;
  return typeof count === 'number' ? count : 1;
}
