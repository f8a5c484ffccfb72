import { cpSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { systemClock } from '../../main/pace/clock';
import type { AlertNotice, HistoryHost } from '../../main/features/history/host';
import type { FetchRequest } from '../../main/features/history/fetcher';
import type { Account } from '../../main/account/account';
import { memoryKeychain } from '../../main/secrets/memory-keychain';
import type { RunningService } from '../../main/service/start';
import type { FetchState } from '../../shared/domain/history';
import { defaultSettings, type Settings } from '../../shared/domain/settings';
import type { HistoryMessage } from '../../shared/history/columns';
import { asked, temporaryFolder } from './own';
import { openSession } from './session';

/** The app without its window, as far as it shows history: one folder on disk, real HTTP. */
export interface HistoryDesk {
  account: Account;
  host: HistoryHost;
  settings: Settings;
  posted: HistoryMessage[];
  told: FetchState[][];
  notices: AlertNotice[];
  /** Put between the app and the network. */
  network: { send: typeof fetch };
  /** What every clock of the app is ahead of this computer's. */
  ahead: { ms: number };
  quit(): Promise<void>;
  /** The same, quit and started again; without a service nothing can be fetched. */
  restart(): Promise<HistoryDesk>;
  /** Ends it as a crash does, and starts it again on what was on disk at that moment. */
  crash(): Promise<HistoryDesk>;
}

interface Kept {
  folder: string;
  keychain: ReturnType<typeof memoryKeychain>;
  callsPerMinute: number;
  settings: Settings;
  ahead: { ms: number };
}

export async function historyDesk(
  running: RunningService,
  { callsPerMinute = 60_000, settings = {} as Partial<Settings> } = {},
): Promise<HistoryDesk> {
  return start(
    {
      folder: temporaryFolder(),
      keychain: memoryKeychain(),
      callsPerMinute,
      settings: { ...defaultSettings, historySettleHours: 0, ...settings },
      ahead: { ms: 0 },
    },
    running,
  );
}

async function start(kept: Kept, first: RunningService | null): Promise<HistoryDesk> {
  const network = { send: fetch };
  const posted: HistoryMessage[] = [];
  const told: FetchState[][] = [];
  const notices: AlertNotice[] = [];
  const host: HistoryHost = {
    settings: () => kept.settings,
    post: (message) => posted.push(message),
    onFetches: (fetches) => told.push(fetches),
    onUnacknowledged: () => {},
    notify: (notice) => notices.push(notice),
  };
  const session = openSession(kept.folder, kept.keychain, {
    fetch: (...call) => network.send(...call),
    clock: { ...systemClock, now: () => Date.now() + kept.ahead.ms },
    callsPerMinute: () => kept.callsPerMinute,
    history: host,
    computerTimeZone: () => 'Europe/Paris',
  });
  if (first) await session.connect(asked(first));
  else await session.restore();
  const account = session.account();
  if (first) {
    await vi.waitFor(() => expect(account.facts().capabilities.takesSubmissions).toBe(true), {
      timeout: 40_000,
    });
  }
  const { settings, ahead } = kept;
  return {
    account,
    host,
    settings,
    posted,
    told,
    notices,
    network,
    ahead,
    quit: () => session.close(),
    restart: async () => {
      await session.close();
      return start(kept, null);
    },
    crash: async () => {
      const folder = temporaryFolder();
      cpSync(kept.folder, folder, { recursive: true });
      // Nothing it still does reaches the service any more.
      network.send = () => new Promise<never>(() => undefined);
      await session.close();
      return start({ ...kept, folder }, null);
    },
  };
}

/** Fetches, and waits until it is over however it ends. */
export async function fetched(desk: HistoryDesk, request: FetchRequest): Promise<FetchState> {
  const { id } = desk.account.history.fetcher.fetch(request);
  return untilFetch(desk, id, ({ phase }) => phase !== 'running' && phase !== 'paused');
}

export async function untilFetch(
  { account }: HistoryDesk,
  id: string,
  is: (state: FetchState) => boolean,
  timeoutMs = 40_000,
): Promise<FetchState> {
  const now = () => account.history.fetcher.fetches().find((each) => each.id === id)!;
  await vi.waitFor(() => expect(now()).toSatisfy(is), { timeout: timeoutMs, interval: 10 });
  return now();
}
