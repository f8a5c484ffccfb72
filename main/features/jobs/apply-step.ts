import type { Applied, StepContext } from '#main/jobs/types';
import { meaningOf } from '#main/pace/back-off';
import type { EditContext, Sent } from '#main/features/records/edit-context';
import type { ExecuteEdit } from '#main/features/records/edit-pipeline';
import { valuesOf } from '#main/features/records/undo';
import type { createSubmit } from '#main/features/submit/submit-step';
import { isNotUnderstood, recordFields, fieldInSentence } from '#shared/domain/change';
import { dayText } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import type { FieldConflict, RecordKind, EditCommand } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import { fail, FaultError } from '#shared/fault';
import type { Journal } from '#main/features/journal/journal';
import { findCreated, findInJournal } from './find-result';
import type { Prefetched } from './prefetched';

export interface ApplyOptions {
  execute: ExecuteEdit;
  journal: Pick<Journal, 'get' | 'list'>;
  prefetched: Prefetched;
  submit: ReturnType<typeof createSubmit>;
  /** The current state in the cached lists. */
  users: () => readonly User[];
  groups: () => readonly Group[];
  device: (id: string) => Device;
}

/** Carries out one step of a job as one edit command, with the job's id in the journal. */
export function createApply(
  options: ApplyOptions,
): (step: JobStep, context: StepContext) => Promise<Applied | null> {
  const { prefetched, journal } = options;

  return async (step, context) => {
    const done = context.attemptedAt === null ? null : findInJournal(step, context.jobId, journal);
    if (done) return done;
    if (context.onlyLookUp) return findCreated(step, context.attemptedAt, options.users());
    return send(step, context);
  };

  async function send(step: JobStep, context: StepContext): Promise<Applied> {
    const { attemptedAt } = context;
    switch (step.action) {
      case 'submitLocation':
      case 'submitAlert':
        return options.submit(step, context);
      case 'createUser':
        return run({ kind: 'user', action: 'create', edit: step.edit }, context, { attemptedAt });
      case 'createGroup':
        return run({ kind: 'group', action: 'create', edit: step.edit }, context, { attemptedAt });
      case 'changeUser': {
        const sent = prefetched.use('user', step.id);
        const base = plannedOn('user', sent?.record ?? find(options.users(), step.id), context);
        return run({ kind: 'user', action: 'change', base, edit: step.edit }, context, given(sent));
      }
      case 'changeGroup': {
        const sent = prefetched.use('group', step.id);
        const base = plannedOn('group', sent?.record ?? find(options.groups(), step.id), context);
        const command = { kind: 'group', action: 'change', base, edit: step.edit } as const;
        return run(command, context, given(sent));
      }
      case 'deleteUser':
        return run(
          { kind: 'user', action: 'delete', id: step.id },
          context,
          given(prefetched.use('user', step.id)),
        );
      case 'deleteGroup':
        return run(
          { kind: 'group', action: 'delete', id: step.id },
          context,
          given(prefetched.use('group', step.id)),
        );
      case 'changeLimits': {
        const sent = prefetched.use('limits', step.id);
        const base = limitsPlannedOn(sent?.record ?? options.device(step.id), context);
        const command = { kind: 'limits', action: 'change', base, edit: step.edit } as const;
        return run(command, context, given(sent));
      }
      case 'renew':
        return renew(step, context);
    }
  }

  /** The new date first: without it an activated device would expire again immediately. */
  async function renew(
    step: JobStep & { action: 'renew' },
    context: StepContext,
  ): Promise<Applied> {
    const isActivation = context.changes.some(({ field }) => field === 'active');
    const isDated = context.changes.some(({ field }) => field !== 'active');
    let sent = prefetched.use('limits', step.id);
    if (isDated && step.expirationDate !== null) {
      const base = limitsPlannedOn(sent?.record ?? options.device(step.id), context);
      const edit = { expires: true, expirationDate: step.expirationDate };
      const saved = await options.execute(
        { kind: 'limits', action: 'change', base, edit },
        { jobId: context.jobId, ...given(sent) },
      );
      if (saved.status === 'conflict') refuse('limits', saved.conflicts);
      sent = { record: saved.record, raw: null };
    }
    if (!isActivation) return { recordId: step.id };
    try {
      const activated = await options.execute(
        { kind: 'limits', action: 'activate', id: step.id },
        { jobId: context.jobId, ...given(sent) },
      );
      // What the service changed besides, such as Expires switched off.
      const entry = activated.status === 'saved' ? activated.journalId : null;
      const made = entry === null ? null : journal.get(entry);
      const dated = context.changes.filter(({ field }) => field !== 'active');
      return made
        ? { recordId: step.id, changes: [...dated, ...made.changes] }
        : { recordId: step.id };
    } catch (error) {
      if (isDated && step.expirationDate !== null) throw afterSavedDate(error, step.expirationDate);
      throw error;
    }
  }

  /** Returns the changes of the journal entry, which an undo compares with the service. */
  async function run(
    command: EditCommand,
    { jobId, changes }: StepContext,
    context: EditContext,
  ): Promise<Applied> {
    const result = await options.execute<EditCommand>(command, { ...context, jobId });
    if (result.status === 'conflict') return refuse(command.kind, result.conflicts);
    const { journalId } = result;
    const entry = journalId === null ? null : journal.get(journalId);
    if (result.status === 'deleted') {
      return entry
        ? { recordId: entry.recordId, changes: entry.changes, journalId }
        : { recordId: null };
    }
    return { recordId: result.record.id, changes: entry?.changes ?? [...changes], journalId };
  }
}

