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
import { undo, type Undone } from './undo';

/** Managing one account: changes, drafts, and the journal with its undo. */
export interface Manage {
  edits: Edits;
  drafts: Drafts;
  journal: Journal;
  undo(journalId: string): Promise<Undone>;
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
  return { edits, drafts, journal, undo: (id) => undo(id, { ...remotes, edits, journal }) };
}
