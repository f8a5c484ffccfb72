import type { ServiceClient } from '#main/api/service-client';
import type { Fleet } from '#main/features/fleet/fleet';
import type { ServiceClock } from '#main/pace/service-clock';
import type { Fault } from '#shared/fault';
import type { AccountCalls } from './account-calls';
import type { FactsStore } from './account-facts';
import type { AccountLists } from './account-lists';
import type { AccountServices } from './account-services';
import type { DeviceRefresh } from './device-refresh';
import { createListRefresh, type ListAsk } from './list-refresh';

const listsEveryMs = 5 * 60_000;
/** Without devices only the lists show that the service still answers. */
const emptyListsEveryMs = 60_000;
const dayMs = 86_400_000;
/** How often a refresh that the user waits for looks whether it is held up. */
const heldCheckMs = 500;

export type AccountRefresh = ReturnType<typeof createAccountRefresh>;

interface AccountRefreshOptions {
  services: AccountServices;
  serviceClock: ServiceClock;
  client: ServiceClient;
  calls: AccountCalls;
  facts: FactsStore;
  fleet: Fleet;
  lists: AccountLists;
  devices: DeviceRefresh;
  /** Receives the results of the rounds. */
  keyWatch: KeyWatch;
  /** Every list was received: work that waits for the service may try again. */
  onRound: () => void;
  /** The state of the refresh changed. */
  onChanged: () => void;
}

/** Everything that calls the service in the background: lists in rounds, and positions from then on. */
export function createAccountRefresh(options: AccountRefreshOptions) {
  const { services, client, calls, facts, fleet, lists, devices, keyWatch, onChanged } = options;
  const { clock } = services;

  async function announcements(): Promise<void> {
    facts.update({ ...(await client.signIn()), announcedAt: options.serviceClock.now() });
  }

  const asks: ListAsk[] = [
    { ask: once(announcements) },
    { ask: devices.refreshList },
    { ask: () => lists.groups.refresh(), mayBeRefused: true },
    { ask: () => lists.users.refresh(), mayBeRefused: true },
  ];
  /** With few calls a day, the lists use at most a tenth of them. */
  function spreadOverDay(everyMs: number): number {
    const limit = calls.dayLimit()?.limit;
    if (limit === undefined) return everyMs;
    return Math.min(dayMs, Math.max(everyMs, (dayMs * asks.length) / (limit / 10)));
  }

  const rounds = createListRefresh({
    clock,
    asks,
    reserve: () => calls.queue.reserve(),
    everyMs: () => (fleet.ids().length > 0 ? spreadOverDay(listsEveryMs) : emptyListsEveryMs),
    onState: (fault) => {
      keyWatch.saw(fault);
      if (fault === null) {
        devices.poller.wake();
        options.onRound();
      }
      onChanged();
    },
    onBug: services.onBug,
  });

  /** Pausing stops lists and last locations; the user's own calls, jobs and downloads continue. */
  function pauseChanged(): void {
    if (services.refreshPause()) {
      rounds.pause();
      devices.poller.pause();
    } else {
      // What is on screen is first in line, and nothing is caught up at once.
      devices.poller.resume();
      rounds.resume();
    }
  }

  /** Nothing in the background is sent at present; the status says until when. */
  function isHeld(): boolean {
    const day = calls.dayLimit()?.phase;
    return calls.queue.pause() !== null || day === 'reserved' || day === 'usedUp';
  }

  /** A round that waits for the next day would otherwise keep the user waiting. */
  function untilDoneOrHeld(round: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      let cancel: (() => void) | null = null;
      const look = () => {
        if (isHeld()) resolve();
        else cancel = clock.after(heldCheckMs, look);
      };
      round.then(resolve, reject).finally(() => cancel?.());
      look();
    });
  }

  return {
    start: () => {
      rounds.start();
      pauseChanged();
    },
    /** `refreshPause` of the services changed. */
    pauseChanged,
    /** The lists now, and every last location as the budget allows. */
    now: async () => {
      devices.poller.refreshNow();
      await untilDoneOrHeld(rounds.now());
    },
    wake: () => {
      rounds.wake();
      devices.poller.wake();
    },
    stop: () => {
      rounds.stop();
      devices.stop();
    },
    /** Requests the device list; rejects with FaultError. */
    refreshDevices: devices.refreshList,
    refreshPosition: devices.refreshPosition,
    prioritise: devices.prioritise,
    /** About when a device is asked next, by this computer's clock; null: that is not planned. */
    expectedAt: (id: string) => devices.poller.expectedAt(id),
    freshAt: devices.freshAt,
    /** The state of the poller; a pause of all calls decides when something is tried again. */
    report: () => {
      const state = devices.poller.state();
      const pausedUntil = calls.queue.pause()?.until;
      return { ...state, nextTryAt: pausedUntil ?? rounds.nextTryAt() ?? state.nextTryAt };
    },
    listFault: rounds.fault,
    /** Records of the last lists that could not be read. */
    skippedRecords: () => devices.skippedRecords() + lists.skippedRecords(),
  };
}

type KeyWatch = ReturnType<typeof createKeyWatch>;

/** Decides from the results of background requests whether the service refuses the key. */
export function createKeyWatch(onRefused: (fault: Fault | null) => void) {
  let isRefused = false;
  return {
    /** The result of a request: null for an answer. */
    saw: (fault: Fault | null) => {
      // Only an answer shows that the key works again; being offline says nothing about it.
      const isAnswerAfterRefusal = fault === null && isRefused;
      if (fault?.kind !== 'unauthorized' && !isAnswerAfterRefusal) return;
      isRefused = fault !== null;
      onRefused(fault);
    },
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