function find<R extends { id: string }>(records: readonly R[], id: string): R {
  return records.find((record) => record.id === id) ?? fail({ kind: 'notFound' });
}

/** The record with the values that the step was planned on. */
function plannedOn<R extends User | Group>(
  kind: 'user' | 'group',
  record: R,
  { changes }: StepContext,
): R {
  // Without what was not understood: the plan says what the fields were.
  return { ...record, ...valuesOf(kind, changes, 'before'), gaps: undefined };
}

function limitsPlannedOn(device: Device, { changes }: StepContext): Device {
  if (!device.limits) return device;
  const before = valuesOf('limits', changes, 'before');
  return { ...device, limits: { ...device.limits, ...before, gaps: undefined } };
}

function given(sent: Sent<User | Group | Device> | null): EditContext {
  return sent ? { prefetched: sent } : {};
}

/** The same fault, if it is final, with what was done before it. */
function afterSavedDate(error: unknown, day: string): unknown {
  if (!(error instanceof FaultError) || meaningOf(error.fault) !== 'row') return error;
  const { fault } = error;
  const reason = 'message' in fault ? (fault.message ?? null) : null;
  const message =
    reason === null
      ? `The new expiration date ${dayText(day)} was saved. The device was not activated: the service gave no reason.`
      : fault.kind === 'declined'
        ? `The new expiration date ${dayText(day)} was saved. The device was not activated: ${reason}`
        : `The new expiration date ${dayText(day)} was saved. The device was not activated. The service says: “${reason}”`;
  return new FaultError({ kind: 'declined', reason: 'state', message });
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

const mostListed = 5;

function text(kind: RecordKind, field: string, value: unknown): string {
  if (value === null || value === '') return 'empty';
  if (isNotUnderstood(value)) return `not understood: ${JSON.stringify(value.notUnderstood)}`;
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const isMoment = recordFields(kind)[field]?.kind === 'moment';
  if (typeof value === 'number') return isMoment ? new Date(value).toISOString() : String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  const more = value.length > mostListed ? ` and ${value.length - mostListed} more` : '';
  return value.length === 0 ? 'empty' : `${value.slice(0, mostListed).join(', ')}${more}`;
}
