import type { Applied } from '#main/jobs/types';
import { emailKey, textKey } from '#shared/domain/text';
import { type JournalEntry, type UserEdit, mayBeFromAttempt } from '#shared/domain/edit';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import type { Journal } from '#main/features/journal/journal';

/** The result of a step that was carried out and journalled before the job could store it. */
export function findInJournal(
  step: JobStep,
  jobId: string,
  journal: Pick<Journal, 'list'>,
): Applied | null {
  const { entries } = journal.list({ from: 0, limit: 500 });
  const entry = entries.find((each) => each.jobId === jobId && isOf(each, step));
  return entry ? { recordId: entry.recordId, changes: entry.changes, journalId: entry.id } : null;
}

/** The user that a step created, if its password is lost and it cannot be sent again. */
export function findCreated(
  step: JobStep,
  attemptedAt: number | null,
  users: readonly User[],
): Applied | null {
  if (step.action !== 'createUser') return null;
  const email = emailKey(step.edit.email ?? '');
  const made = users.find(
    (user) =>
      emailKey(user.email ?? '') === email && mayBeFromAttempt(user.createdAt, attemptedAt ?? 0),
  );
  return made ? { recordId: made.id } : null;
}

function isOf(entry: JournalEntry, step: JobStep): boolean {
  const after = (field: string) =>
    (entry.changes.find((change) => change.field === field)?.after as string | null) ?? '';
  switch (step.action) {
    case 'submitLocation':
    case 'submitAlert':
      // The journal has one entry for a whole job of reports, so the service is queried instead.
      return false;
    case 'createUser':
      return (
        entry.action === 'create' &&
        emailKey(after('email')) === emailKey((step.edit as UserEdit).email ?? '')
      );
    case 'createGroup':
      return entry.action === 'create' && textKey(after('name')) === textKey(step.edit.name ?? '');
    case 'deleteUser':
    case 'deleteGroup':
      return entry.action === 'delete' && entry.recordId === step.id;
    case 'renew':
      return entry.action === 'activate' && entry.recordId === step.id;
    case 'changeUser':
    case 'changeGroup':
    case 'changeLimits':
      return entry.action === 'change' && entry.recordId === step.id;
  }
}
