import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect } from 'vitest';
import { Account } from '../../main/account/account';
import { unknownFacts } from '../../main/account/account-facts';
import { createServiceClient, type ServiceClient } from '../../main/api/service-client';
import { openCache, type Cache } from '../../main/cache/cache';
import type { RecordsFeature } from '../../main/features/records/records';
import type { RunningService } from '../../main/service/start';
import type { Device } from '../../shared/domain/device';
import type { Group } from '../../shared/domain/group';
import type { Capabilities } from '../../shared/domain/session';
import type { User } from '../../shared/domain/user';
import { defaultSettings } from '../../shared/domain/settings';
import { editsOf, type Edits } from './edits';
import { onCleanUp } from './resources';
import { eventsFor } from './session';
import { createTestClock, type TestClock } from './test-clock';

/** One client of an account, with its lists read and without the background refresh. */
export interface TestAccount extends RecordsFeature {
  cache: Cache;
  clock: TestClock;
  /** The kinds of drafts that were settled without a save, as the window is told. */
  settledDrafts: string[];
  /** Short forms of the edit commands. */
  edits: Edits;
  users(): readonly User[];
  groups(): readonly Group[];
  /** The cached device. */
  device(id: string): Device | undefined;
  usedLicences(): number;
  /** Reads all lists from the service. */
  refresh(): Promise<void>;
  user(id: string): Promise<User>;
  group(id: string): Promise<Group>;
  close(): void;
}

export interface TestAccountOptions {
  /** The file of the cache; absent: in memory. */
  folder?: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
  capabilities?: Partial<Capabilities>;
}

/**
 * Opens an account like the session, but never connects it, so that a test counts only the calls of
 * its own edits. The waits between attempts are short.
 */
export async function openTestAccount(
  service: Pick<RunningService, 'url' | 'userName' | 'apiKey'>,
  options: TestAccountOptions = {},
): Promise<TestAccount> {
  const cache = openCache({
    file: options.folder ? path.join(options.folder, 'account.db') : null,
    key: new Uint8Array(32).fill(5),
  });
  const clock = createTestClock({ speed: 20 });
  const capabilities = { writesLimits: true, activates: true, takesSubmissions: false };
  const facts = {
    ...unknownFacts,
    capabilities: { ...capabilities, ...options.capabilities },
    licences: { total: 100, used: 0 },
  };
  // The result that a sign-in would have returned.
  cache.putList('account', { facts, calls: null, answeredAt: null }, clock.now());
  const settledDrafts: string[] = [];
  let client!: ServiceClient;
  const account = new Account({
    services: {
      events: eventsFor({ draftSettled: ({ kind }) => settledDrafts.push(kind) }),
      settings: () => ({ ...defaultSettings, callsPerMinute: 60_000, expiryWarningDays: [] }),
      clock,
      random: Math.random,
      newId: randomUUID,
      refreshPause: () => null,
      computerTimeZone: () => 'UTC',
      onBug: (error) => expect.fail(String(error)),
    },
    profile: { id: 'test', address: service.url, userName: service.userName, isDemo: false },
    cache,
    nextGeneration: () => 1,
    createClient: (shared) => {
      client = createServiceClient({
        ...shared,
        fetch: options.fetch ?? fetch,
        address: service.url,
        userName: service.userName,
        apiKey: () => Promise.resolve(service.apiKey),
        timeoutMs: options.timeoutMs ?? 10_000,
      });
      return client;
    },
    submissionMode: () => 'auto',
  });
  let isOpen = true;
  const close = () => {
    if (isOpen) account.close();
    isOpen = false;
  };
  onCleanUp(close);
  const refresh = async () => {
    const askedAt = clock.now();
    const { items } = await client.devices();
    account.fleet.replaceDevices(items, clock.now(), askedAt);
    await account.users.refresh();
    await account.groups.refresh();
  };
  await refresh();
  return {
    ...account.records,
    edits: editsOf(account.records.execute),
    cache,
    clock,
    settledDrafts,
    users: () => account.users.current().items,
    groups: () => account.groups.current().items,
    device: (id) => account.fleet.devices().find((each) => each.id === id),
    usedLicences: () => account.facts().licences?.used ?? 0,
    refresh,
    user: async (id) => (await client.user(id)).record,
    group: async (id) => (await client.group(id)).record,
    close,
  };
}
