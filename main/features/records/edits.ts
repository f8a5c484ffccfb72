import { checkLimits } from '#shared/domain/expiry';
import { changesOf, missingFields, type EditOf, type FieldChange } from '#shared/domain/change';
import type { Device } from '#shared/domain/device';
import type { GroupEdit, LimitsEdit, Saved, UserEdit } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import { withGroupReference } from '#shared/domain/group-reference';
import type { Capabilities } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import { fail } from '#shared/fault';
import { isActive } from '#shared/wire/device';
import type { Dialect } from '#main/api/dialect';
import type { Records } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { createOnce, type AttemptedAt } from './creating';
import type { TestSupport } from './patch-guards';
import type { Journal } from '#main/features/journal/journal';
import { faultIn, isUnsure, redactPassword } from './fault-kinds';
import type { Kind, Remote, Sent, EntityOf, FullRemote } from './remote';
import { readAgain, saveByPatch, saveByReplacing, type Change, type Result } from './saving';
import { createKeyedMutex } from './keyed-mutex';

export type { Sent, EntityOf } from './remote';

/** Around one edit: who asks, and what is known already. */
export interface EditContext<R = unknown> {
  /** The job it is part of, for the journal. */
  jobId?: string | null;
  /** The record as it was read a moment ago, with its JSON; spares reading it again. */
  prefetched?: Sent<R>;
  /**
   * Of a create, for a caller that keeps account of its attempts itself: when it was first tried
   * without a known end, or null. Absent: kept here.
   */
  attemptedAt?: AttemptedAt;
  /** Writes to records of the cache here are committed in one transaction with the journal entry. */
  alongside?: (journalId: string) => void;
}

/**
 * Changes at the service, one record at a time. Each rejects with FaultError, leaves drafts alone,
 * shows its answer in the lists at once and writes the journal.
 */
export interface Edits {
  createUser(edit: UserEdit, context?: EditContext): Promise<Saved<User>>;
  /** JSON Patch of what the edit changes on `base`, merged with what others did since. */
  changeUser(base: User, edit: UserEdit, context?: EditContext<User>): Promise<Saved<User>>;
  replaceUser(base: User, edit: UserEdit, context?: EditContext<User>): Promise<Saved<User>>;
  removeUser(id: string, context?: EditContext<User>): Promise<{ journalId: string }>;
  createGroup(edit: GroupEdit, context?: EditContext): Promise<Saved<Group>>;
  changeGroup(base: Group, edit: GroupEdit, context?: EditContext<Group>): Promise<Saved<Group>>;
  replaceGroup(base: Group, edit: GroupEdit, context?: EditContext<Group>): Promise<Saved<Group>>;
  removeGroup(id: string, context?: EditContext<Group>): Promise<{ journalId: string }>;
  changeLimits(
    base: Device,
    edit: LimitsEdit,
    context?: EditContext<Device>,
  ): Promise<Saved<Device>>;
  /** Takes a free licence, or rejects with `conflict` in the service's words. */
  activate(id: string, context?: EditContext<Device>): Promise<Saved<Device>>;
}

export interface EditsOptions {
  users: FullRemote<'user'>;
  groups: FullRemote<'group'>;
  limits: Remote<'limits'>;
  journal: Journal;
  clock: Clock;
  attempts: Records;
  dialect: Pick<Dialect, 'untestableMembers'>;
  capabilities: () => Capabilities;
  /** A device was activated and took a licence. */
  onActivated: () => void;
}

export const lossyUserUndo =
  'The user comes back under a new id, without a password and without fields only the service knows.';
export const lossyGroupUndo = 'The group comes back under a new id.';

