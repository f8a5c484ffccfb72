import { valuesOf } from '#main/jobs/undo';
import type { Applied, StepContext } from '#main/jobs/types';
import { recordFields } from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import type { FieldConflict, JournalEntry, RecordKind, Saved, UserEdit } from '#shared/domain/edit';
import { fieldInSentence } from '#shared/domain/field-messages';
import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import { mayBeFromAttempt } from '#shared/domain/lost-create';
import type { User } from '#shared/domain/user';
import { fail } from '#shared/fault';
import type { Edits } from '#main/features/records/edits';
import type { Journal } from '#main/features/journal/journal';
import type { Sent } from '#main/features/records/edits';
import type { createSubmit } from '#main/features/submit/submit-step';
import type { Prefetched } from './prefetched';

export interface ApplyOptions {
  edits: Edits;
  journal: Pick<Journal, 'get' | 'list'>;
  prefetched: Prefetched;
  submit: ReturnType<typeof createSubmit>;
  /** As the lists show them now. */
  users: () => readonly User[];
  groups: () => readonly Group[];
  device: (id: string) => Device;
}

/** Carries out one step of a job as a single edit, with the job's name on it in the journal. */
export function createApply(
  options: ApplyOptions,
): (step: JobStep, context: StepContext) => Promise<Applied | null> {
  const { edits, prefetched, journal } = options;

  return async (step, context) => {
    const done = context.attemptedAt === null ? null : inJournal(step, context);
    if (done) return done;
    if (context.onlyLookUp) return lookUp(step, context);
    return send(step, context);
  };

  async function send(step: JobStep, context: StepContext): Promise<Applied> {
    const { jobId, attemptedAt } = context;
    switch (step.action) {
      case 'submitLocation':
      case 'submitAlert':
        return options.submit(step, context);
      case 'createUser':
        return applied('user', await edits.createUser(step.edit, { jobId, attemptedAt }), context);
      case 'createGroup':
        return applied(
          'group',
          await edits.createGroup(step.edit, { jobId, attemptedAt }),
          context,
        );
      case 'changeUser': {
        const sent = prefetched.use('user', step.id);
        const now = sent?.record ?? options.users().find(({ id }) => id === step.id) ?? missing();
        const base = { ...now, ...valuesOf('user', context.changes, 'before') };
        return applied(
          'user',
          await edits.changeUser(base, step.edit, around(context, sent)),
          context,
        );
      }
      case 'changeGroup': {
        const sent = prefetched.use('group', step.id);
        const now = sent?.record ?? options.groups().find(({ id }) => id === step.id) ?? missing();
        const base = { ...now, ...valuesOf('group', context.changes, 'before') };
        return applied(
          'group',
          await edits.changeGroup(base, step.edit, around(context, sent)),
          context,
        );
      }
      case 'deleteUser':
        return removed(edits.removeUser(step.id, around(context, prefetched.use('user', step.id))));
      case 'deleteGroup':
        return removed(
          edits.removeGroup(step.id, around(context, prefetched.use('group', step.id))),
        );
      case 'changeLimits':
        return applied('limits', await changeLimits(step, context), context);
      case 'renew':
        return renew(step, context);
    }
  }

  function changeLimits(
    step: JobStep & { action: 'changeLimits' },
    context: StepContext,
  ): Promise<Saved<Device>> {
    const sent = prefetched.use('limits', step.id);
    const now = sent?.record ?? options.device(step.id);
    const before = valuesOf('limits', context.changes, 'before');
    const base = now.limits ? { ...now, limits: { ...now.limits, ...before } } : now;
    return edits.changeLimits(base, step.edit, around(context, sent));
  }

  /** The new date first: without it an activated device would expire again at once. */
  async function renew(
    step: JobStep & { action: 'renew' },
    context: StepContext,
  ): Promise<Applied> {
    const isActivation = context.changes.some(({ field }) => field === 'active');
    const isDated = context.changes.some(({ field }) => field !== 'active');
    let sent = prefetched.use('limits', step.id);
    if (isDated && step.expirationDate !== null) {
      const now = sent?.record ?? options.device(step.id);
      const before = valuesOf('limits', context.changes, 'before');
      const base = now.limits ? { ...now, limits: { ...now.limits, ...before } } : now;
      const edit = { expires: true, expirationDate: step.expirationDate };
      const saved = await edits.changeLimits(base, edit, around(context, sent));
      if (saved.status === 'conflict') refuse('limits', saved.conflicts);
      sent = { record: saved.record, raw: null };
    }
    if (isActivation) await edits.activate(step.id, around(context, sent));
    return { recordId: step.id };
  }

  /** The changes as they were written down, which is what an undo will find at the service. */
  function applied<T extends { id: string }>(
    kind: RecordKind,
    saved: Saved<T>,
    context: StepContext,
  ): Applied {
    if (saved.status === 'conflict') return refuse(kind, saved.conflicts);
    const entry = saved.journalId === null ? null : journal.get(saved.journalId);
    return {
      recordId: saved.record.id,
      changes: entry?.changes ?? [...context.changes],
      journalId: saved.journalId,
    };
  }

  async function removed(removal: Promise<{ journalId: string }>): Promise<Applied> {
    const entry = journal.get((await removal).journalId);
    return entry ? toldBy(entry) : { recordId: null };
  }

  /** A step that was carried out and written down before the job itself could note it. */
  function inJournal(step: JobStep, { jobId }: StepContext): Applied | null {
    const { entries } = journal.list({ from: 0, limit: 500 });
    const entry = entries.find((each) => each.jobId === jobId && isOf(each, step));
    return entry ? toldBy(entry) : null;
  }

  /** Finds a user whose password is lost, so that nothing can be sent again: is it there? */
  function lookUp(step: JobStep, { attemptedAt }: StepContext): Applied | null {
    if (step.action !== 'createUser') return null;
    const wanted = folded(step.edit.email);
    const made = options
      .users()
      .find(
        ({ email, createdAt }) =>
          folded(email) === wanted && mayBeFromAttempt(createdAt, attemptedAt ?? 0),
      );
    return made ? { recordId: made.id } : null;
  }
}

