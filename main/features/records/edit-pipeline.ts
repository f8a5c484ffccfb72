// Why it is so: docs/decisions/0028-intents-and-creations.md
import type { Dialect } from '#main/api/dialect';
import type { Drafts } from '#main/features/drafts/drafts';
import type { Journal, NewEntry } from '#main/features/journal/journal';
import { withGroupReference } from '#shared/domain/access';
import {
  type EditOf,
  type FieldChange,
  type RecordOf,
  changesOf,
  fieldValue,
  missingFields,
  recordFields,
  isSameValue,
} from '#shared/domain/change';
import type { Device, Limits } from '#shared/domain/device';
import {
  type Deleted,
  type EditCommand,
  type EditResult,
  type EntityOf,
  type FieldConflict,
  type LimitsEdit,
  type Saved,
  journalEntrySchema,
} from '#shared/domain/edit';
import { checkLimits } from '#shared/domain/expiry';
import type { Group } from '#shared/domain/group';
import type { Capabilities } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import { failInvalid, failDeclined } from '#shared/fault';
import {
  type CreatingOptions,
  createIntentKey,
  createOnce,
  faultIn,
  redactPassword,
  type Change,
  activateOnce,
  deleteOnce,
  saveByPatch,
  saveByReplacing,
  type FullRemote,
  type Kind,
  type Remote,
  type Remotes,
  type Sent,
  reworded,
  isUnsure,
} from './saving';
import { message } from '#shared/i18n/translate';
import { isDeepStrictEqual } from 'node:util';
import type { Records } from '#main/cache/cache';

export type { Sent } from './saving';

/** The caller of an edit, and data that it already has. */
export interface EditContext {
  /** The job it is part of, for the journal. Jobs store the state of their rows themselves, so no intent is logged. */
  jobId?: string | null;
  /** The record as it was read a moment ago, with its JSON; spares one read. */
  prefetched?: Sent<EntityOf[Kind]>;
  /**
   * Of a create, for a caller that logs its intents itself: when it was first tried without a known
   * end, or null. Absent: the intent is logged here.
   */
  attemptedAt?: number | null;
}

/** Carries out one command. Rejects with FaultError. */
export type ExecuteEdit = <C extends EditCommand>(
  command: C,
  context?: EditContext,
) => Promise<EditResult<C>>;

interface EditPipelineOptions extends CreatingOptions {
  remotes: Remotes;
  intentLog: Pick<IntentLog, 'around'>;
  journal: Pick<Journal, 'append'>;
  drafts: Pick<Drafts, 'settle' | 'remove'>;
  dialect: Pick<Dialect, 'untestableMembers'>;
  capabilities: () => Capabilities;
  /** A device was activated and took a licence. */
  onActivated: () => void;
}

/** What became of a command at the service. */
type Outcome =
  | { status: 'saved'; after: Sent<EntityOf[Kind]>; entry: EntryFacts }
  | { status: 'unchanged'; after: Sent<EntityOf[Kind]> }
  | { status: 'conflict'; theirs: Sent<EntityOf[Kind]>; conflicts: FieldConflict[] }
  | { status: 'deleted'; entry: EntryFacts };

type Result = Saved<EntityOf[Kind]> | Deleted;

/**
 * The only way in which Waypost changes users, groups and limits: lock of the record, intent, then read,
 * merge and send, then the journal entry in one write with the draft and the intent, then the cached
 * list and its event.
 */
export class EditPipeline {
  readonly #exclusive = createKeyedMutex();

  constructor(private readonly options: EditPipelineOptions) {}

  async execute<C extends EditCommand>(
    given: C,
    context: EditContext = {},
  ): Promise<EditResult<C>> {
    requireAllowed(given, this.options.capabilities());
    const command = this.#withGroupReference(given);
    const settleDraft = () => this.#settleDraft(given);
    const id = idIn(command);
    const send = async (removeIntent?: () => void) => {
      const outcome = await this.#send(command, context);
      return this.#commit(command, outcome, context, { settleDraft, removeIntent });
    };
    const work = () =>
      id === null
        ? send()
        : this.#exclusive(`${command.kind}:${id}`, () => this.#withIntent(command, context, send));
    try {
      return (await redactPassword(editIn(command), work)) as EditResult<C>;
    } catch (error) {
      if (id !== null && faultIn(error).kind === 'notFound') {
        this.#drop(command, id, context);
        // Somebody else did what was asked for: there is nothing left to send.
        if (command.action === 'delete') settleDraft();
      }
      throw error;
    }
  }

