import type { Cache } from '#main/cache/cache';
import { type Allowance, callAs } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/throttle';
import type { Drafts } from '#main/features/drafts/drafts';
import { type Journal, submissionUndoReason } from '#main/features/journal/journal';
import {
  undoOfEntries,
  undoOf,
  type LatestRecord,
  type UndoStep,
} from '#main/features/records/undo';
import { createSubmitted } from '#main/features/submit/submitted';
import { deviceLabel, type Device, type Licences } from '#shared/domain/device';
import type { DraftKind, RecordKind } from '#shared/domain/edit';
import type { LogKind, Range } from '#shared/domain/history';
import { rowKindsOf, type Job, type JobKind, type JobStep } from '#shared/domain/job';
import { submitsLocations, type Capabilities, type SubmissionMode } from '#shared/domain/session';
import type { TypedAlert } from '#shared/domain/submission';
import { failDeclined, type Fault } from '#shared/fault';
import type { HandlersOf } from '#shared/ipc/contract';
import { createApply, type ApplyOptions } from './apply';
import { isNoLicence, type KnownRecords, StepChecker, type StepCheck } from './check';
import { JobQueue, type QueueOptions, type JobPlan } from './job-queue';
import { createJobStore, type StoredRow } from './stored-jobs';
import { message, type Said, sentences } from '#shared/i18n/translate';

interface JobsOptions extends ApplyOptions {
  cache: Cache;
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** The share of the calls that jobs may spend. */
  budget: Allowance;
  drafts: Pick<Drafts, 'all' | 'removeIfSame'>;
  /** A job has started with the draft that it was planned from. Absent if nothing shows it. */
  onDraftSettled?: ((news: { kind: DraftKind }) => void) | undefined;
  journal: Pick<Journal, 'get' | 'list' | 'ids' | 'settle' | 'submitted' | 'putSubmitted'>;
  /** Lists that the service never sent. */
  unknown?: () => KnownRecords['unknown'];
  devices: () => readonly Device[];
  facts: () => { capabilities: Capabilities; licences: Licences | null };
  /** Whether reports may be submitted at this connection. */
  submissionMode: () => SubmissionMode;
  /** Records were submitted for this time range of a log, which must be fetched again. */
  reopen: (log: LogKind, deviceId: string, range: Range) => void;
  noteAlerts: (deviceId: string, alerts: readonly TypedAlert[]) => void;
  /** The account's zone; the computer's if the service does not provide it. */
  timeZone: () => string;
  /** Reads the lists again, into the cache and into `prefetched`. */
  refresh: Record<RecordKind, () => Promise<unknown>>;
  onJobs: (jobs: Job[]) => void;
  onBug: (error: unknown) => Fault;
}

/** Bulk actions of one account: planned on the cached lists, carried out by the queue as single edits. */
export class Jobs extends JobQueue {
  readonly #options: JobsOptions;

  constructor(options: JobsOptions) {
    super(queueOptions(options));
    this.#options = options;
  }

