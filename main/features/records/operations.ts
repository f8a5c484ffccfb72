import type { Device } from '#shared/domain/device';
import { type EditOf, missingFields } from '#shared/domain/change';
import type { FieldConflict, EditCommand, EntityOf, LimitsEdit } from '#shared/domain/edit';
import { checkLimits } from '#shared/domain/expiry';
import { withGroupReference } from '#shared/domain/access';
import type { Capabilities } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import { fail } from '#shared/fault';
import type { Dialect } from '#main/api/dialect';
import type { Records } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { activateOnce } from './activating';
import { attemptKey, createOnce } from './creating';
import { deleteOnce } from './deleting';
import type { EditContext } from './edit-context';
import {
  activationEntry,
  changeEntry,
  creationEntry,
  deletionEntry,
  type EntryFacts,
} from './entries';
import type { TestSupport } from './patch-guards';
import type { FullRemote, Kind, Remote, Sent } from './remote';
import { saveByPatch, saveByReplacing, type Change, type Result } from './saving';

/** The result of an operation at the service. */
export type Answer<K extends Kind> =
  | {
      status: 'saved';
      after: Sent<EntityOf[K]>;
      entry: EntryFacts;
      /** Runs in the same write as the journal entry. */
      inSameWrite?: () => void;
    }
  | { status: 'unchanged'; after: Sent<EntityOf[K]> }
  | { status: 'conflict'; theirs: Sent<EntityOf[K]>; conflicts: FieldConflict[] }
  | { status: 'deleted'; entry: EntryFacts };

/** One command, checked and ready to be sent. */
export interface Operation<K extends Kind> {
  remote: Remote<K>;
  /** The record to lock; null for a create: it has no id yet. */
  recordId: string | null;
  /** May contain a password, which must not appear in a fault. */
  edit: object;
  /**
   * The journal entry that a crash right after the service's response would lose; null if a second
   * attempt detects it (a create records its attempts, an activation is idempotent).
   */
  intent: EntryFacts | null;
  send: () => Promise<Answer<K>>;
}

export interface OperationsOptions {
  users: FullRemote<'user'>;
  groups: FullRemote<'group'>;
  limits: Remote<'limits'>;
  clock: Clock;
  /** Creates with an unknown result. */
  attempts: Records;
  /** Fails if the disk did not take what was written last. */
  requireStored: () => void;
  dialect: Pick<Dialect, 'untestableMembers'>;
  capabilities: () => Capabilities;
}

type CommandOf<K extends Kind> = Extract<EditCommand, { kind: K }>;
export type Operations = {
  [K in Kind]: (command: CommandOf<K>, context: EditContext) => Operation<K>;
};

