import { changesOf, missingFields } from '#shared/domain/change';
import type { UserEdit } from '#shared/domain/edit';
import type { JobStep } from '#shared/domain/job';
import { emailKey } from '#shared/domain/text';
import { userLabel, validityProblem, type User } from '#shared/domain/user';
import { absentMessage, deletedFields, missingMessage, unreadRefusal } from './check-fields';
import type { KnownRecords, StepCheck, TouchedTwice } from './known-records';

type UserStep = JobStep & { action: `${string}User` };

/** Checks steps on users: e-mail addresses are unique, also within the plan. */
export function createUserCheck(
  known: Pick<KnownRecords, 'users' | 'unknown'>,
  touchedTwice: TouchedTwice,
): (step: UserStep) => StepCheck {
  const users = new Map(known.users.map((user) => [user.id, user]));
  const ownerOfEmail = new Map(
    known.users.flatMap((user) => (user.email ? [[emailKey(user.email), user] as const] : [])),
  );
  const emailsInPlan = new Map<string, string>();

  function emailTaken(edit: UserEdit, id: string | null): string | null {
    if (!edit.email) return null;
    const key = emailKey(edit.email);
    const owner = ownerOfEmail.get(key);
    if (owner && owner.id !== id) {
      return `The e-mail ${edit.email} already belongs to ${userLabel(owner)}.`;
    }
    const other = emailsInPlan.get(key);
    return other ? `The e-mail ${edit.email} is already given to ${other} in this plan.` : null;
  }

  function reserveEmail(edit: UserEdit, label: string): void {
    if (edit.email) emailsInPlan.set(emailKey(edit.email), label);
  }

  function checkCreation({ edit }: UserStep & { action: 'createUser' }): StepCheck {
    const label = edit.name || edit.email || 'New user';
    const missing = missingFields('user', edit, true);
    const refusal = missing.length > 0 ? missingMessage('user', missing) : emailTaken(edit, null);
    if (!refusal) reserveEmail(edit, label);
    return {
      label,
      changes: changesOf('user', null, edit),
      refusal: refusal ?? wrongPeriod(edit, null),
    };
  }

  return (step) => {
    if (step.action === 'createUser') return checkCreation(step);
    const user = users.get(step.id);
    if (!user) return { label: step.id, refusal: absentMessage('user', known.unknown) };
    const label = userLabel(user);
    if (step.action === 'deleteUser') {
      const refusal = touchedTwice('user', step.id);
      return { label, changes: deletedFields('user', user), refusal };
    }
    const changes = changesOf('user', user, step.edit);
    if (changes.length === 0) return { label, unchanged: true };
    const missing = missingFields('user', step.edit, false);
    const refusal =
      touchedTwice('user', step.id) ??
      (missing.length > 0 ? missingMessage('user', missing) : emailTaken(step.edit, step.id)) ??
      unreadRefusal('user', user, step.edit) ??
      wrongPeriod(step.edit, user);
    if (!refusal) reserveEmail(step.edit, label);
    return { label, changes, refusal };
  };
}

function wrongPeriod(edit: UserEdit, user: User | null): string | undefined {
  if (edit.validFrom === undefined && edit.expiresAt === undefined) return undefined;
  return validityProblem({ ...user, ...edit }) ?? undefined;
}