  /** Logs what a crash right after the response would lose; the caller holds the lock of the record. */
  async #withIntent(
    command: EditCommand,
    { jobId = null }: EditContext,
    send: (removeIntent?: () => void) => Promise<Result>,
  ): Promise<Result> {
    if (jobId !== null) return send();
    const intent = this.#intentOf(command);
    if (intent) return this.options.intentLog.around({ ...intent, jobId }, send, withEarlierEntry);
    this.options.requireStored();
    return send();
  }

  /**
   * The journal entry as it is planned. null if a second try detects what the first one did: a create
   * logs its intent itself, an activation is idempotent.
   */
  #intentOf(command: EditCommand): EntryFacts | null {
    const remote = this.#remoteOf(command);
    switch (command.action) {
      case 'create':
      case 'activate':
        return null;
      case 'change':
      case 'replace': {
        const { action, base, edit } = command;
        return changeEntry(remote, action, base, remote.editable(base), edit);
      }
      case 'delete': {
        const known = this.#fullRemoteOf(command).known();
        const record = known?.find(({ id }) => id === command.id);
        return record ? deletionEntry(this.#fullRemoteOf(command), record) : null;
      }
    }
  }

  async #send(command: EditCommand, context: EditContext): Promise<Outcome> {
    const remote = this.#remoteOf(command);
    const { prefetched } = context;
    switch (command.action) {
      case 'create': {
        const full = this.#fullRemoteOf(command);
        const after = await createOnce(full, command.edit, this.options, context.attemptedAt);
        return { status: 'saved', after, entry: creationEntry(full, command.edit, after.record) };
      }
      case 'change':
      case 'replace': {
        const { action, base } = command;
        const change: Change<Kind> = {
          id: base.id,
          base: remote.editable(base),
          edit: command.edit,
          prefetched,
          check: command.kind === 'limits' ? requireLimitRules : undefined,
        };
        const support = { refused: this.options.dialect.untestableMembers };
        const result =
          action === 'change'
            ? await saveByPatch(remote, change, support)
            : await saveByReplacing(
                this.#fullRemoteOf(command),
                change as Change<'user' | 'group'>,
                support,
              );
        if (result.status !== 'saved') return result;
        const { before, edit, after } = result;
        const made = remote.editable(after.record);
        const was = remote.editable(before);
        const entry = changeEntry(remote, action, after.record, was, edit, made);
        return { status: 'saved', after, entry };
      }
      case 'delete': {
        const full = this.#fullRemoteOf(command);
        const { record } = prefetched ?? (await full.read(command.id));
        await deleteOnce(full, command.id);
        return { status: 'deleted', entry: deletionEntry(full, record as EntityOf['user']) };
      }
      case 'activate': {
        const { limits } = this.options.remotes;
        const device = prefetched as Sent<Device> | undefined;
        const { before, after } = await activateOnce(limits, command.id, device);
        if (!before) return { status: 'unchanged', after };
        return { status: 'saved', after, entry: activationEntry(limits, before, after.record) };
      }
    }
  }

  /** Journal, cached list and event, once the service has answered. */
  #commit(
    command: EditCommand,
    outcome: Outcome,
    context: EditContext,
    { settleDraft, removeIntent }: { settleDraft: () => void; removeIntent?: () => void },
  ): Result {
    const { journal, intents, onActivated } = this.options;
    const { jobId = null } = context;
    /**
     * Between two writes a crash would leave the draft of what was done, to be sent once more, or its intent, to be
     * written to the journal once more.
     */
    const inOneWrite = (entry: EntryFacts) =>
      journal.append({ ...entry, jobId }, () => {
        if (command.action === 'create' && context.attemptedAt === undefined) {
          intents.remove(createIntentKey(command.kind, command.edit));
        }
        settleDraft();
        removeIntent?.();
      });
    switch (outcome.status) {
      case 'conflict': {
        const { conflicts, theirs } = outcome;
        this.#cache(command, theirs, context);
        return { status: 'conflict', conflicts, theirs: theirs.record };
      }
      case 'unchanged':
        if (!context.prefetched) this.#cache(command, outcome.after, context);
        settleDraft();
        return { status: 'saved', record: outcome.after.record, journalId: null };
      case 'saved': {
        const journalId = inOneWrite(outcome.entry);
        this.#cache(command, outcome.after, context);
        if (command.action === 'activate') onActivated();
        return { status: 'saved', record: outcome.after.record, journalId };
      }
      case 'deleted': {
        const journalId = inOneWrite(outcome.entry);
        this.#drop(command, outcome.entry.recordId, context);
        return { status: 'deleted', journalId };
      }
    }
  }

  /**
   * The window receives the user's own edit immediately: the next edit must not start from an old
   * record.
   */
  #cache(command: EditCommand, sent: Sent<EntityOf[Kind]>, { jobId = null }: EditContext): void {
    const remote = this.#remoteOf(command);
    remote.cache(sent);
    if (jobId === null) remote.announce(sent.record);
  }

  #drop(command: EditCommand, id: string, { jobId = null }: EditContext): void {
    const remote = this.#remoteOf(command);
    remote.drop(id);
    if (jobId === null) remote.announce(null);
  }

  #settleDraft(command: EditCommand): void {
    const { drafts } = this.options;
    if (!('draft' in command) || !command.draft) return;
    if (command.action === 'delete') drafts.remove(command.draft);
    else drafts.settle(command.draft, command.edit);
  }

  /** The command with the group of a user in the form that this service uses. */
  #withGroupReference(command: EditCommand): EditCommand {
    if (command.kind !== 'user' || command.action === 'delete') return command;
    const { user, group } = this.options.remotes;
    const base = command.action === 'create' ? null : command.base;
    const known = [user.known() ?? [], group.known() ?? []] as const;
    return { ...command, edit: withGroupReference(command.edit, base, ...known) };
  }

  #remoteOf({ kind }: EditCommand): Remote<Kind> {
    return this.options.remotes[kind] as Remote<Kind>;
  }

  /** Devices are neither created nor deleted. */
  #fullRemoteOf({ kind }: EditCommand): FullRemote<'user' | 'group'> {
    const { user, group } = this.options.remotes;
    return (kind === 'user' ? user : group) as FullRemote<'user' | 'group'>;
  }
}

