import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createServiceClient } from '../../main/api/service-client';
import { openCache, type Cache } from '../../main/cache/cache';
import type { Clock } from '../../main/pace/clock';
import { createCachedList } from '../../main/features/records/cached-list';
import { createRecords, type RecordsFeature } from '../../main/features/records/records';
import { editsOf, type Edits } from './edits';
import type { RunningService } from '../../main/service/start';
import type { Device } from '../../shared/domain/device';
import { groupSchema, type Group } from '../../shared/domain/group';
import { userSchema, type User } from '../../shared/domain/user';

export const deskKey = new Uint8Array(32).fill(5);

/** Real time, but what waits does not wait long. */
export const hurriedClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs / 20);
    return () => clearTimeout(timer);
  },
};

/** One person managing an account: the real client, a real cache, and what the lists show. */
export interface Desk extends RecordsFeature {
  edits: Edits;
  cache: Cache;
  users(): readonly User[];
  groups(): readonly Group[];
  /** Devices as they were answered last. */
  kept: Device[];
  activated: number;
  /** Reads both lists from the service. */
  refresh(): Promise<void>;
  user(id: string): Promise<User>;
  group(id: string): Promise<Group>;
  close(): void;
}

export interface DeskOptions {
  /** Where the cache is; absent: in memory. */
  folder?: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
  capabilities?: { writesLimits: boolean; activates: boolean };
}

export async function openDesk(service: RunningService, options: DeskOptions = {}): Promise<Desk> {
  const cache = openCache({
    file: options.folder ? path.join(options.folder, 'desk.db') : null,
    key: deskKey,
  });
  const clock = hurriedClock;
  const client = createServiceClient({
    fetch: options.fetch ?? fetch,
    address: service.url,
    userName: service.userName,
    apiKey: () => Promise.resolve(service.apiKey),
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  const list = { cache, clock, onChanged: () => undefined };
  const users = createCachedList<User>({
    ...list,
    name: 'users',
    item: userSchema,
    ask: () => client.users(),
  });
  const groups = createCachedList<Group>({
    ...list,
    name: 'groups',
    item: groupSchema,
    ask: () => client.groups(),
  });
  const desk = { kept: [] as Device[], activated: 0 };
  const capabilities = options.capabilities ?? { writesLimits: true, activates: true };
  const manage = createRecords({
    client,
    onCall: () => undefined,
    cache,
    clock,
    newId: randomUUID,
    by: `${service.userName} at ${service.url}`,
    users,
    groups,
    devices: { put: ({ record }) => desk.kept.push(record), edited: () => undefined },
    capabilities: () => ({ ...capabilities, takesSubmissions: false }),
    onActivated: () => {
      desk.activated++;
    },
    onJournal: () => undefined,
    onUndone: () => undefined,
  });
  const refresh = async () => {
    await users.refresh();
    await groups.refresh();
  };
  await refresh();
  return Object.assign(desk, manage, {
    edits: editsOf(manage.execute),
    cache,
    users: () => users.current().items,
    groups: () => groups.current().items,
    refresh,
    user: async (id: string) => (await client.user(id)).record,
    group: async (id: string) => (await client.group(id)).record,
    close: () => {
      users.flush();
      groups.flush();
      manage.journal.close();
      cache.close();
    },
  });
}
