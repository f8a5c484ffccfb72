import type { StepRules } from '#main/jobs/types';
import type { JobStep } from '#shared/domain/job';

/** What the queue must know about the steps of bulk actions. */
export const stepRules: StepRules<JobStep> = {
  withPassword: (step, password) =>
    hasPasswordField(step) ? { ...step, edit: { ...step.edit, password } } : step,
  canLookUp: (step) => step.action === 'createUser',
  isDoneIfGone: (step) => step.action.startsWith('delete'),
  canUndo: (kind) => kind !== 'report',
};

/** The step without its password, and the password. */
export function withoutPassword(step: JobStep): { step: JobStep; password: string | null } {
  if (!hasPasswordField(step)) return { step, password: null };
  const { password, ...edit } = step.edit;
  return { step: { ...step, edit }, password: password ?? null };
}

const hasPasswordField = (step: JobStep) =>
  step.action === 'createUser' || step.action === 'changeUser';

/** Enough of a stored step to send it: it was checked when it was planned. */
export function isStep(value: unknown): value is JobStep {
  return typeof (value as { action?: unknown } | null | undefined)?.action === 'string';
}