export function createEdits(options: EditsOptions): Edits {
  const { users, groups, limits, journal } = options;
  const inTurn = createKeyedMutex();
  const support: TestSupport = { refused: options.dialect.untestableMembers };

  /** Runs one record's work when it is its turn; a record that is gone leaves the lists. */
  function onRecord<K extends Kind, T>(remote: Remote<K>, id: string, work: () => Promise<T>) {
    return inTurn(`${remote.kind}:${id}`, async () => {
      try {
        return await work();
      } catch (error) {
        if (faultIn(error).kind === 'notFound') remote.lose(id);
        throw error;
      }
    });
  }

  function write<K extends Kind>(
    remote: Remote<K>,
    action: 'create' | 'change' | 'replace' | 'delete' | 'activate',
    record: EntityOf[K],
    changes: FieldChange[],
    context: EditContext | undefined,
    undoReason: string | null = null,
    undo: 'possible' | 'impossible' = 'possible',
  ): string {
    const entry = {
      kind: remote.kind,
      action,
      recordId: record.id,
      label: remote.label(record),
      changes,
      jobId: context?.jobId ?? null,
      undo,
      undoReason,
    };
    return journal.append(entry, context?.alongside);
  }

  async function create<K extends 'user' | 'group'>(
    remote: FullRemote<K>,
    edit: EditOf[K],
    context: EditContext | undefined,
  ): Promise<Saved<EntityOf[K]>> {
    requireFields(remote.kind, edit, true);
    const made = await redactPassword(edit, () =>
      createOnce(remote, edit, options, context?.attemptedAt),
    );
    remote.keep(made);
    const changes = recorded(changesOf(remote.kind, null, edit), made.record);
    const journalId = write(remote, 'create', made.record, changes, context);
    return { status: 'saved', record: made.record, journalId };
  }

  async function save<K extends Kind>(
    remote: Remote<K>,
    action: 'change' | 'replace',
    change: Change<K>,
    send: (change: Change<K>) => Promise<Result<K>>,
    context: EditContext | undefined,
  ): Promise<Saved<EntityOf[K]>> {
    requireFields(remote.kind, change.edit, false);
    const result = await redactPassword(change.edit, () =>
      onRecord(remote, change.id, () => send(change)),
    );
    if (result.status === 'conflict') {
      remote.keep(result.theirs);
      return { status: 'conflict', conflicts: result.conflicts, theirs: result.theirs.record };
    }
    const { record } = result.after;
    if (result.status === 'unchanged') {
      if (!change.prefetched) remote.keep(result.after);
      return { status: 'saved', record, journalId: null };
    }
    remote.keep(result.after);
    const sent = changesOf(remote.kind, remote.editable(result.before), result.edit);
    const changes = recorded(sent, remote.editable(record));
    const isOnlyPassword = changes.every(({ field }) => field === 'password');
    const hasPassword = changes.some(({ field }) => field === 'password');
    const reason = hasPassword ? 'Nobody knows the old password, so it cannot come back.' : null;
    const undo = isOnlyPassword ? 'impossible' : 'possible';
    const journalId = write(remote, action, record, changes, context, reason, undo);
    return { status: 'saved', record, journalId };
  }

  function change<K extends Kind>(
    remote: Remote<K>,
    change: Change<K>,
    context: EditContext | undefined,
  ) {
    return save(remote, 'change', change, (c) => saveByPatch(remote, c, support), context);
  }

  function replace<K extends 'user' | 'group'>(
    remote: FullRemote<K>,
    change: Change<K>,
    context: EditContext | undefined,
  ) {
    return save(remote, 'replace', change, (c) => saveByReplacing(remote, c, support), context);
  }

  async function remove<K extends 'user' | 'group'>(
    remote: FullRemote<K>,
    id: string,
    context: EditContext<EntityOf[K]> | undefined,
    undoReason: string,
  ): Promise<{ journalId: string }> {
    const { record } = await onRecord(remote, id, async () => {
      const last = context?.prefetched ?? (await remote.read(id));
      await removeOnce(remote, id);
      return last;
    });
    remote.lose(id);
    const fields = allFields(remote.kind, record);
    return { journalId: write(remote, 'delete', record, fields, context, undoReason) };
  }

  const userChange = (base: User, edit: UserEdit, context?: EditContext<User>): Change<'user'> => ({
    id: base.id,
    base,
    edit: grouped(edit, base),
    prefetched: context?.prefetched,
  });
  const groupChange = (base: Group, edit: GroupEdit, context?: EditContext<Group>) => ({
    id: base.id,
    base,
    edit,
    prefetched: context?.prefetched,
  });
  const grouped = (edit: UserEdit, base: User | null) =>
    withGroupReference(edit, base, users.known() ?? [], groups.known() ?? []);

  return {
    createUser: (edit, context) => create(users, grouped(edit, null), context),
    changeUser: async (base, edit, context) =>
      change(users, userChange(base, edit, context), context),
    replaceUser: async (base, edit, context) =>
      replace(users, userChange(base, edit, context), context),
    removeUser: (id, context) => remove(users, id, context, lossyUserUndo),
    createGroup: (edit, context) => create(groups, edit, context),
    changeGroup: (base, edit, context) => change(groups, groupChange(base, edit, context), context),
    replaceGroup: (base, edit, context) =>
      replace(groups, groupChange(base, edit, context), context),
    removeGroup: (id, context) => remove(groups, id, context, lossyGroupUndo),

    changeLimits: async (base, edit, context) => {
      if (!options.capabilities().writesLimits) {
        fail({ kind: 'forbidden', message: 'This service does not let limits be changed.' });
      }
      const check = (left: LimitsEdit, theirs: Device) => requireRules(left, theirs);
      const { id } = base;
      const limitsChange = {
        id,
        base: limits.editable(base),
        edit,
        prefetched: context?.prefetched,
        check,
      };
      return change(limits, limitsChange, context);
    },

    activate: async (id, context) => {
      if (!options.capabilities().activates) {
        fail({ kind: 'forbidden', message: 'This service does not let devices be activated.' });
      }
      const { before, after } = await onRecord(limits, id, () => activateOnce(limits, id, context));
      limits.keep(after);
      if (!before) return { status: 'saved', record: after.record, journalId: null };
      options.onActivated();
      const changes = [
        { field: 'active', before: false, after: true },
        ...changesOf('limits', limits.editable(before), limits.editable(after.record)),
      ];
      const reason = 'A device cannot be switched off; it expires by its date.';
      const journalId = write(
        limits,
        'activate',
        after.record,
        changes,
        context,
        reason,
        'impossible',
      );
      return { status: 'saved', record: after.record, journalId };
    },
  };
}