/** The record to lock; null for a create: it has no id yet. */
function idIn(command: EditCommand): string | null {
  if (command.action === 'create') return null;
  return 'base' in command ? command.base.id : command.id;
}

/** May contain a password, which must not appear in a fault. */
function editIn(command: EditCommand): object {
  return 'edit' in command ? command.edit : {};
}

/** What needs no answer of the service: required fields, and calls that it does not offer. */
function requireAllowed(command: EditCommand, capabilities: Capabilities): void {
  const { kind, action } = command;
  const [field] = missingFields(kind, editIn(command), action === 'create');
  if (field) failInvalid(field, message('faults.main.fieldEmpty'));
  if (action === 'activate' && !capabilities.activates) {
    failDeclined(message('faults.main.activatesNot'));
  }
  if (kind === 'limits' && action === 'change' && !capabilities.writesLimits) {
    failDeclined(message('faults.main.limitsReadOnly'));
  }
}

/** The rules of section 2.3 on the limits that the device will have. */
function requireLimitRules(edit: object, theirs: object): void {
  const problems = checkLimits(edit as LimitsEdit, (theirs as Device).limits);
  for (const [field, problem] of Object.entries(problems)) {
    failInvalid(field, problem);
  }
}

/** An earlier try whose response was lost made the change: its entry is written now. */
function withEarlierEntry(result: Result, writeEarlier: () => string): Result {
  return result.status === 'saved' && result.journalId === null
    ? { ...result, journalId: writeEarlier() }
    : result;
}

