import type { Cache } from '#main/cache/cache';
import { createJobRunner } from '#main/jobs/runner';
import { cachedJobs } from '#main/jobs/stored';
import type { JobRunner } from '#main/jobs/types';
import type { Allowance } from '#main/pace/allocation';
import { callAs } from '#main/pace/call-source';
import { deviceLabel, type Device, type Licences } from '#shared/domain/device';
import type { RecordKind } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { LogKind, Range } from '#shared/domain/history';
import { rowKindsOf, type Job, type JobStep } from '#shared/domain/job';
import { submitsLocations, type Capabilities, type SubmissionMode } from '#shared/domain/session';
import type { TypedAlert } from '#shared/domain/submission';
import type { User } from '#shared/domain/user';
import { fail, type Fault } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import type { ExecuteEdit } from '#main/features/records/edit-pipeline';
import type { Drafts } from '#main/features/drafts/drafts';
import type { Journal } from '#main/features/journal/journal';
import type { createSubmit } from '#main/features/submit/submit-step';
import { createSubmitted } from '#main/features/submit/submitted';
import { createApply } from './apply-step';
import type { KnownRecords } from './known-records';
import { createPlanning, type Planning } from './planning';
import type { Prefetched } from './prefetched';
import { isStep, stepRules } from './step-rules';
import type { HandlersOf } from '#shared/ipc/contract';

/** Bulk actions of one account: planned on the cached lists, carried out as single edits. */
export interface Jobs
  extends
    Planning,
    Pick<
      JobRunner<JobStep>,
      | 'job'
      | 'rows'
      | 'rowStates'
      | 'start'
      | 'pause'
      | 'cancel'
      | 'retryFailed'
      | 'noteUndone'
      | 'remove'
      | 'wake'
      | 'close'
    > {
  list(): Job[];
  isWorking(): boolean;
  /** The submission mode of the account changed: running reports are paused if it is read only. */
  submissionModeChanged(): void;
}

export interface JobsOptions {
  cache: Cache;
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** The share of the calls that jobs may spend. */
  budget: Allowance;
  execute: ExecuteEdit;
  drafts: Pick<Drafts, 'all' | 'removeIfSame'>;
  journal: Pick<Journal, 'get' | 'list' | 'ids' | 'settle' | 'submitted' | 'putSubmitted'>;
  users: () => readonly User[];
  /** Lists that the service never sent. */
  unknown?: () => KnownRecords['unknown'];
  groups: () => readonly Group[];
  devices: () => readonly Device[];
  device: (id: string) => Device;
  facts: () => { capabilities: Capabilities; licences: Licences | null };
  /** Whether reports may be submitted at this connection. */
  submissionMode: () => SubmissionMode;
  submit: ReturnType<typeof createSubmit>;
  /** Records were submitted for this time range of a log, which must be fetched again. */
  reopen: (log: LogKind, deviceId: string, range: Range) => void;
  /** Alerts were submitted for a device. */
  noteAlerts: (deviceId: string, alerts: readonly TypedAlert[]) => void;
  /** The account's zone; the computer's if the service does not provide it. */
  timeZone: () => string;
  prefetched: Prefetched;
  /** Reads the lists again, into the cache and into `prefetched`. */
  refresh: Record<RecordKind, () => Promise<unknown>>;
  onJobs: (jobs: Job[]) => void;
  onBug: (error: unknown) => Fault;
}

export function createJobs(options: JobsOptions): Jobs {
  const { cache, clock, prefetched } = options;
  const noteSubmitted = createSubmitted({
    journal: options.journal,
    rows: (jobId) => runner.storedRows(jobId),
    deviceLabel: (id) => {
      const device = options.devices().find((each) => each.id === id);
      return device ? deviceLabel(device) : id;
    },
    reopen: options.reopen,
    noteAlerts: options.noteAlerts,
    // The lists are read again periodically anyway.
    onAlertsSent: () => void options.refresh.limits().catch(() => undefined),
  });

  const runner = createJobRunner({
    store: cachedJobs(cache, isStep, options.drafts.removeIfSame),
    steps: stepRules,
    now: clock.now,
    after: clock.after,
    random: options.random,
    newId: options.newId,
    budget: options.budget,
    prepare: async (jobKinds) => {
      prefetched.begin();
      const kinds = new Set([...jobKinds].flatMap(rowKindsOf));
      for (const kind of kinds) if (kind !== 'report') await options.refresh[kind]();
    },
    apply: settling(createApply(options)),
    // A cache that is in memory by choice is not a fault; a disk that refuses writes is.
    diskFault: () => cache.notStored,
    onChanged: (jobs) => {
      noteSubmitted(jobs);
      if (jobs.every(({ phase }) => phase === 'done' || phase === 'cancelled')) prefetched.end();
      options.onJobs(jobs);
    },
    onBug: options.onBug,
  });

  /** A change that a step undid can no longer be undone. */
  function settling(apply: Apply): Apply {
    return async (step, context) => {
      const applied = await callAs('job', () => apply(step, context));
      if (applied) for (const id of context.undoesEntries) options.journal.settle(id, 'done');
      return applied;
    };
  }

  function known(): KnownRecords {
    return {
      users: options.users(),
      unknown: options.unknown?.(),
      groups: options.groups(),
      devices: options.devices(),
      ...options.facts(),
      submissionMode: options.submissionMode(),
      now: clock.now(),
      timeZone: options.timeZone(),
    };
  }

  const maySubmit = () => submitsLocations(options.submissionMode());

  /** A plan may be older than the setting; in read-only mode nothing may be submitted. */
  function requireSubmissionMode(id: string): void {
    if (runner.job(id).kind !== 'report' || maySubmit()) return;
    fail({ kind: 'declined', reason: 'state', message: readOnly });
  }

  return {
    ...runner,
    list: runner.jobs,
    start: (id) => {
      requireSubmissionMode(id);
      return runner.start(id);
    },
    retryFailed: (id, rows) => {
      requireSubmissionMode(id);
      return runner.retryFailed(id, rows);
    },
    submissionModeChanged: () => {
      if (maySubmit()) return;
      for (const { id, kind, phase } of runner.jobs()) {
        if (kind === 'report' && phase === 'running') runner.pause(id);
      }
    },
    ...createPlanning({
      runner,
      journal: options.journal,
      known,
      refreshDevices: options.refresh.limits,
      draft: (key) => options.drafts.all().find((draft) => draft.key === key),
    }),
  };
}

type Apply = ReturnType<typeof createApply>;

const readOnly =
  'This account is set to read only now, so the job was not started. It is stored: choose a mode that submits in Settings, “Locations and alerts”, and start it again.';

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
