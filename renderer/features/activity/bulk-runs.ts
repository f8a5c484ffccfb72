import type { RecordKind } from '#shared/domain/edit';
import type { Job, JobStep } from '#shared/domain/job';
import type { Fault, Outcome } from '#shared/fault';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault } from '#lib/fault-toast';
import type { Format } from '#lib/format';
import { showToast } from '#lib/toasts';
import {
  actionOfKind,
  bulkActionOf,
  bulkMessages,
  doneMessage,
  failedRowsMessage,
  type BulkAction,
} from './bulk-messages';
import { countDeletes } from './count-deletes';
import { isInFlight, maxUnconfirmedDeletes, sendableRows } from './job-messages';

/** Longer runs leave the dialog by themselves and continue in Activity. */
export const maxDialogSeconds = 20;

/** A plan with more rows is always reviewed before it runs. */
const maxUnreviewedRows = 50;

/** What a file does that was planned as a job. */
export interface ImportOfJob {
  creates: number;
  changes: number;
  /** The fields in the file, in the order of its columns. */
  fields: readonly string[];
}

interface BulkRuns {
  /** The job in the dialog, as it was when it was opened; null: there is no dialog. */
  shown: Job | null;
  /** Why the last command on it failed. */
  fault: Fault | null;
  /** What the plans of this window do, by job. */
  actions: ReadonlyMap<string, BulkAction>;
  /** Plans of files, by job. */
  imports: ReadonlyMap<string, ImportOfJob>;
  /** Jobs that this window started and that have not ended. */
  started: ReadonlySet<string>;
  /** The title of what a job undoes. */
  undoes: ReadonlyMap<string, string>;
}

const none: BulkRuns = {
  shown: null,
  fault: null,
  actions: new Map(),
  imports: new Map(),
  started: new Set(),
  undoes: new Map(),
};

export const bulkRuns = createAccountStore<BulkRuns>(none);

/** Shows a job in the dialog, over the page from which it was planned. */
export function showInDialog(job: Job): void {
  bulkRuns.setState({ shown: job, fault: null });
}

/** The same for the plan of a file. */
export function showImportInDialog(job: Job, file: ImportOfJob): void {
  const { creates, changes } = file;
  const [creating, changing]: BulkAction[] =
    job.kind === 'user' ? ['user.create', 'user.change'] : ['group.create', 'group.change'];
  const action = changes === 0 ? creating : creates === 0 ? changing : 'mixed';
  bulkRuns.setState(({ actions, imports }) => ({
    actions: new Map(actions).set(job.id, action ?? 'mixed'),
    imports: new Map(imports).set(job.id, file),
  }));
  showInDialog(job);
}

export function closeDialog(): void {
  bulkRuns.setState({ shown: null, fault: null });
}

export function actionOfJob(job: Pick<Job, 'id' | 'kind'>): BulkAction {
  return bulkRuns.getState().actions.get(job.id) ?? actionOfKind(job);
}

export interface PlanRequest {
  title: string;
  kind: RecordKind;
  steps: JobStep[];
}

/**
 * Plans a bulk action and opens the plan for review in the dialog. Sends nothing. Every bulk action
 * starts here.
 */
export async function planJob({ title, kind, steps }: PlanRequest): Promise<Outcome<Job>> {
  const outcome = await api.jobs.plan({ title: title.slice(0, 300), kind, steps });
  if (!outcome.ok) return outcome;
  const { id } = outcome.value;
  bulkRuns.setState(({ actions }) => ({
    actions: new Map(actions).set(id, bulkActionOf(steps)),
  }));
  showInDialog(outcome.value);
  return outcome;
}

/** Plans undoing journal entries as one job, and opens the plan for review. */
export async function planUndoOfEntries(ids: readonly string[]): Promise<Outcome<Job>> {
  const outcome = await api.jobs.planUndoOfEntries({ ids: [...ids] });
  if (outcome.ok) showInDialog(outcome.value);
  return outcome;
}

/** Plans a bulk action and runs it, unless the plan has something to review first. */
export async function planAndRun(request: PlanRequest): Promise<Outcome<Job>> {
  const planned = await planJob(request);
  if (planned.ok && mayRunUnreviewed(planned.value, request.steps)) await runJob(planned.value);
  return planned;
}

