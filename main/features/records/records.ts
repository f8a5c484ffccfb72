import type { Dialect } from '#main/api/dialect';
import type { Cache } from '#main/cache/cache';
import type { Device } from '#shared/domain/device';
import type { JournalEntry } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { Capabilities } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import { FaultError } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import { createDrafts, type Drafts } from '#main/features/drafts/drafts';
import { createEdits, type Edits } from './edits';
import { createJournal, type Journal } from '#main/features/journal/journal';
import {
  groupRemote,
  limitsRemote,
  userRemote,
  type EditClient,
  type CachedRecords,
  type Kind,
  type Sent,
} from './remote';
import { withIntentLog } from './logged-edits';
import { createInFlight } from './in-flight';
import { createIntentLog } from './intent-log';
import { faultIn } from './fault-kinds';
import { undo, type Undone } from './undo';

/** Managing one account: changes, drafts, and the journal with its undo. */
export interface RecordsFeature {
  edits: Edits;
  drafts: Drafts;
  journal: Journal;
  undo(journalId: string): Promise<Undone>;
  /** Writes into the journal what was carried out just before a crash. */
  recover(): Promise<void>;
  /** Resolves when every change that was begun is over and in the journal, or after a few seconds. */
  settled(): Promise<void>;
}

export interface RecordsOptions {
  client: EditClient;
  dialect: Pick<Dialect, 'untestableMembers'>;
  cache: Cache;
  clock: Clock;
  newId: () => string;
  /** The account: user name and address. */
  by: string;
  users: CachedRecords<User>;
  groups: CachedRecords<Group>;
  keepDevice: (device: Sent<Device>) => void;
  capabilities: () => Capabilities;
  onActivated: () => void;
  onJournal: (news: { total: number }) => void;
  onUndone: (entry: JournalEntry) => void;
}

/** How long leaving an account waits for changes that have been sent. */
const longestWaitMs = 3_000;

export function createRecords(options: RecordsOptions): RecordsFeature {
  const { cache, clock, client } = options;
  const remotes = {
    users: userRemote(client, options.users),
    groups: groupRemote(client, options.groups),
    limits: limitsRemote(client, options.keepDevice),
  };
  const journal = createJournal({ ...options, onChanged: options.onJournal });
  const attempts = cache.records('attempt');
  const unwritten = createIntentLog({
    records: attempts,
    journal,
    read: (kind, id) => editableAt(remotes, kind, id),
  });
  const plain = createEdits({
    ...remotes,
    journal,
    clock,
    attempts,
    dialect: options.dialect,
    capabilities: options.capabilities,
    onActivated: options.onActivated,
  });
  const edits = withIntentLog(plain, unwritten, remotes);
  const drafts = createDrafts({
    records: cache.records('draft'),
    now: clock.now,
  });
  const { watched, settled } = createInFlight(clock);
  return {
    edits: {
      createUser: watched(edits.createUser),
      changeUser: watched(edits.changeUser),
      replaceUser: watched(edits.replaceUser),
      removeUser: watched(edits.removeUser),
      createGroup: watched(edits.createGroup),
      changeGroup: watched(edits.changeGroup),
      replaceGroup: watched(edits.replaceGroup),
      removeGroup: watched(edits.removeGroup),
      changeLimits: watched(edits.changeLimits),
      activate: watched(edits.activate),
    },
    drafts,
    journal,
    undo: watched((id: string) => undo(id, { ...remotes, edits, journal })),
    recover: async () => {
      try {
        await unwritten.recover();
      } catch (error) {
        // What the service cannot tell now is asked again with the next lists.
        if (!(error instanceof FaultError)) throw error;
      }
    },
    settled: () => settled(longestWaitMs),
  };
}

interface Remotes {
  users: ReturnType<typeof userRemote>;
  groups: ReturnType<typeof groupRemote>;
  limits: ReturnType<typeof limitsRemote>;
}

/** What a record holds now, as far as it can be edited; null where it is gone. */
async function editableAt(
  { users, groups, limits }: Remotes,
  kind: Kind,
  id: string,
): Promise<object | null> {
  try {
    if (kind === 'user') return (await users.read(id)).record;
    if (kind === 'group') return (await groups.read(id)).record;
    return limits.editable((await limits.read(id)).record);
  } catch (error) {
    if (faultIn(error).kind === 'notFound') return null;
    throw error;
  }
}