function requireFields(kind: Kind, edit: object, isNew: boolean): void {
  const [field] = missingFields(kind, edit, isNew);
  if (field) fail({ kind: 'invalid', field, message: 'This field must not be empty.' });
}

/** The rules of section 2.3 on what the device will have. */
function requireRules(edit: LimitsEdit, theirs: Device): void {
  for (const [field, message] of Object.entries(checkLimits(edit, theirs.limits))) {
    fail({ kind: 'invalid', field, message });
  }
}

/** Changes with what the service made of them, which is what an undo will find. */
function recorded(changes: readonly FieldChange[], record: object): FieldChange[] {
  return changes.map((change) =>
    change.field === 'password'
      ? change
      : { ...change, after: (Reflect.get(record, change.field) as unknown) ?? null },
  );
}

/** Every field of a record that is about to be gone. */
export function allFields<K extends 'user' | 'group'>(kind: K, record: EntityOf[K]): FieldChange[] {
  const { disabled, ...rest } = record as Partial<User>;
  const edit = { ...rest, ...(disabled === null ? {} : { disabled }) } as EditOf[K];
  return changesOf(kind, null, edit).map(({ field, after }) => ({
    field,
    before: after,
    after: null,
  }));
}

/** Deletes; where no answer comes, looks whether the record is gone, and tries once more. */
async function removeOnce<K extends 'user' | 'group'>(
  remote: FullRemote<K>,
  id: string,
): Promise<void> {
  try {
    return await remote.remove(id);
  } catch (error) {
    if (!isUnsure(faultIn(error))) throw error;
    if (await isGone(remote, id, error)) return;
  }
  try {
    await remote.remove(id);
  } catch (error) {
    // The first try went through after all.
    if (faultIn(error).kind !== 'notFound') throw error;
  }
}

async function isGone<K extends Kind>(remote: Remote<K>, id: string, cause: unknown) {
  try {
    await remote.read(id);
    return false;
  } catch (error) {
    if (faultIn(error).kind === 'notFound') return true;
    throw cause;
  }
}

/** `before` is null where the device was active already. Switching on needs no guard. */
async function activateOnce(
  remote: Remote<'limits'>,
  id: string,
  context: EditContext<Device> | undefined,
): Promise<{ before: Device | null; after: Sent<Device> }> {
  const before = context?.prefetched ?? (await remote.read(id));
  if (isActive(before.record)) return { before: null, after: before };
  const steps = [{ op: 'add' as const, path: '/active', value: true }];
  for (let isSecond = false; ; isSecond = true) {
    try {
      const answer = await remote.patch(id, steps);
      return { before: before.record, after: answer ?? (await remote.read(id)) };
    } catch (error) {
      if (!isUnsure(faultIn(error))) throw error;
      const now = await readAgain(remote, id, error);
      if (isActive(now.record)) return { before: before.record, after: now };
      if (isSecond) throw error;
    }
  }
}
