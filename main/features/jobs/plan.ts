import type { JobPlan } from '#main/jobs/types';
import type { JobStep } from '#shared/domain/job';
import { createStepCheck } from './check-step';
import type { KnownRecords, StepCheck } from './known-records';
import { withoutPassword } from './step-rules';

export type Plan = JobPlan<JobStep>;

/** One row of another job to be undone, or why it cannot be. */
export interface UndoStep {
  /** The row of the other job; null: it is no row of a job. */
  undoes: number | null;
  /** The journal entries of what is undone. */
  entries: readonly string[];
  label: string;
  step: JobStep;
  refusal: string | null;
  /** Data that cannot be restored. */
  note?: string;
}

/** Converts steps to rows: the changes of each, refusals with reasons, and the cost in calls. */
export function planSteps(steps: readonly JobStep[], known: KnownRecords): Plan {
  return planned(asSteps(steps), known);
}

/** The same with a `turn` for other work after every few hundred steps: a track may have 100,000. */
export async function planStepsInChunks(
  steps: Iterable<JobStep>,
  known: KnownRecords,
  turn: () => Promise<void>,
): Promise<Plan> {
  const planning = planningOf(asSteps(steps), known);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
    await turn();
  }
}

function* asSteps(steps: Iterable<JobStep>): Generator<Requested> {
  for (const step of steps) yield { step, undoes: null, entries: [], refused: null };
}

/** The same for steps that undo rows of another job; a row refused there stays in the plan. */
export function planUndoSteps(steps: readonly UndoStep[], known: KnownRecords): Plan {
  return planned(
    steps.map(({ step, undoes, entries, label, refusal, note }) => ({
      step,
      undoes,
      entries,
      note,
      refused: refusal === null ? null : { label, refusal },
    })),
    known,
  );
}

interface Requested {
  step: JobStep;
  undoes: number | null;
  entries: readonly string[];
  note?: string | undefined;
  /** Refused before the plan was made; null: the step is checked. */
  refused: StepCheck | null;
}

function planned(requested: Iterable<Requested>, known: KnownRecords): Plan {
  const planning = planningOf(requested, known);
  for (;;) {
    const { done, value } = planning.next();
    if (done) return value;
  }
}

const stepsPerTurn = 300;

/** Yields after every few hundred steps. */
function* planningOf(
  requested: Iterable<Requested>,
  known: KnownRecords,
): Generator<undefined, Plan> {
  let checked = 0;
  const check = createStepCheck(known);
  const plan: Plan = { rows: [], passwords: new Map(), unchanged: 0, calls: 0 };
  for (const { step: given, undoes, entries, note: givenNote, refused } of requested) {
    const result = refused ?? check(given);
    checked += 1;
    if (checked % stepsPerTurn === 0) yield;
    const note = [result.note, givenNote].filter(Boolean).join(' ');
    if (result.unchanged) {
      plan.unchanged++;
      continue;
    }
    const { step, password } = withoutPassword(given);
    const index = plan.rows.length;
    if (password !== null) plan.passwords.set(index, password);
    if (!result.refusal) plan.calls += result.calls ?? 1;
    plan.rows.push({
      index,
      label: result.label,
      action: step.action,
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
      undoes,
      ...(entries.length > 0 ? { undoesEntries: entries } : {}),
    });
  }
  return plan;
}