function mayRunUnreviewed(job: Job, steps: readonly JobStep[]): boolean {
  const rows = sendableRows(job);
  const deletes = steps.some(({ action }) => action.startsWith('delete'));
  return rows > 0 && rows <= maxUnreviewedRows && job.counts.refused === 0 && !deletes;
}

/** Starts a job. A long one leaves the dialog at once. */
export async function runJob(job: Job): Promise<Outcome<Job>> {
  const { id, title, estimatedSeconds } = job;
  bulkRuns.setState(({ started }) => ({ started: new Set(started).add(id), fault: null }));
  const outcome = await api.jobs.start({ id });
  if (!outcome.ok) {
    bulkRuns.setState(({ started }) => ({ started: without(started, id), fault: outcome.fault }));
    return outcome;
  }
  if (estimatedSeconds > maxDialogSeconds) {
    closeIfShown(id);
    showToast({
      tone: 'info',
      title: bulkMessages.inBackground(title),
      text: bulkMessages.inBackgroundText(estimatedSeconds),
    });
  }
  return outcome;
}

/** Cancels a plan that was not run: nothing was sent, so nothing remains. */
export async function discardPlan(id: string): Promise<void> {
  closeIfShown(id);
  await api.jobs.remove({ id });
}

const readRows = (input: Parameters<typeof api.jobs.rows>[0]) => api.jobs.rows(input);

/** Undoes a finished job at once, unless its plan has something to review first. */
export async function undoJob(job: Job): Promise<void> {
  const planned = await api.jobs.planUndo({ id: job.id, rows: null });
  if (!planned.ok) return reportUndoFault(job, planned.fault);
  const undo = planned.value;
  bulkRuns.setState(({ undoes }) => ({ undoes: new Map(undoes).set(undo.id, job.title) }));
  const deletes = await countDeletes(readRows, undo);
  const isClear = undo.counts.refused === 0 && sendableRows(undo) > 0;
  if (!deletes.ok || deletes.value > maxUnconfirmedDeletes || !isClear) return showInDialog(undo);
  const started = await runJob(undo);
  if (!started.ok) reportUndoFault(job, started.fault);
}

function reportUndoFault({ title }: Job, fault: Fault): void {
  showFault(bulkMessages.undoFailed(title), fault);
}

function closeIfShown(id: string): void {
  if (bulkRuns.getState().shown?.id === id) closeDialog();
}

function without<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  return new Set([...set].filter((each) => each !== value));
}

/** Whether the page with this job is on screen. */
const isOnJobsPage = () => window.location.hash === '#/jobs';

/** Reports the jobs that have ended since the list before. */
export function reportEnded(
  before: readonly Job[] | null,
  jobs: readonly Job[],
  format: Pick<Format, 'count'>,
): void {
  const { started } = bulkRuns.getState();
  const ran = new Set(before?.filter(isInFlight).map(({ id }) => id));
  for (const job of jobs) {
    const { id, phase } = job;
    if (phase !== 'done' || !(started.has(id) || ran.has(id))) continue;
    reportEnd(job, format);
    bulkRuns.setState((state) => ({ started: without(state.started, id) }));
  }
}

function reportEnd(job: Job, format: Pick<Format, 'count'>): void {
  const { id, title, counts } = job;
  const { shown, undoes } = bulkRuns.getState();
  const isShown = shown?.id === id;
  if (!isShown && isOnJobsPage()) return;
  if (counts.failed > 0) {
    if (isShown) return;
    showToast({
      tone: 'error',
      title,
      text: failedRowsMessage(counts.failed, format),
      action: { label: bulkMessages.showFailed, run: () => showInDialog(job) },
    });
    return;
  }
  // What happened besides, or did not happen, stays in the dialog.
  if (isShown && (job.unconfirmed || job.heldBack || job.expiresOff)) return;
  closeIfShown(id);
  const undone = undoes.get(id);
  const { canUndo } = job;
  showToast({
    tone: 'info',
    title:
      undone === undefined
        ? doneMessage(actionOfJob(job), counts.done, format)
        : bulkMessages.undone(undone),
    ...(undone === undefined ? { text: title } : {}),
    ...(canUndo && undone === undefined
      ? { action: { label: bulkMessages.undo, run: () => void undoJob(job) } }
      : {}),
  });
}
