import { createFetcher, type Fetcher, type FetcherOptions } from '#main/features/history/fetcher';
import type { DayStore } from '#main/features/history/day-store';
import type { FetchJournal } from '#main/features/history/fetch-journal';
import { createCredit } from '#main/pace/budget';
import { createThrottle } from '#main/pace/throttle';
import { watchedMs, type AlertWatchOff, type AlertWatchState } from '#shared/domain/alert';
import type { LocationAnswer } from '#shared/domain/fix';
import { createAlertQueue } from './alert-queue';
import { createAskedDevices } from './asked-devices';
import { createStoredAlertTimes } from './stored-alert-times';

/**
 * Loads the alerts of the last 24 hours of all devices in the background, with a small part of the calls
 * that the refresh has, and later only what is new.
 */
export interface AlertWatch {
  state(): AlertWatchState;
  /** The service answered about the last location of a device: one with alerts is asked next. */
  seen(deviceId: string, answer: LocationAnswer): void;
  /** The list of devices changed. */
  listed(): void;
  start(): void;
  /** Records of this time were added at the service: the device is asked next. */
  reopen: Fetcher['reopen'];
  /** The user fetched or cleared alerts of these devices; null: of any. */
  reread(deviceIds: readonly string[] | null): void;
  /** Calls may be possible again. */
  wake(): void;
  close(): void;
}

export interface AlertWatchOptions extends Omit<
  FetcherOptions,
  'budget' | 'journal' | 'source' | 'onChanged' | 'store'
> {
  store: DayStore;
  /** The devices on the list: the same array until the list changes. */
  ids: () => readonly string[];
  /** Calls per minute that the refresh may make. */
  callsPerMinute: () => number;
  /** Why no alerts are to be loaded now; null: they are. */
  off: () => AlertWatchOff | null;
  /** A job or a download of the user comes first. */
  isBusy: () => boolean;
  /** The state changed. */
  onState: () => void;
}

/** Parts of the calls of the refresh: until all devices were asked, and afterwards. */
const firstShare = 0.2;
const laterShare = 0.1;
/** So many seconds' worth of calls may be made at once. */
const burstSeconds = 30;
const startAfterMs = 3_000;
const tickMs = 5_000;
const stateThrottleMs = 1_000;
/** How long answers are collected before they are stored, in one transaction. */
const storeMs = 250;

/** What is missing follows from the stored days, so nothing has to survive a restart. */
const noJournal: FetchJournal = {
  load: () => [],
  put: () => undefined,
  putProgress: () => undefined,
  remove: () => undefined,
};

export function createAlertWatch(options: AlertWatchOptions): AlertWatch {
  const { clock, store, ids } = options;
  const { now } = clock;
  const asked = createAskedDevices(ids);
  const queue = createAlertQueue(asked, now);
  const stored = createStoredAlertTimes({ clock, store, ids, asked });
  let batch: string[] = [];
  let cancelTimer: (() => void) | null = null;
  let isStarted = false;
  let isClosed = false;
  let isRead = false;

  const share = () => (isFirstRound() ? firstShare : laterShare);
  const credit = createCredit({
    callsPerMinute: () => options.callsPerMinute() * share(),
    seconds: burstSeconds,
    now,
  });
  const reporting = createThrottle(clock, stateThrottleMs, () => {
    if (!isClosed) options.onState();
  });

  // After a crash, what was not stored is asked for again.
  const storing = createThrottle(clock, storeMs, store.storeAlerts);
  const fetcher = createFetcher({
    ...options,
    store: {
      ...store,
      putAlerts: (...answer) => {
        store.collectAlerts(...answer);
        storing.due();
      },
    },
    source: 'alerts',
    budget: {
      waitMs: () => (whyOff() !== null || options.isBusy() ? tickMs : takeCredit()),
      callsPerMinute: () => options.callsPerMinute() * share(),
    },
    journal: noJournal,
    onChanged: () => settleBatch(),
  });

  /** The fetcher calls as soon as it need not wait. */
  function takeCredit(): number {
    const waitMs = credit.waitMs();
    if (waitMs === 0) credit.take();
    return Math.min(waitMs, tickMs);
  }

  function isFirstRound(): boolean {
    const { loaded, devices } = asked.counts();
    return loaded < devices;
  }

  function whyOff(): AlertWatchOff | null {
    return options.off();
  }

  /** Of a large account that is much. */
  function readAllStored(): void {
    isRead = false;
    stored.readAll(() => {
      isRead = true;
      reporting.due();
    });
  }

  function settleBatch(): void {
    if (batch.length > 0) {
      const isOpen = fetcher
        .fetches()
        .some(({ phase }) => phase === 'running' || phase === 'paused');
      if (isOpen) {
        reporting.due();
        return;
      }
      for (const id of batch) {
        queue.tried(id);
        stored.read(id);
      }
      batch = [];
      reporting.due();
    }
    schedule(1);
  }

  function tick(): void {
    cancelTimer = null;
    if (isClosed || batch.length > 0) return;
    if (isRead && whyOff() === null && !options.isBusy()) batch = queue.next();
    if (batch.length === 0) {
      schedule(tickMs);
      return;
    }
    fetcher.fetch({
      log: 'alerts',
      deviceIds: batch,
      range: { from: now() - watchedMs, to: now() },
    });
  }

  function schedule(delayMs: number): void {
    if (isClosed || !isStarted) return;
    cancelTimer?.();
    cancelTimer = clock.after(delayMs, tick);
  }

  function backOff(): AlertWatchOff | null {
    return fetcher.fetches().some(({ phase }) => phase === 'paused') ? 'fault' : null;
  }

  readAllStored();
  return {
    state: () => ({ ...asked.counts(), off: whyOff() ?? backOff() }),
    seen: (deviceId, { fix }) => {
      if (!fix || fix.at === null) return;
      const hasAlerts = fix.alerts.length > 0 || fix.hasCriticalAlert === true;
      const until = asked.until(deviceId);
      // An alert of a device that was never asked is in its first turn.
      if (hasAlerts && until !== null && fix.at > until) queue.signal(deviceId);
    },
    listed: asked.follow,
    start: () => {
      if (isStarted) return;
      isStarted = true;
      schedule(startAfterMs);
    },
    reopen: (log, deviceId, range) => {
      if (log !== 'alerts') return;
      fetcher.reopen(log, deviceId, range);
      stored.read(deviceId);
      queue.signal(deviceId);
    },
    reread: (deviceIds) => {
      if (deviceIds === null) readAllStored();
      else for (const id of deviceIds) stored.read(id);
      reporting.due();
    },
    wake: () => {
      fetcher.wake();
      reporting.due();
    },
    close: () => {
      isClosed = true;
      cancelTimer?.();
      stored.close();
      reporting.close();
      fetcher.close();
      storing.close();
    },
  };
}
