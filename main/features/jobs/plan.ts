import { submissionUndoReason } from '#main/features/journal/journal';
import { undoOf, type LatestRecord, type UndoStep } from '#main/features/records/undo';
import type { JobStep } from '#shared/domain/job';
import { StepChecker, type KnownRecords, type StepCheck } from './check';
import type { JobPlan } from './job-queue';
import type { StoredRow } from './stored-jobs';
import { sentences } from '#shared/i18n/sentences';

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

/** The step without its password, and the password. */
function withoutPassword(step: JobStep): { step: JobStep; password: string | null } {
  if (step.kind !== 'user' || step.action === 'delete') return { step, password: null };
  const { password = null, ...edit } = step.edit;
  return { step: { ...step, edit }, password };
}
