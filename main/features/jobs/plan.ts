import { submissionUndoReason } from '#main/features/journal/journal';
import { undoOf, type LatestRecord, type UndoStep } from '#main/features/records/undo';
import type { JobStep } from '#shared/domain/job';
import { StepChecker, type KnownRecords, type StepCheck } from './check';
import type { JobPlan } from './job-queue';
import type { StoredRow } from './stored-jobs';

/** Converts steps to rows: the changes of each, refusals with reasons, and the cost in calls. */
export function planSteps(steps: Iterable<JobStep>, known: KnownRecords): JobPlan {
  return planned(asRequests(steps), known);
}

/** The same with a `turn` for other work after every few hundred steps: a track may have 100,000. */
export async function planStepsInChunks(
  steps: Iterable<JobStep>,
  known: KnownRecords,
  turn: () => Promise<void>,
): Promise<JobPlan> {
  const planning = planningOf(asRequests(steps), known);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
    await turn();
  }
}

/** The same for steps that undo something; a row refused there stays in the plan. */
export function planUndoSteps(steps: readonly UndoStep[], known: KnownRecords): JobPlan {
  return planned(steps, known);
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

type Request = Pick<UndoStep, 'step' | 'undoes' | 'entries' | 'note'> & Partial<UndoStep>;

function* asRequests(steps: Iterable<JobStep>): Generator<Request> {
  for (const step of steps) yield { step, undoes: null, entries: [] };
}

function planned(requests: Iterable<Request>, known: KnownRecords): JobPlan {
  const planning = planningOf(requests, known);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
  }
}

const stepsPerTurn = 300;

/** Yields after every few hundred steps. */
function* planningOf(
  requests: Iterable<Request>,
  known: KnownRecords,
): Generator<undefined, JobPlan> {
  let checked = 0;
  const checker = new StepChecker(known);
  const plan: JobPlan = { rows: [], passwords: new Map(), unchanged: 0, calls: 0 };
  for (const request of requests) {
    const { label = '', refusal } = request;
    const result: StepCheck = refusal ? { label, refusal } : checker.check(request.step);
    checked += 1;
    if (checked % stepsPerTurn === 0) yield;
    const note = [result.note, request.note].filter(Boolean).join(' ');
    if (result.unchanged) {
      plan.unchanged++;
      continue;
    }
    const { step, password } = withoutPassword(request.step);
    const index = plan.rows.length;
    if (password !== null) plan.passwords.set(index, password);
    if (!result.refusal) plan.calls += result.calls ?? 1;
    plan.rows.push({
      index,
      label: result.label,
      state: result.refusal ? 'refused' : 'waiting',
      changes: result.changes ?? [],
      refusal: result.refusal ?? null,
      ...(note ? { note } : {}),
      fault: null,
      step,
      needsPassword: password !== null,
      mayBeSent: false,
      attemptedAt: null,
      attempts: 0,
      recordId: 'id' in step ? step.id : null,
      undoes: request.undoes,
      ...(request.entries.length > 0 ? { undoesEntries: request.entries } : {}),
    });
  }
  return plan;
}

/** The step without its password, and the password. */
function withoutPassword(step: JobStep): { step: JobStep; password: string | null } {
  if (step.kind !== 'user' || step.action === 'delete') return { step, password: null };
  const { password = null, ...edit } = step.edit;
  return { step: { ...step, edit }, password };
}