  /**
   * Plans a job, which sends nothing. `draft`: the key of a draft that goes when the job starts;
   * `cachedMatch` is known only to the caller.
   */
  plan(
    title: Said,
    kind: JobKind,
    steps: readonly JobStep[],
    {
      draft: key,
      ...more
    }: Pick<KnownRecords, 'cachedMatch'> & { draft?: string | undefined } = {},
  ): Job {
    const draft = this.#options.drafts.all().find((each) => each.key === key);
    const planned = draft && { key: draft.key, edit: draft.edit };
    const plan = planSteps(steps, { ...this.#known(), ...more });
    return this.add({ title, kind, draft: planned }, plan);
  }

  /** The same, with the present number of licences if the known one would refuse a step. */
  async planCurrent(title: Said, kind: JobKind, steps: readonly JobStep[]): Promise<Job> {
    let plan = planSteps(steps, this.#known());
    if (plan.rows.some((row) => isNoLicence(row.refusal))) {
      // Without an answer the number is not known, and the service decides on each activation.
      const isCurrent = await this.#options.refresh.limits().then(
        () => true,
        () => false,
      );
      const known = this.#known();
      plan = planSteps(steps, isCurrent ? known : { ...known, licences: null });
    }
    return this.add({ title, kind }, plan);
  }

  /** The same in chunks, for thousands of steps. */
  async planInChunks(
    title: Said,
    kind: JobKind,
    steps: Iterable<JobStep>,
    more: Pick<KnownRecords, 'cachedMatch'> = {},
  ): Promise<Job> {
    const pause = yieldEvery();
    const plan = await planStepsInChunks(steps, { ...this.#known(), ...more }, pause);
    return this.addInChunks({ title, kind }, plan, pause);
  }

  /** Plans the undo of a job as a job of its own; `rows`: of these only. */
  planUndo(id: string, rows: readonly number[] | null = null): Job {
    const { title, kind, counts } = this.job(id);
    const known = this.#known();
    const isPart = rows !== null && rows.length < counts.done;
    const steps = undoOfRows(this.storedRows(id), latestOf(known), rows && new Set(rows));
    const undoTitle = isPart
      ? message('jobs.title.undoPart', { rows: rows.length, done: counts.done, job: title })
      : message('jobs.title.undo', { job: title });
    return this.add({ title: undoTitle, kind, undoOf: id }, planUndoSteps(steps, known));
  }

  planUndoOfEntries(ids: readonly string[]): Job {
    const { journal } = this.#options;
    const picked = new Set(ids);
    const entries = journal
      .ids({ text: '', undo: null })
      .flatMap((id) => (picked.has(id) ? (journal.get(id) ?? []) : []));
    const known = this.#known();
    const plan = planUndoSteps(undoOfEntries(entries, latestOf(known)), known);
    const [kind, ...others] = new Set(plan.rows.map(({ step }) => step.kind));
    const title = message('jobs.title.undoJournal', { count: entries.length });
    return this.add({ title, kind: kind && others.length === 0 ? kind : 'mixed' }, plan);
  }

  override start(id: string): Job {
    this.#requireSubmissionMode(id);
    return super.start(id);
  }

  override retryFailed(id: string, rows: readonly number[] | null = null): Job {
    this.#requireSubmissionMode(id);
    return super.retryFailed(id, rows);
  }

  /** The submission mode of the account changed: running reports are paused if it is read only. */
  submissionModeChanged(): void {
    if (this.#maySubmit()) return;
    for (const { id, kind, phase } of this.list()) {
      if (kind === 'report' && phase === 'running') this.pause(id);
    }
  }

  #known(): KnownRecords {
    const options = this.#options;
    return {
      users: options.users(),
      unknown: options.unknown?.(),
      groups: options.groups(),
      devices: options.devices(),
      ...options.facts(),
      submissionMode: options.submissionMode(),
      now: options.clock.now(),
      timeZone: options.timeZone(),
    };
  }

  #maySubmit(): boolean {
    return submitsLocations(this.#options.submissionMode());
  }

  /** A plan may be older than the setting; in read-only mode nothing may be submitted. */
  #requireSubmissionMode(id: string): void {
    if (this.job(id).kind !== 'report' || this.#maySubmit()) return;
    failDeclined(message('faults.main.jobReadOnly'));
  }
}

export const jobsHandlers = (jobs: () => Jobs): HandlersOf<'jobs'> => ({
  list: () => jobs().list(),
  plan: ({ title, kind, steps }) => jobs().planCurrent(title, kind, steps),
  rows: ({ id, ...range }) => jobs().rows(id, range),
  start: ({ id }) => jobs().start(id),
  pause: ({ id }) => jobs().pause(id),
  cancel: ({ id }) => jobs().cancel(id),
  rowStates: ({ id }) => jobs().rowStates(id),
  retryFailed: ({ id, rows }) => jobs().retryFailed(id, rows),
  planUndo: ({ id, rows }) => jobs().planUndo(id, rows),
  planUndoOfEntries: ({ ids }) => jobs().planUndoOfEntries(ids),
  remove: ({ id }) => jobs().remove(id),
});

/** What the queue needs of the account. */
function queueOptions(options: JobsOptions): QueueOptions {
  const { cache, clock, journal, prefetched, refresh } = options;
  const apply = createApply(options);
  const noteSubmitted = createSubmitted({
    journal,
    deviceLabel: (id) => {
      const device = options.devices().find((each) => each.id === id);
      return device ? deviceLabel(device) : id;
    },
    reopen: options.reopen,
    noteAlerts: options.noteAlerts,
    // The lists are read again periodically anyway.
    onAlertsSent: () => void refresh.limits().catch(() => undefined),
  });
  return {
    store: createJobStore(cache, (draft) => {
      const kind = options.drafts.removeIfSame(draft);
      if (kind) options.onDraftSettled?.({ kind });
    }),
    now: clock.now,
    after: clock.after,
    random: options.random,
    newId: options.newId,
    budget: options.budget,
    prepare: async (jobKinds) => {
      prefetched.begin();
      const kinds = new Set([...jobKinds].flatMap(rowKindsOf));
      for (const kind of kinds) if (kind !== 'report') await refresh[kind]();
    },
    apply: async (step, context) => {
      const applied = await callAs('job', () => apply(step, context));
      // A change that a step undid can no longer be undone.
      if (applied) for (const id of context.undoesEntries) journal.settle(id, 'done');
      return applied;
    },
    // A cache that is in memory by choice is not a fault; a disk that refuses writes is.
    diskFault: () => cache.notStored,
    onChanged: (jobs, rowsOf) => {
      noteSubmitted(jobs, rowsOf);
      if (jobs.every(({ phase }) => phase === 'done' || phase === 'cancelled')) prefetched.end();
      options.onJobs(jobs);
    },
    onBug: options.onBug,
  };
}

/** Converts steps to rows: the changes of each, refusals with reasons, and the cost in calls. */
export function planSteps(steps: Iterable<JobStep>, known: KnownRecords): JobPlan {
  const planner = new Planner(known);
  for (const step of steps) planner.add(step);
  return planner.plan;
}

/** The same with a `turn` for other work after each step: a track may have 100,000. */
export async function planStepsInChunks(
  steps: Iterable<JobStep>,
  known: KnownRecords,
  turn: () => Promise<void>,
): Promise<JobPlan> {
  const planner = new Planner(known);
  for (const step of steps) {
    planner.add(step);
    await turn();
  }
  return planner.plan;
}

/** The same for steps that undo something; a row refused there stays in the plan. */
export function planUndoSteps(undos: readonly UndoStep[], known: KnownRecords): JobPlan {
  const planner = new Planner(known);
  for (const undo of undos) planner.add(undo.step, undo);
  return planner.plan;
}

class Planner {
  readonly plan: JobPlan = { rows: [], passwords: new Map(), unchanged: 0, calls: 0 };
  readonly #checker: StepChecker;

  constructor(known: KnownRecords) {
    this.#checker = new StepChecker(known);
  }

  /** `undo`: what the step undoes, or why it cannot. */
  add(given: JobStep, undo?: UndoStep): void {
    const { plan } = this;
    const checked: StepCheck =
      undo && undo.refusal !== null
        ? { label: undo.label, refusal: undo.refusal }
        : this.#checker.check(given);
    if (checked.unchanged) {
      plan.unchanged++;
      return;
    }
    const { step, password } = withoutPassword(given);
    const index = plan.rows.length;
    if (password !== null) plan.passwords.set(index, password);
    if (!checked.refusal) plan.calls += checked.calls ?? 1;
    const note = sentences([checked.note, undo?.note]);
    plan.rows.push({
      index,
      label: checked.label,
      state: checked.refusal ? 'refused' : 'waiting',
      changes: checked.changes ?? [],
      refusal: checked.refusal ?? null,
      ...(note ? { note } : {}),
      fault: null,
      step,
      needsPassword: password !== null,
      mayBeSent: false,
      attemptedAt: null,
      attempts: 0,
      recordId: 'id' in step ? step.id : null,
      undoes: undo?.undoes ?? null,
      ...(undo && undo.entries.length > 0 ? { undoesEntries: undo.entries } : {}),
    });
  }
}

/**
 * The steps that undo what a job did, last row first; `picked`: only these rows. A row whose record
 * was changed since is refused, as is one without an inverse.
 */
export function undoOfRows(
  rows: readonly StoredRow[],
  latest: LatestRecord,
  picked: ReadonlySet<number> | null = null,
): UndoStep[] {
  return rows
    .filter(({ state, index }) => state === 'done' && (picked?.has(index) ?? true))
    .toReversed()
    .map(({ index, journalId, label, step, recordId, changes }) => {
      const row = { undoes: index, entries: journalId ? [journalId] : [], label };
      if (step.kind === 'report') return { ...row, step, refusal: submissionUndoReason };
      const action = step.action === 'renew' ? 'change' : step.action;
      return { ...row, ...undoOf({ kind: step.kind, action, recordId, changes }, latest) };
    });
}

/** The editable part of every known record. */
export function latestOf({ users, groups, devices }: KnownRecords): LatestRecord {
  const records = {
    user: new Map<string, object | null>(users.map((user) => [user.id, user])),
    group: new Map<string, object | null>(groups.map((group) => [group.id, group])),
    limits: new Map<string, object | null>(devices.map(({ id, limits }) => [id, limits])),
  };
  return (kind, id) => records[kind].get(id) ?? null;
}

function withoutPassword(step: JobStep): { step: JobStep; password: string | null } {
  if (step.kind !== 'user' || step.action === 'delete') return { step, password: null };
  const { password = null, ...edit } = step.edit;
  return { step: { ...step, edit }, password };
}
