import type { Dialect } from '#main/api/dialect';
import type { GroupBody, UserBody, ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Clock } from '#main/pace/clock';
import { createDrafts } from '#main/features/drafts/drafts';
import { Journal, type NewEntry } from '#main/features/journal/journal';
import { fieldValue, isSameValue, recordFields } from '#shared/domain/change';
import { deviceLabel, noLimits, type Device } from '#shared/domain/device';
import type { Draft, DraftKind, JournalEntry } from '#shared/domain/edit';
import { groupLabel, type Group } from '#shared/domain/group';
import type { Capabilities } from '#shared/domain/session';
import { userLabel, type User } from '#shared/domain/user';
import { toCreateBody } from '#shared/wire/records';
import { fail, FaultError } from '#shared/fault';
import type { Caller, Handlers } from '#shared/ipc/define';
import { EditPipeline, type ExecuteEdit, IntentLog } from './edit-pipeline';
import {
  faultIn,
  type FullRemote,
  type Kind,
  type Remote,
  type Remotes,
  type Sent,
} from './saving';
import { receivedItems, type CachedList } from './cached-list';
import { undoEntry } from './undo';
import type { WaypostContract } from '#shared/ipc/contract';
import type { Said } from '#shared/i18n/translate';

type CachedRecords<T> = Pick<CachedList<T>, 'current' | 'refresh' | 'put' | 'drop' | 'flush'>;

interface RecordsOptions {
  client: ServiceClient;
  dialect: Pick<Dialect, 'untestableMembers'>;
  cache: Cache;
  clock: Clock;
  newId: () => string;
  /** The account: user name and address. */
  by: Said;
  users: CachedRecords<User>;
  groups: CachedRecords<Group>;
  /** Caches a device, and sends it to the window. */
  putDevice: (device: Sent<Device>) => void;
  capabilities: () => Capabilities;
  onActivated: () => void;
  onJournal: (news: { total: number }) => void;
  /** A draft was settled without a save in the window. Absent if nothing shows it. */
  onDraftSettled?: ((news: { kind: Kind }) => void) | undefined;
  onUndone: (entry: JournalEntry) => void;
}

/** How long leaving an account waits for edits that have been sent. */
const longestWaitMs = 3_000;

