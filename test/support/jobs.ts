import { cpSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../main/api/service-client';
import { createExchange, type Exchange } from '../../main/features/exchange/exchange';
import type { Account } from '../../main/account/account';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { RunningService } from '../../main/service/start';
import type { UserEdit } from '../../shared/domain/edit';
import type { Job, JobStep } from '../../shared/domain/job';
import { defaultSettings } from '../../shared/domain/settings';
import { asked, service, temporaryFolder } from './own';
import { openSession } from './session';

/** The app without its window: a session on disk, connected, with everything real behind it. */
export interface Desktop {
  account: Account;
  exchange: Exchange;
  notices: { title: string; body: string }[];
  /** What the next file dialog answers. */
  file: { save: string | null; open: string | null };
  /** Put between the app and the network. */
  network: { send: typeof fetch };
  /** Ends it as a crash does, and starts it again on what was on disk at that moment. */
  crash(): Promise<Desktop>;
  replaceKey(apiKey: string): Promise<void>;
  quit(): Promise<void>;
  /** The same, quit and started again. */
  restart(): Promise<Desktop>;
}

interface Kept {
  folder: string;
  keychain: ReturnType<typeof memoryKeychain>;
  callsPerMinute: number;
}

export async function desktop(running: RunningService, callsPerMinute = 60_000): Promise<Desktop> {
  const kept = { folder: temporaryFolder(), keychain: memoryKeychain(), callsPerMinute };
  return start(kept, running);
}

async function start(kept: Kept, first: RunningService | null): Promise<Desktop> {
  const network = { send: fetch };
  const notices: Desktop['notices'] = [];
  const file: Desktop['file'] = { save: null, open: null };
  const session = openSession(kept.folder, kept.keychain, {
    fetch: (...call) => network.send(...call),
    callsPerMinute: () => kept.callsPerMinute,
    warningDays: () => [60, 30, 7, 1],
    notify: (notice) => notices.push(notice),
    computerTimeZone: () => 'Europe/Paris',
  });
  let isOver = false;
  const quit = async () => {
    if (!isOver) await session.close();
    isOver = true;
  };
  if (first) await session.connect(asked(first));
  else await session.restore();
  const exchange = createExchange({
    account: session.account,
    profile: () => {
      const current = session.current();
      return current.phase === 'open' ? current.profile : null;
    },
    settings: () => defaultSettings,
    now: Date.now,
    computerTimeZone: () => 'Europe/Paris',
    pickSaveFile: () => Promise.resolve(file.save),
    pickOpenFile: () => Promise.resolve(file.open),
  });
  const opened: Desktop = {
    account: session.account(),
    exchange,
    notices,
    file,
    network,
    replaceKey: session.replaceKey,
    quit,
    restart: async () => {
      await quit();
      return start(kept, null);
    },
    crash: async () => {
      const folder = temporaryFolder();
      cpSync(kept.folder, folder, { recursive: true });
      // Nothing it still does reaches the service any more.
      network.send = () => new Promise<never>(() => undefined);
      return start({ ...kept, folder }, null);
    },
  };
  if (first) await listed(opened);
  return opened;
}

/** Waits until all lists were read once. */
export async function listed({ account }: Desktop): Promise<void> {
  await vi.waitFor(
    () => {
      expect(account.users.current().asOf).not.toBeNull();
      expect(account.facts().capabilities.writesLimits).toBe(true);
      expect(account.status().devices).toBeGreaterThan(0);
    },
    { timeout: 40_000 },
  );
}

export async function untilJob(
  { account }: Desktop,
  id: string,
  is: (job: Job) => boolean,
  timeout = 30_000,
): Promise<Job> {
  await vi.waitFor(() => expect(account.jobs.job(id)).toSatisfy(is), {
    timeout,
    interval: 20,
  });
  return account.jobs.job(id);
}

export const untilDone = (at: Desktop, id: string, timeout?: number) =>
  untilJob(at, id, ({ phase }) => phase === 'done', timeout);

export function person(index: number, more: UserEdit = {}): UserEdit {
  return {
    name: `Person ${index}`,
    email: `person${index}@fleet.example`,
    country: 'ES',
    timeZone: 'Europe/Madrid',
    ...more,
  };
}

export function people(count: number, more: UserEdit = {}): JobStep[] {
  return Array.from({ length: count }, (_, i) => ({
    action: 'createUser',
    edit: person(i, more),
  }));
}

/** A colleague with a client of his own. */
export function colleague(running: RunningService): ServiceClient {
  const { url: address, userName, apiKey } = running;
  return createServiceClient({ fetch, address, userName, apiKey: () => Promise.resolve(apiKey) });
}

/** How often each e-mail of ours is at the service. */
export async function emailsAt(running: RunningService): Promise<Map<string, number>> {
  const { items } = await colleague(running).users();
  const counts = new Map<string, number>();
  for (const { record } of items) {
    const email = record.email ?? '';
    if (email.startsWith('person')) counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}

export const rowsOf = (at: Desktop, id: string) =>
  at.account.jobs.rows(id, { from: 0, limit: 500, state: null }).rows;

/** An account in which a job created some people. */
export async function withPeople(count: number) {
  const running = await service();
  const at = await desktop(running);
  const { jobs } = at.account;
  const { id } = jobs.plan('Create people', 'user', people(count));
  jobs.start(id);
  await untilDone(at, id);
  const users = at.account.users.current().items.filter(({ email }) => email?.startsWith('person'));
  return { running, at, jobs, id, users };
}
