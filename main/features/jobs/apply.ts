import { meaningOf } from '#main/pace/back-off';
import type { Journal } from '#main/features/journal/journal';
import type { EditContext, Sent } from '#main/features/records/edit-pipeline';
import type { ExecuteEdit } from '#main/features/records/edit-pipeline';
import { valuesOf } from '#main/features/records/undo';
import type { createSubmit } from '#main/features/submit/submit-step';
import { isNotUnderstood, recordFields, type FieldChange, fieldName } from '#shared/domain/change';
import { dayMs } from '#shared/domain/calendar';
import type { Device } from '#shared/domain/device';
import {
  type FieldConflict,
  type JournalEntry,
  type RecordKind,
  type EditCommand,
  type EntityOf,
  mayBeFromAttempt,
} from '#shared/domain/edit';
import { emailKey, textKey } from '#shared/domain/text';
import type { Group } from '#shared/domain/group';
import type { JobStep } from '#shared/domain/job';
import type { User } from '#shared/domain/user';
import { fail, failDeclined, FaultError } from '#shared/fault';
import type { Applied, StepContext } from './dispatcher';
import { message, type Message, type Said, type Text } from '#shared/i18n/translate';

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

/** Carries out one step of a job as an edit command, with the job's id in the journal. */
export function createApply(options: ApplyOptions) {
  const { prefetched, journal } = options;

  return async (step: JobStep, context: StepContext): Promise<Applied | null> => {
    const done = context.attemptedAt === null ? null : findInJournal(step, context.jobId, journal);
    if (done) return done;
    if (context.onlyLookUp) return findCreated(step, context.attemptedAt, options.users());
    return send(step, context);
  };

  async function send(step: JobStep, context: StepContext): Promise<Applied> {
    if (step.kind === 'report') return options.submit(step, context);
    if (step.action === 'renew') return renew(step, context);
    if (step.action === 'create') {
      return run(step, context, { attemptedAt: context.attemptedAt });
    }
    const sent = prefetched.use(step.kind, step.id);
    if (step.action === 'delete') return run(step, context, given(sent));
    const base = plannedOn(step.kind, sent?.record ?? current(step), context);
    return run({ ...step, base } as EditCommand, context, given(sent));
  }

  function current({ kind, id }: { kind: RecordKind; id: string }): EntityOf[RecordKind] {
    if (kind === 'limits') return options.device(id);
    const records: readonly (User | Group)[] = kind === 'user' ? options.users() : options.groups();
    return records.find((record) => record.id === id) ?? fail({ kind: 'notFound' });
  }

  /** The new date first: without it an activated device would expire again immediately. */
  async function renew(
    { kind, id, expirationDate }: JobStep & { action: 'renew' },
    context: StepContext,
  ): Promise<Applied> {
    const { jobId, changes } = context;
    const dated = changes.filter(({ field }) => field !== 'active');
    const isDated = dated.length > 0 && expirationDate !== null;
    let sent = prefetched.use('limits', id);
    if (isDated) {
      const edit = { expires: true, expirationDate };
      const base = plannedOn('limits', sent?.record ?? options.device(id), context);
      const command = { kind, action: 'change', base, edit } as const;
      const saved = await options.execute(command, { jobId, ...given(sent) });
      if (saved.status === 'conflict') return refuse('limits', saved.conflicts);
      sent = { record: saved.record, raw: null };
    }
    if (dated.length === changes.length) return { recordId: id };
    try {
      const command = { kind, action: 'activate', id } as const;
      const activated = await options.execute(command, { jobId, ...given(sent) });
      // What the service changed besides, such as Expires switched off.
      const made = entryOf(activated.status === 'saved' ? activated.journalId : null);
      return made ? { recordId: id, changes: [...dated, ...made.changes] } : { recordId: id };
    } catch (error) {
      throw isDated ? afterSavedDate(error, expirationDate) : error;
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
    const entry = entryOf(journalId);
    if (result.status === 'deleted') {
      return entry
        ? { recordId: entry.recordId, changes: entry.changes, journalId }
        : { recordId: null };
    }
    return { recordId: result.record.id, changes: entry?.changes ?? [...changes], journalId };
  }

  function entryOf(journalId: string | null): JournalEntry | null {
    return journalId === null ? null : journal.get(journalId);
  }
}

/** The record with the values that the step was planned on. */
function plannedOn<R extends EntityOf[RecordKind]>(
  kind: RecordKind,
  record: R,
  { changes }: StepContext,
): R {
  // Without what was not understood: the plan says what the fields were.
  const planned = { ...valuesOf(kind, changes, 'before'), gaps: undefined };
  if (kind !== 'limits') return { ...record, ...planned };
  const { limits } = record as Device;
  return { ...record, limits: limits && { ...limits, ...planned } };
}

function given(sent: Sent<User | Group | Device> | null): EditContext {
  return sent ? { prefetched: sent } : {};
}

/** The result of a step that was carried out and journalled before the job could store it. */
function findInJournal(
  step: JobStep,
  jobId: string,
  journal: Pick<Journal, 'list'>,
): Applied | null {
  const { entries } = journal.list({ from: 0, limit: 500 });
  const entry = entries.find((each) => each.jobId === jobId && isOf(each, step));
  return entry ? { recordId: entry.recordId, changes: entry.changes, journalId: entry.id } : null;
}

function isOf(entry: JournalEntry, step: JobStep): boolean {
  // The journal has one entry for a whole job of reports, so the service is queried instead.
  if (step.kind === 'report' || entry.kind !== step.kind) return false;
  if (step.action === 'renew') return entry.action === 'activate' && entry.recordId === step.id;
  if (entry.action !== step.action) return false;
  if (step.action !== 'create') return entry.recordId === step.id;
  return step.kind === 'user'
    ? emailKey(textAfter(entry, 'email')) === emailKey(step.edit.email ?? '')
    : textKey(textAfter(entry, 'name')) === textKey(step.edit.name ?? '');
}

function textAfter({ changes }: { changes: readonly FieldChange[] }, field: string): string {
  return (changes.find((change) => change.field === field)?.after as string | null) ?? '';
}

/** The user that a step created, if its password is lost and it cannot be sent again. */
function findCreated(
  step: JobStep,
  attemptedAt: number | null,
  users: readonly User[],
): Applied | null {
  if (step.kind !== 'user' || step.action !== 'create') return null;
  const email = emailKey(step.edit.email ?? '');
  const made = users.find(
    (user) =>
      emailKey(user.email ?? '') === email && mayBeFromAttempt(user.createdAt, attemptedAt ?? 0),
  );
  return made ? { recordId: made.id } : null;
}

/** The same fault, if it is final, with what was done before it. */
function afterSavedDate(error: unknown, day: string): unknown {
  if (!(error instanceof FaultError) || meaningOf(error.fault) !== 'row') return error;
  const { fault } = error;
  const reason = 'message' in fault ? fault.message : undefined;
  return new FaultError({
    kind: 'declined',
    reason: 'state',
    message: dateSaved(dayMs(day), reason ?? null),
  });
}

/** `reason`: the text of the service, or why Waypost did not activate the device. */
function dateSaved(day: number, reason: Said | null): Message {
  if (reason === null) return message('jobs.failed.dateSaved', { day });
  return typeof reason === 'string'
    ? message('jobs.failed.dateSavedSaid', { day, reason })
    : message('jobs.failed.dateSavedReason', { day, reason });
}

function refuse(kind: RecordKind, conflicts: readonly FieldConflict[]): never {
  const changes = conflicts.map(({ field, theirs }) =>
    message('jobs.failed.isNow', {
      field: fieldName(kind, field),
      value: valueOf(kind, field, theirs),
    }),
  );
  return failDeclined(message('jobs.failed.changed', { changes }));
}

const mostListed = 5;

function valueOf(kind: RecordKind, field: string, value: unknown): Text {
  if (value === null || value === '') return message('fields.is.empty');
  if (isNotUnderstood(value)) {
    return message('fields.is.notUnderstood', { original: JSON.stringify(value.notUnderstood) });
  }
  if (typeof value === 'string') return message('fields.is.text', { text: value });
  if (typeof value === 'boolean') return message(value ? 'fields.is.on' : 'fields.is.off');
  if (typeof value === 'number') {
    return recordFields(kind)[field]?.kind === 'moment'
      ? message('fields.is.moment', { at: value })
      : message('fields.is.number', { value });
  }
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return message('fields.is.empty');
  const more = value.length - mostListed;
  return [
    ...value.slice(0, mostListed).map(String),
    ...(more > 0 ? [message('fields.is.more', { count: more })] : []),
  ];
}

/** Records from a list that was read for a job, with their JSON: spares a read before each change. */
export class Prefetched {
  #isActive = false;
  readonly #lists = new Map<RecordKind, Map<string, Sent<EntityOf[RecordKind]>>>();

  /** Stores the lists from now on. */
  begin(): void {
    this.#isActive = true;
  }

  /** Stores a whole list; ignored while no job runs. */
  take<K extends RecordKind>(kind: K, items: readonly Sent<EntityOf[K]>[]): void {
    if (!this.#isActive) return;
    this.#lists.set(kind, new Map(items.map((item) => [item.record.id, item])));
  }

  /** Returns a record once: after its change it is out of date. */
  use<K extends RecordKind>(kind: K, id: string): Sent<EntityOf[K]> | null {
    const sent = this.#lists.get(kind)?.get(id) ?? null;
    this.#lists.get(kind)?.delete(id);
    return sent as Sent<EntityOf[K]> | null;
  }

  /** The jobs have ended: removes everything. */
  end(): void {
    this.#isActive = false;
    this.#lists.clear();
  }
}