/** Users, groups and limits of one account: edits, drafts, and the journal with its undo. */
export function createRecords(options: RecordsOptions) {
  const { cache, clock, client } = options;
  const remotes: Remotes = {
    user: userRemote(client, options.users),
    group: groupRemote(client, options.groups),
    limits: limitsRemote(client, options.putDevice),
  };
  const journal = new Journal({ ...options, onChanged: options.onJournal });
  const drafts = createDrafts({ records: cache.records('draft'), now: clock.now });
  const intents = cache.records('intent');
  // An account in memory by choice stores nothing; then its edits are sent without.
  const requireStored = () => {
    const fault = cache.notStored;
    if (fault) fail(fault.kind === 'storage' ? { ...fault, isUnsent: true } : fault);
  };
  const intentLog = new IntentLog({
    intents,
    requireStored,
    journal,
    settleDraft: ({ kind, ...entry }) => {
      const draft = drafts.all().find(({ key }) => key === `${kind}:${entry.recordId}`);
      if (!draft || kind === 'report') return;
      if (entry.action === 'delete') drafts.remove(draft.key);
      else drafts.settle(draft.key, carriedOut(draft, { ...entry, kind }));
      options.onDraftSettled?.({ kind });
    },
    read: (kind, id) => editableAt(remotes, kind, id),
  });
  const pipeline = new EditPipeline({
    ...options,
    remotes,
    journal,
    drafts,
    intents,
    intentLog,
    requireStored,
  });

  /** Edits in flight; leaving the account waits for them. */
  const inFlight = new Set<Promise<unknown>>();
  async function watched<T>(work: Promise<T>): Promise<T> {
    inFlight.add(work);
    try {
      return await work;
    } finally {
      inFlight.delete(work);
    }
  }

  const execute: ExecuteEdit = (command, context) => watched(pipeline.execute(command, context));
  return {
    execute,
    drafts,
    journal,
    undo: (journalId: string) => watched(undoEntry(journalId, { remotes, execute, journal })),
    /** Adds to the journal what was carried out just before a crash. */
    recover: async (): Promise<void> => {
      try {
        await intentLog.recover();
      } catch (error) {
        // What the service cannot answer now is tried again with the next lists.
        if (!(error instanceof FaultError)) throw error;
      }
    },
    /** Resolves when every started edit has ended and is in the journal, or after a few seconds. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        if (inFlight.size === 0) return resolve();
        const cancel = clock.after(longestWaitMs, resolve);
        void Promise.allSettled(inFlight).then(() => {
          cancel();
          resolve();
        });
      }),
  };
}
export type RecordsFeature = ReturnType<typeof createRecords>;

// How each kind of record is read and changed at the service. Not exported: changes go through the pipeline.

function userRemote(client: ServiceClient, users: CachedRecords<User>): FullRemote<'user'> {
  return {
    kind: 'user',
    read: (id) => client.user(id),
    patch: (id, steps) => client.patchUser(id, steps),
    create: (edit) => client.createUser(toCreateBody('user', edit) as UserBody),
    replace: (id, body) => client.replaceUser(id, body as UserBody),
    remove: (id) => client.deleteUser(id),
    label: userLabel,
    ...cachedIn(users),
  };
}

function groupRemote(client: ServiceClient, groups: CachedRecords<Group>): FullRemote<'group'> {
  return {
    kind: 'group',
    read: (id) => client.group(id),
    patch: (id, steps) => client.patchGroup(id, steps),
    create: (edit) => client.createGroup(toCreateBody('group', edit) as unknown as GroupBody),
    replace: (id, body) => client.replaceGroup(id, body as unknown as GroupBody),
    remove: (id) => client.deleteGroup(id),
    label: groupLabel,
    ...cachedIn(groups),
  };
}

function cachedIn<R extends User | Group>(list: CachedRecords<R>) {
  return {
    editable: (record: R) => record,
    cache: ({ record }: Sent<R>) => list.put(record),
    drop: (id: string) => list.drop(id),
    announce: () => list.flush(),
    known: () => receivedItems(list.current()),
    list: async () => (await list.refresh()).items,
  };
}

/** `put` caches a device, which belongs to the fleet, and sends it to the window. */
function limitsRemote(
  client: ServiceClient,
  put: (device: Sent<Device>) => void,
): Remote<'limits'> {
  return {
    kind: 'limits',
    read: (id) => client.device(id),
    patch: (id, steps) => client.patchDevice(id, steps),
    editable: (device) => device.limits ?? noLimits,
    label: deviceLabel,
    cache: put,
    // A device that cannot be read may have expired; only the list shows which ones are gone.
    drop: () => undefined,
    announce: () => undefined,
  };
}

/** The fields of a draft that a change carried out, or that change nothing. */
function carriedOut({ edit, base }: Draft, { kind, changes }: NewEntry & { kind: Kind }): object {
  const after = new Map(changes.map((change) => [change.field, change.after]));
  const done = Object.keys(edit).filter((field) => {
    const is = after.has(field) ? after.get(field) : fieldValue(kind, base, field);
    const valueKind = recordFields(kind)[field]?.kind ?? 'text';
    return isSameValue(valueKind, fieldValue(kind, edit, field), is);
  });
  return Object.fromEntries(done.map((field) => [field, edit[field]]));
}

/** The editable part of a record as it is now; null if it does not exist. */
async function editableAt(remotes: Remotes, kind: Kind, id: string): Promise<object | null> {
  const remote = remotes[kind] as Remote<Kind>;
  try {
    return remote.editable((await remote.read(id)).record);
  } catch (error) {
    if (faultIn(error).kind === 'notFound') return null;
    throw error;
  }
}

/** The calls about edits, drafts and the journal. */
export const recordsHandlers = (
  records: () => RecordsFeature,
  /** A window changed a draft, which the others show, too. */
  draftChanged: (kind: DraftKind, by?: Caller) => void = () => undefined,
): Pick<Handlers<WaypostContract>, 'records' | 'drafts' | 'journal'> => ({
  records: {
    edit: async (command, caller) => {
      const result = await records().execute(command);
      // A draft that was saved is gone.
      draftChanged(command.kind, caller);
      return result;
    },
  },
  drafts: {
    all: () => records().drafts.all(),
    put: (draft, caller) => {
      records().drafts.put(draft);
      draftChanged(draft.kind, caller);
    },
    remove: ({ key }, caller) => {
      const kind = records().drafts.remove(key);
      if (kind) draftChanged(kind, caller);
    },
    typed: ({ passwords }, caller) => records().drafts.noteTyped(passwords, caller),
  },
  journal: {
    list: (range) => records().journal.list(range),
    ids: (find) => records().journal.ids(find),
    counts: ({ text }) => records().journal.counts(text),
    undo: ({ id }) => records().undo(id),
  },
});
