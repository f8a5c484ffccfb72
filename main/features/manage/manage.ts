import type { Cache } from '#main/cache/cache';
import type { Device } from '#shared/domain/device';
import type { Draft } from '#shared/domain/edit';
import type { Group } from '#shared/domain/group';
import type { Capabilities } from '#shared/domain/session';
import type { User } from '#shared/domain/user';
import type { Clock } from '../clock';
import { createDrafts, type Drafts } from './drafts';
import { createEdits, type Edits } from './edits';
import { createJournal, type Journal } from './journal';
import {
  countedClient,
  groupRemote,
  limitsRemote,
  userRemote,
  type EditClient,
  type KeptList,
  type Sent,
} from './remote';
import { createUnderWay } from './under-way';
import { undo, type Undone } from './undo';

/** Managing one account: changes, drafts, and the journal with its undo. */
export interface Manage {
  edits: Edits;
  drafts: Drafts;
  journal: Journal;
  undo(journalId: string): Promise<Undone>;
  /** Resolves when every change that was begun is over and in the journal, or after a few seconds. */
  settled(): Promise<void>;
}

export interface ManageOptions {
  client: EditClient;
  /** Told before every call of `client`, for the account's budget. */
  onCall: () => void;
  cache: Cache;
  clock: Clock;
  newId: () => string;
  /** The account: user name and address. */
  by: string;
  users: KeptList<User>;
  groups: KeptList<Group>;
  keepDevice: (device: Sent<Device>) => void;
  capabilities: () => Capabilities;
  onActivated: () => void;
  onDrafts: (drafts: Draft[]) => void;
  onJournal: (news: { total: number }) => void;
}

/** How long leaving an account waits for changes that have been sent. */
const longestWaitMs = 3_000;

export function createManage(options: ManageOptions): Manage {
  const { cache, clock } = options;
  const client = countedClient(options.client, options.onCall);
  const remotes = {
    users: userRemote(client, options.users),
    groups: groupRemote(client, options.groups),
    limits: limitsRemote(client, options.keepDevice),
  };
  const journal = createJournal({ ...options, onChanged: options.onJournal });
  const edits = createEdits({
    ...remotes,
    journal,
    clock,
    attempts: cache.records('attempt'),
    capabilities: options.capabilities,
    onActivated: options.onActivated,
  });
  const drafts = createDrafts({
    records: cache.records('draft'),
    now: clock.now,
    onChanged: options.onDrafts,
  });
  const { watched, settled } = createUnderWay(clock);
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
    settled: () => settled(longestWaitMs),
  };
}