function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = (async () => {
      // The caller before handles its own error.
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

type EntryFacts = Omit<NewEntry, 'jobId'>;

function creationEntry(
  remote: FullRemote<'user' | 'group'>,
  edit: EditOf['user' | 'group'],
  made: EntityOf['user' | 'group'],
): EntryFacts {
  const changes = asMade(remote.kind, changesOf(remote.kind, null, edit), made);
  return { ...about(remote, made), action: 'create', changes, undo: 'possible', undoReason: null };
}

/** `made`: the editable part as the service answered it; absent while nothing was sent. */
function changeEntry(
  remote: Remote<Kind>,
  action: 'change' | 'replace',
  record: EntityOf[Kind],
  before: RecordOf[Kind],
  edit: EditOf[Kind],
  made: object | null = null,
): EntryFacts {
  const sent = changesOf(remote.kind, before, edit);
  const changes = made ? asMade(remote.kind, sent, made) : sent;
  const isPassword = ({ field }: FieldChange) => field === 'password';
  const undo = changes.every(isPassword) ? 'impossible' : 'possible';
  const undoReason = changes.some(isPassword) ? message('records.undo.password') : null;
  return { ...about(remote, record), action, changes, undo, undoReason };
}

function deletionEntry(
  remote: FullRemote<'user' | 'group'>,
  record: EntityOf['user' | 'group'],
): EntryFacts {
  const changes = allFields(remote.kind, record);
  const undoReason = message(`records.undo.deleted.${remote.kind}`);
  return { ...about(remote, record), action: 'delete', changes, undo: 'possible', undoReason };
}

export function activationEntry(
  remote: Remote<'limits'>,
  before: Device,
  after: Device,
): EntryFacts {
  const [was, is] = [remote.editable(before), remote.editable(after)];
  return {
    ...about(remote as Remote<Kind>, after),
    action: 'activate',
    changes: [
      { field: 'active', before: before.isActive ?? null, after: after.isActive ?? null },
      ...changesOf('limits', was, settingsOf(is)),
    ],
    undo: 'impossible',
    undoReason: message('records.undo.activation'),
  };
}

/** The settings among the limits, without the ones that are not known. */
function settingsOf({ expires, ...limits }: Limits): LimitsEdit {
  const { expirationDate, dailyEmailLimit, dailySmsLimit } = limits;
  const rest = { expirationDate, dailyEmailLimit, dailySmsLimit };
  return expires === null ? rest : { expires, ...rest };
}

function about(remote: Remote<Kind>, record: EntityOf[Kind]) {
  return { kind: remote.kind, recordId: record.id, label: remote.label(record) };
}

/** Changes with the values that the service stored, which an undo compares with. */
function asMade(kind: Kind, changes: readonly FieldChange[], record: object): FieldChange[] {
  return changes.map((change) =>
    change.field === 'password'
      ? change
      : { ...change, after: fieldValue(kind, record, change.field) },
  );
}

/**
 * Every field of a record that is about to be deleted, with the originals of what was not
 * understood, so that an undo restores them too.
 */
function allFields(kind: 'user' | 'group', record: User | Group): FieldChange[] {
  const { disabled, ...rest } = record as Partial<User>;
  const edit = { ...rest, ...(disabled === null ? {} : { disabled }) } as EditOf['user' | 'group'];
  const changes = changesOf(kind, null, edit).map(({ field, after }) => {
    const unread = record.gaps?.partly?.[field];
    const before = unread && Array.isArray(after) ? [...(after as unknown[]), ...unread] : after;
    return { field, before, after: null };
  });
  const listed = new Set(changes.map(({ field }) => field));
  const unread = Object.keys(recordFields(kind)).flatMap((field) => {
    const original = listed.has(field) ? null : originalOf(kind, record, field);
    return original === null ? [] : [{ field, before: original, after: null }];
  });
  return [...changes, ...unread];
}

/** The original of a field that has no value: not understood, a day in place of a moment. */
function originalOf(kind: 'user' | 'group', record: User | Group, field: string): unknown {
  const { notUnderstood = {}, partly = {} } = record.gaps ?? {};
  const valueKind = recordFields(kind)[field]?.kind;
  if (valueKind === 'set') {
    return Object.hasOwn(notUnderstood, field)
      ? { notUnderstood: notUnderstood[field] }
      : (partly[field] ?? null);
  }
  return valueKind === 'map' || valueKind === 'secret' ? null : fieldValue(kind, record, field);
}

interface IntentLogOptions {
  /** Also the intents to create, which `createOnce` settles. */
  intents: Records;
  /** Fails if the disk did not take what was written last. */
  requireStored: () => void;
  journal: Pick<Journal, 'append'>;
  /** Removes what was carried out from the draft; runs in the write of the journal entry. */
  settleDraft: (entry: NewEntry) => void;
  /** The editable part of the record; null if it does not exist. */
  read: (kind: Kind, id: string) => Promise<object | null>;
}

const prefix = 'change:';
const keyOf = ({ kind, recordId }: NewEntry) => `${prefix}${kind}:${recordId}`;
const entrySchema = journalEntrySchema.omit({ id: true, at: true, by: true });

/**
 * Write-ahead intents: each change is on disk before it is sent, so that one that was carried out
 * just before the app ended is found after the next start and added to the journal.
 */
export class IntentLog {
  readonly #intents: Records;
  /** In flight in this run of the app: `around` settles these itself. */
  readonly #live = new Set<string>();
  #isRecovering = false;

  constructor(private readonly options: IntentLogOptions) {
    this.#intents = options.intents;
  }

  /**
   * Runs `work`, which sends a change and writes its journal entry; `entry` is the one that a crash
   * would lose, and `removeIntent` belongs into the write of that entry. If an earlier try of the same
   * change has an unknown end, `finish` receives the function that writes its entry. The caller holds the lock
   * of the record.
   */
  async around<T>(
    entry: NewEntry,
    work: (removeIntent: () => void) => Promise<T>,
    finish: (result: T, writeEarlier: () => string) => T,
  ): Promise<T> {
    const key = keyOf(entry);
    const left = this.#entryAt(key);
    // Its entry is written first, so that its result is not attributed to another client.
    if (left && !isSameChange(left, entry)) await this.#settle(key);
    const earlier = this.#entryAt(key);
    this.#intents.put(key, earlier ?? entry);
    this.#requireStored(key, earlier);
    this.#live.add(key);
    try {
      const result = await work(() => this.#intents.remove(key));
      const finished = earlier ? finish(result, () => this.#write(key, earlier)) : result;
      this.#intents.remove(key);
      return finished;
    } catch (error) {
      // Without an answer it may have been carried out: the next try or `recover` finds out.
      if (!isUnsure(faultIn(error))) this.#intents.remove(key);
      throw error;
    } finally {
      this.#live.delete(key);
    }
  }

  /** Settles intents of an earlier run of the app; those the service cannot answer now stay. */
  async recover(): Promise<void> {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    try {
      const isLeft = (id: string) => id.startsWith(prefix) && !this.#live.has(id);
      for (const key of this.#intents.ids().filter(isLeft)) await this.#settle(key);
    } finally {
      this.#isRecovering = false;
    }
  }

  async #settle(key: string): Promise<void> {
    const entry = this.#entryAt(key);
    if (!entry || entry.kind === 'report') return this.#intents.remove(key);
    const record = await this.options.read(entry.kind, entry.recordId);
    // A new try may have started or settled it during the read.
    if (this.#live.has(key) || !isDeepStrictEqual(this.#entryAt(key), entry)) return;
    if (isDone(entry, record)) this.#write(key, entry);
    else this.#intents.remove(key);
  }

  #entryAt(key: string): NewEntry | null {
    return entrySchema.safeParse(this.#intents.get(key)).data ?? null;
  }

  #write(key: string, entry: NewEntry): string {
    return this.options.journal.append(entry, () => {
      this.#intents.remove(key);
      this.options.settleDraft(entry);
    });
  }

  /** What is not on disk must not be sent: a crash would lose the entry of a change that was made. */
  #requireStored(key: string, earlier: NewEntry | null): void {
    try {
      this.options.requireStored();
    } catch (error) {
      if (!earlier) this.#intents.remove(key);
      throw error;
    }
  }
}

/** Compares with a stored entry, which has been through JSON. */
function isSameChange(stored: NewEntry, { action, changes }: NewEntry): boolean {
  const asStored = JSON.parse(JSON.stringify(changes)) as unknown;
  return stored.action === action && isDeepStrictEqual(stored.changes, asStored);
}

/** Whether the record is in the state that the change would have produced. */
function isDone({ kind, action, changes }: NewEntry, record: object | null): boolean {
  if (action === 'delete') return record === null;
  if (record === null || kind === 'report') return false;
  const fields = recordFields(kind);
  const comparable = changes.filter(({ field }) => fields[field]?.kind !== 'secret');
  return (
    comparable.length > 0 &&
    comparable.every(({ field, before, after }) => {
      const valueKind = fields[field]?.kind;
      if (!valueKind) return ((Reflect.get(record, field) as unknown) ?? null) === after;
      const is = fieldValue(kind, record, field);
      const hasMoved = reworded.has(field) && !isSameValue(valueKind, is, before);
      return hasMoved || isSameValue(valueKind, is, after);
    })
  );
}
