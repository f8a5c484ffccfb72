import { useStore } from 'zustand';
import type { RecordKind } from '#shared/domain/edit';
import type { Job, JobStep } from '#shared/domain/job';
import type { Fault, Outcome } from '#shared/fault';
import type { Message, Said } from '#shared/i18n/translate';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { showFault, showToast } from '#lib/toasts';
import type { Format } from '#lib/format';
import { createAccountMirror } from '#lib/mirror';
import { currentFormat } from '#lib/use-format';
import { bulkActionOf, isInFlight, sendableRows, type BulkAction } from './job-sentence';

/** The account's jobs, mirrored from main. */
export const jobsMirror = createAccountMirror(
  () => api.jobs.list(),
  (listener) => api.jobs.onChanged(listener),
);

const noJobs: readonly Job[] = [];

/** Every job, newest first. */
export function useJobs(): readonly Job[] {
  return useStore(jobsMirror, ({ value }) => value ?? noJobs);
}

/** How many jobs are running or paused; the screen changes only with the number. */
export function useRunningJobs(): number {
  return useStore(jobsMirror, ({ value }) => (value ?? noJobs).filter(isInFlight).length);
}

/** Longer runs leave the dialog by themselves and continue in Activity. */
export const maxDialogSeconds = 20;

/** A plan with more rows is always reviewed before it runs. */
const maxUnreviewedRows = 50;

/** More deletions than this need a typed confirmation. */
export const maxUnconfirmedDeletes = 5;

/** What a file does that was planned as a job. */
export interface ImportOfJob {
  creates: number;
  changes: number;
  /** The fields in the file, in the order of its columns. */
  fields: readonly string[];
}

/** What this window knows of a job that it planned or started. */
interface JobNote {
  action?: BulkAction;
  /** What the button does that runs it, if that says more than the action. */
  runLabel?: RunLabel | undefined;
  /** The file that was planned. */
  file?: ImportOfJob;
  onStarted?: PlanRequest['onStarted'];
  /** The title of what the job undoes. */
  undoes?: Said;
  /** It was started here and has not ended. */
  isStarted?: boolean;
}

interface JobsView {
  /** The job on the jobs page. */
  openId: string | null;
  /** The job in the dialog, as it was when it was opened; null: there is no dialog. */
  shown: Job | null;
  /** Why the job in the dialog could not be started. */
  fault: Fault | null;
  notes: ReadonlyMap<string, JobNote>;
}

export const jobsView = createAccountStore<JobsView>({
  openId: null,
  shown: null,
  fault: null,
  notes: new Map(),
});

export const noteOf = (id: string): JobNote => jobsView.getState().notes.get(id) ?? {};

function note(id: string, more: JobNote): void {
  jobsView.setState(({ notes }) => ({ notes: new Map(notes).set(id, { ...noteOf(id), ...more }) }));
}

export function actionOfJob({ id, kind }: Pick<Job, 'id' | 'kind'>): BulkAction {
  return noteOf(id).action ?? (kind === 'report' ? 'report.submitLocation' : 'mixed');
}

export function chooseJob(id: string | null): void {
  jobsView.setState({ openId: id });
}

/** Opens the jobs page with this job. */
export function openJob(id: string): void {
  chooseJob(id);
  window.location.hash = '#/jobs';
}

/** Whether the page with the jobs is on screen. */
export const isOnJobsPage = () => window.location.hash === '#/jobs';

/** Shows a job in the dialog, over the page from which it was planned. */
export function showInDialog(job: Job): void {
  jobsView.setState({ shown: job, fault: null });
}

/** The same for the plan of a file. */
export function showImportInDialog(job: Job, file: ImportOfJob): void {
  const { creates, changes } = file;
  const kind = job.kind === 'user' ? 'user' : 'group';
  const action = changes === 0 ? 'create' : creates === 0 ? 'change' : null;
  note(job.id, { file, action: action ? `${kind}.${action}` : 'mixed' });
  showInDialog(job);
}

export function closeDialog(): void {
  jobsView.setState({ shown: null, fault: null });
}

function closeIfShown(id: string): void {
  if (jobsView.getState().shown?.id === id) closeDialog();
}

/** "Disable 3 users", for so many rows. */
type RunLabel = (rows: number, format: Format) => string;

export interface PlanRequest {
  title: Message;
  kind: RecordKind;
  steps: JobStep[];
  runLabel?: RunLabel;
  /** Called once it runs and nothing of it was refused: what was selected for it is no longer needed. */
  onStarted?: (() => void) | undefined;
}

/**
 * Plans a bulk action and opens the plan for review in the dialog. Sends nothing. Every bulk action
 * starts here.
 */
