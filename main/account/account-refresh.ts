import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { AnswerLog } from '#main/features/field-mapping/answer-log';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import type { Prefetched } from '#main/features/jobs/prefetched';
import type { Fault } from '#shared/fault';
import type { AccountCalls } from './account-calls';
import type { FactsStore } from './account-facts';
import type { AccountFeatures } from './account-features';
import type { AccountHost } from './account-host';
import type { AccountLists } from './account-lists';
import { createDeviceRefresh, type DeviceRefresh } from './device-refresh';
import { createKeyWatch } from './key-watch';
import { createListRefresh, type ListAsk } from './list-refresh';
import type { RefreshReport } from './status';

const listsEveryMs = 5 * 60_000;
/** Without devices only the lists show that the service still answers. */
const emptyListsEveryMs = 60_000;

/** Everything that calls the service in the background: lists, positions, and who to wake with them. */
export interface AccountRefresh extends Pick<
  DeviceRefresh,
  'prioritise' | 'freshAt' | 'refreshPosition'
> {
  start(): void;
  /** The lists now, and every last location as the budget allows. */
  now(): Promise<void>;
  wake(): void;
  stop(): void;
  /** Requests the device list; rejects with FaultError. */
  refreshDevices(): Promise<void>;
  report(): RefreshReport;
  listFault(): Fault | null;
  /** Records of the last lists that could not be read. */
  skippedRecords(): number;
}

export interface AccountRefreshOptions {
  host: AccountHost;
  cache: Cache;
  client: ServiceClient;
  /** The time by the clock of the service. */
  serviceNow: () => number;
  freshness: Freshness;
  calls: AccountCalls;
  facts: FactsStore;
  fleet: Fleet;
  lists: AccountLists;
  answers: AnswerLog;
  prefetched: Prefetched;
  features: Pick<AccountFeatures, 'records' | 'jobs' | 'history' | 'expiryWarnings' | 'liveAlerts'>;
  onKeyRefused: (fault: Fault | null) => void;
  /** The state of the refresh changed. */
  onChanged: () => void;
}

export function createAccountRefresh(options: AccountRefreshOptions): AccountRefresh {
  const { host, cache, client, calls, facts, fleet, lists, prefetched, onChanged } = options;
  const { records, jobs, history, expiryWarnings, liveAlerts } = options.features;

  const keyWatch = createKeyWatch((fault) => {
    liveAlerts.keyRefused(fault);
    options.onKeyRefused(fault);
  });

  const devices = createDeviceRefresh({
    client,
    cache,
    clock: host.clock,
    serviceNow: options.serviceNow,
    freshness: options.freshness,
    random: host.random,
    fleet,
    budget: calls.refresh,
    onAnswered: facts.answered,
    onReceived: (list) => {
      options.answers.devices(list);
      prefetched.take('limits', list.items);
    },
    onListed: (list) => {
      facts.update({ licences: list.licences ?? facts.current().licences });
      expiryWarnings.check();
      liveAlerts.listed(list.items.map(({ record }) => record));
    },
    onLocation: options.answers.location,
    onPosition: liveAlerts.seen,
    onState: ({ reason, phase }) => {
      // A refused key counts only once the refresh has stopped because of it.
      if (reason?.kind !== 'unauthorized' || phase === 'stopped') keyWatch.saw(reason);
      onChanged();
    },
    onBug: host.onBug,
  });

  async function announcements(): Promise<void> {
    facts.update({ ...(await client.signIn()), announcedAt: options.serviceNow() });
  }

  const asks: ListAsk[] = [
    { ask: once(announcements), isFree: true },
    { ask: devices.refreshList },
    { ask: () => lists.groups.refresh(), mayBeRefused: true },
    { ask: () => lists.users.refresh(), mayBeRefused: true },
  ];
  const schedule = createListRefresh({
    clock: host.clock,
    asks,
    reserve: calls.reserve,
    everyMs: () => (fleet.ids().length > 0 ? listsEveryMs : emptyListsEveryMs),
    onState: (fault) => {
      keyWatch.saw(fault);
      if (fault === null) {
        wakeWork();
        void records.recover();
      }
      onChanged();
    },
    onBug: host.onBug,
  });

  function wakeWork(): void {
    devices.poller.wake();
    jobs.wake();
    history.fetcher.wake();
  }

  return {
    start: schedule.start,
    now: async () => {
      devices.poller.refreshNow();
      await schedule.now();
    },
    wake: () => {
      schedule.wake();
      wakeWork();
    },
    stop: () => {
      schedule.stop();
      devices.stop();
    },
    refreshDevices: devices.refreshList,
    refreshPosition: devices.refreshPosition,
    prioritise: devices.prioritise,
    freshAt: devices.freshAt,
    report: () => {
      const state = devices.poller.state();
      return { ...state, nextTryAt: schedule.nextTryAt() ?? state.nextTryAt };
    },
    listFault: schedule.fault,
    skippedRecords: () => devices.skippedRecords() + lists.skippedRecords(),
  };
}

/** Runs the work until it succeeds for the first time. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
