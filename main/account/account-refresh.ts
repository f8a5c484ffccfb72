import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { AnswerLog } from '#main/features/field-mapping/answer-log';
import type { Fleet } from '#main/features/fleet/fleet';
import type { Freshness } from '#main/features/fleet/freshness';
import type { Prefetched } from '#main/features/jobs/prefetched';
import { defaultSettings, metresPerSecond, movingAbove } from '#shared/domain/settings';
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
const dayMs = 86_400_000;
/** How often a refresh that the user waits for looks whether it is held up. */
const heldCheckMs = 500;

/** Everything that calls the service in the background: lists, positions, and who to wake with them. */
export interface AccountRefresh extends Pick<
  DeviceRefresh,
  'prioritise' | 'freshAt' | 'refreshPosition'
> {
  /** About when a device is asked next, by this computer's clock; null: that is not planned. */
  expectedAt(id: string): number | null;
  start(): void;
  /** The lists now, and every last location as the budget allows. */
  now(): Promise<void>;
  wake(): void;
  /** The host pauses or continues the refresh. */
  pauseChanged(): void;
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
  features: Pick<
    AccountFeatures,
    'records' | 'jobs' | 'history' | 'expiryWarnings' | 'liveAlerts' | 'alertWatch'
  >;
  onKeyRefused: (fault: Fault | null) => void;
  /** The state of the refresh changed. */
  onChanged: () => void;
}

export function createAccountRefresh(options: AccountRefreshOptions): AccountRefresh {
  const { host, cache, client, calls, facts, fleet, lists, prefetched, onChanged } = options;
  const { records, jobs, history, expiryWarnings, liveAlerts, alertWatch } = options.features;

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
    ...movementOptions(host),
    fleet,
    budget: calls.gate.refresh,
    answerMs: calls.answerTimes.averageMs,
    onAnswered: facts.answered,
    onReceived: (list) => {
      options.answers.devices(list);
      prefetched.take('limits', list.items);
    },
    onListed: (list) => {
      facts.update({ licences: list.licences ?? facts.current().licences });
      expiryWarnings.check();
      liveAlerts.listed(list.items);
      alertWatch.listed();
      host.onListed?.();
    },
    onLocation: options.answers.location,
    onPosition: (id, answer) => {
      liveAlerts.seen(id, answer);
      alertWatch.seen(id, answer);
    },
    onState: ({ reason, phase }) => {
      // A refused key counts only once the refresh has stopped because of it.
      if (reason?.kind !== 'unauthorized' || phase === 'stopped') keyWatch.saw(reason);
      onChanged();
    },
    onBug: host.onBug,
  });

  /** With few calls a day, the lists use at most a tenth of them. */
  function spreadOverDay(everyMs: number): number {
    const limit = calls.dayLimit()?.limit;
    if (limit === undefined) return everyMs;
    return Math.min(dayMs, Math.max(everyMs, (dayMs * asks.length) / (limit / 10)));
  }

  async function announcements(): Promise<void> {
    facts.update({ ...(await client.signIn()), announcedAt: options.serviceNow() });
  }

  const asks: ListAsk[] = [
    { ask: once(announcements) },
    { ask: devices.refreshList },
    { ask: () => lists.groups.refresh(), mayBeRefused: true },
    { ask: () => lists.users.refresh(), mayBeRefused: true },
  ];
  const schedule = createListRefresh({
    clock: host.clock,
    asks,
    reserve: calls.gate.reserve,
    everyMs: () => (fleet.ids().length > 0 ? spreadOverDay(listsEveryMs) : emptyListsEveryMs),
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
    alertWatch.wake();
  }

  /** Pausing stops lists and last locations; the user's own calls, jobs and downloads continue. */
  function pauseChanged(): void {
    if (host.refreshPause?.()) {
      schedule.pause();
      devices.poller.pause();
    } else {
      // What is on screen is first in line, and nothing is caught up at once.
      devices.poller.resume();
      schedule.resume();
    }
  }

  /** Nothing in the background is sent at present; the status says until when. */
  function isHeld(): boolean {
    const day = calls.dayLimit()?.phase;
    return calls.gate.pause() !== null || day === 'reserved' || day === 'usedUp';
  }

  /** A round that waits for the next day would otherwise keep the user waiting. */
  function untilDoneOrHeld(round: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      let cancel: (() => void) | null = null;
      const look = () => {
        if (isHeld()) resolve();
        else cancel = host.clock.after(heldCheckMs, look);
      };
      round.then(resolve, reject).finally(() => cancel?.());
      look();
    });
  }

  return {
    start: () => {
      schedule.start();
      pauseChanged();
    },
    pauseChanged,
    now: async () => {
      devices.poller.refreshNow();
      await untilDoneOrHeld(schedule.now());
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
    expectedAt: (id) => devices.poller.expectedAt(id),
    freshAt: devices.freshAt,
    report: () => {
      const state = devices.poller.state();
      const pausedUntil = calls.gate.pause()?.until;
      return { ...state, nextTryAt: pausedUntil ?? schedule.nextTryAt() ?? state.nextTryAt };
    },
    listFault: schedule.fault,
    skippedRecords: () => devices.skippedRecords() + lists.skippedRecords(),
  };
}

/** What the order of the requests depends on. */
function movementOptions(host: AccountHost) {
  const settings = host.refreshSettings ?? (() => defaultSettings);
  return {
    oldestCheckMs: () => settings().oldestCheckMinutes * 60_000,
    speedRules: () => ({
      movingAbove: movingAbove(settings()),
      metresPerSecond: metresPerSecond[settings().serviceSpeedUnit],
    }),
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