function toldBy({ id, recordId, changes }: JournalEntry): Applied {
  return { recordId, changes, journalId: id };
}

const folded = (text: string | null | undefined) => (text ?? '').trim().toLowerCase();

function around<R>({ jobId }: StepContext, sent: Sent<R> | null) {
  return sent ? { jobId, prefetched: sent } : { jobId };
}

function isOf(entry: JournalEntry, step: JobStep): boolean {
  const after = (field: string) =>
    folded(entry.changes.find((change) => change.field === field)?.after as string | null);
  switch (step.action) {
    case 'submitLocation':
    case 'submitAlert':
      // The journal speaks of a whole job of reports, not of each; the service is asked instead.
      return false;
    case 'createUser':
      return entry.action === 'create' && after('email') === folded((step.edit as UserEdit).email);
    case 'createGroup':
      return entry.action === 'create' && after('name') === folded(step.edit.name);
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

function missing(): never {
  return fail({ kind: 'notFound' });
}

function refuse(kind: RecordKind, conflicts: readonly FieldConflict[]): never {
  const fields = conflicts.map(
    ({ field, theirs }) => `${fieldInSentence(kind, field)} is now ${text(kind, field, theirs)}`,
  );
  return fail({
    kind: 'declined',
    reason: 'state',
    message: `Somebody else changed it after this was planned: ${fields.join(', ')}.`,
  });
}

const listed = 5;

function text(kind: RecordKind, field: string, value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const isMoment = recordFields(kind)[field]?.kind === 'moment';
  if (typeof value === 'number') return isMoment ? new Date(value).toISOString() : String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  const more = value.length > listed ? ` and ${value.length - listed} more` : '';
  return value.length === 0 ? 'empty' : `${value.slice(0, listed).join(', ')}${more}`;
}