export async function planJob(request: PlanRequest): Promise<Outcome<Job>> {
  const { title, kind, steps, runLabel, onStarted } = request;
  const outcome = await api.jobs.plan({ title, kind, steps });
  if (!outcome.ok) return outcome;
  note(outcome.value.id, { action: bulkActionOf(steps), runLabel, onStarted });
  showInDialog(outcome.value);
  return outcome;
}

/** Plans a bulk action and runs it, unless the plan has something to review first. */
export async function planAndRun(request: PlanRequest): Promise<Outcome<Job>> {
  const planned = await planJob(request);
  if (planned.ok && mayRunUnreviewed(planned.value, request.steps)) {
    const started = await runJob(planned.value);
    if (!started.ok) jobsView.setState({ fault: started.fault });
  }
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
  note(id, { isStarted: true });
  jobsView.setState({ fault: null });
  const outcome = await api.jobs.start({ id });
  if (!outcome.ok) {
    note(id, { isStarted: false });
    return outcome;
  }
  // What was refused is still to be dealt with.
  if (job.counts.refused === 0) noteOf(id).onStarted?.();
  if (estimatedSeconds > maxDialogSeconds && !isOnJobsPage()) {
    const { t, duration } = currentFormat();
    closeIfShown(id);
    showToast({
      tone: 'info',
      title: t('activity.job.inBackground', { job: title }),
      text: t('activity.job.inBackgroundHelp', { time: duration(estimatedSeconds) }),
    });
  }
  return outcome;
}

/** Cancels a plan that was not run: nothing was sent, so nothing remains. */
export async function discardPlan(id: string): Promise<void> {
  closeIfShown(id);
  await api.jobs.remove({ id });
}

/** How many records a plan would delete, read page by page. */
export async function countDeletes({ id }: Pick<Job, 'id'>): Promise<Outcome<number>> {
  const limit = 500;
  let deletes = 0;
  for (let from = 0; ; from += limit) {
    const outcome = await api.jobs.rows({ id, from, limit, state: 'waiting' });
    if (!outcome.ok) return outcome;
    const { rows, total } = outcome.value;
    deletes += rows.filter(({ action }) => action === 'delete').length;
    if (from + limit >= total || rows.length === 0) return { ok: true, value: deletes };
  }
}

/** Undoes a finished job at once, unless its plan has something to review first. */
export async function undoJob({ id, title }: Job): Promise<void> {
  const planned = await api.jobs.planUndo({ id, rows: null });
  const notUndone = () => currentFormat().t('activity.toast.notUndone', { job: title });
  if (!planned.ok) return showFault(notUndone(), planned.fault);
  const undo = planned.value;
  note(undo.id, { undoes: title });
  const deletes = await countDeletes(undo);
  const isClear = undo.counts.refused === 0 && sendableRows(undo) > 0;
  if (!deletes.ok || deletes.value > maxUnconfirmedDeletes || !isClear) return showInDialog(undo);
  const started = await runJob(undo);
  if (!started.ok) showFault(notUndone(), started.fault);
}

/** Reports the jobs that have ended since the list before. */
export function reportEnded(
  before: readonly Job[] | null,
  jobs: readonly Job[],
  format: Format,
): void {
  const ran = new Set(before?.filter(isInFlight).map(({ id }) => id));
  for (const job of jobs) {
    if (job.phase !== 'done' || !(noteOf(job.id).isStarted || ran.has(job.id))) continue;
    reportEnd(job, format);
    note(job.id, { isStarted: false });
  }
}

function reportEnd(job: Job, { t, said }: Format): void {
  const { id, title, counts } = job;
  const isShown = jobsView.getState().shown?.id === id;
  if (!isShown && isOnJobsPage()) return;
  if (counts.failed > 0) {
    if (isShown) return;
    showToast({
      tone: 'error',
      title: said(title),
      text: t('activity.toast.failed', { count: counts.failed }),
      actions: [{ label: t('activity.toast.showFailed'), run: () => showInDialog(job) }],
    });
    return;
  }
  // What happened besides, or did not happen, stays in the dialog.
  if (isShown && (job.unconfirmed || job.heldBack || job.expiresOff)) return;
  closeIfShown(id);
  const { undoes } = noteOf(id);
  if (undoes !== undefined) {
    return showToast({ tone: 'info', title: t('activity.toast.undone', { job: undoes }) });
  }
  showToast({
    tone: 'info',
    title: t(`activity.done.${actionOfJob(job)}`, { count: counts.done }),
    text: job.unchanged ? t('activity.toast.unchanged', { count: job.unchanged }) : said(title),
    ...(job.canUndo && {
      actions: [{ label: t('common.undo'), run: () => void undoJob(job) }],
    }),
  });
}