/** How each command is sent. An action is added here and in `edit-command.ts`. */
export function createOperations(options: OperationsOptions): Operations {
  const { users, groups, limits } = options;
  const support: TestSupport = { refused: options.dialect.untestableMembers };
  const grouped = (edit: EditOf['user'], base: User | null) =>
    withGroupReference(edit, base, users.known() ?? [], groups.known() ?? []);

  function create<K extends 'user' | 'group'>(
    remote: FullRemote<K>,
    edit: EditOf[K],
    { attemptedAt }: EditContext,
  ): Operation<K> {
    requireFields(remote.kind, edit, true);
    return {
      remote,
      recordId: null,
      edit,
      intent: null,
      send: async () => {
        const after = await createOnce(remote, edit, options, attemptedAt);
        const entry = creationEntry(remote, edit, after.record);
        if (attemptedAt !== undefined) return { status: 'saved', after, entry };
        const inSameWrite = () => options.attempts.remove(attemptKey(remote.kind, edit));
        return { status: 'saved', after, entry, inSameWrite };
      },
    };
  }

  function save<K extends Kind>(
    remote: Remote<K>,
    action: 'change' | 'replace',
    base: EntityOf[K],
    change: Change<K>,
    send: () => Promise<Result<K>>,
  ): Operation<K> {
    requireFields(remote.kind, change.edit, false);
    return {
      remote,
      recordId: change.id,
      edit: change.edit,
      intent: changeEntry(remote, action, base, change.base, change.edit),
      send: async () => {
        const result = await send();
        if (result.status !== 'saved') return result;
        const { before, edit, after } = result;
        const made = remote.editable(after.record);
        const was = remote.editable(before);
        const entry = changeEntry(remote, action, after.record, was, edit, made);
        return { status: 'saved', after, entry };
      },
    };
  }

  function remove<K extends 'user' | 'group'>(
    remote: FullRemote<K>,
    id: string,
    context: EditContext,
  ): Operation<K> {
    const known = remote.known()?.find((record) => record.id === id);
    return {
      remote,
      recordId: id,
      edit: {},
      intent: known ? deletionEntry(remote, known) : null,
      send: async () => {
        const { record } = prefetchedIn<K>(context) ?? (await remote.read(id));
        await deleteOnce(remote, id);
        return { status: 'deleted', entry: deletionEntry(remote, record) };
      },
    };
  }

  return {
    user: (command, context) => {
      if (command.action === 'create') return create(users, grouped(command.edit, null), context);
      if (command.action === 'delete') return remove(users, command.id, context);
      const { action, base } = command;
      const change = changeOn<'user'>(base, grouped(command.edit, base), context);
      return save(users, action, base, change, () =>
        action === 'change'
          ? saveByPatch(users, change, support)
          : saveByReplacing(users, change, support),
      );
    },
    group: (command, context) => {
      if (command.action === 'create') return create(groups, command.edit, context);
      if (command.action === 'delete') return remove(groups, command.id, context);
      const { action, base } = command;
      const change = changeOn<'group'>(base, command.edit, context);
      return save(groups, action, base, change, () =>
        action === 'change'
          ? saveByPatch(groups, change, support)
          : saveByReplacing(groups, change, support),
      );
    },
    limits: (command, context) => {
      if (command.action === 'activate') return activate(command.id, context);
      if (!options.capabilities().writesLimits) {
        fail({
          kind: 'forbidden',
          message: 'This service does not state that it accepts changes of limits.',
        });
      }
      const { base, edit } = command;
      const change: Change<'limits'> = {
        id: base.id,
        base: limits.editable(base),
        edit,
        prefetched: prefetchedIn<'limits'>(context),
        check: requireRules,
      };
      return save(limits, 'change', base, change, () => saveByPatch(limits, change, support));
    },
  };

  function activate(id: string, context: EditContext): Operation<'limits'> {
    if (!options.capabilities().activates) {
      fail({
        kind: 'forbidden',
        message: 'This service does not state that it activates devices.',
      });
    }
    return {
      remote: limits,
      recordId: id,
      edit: {},
      intent: null,
      send: async () => {
        const { before, after } = await activateOnce(limits, id, prefetchedIn<'limits'>(context));
        if (!before) return { status: 'unchanged', after };
        const entry = activationEntry(limits, before, after.record);
        return { status: 'saved', after, entry };
      },
    };
  }
}

function changeOn<K extends 'user' | 'group'>(
  base: EntityOf[K] & Change<K>['base'],
  edit: EditOf[K],
  context: EditContext,
): Change<K> {
  return { id: base.id, base, edit, prefetched: prefetchedIn<K>(context) };
}

/** The caller prefetches records of the kind that its command is about. */
function prefetchedIn<K extends Kind>({ prefetched }: EditContext): Sent<EntityOf[K]> | undefined {
  return prefetched as Sent<EntityOf[K]> | undefined;
}

function requireFields(kind: Kind, edit: object, isNew: boolean): void {
  const [field] = missingFields(kind, edit, isNew);
  if (field) fail({ kind: 'invalid', field, message: 'This field must not be empty.' });
}

/** The rules of section 2.3 on the limits that the device will have. */
function requireRules(edit: LimitsEdit, theirs: Device): void {
  for (const [field, message] of Object.entries(checkLimits(edit, theirs.limits))) {
    fail({ kind: 'invalid', field, message });
  }
}
