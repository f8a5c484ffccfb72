// Why it is so: docs/decisions/0119-alerts-in-the-background.md
import type { FetchJournal } from '#main/features/history/active-fetch';
import type { DayStore } from '#main/features/history/day-store';
import { type FetcherOptions, createFetcher } from '#main/features/history/fetcher';
import { createCredit } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { createThrottle, yieldEvery } from '#main/pace/throttle';
import {
  type AlertWatchOff,
  type AlertWatchState,
  severityOf,
  watchedMs,
} from '#shared/domain/alert';
import type { LocationAnswer } from '#shared/domain/fix';
import type { LogKind, Range } from '#shared/domain/history';

interface AlertWatchOptions extends Omit<
  FetcherOptions,
  'budget' | 'journal' | 'source' | 'onChanged' | 'store'
> {
  store: DayStore;
  /** The devices on the list: the same array until the list changes. */
  ids: () => readonly string[];
  callsPerMinute: () => number;
  /** Why no alerts are to be loaded now; null: they are. */
  off: () => AlertWatchOff | null;
  /** A job or a download of the user comes first. */
  isBusy: () => boolean;
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

/**
 * Loads the alerts of the last 24 hours of all devices in the background, with a small part of the calls
 * that the refresh has, and later only what is new.
 */
export function createAlertWatch(options: AlertWatchOptions) {
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
    state: (): AlertWatchState => ({ ...asked.counts(), off: whyOff() ?? backOff() }),
    /** The service answered about the last location of a device: one with alerts is asked next, urgent ones first. */
    seen: (deviceId: string, { fix }: LocationAnswer): void => {
      if (!fix || fix.at === null) return;
      const isUrgent = fix.hasCriticalAlert === true || severityOf(fix.alerts) === 'sos';
      const until = asked.until(deviceId);
      // What is not urgent of a device that was never asked is in its first turn.
      const isNew = until === null ? isUrgent && !queue.isTried(deviceId) : fix.at > until;
      if (isNew && (isUrgent || fix.alerts.length > 0)) queue.signal(deviceId, isUrgent);
    },
    /** The list of devices changed. */
    listed: asked.follow,
    start: (): void => {
      if (isStarted) return;
      isStarted = true;
      schedule(startAfterMs);
    },
    /** Records of this time were added at the service: the device is asked next. */
    reopen: (log: LogKind, deviceId: string, range: Range): void => {
      if (log !== 'alerts') return;
      fetcher.reopen(log, deviceId, range);
      stored.read(deviceId);
      queue.signal(deviceId);
    },
    /** The user fetched or cleared alerts of these devices; null: of any. */
    reread: (deviceIds: readonly string[] | null): void => {
      if (deviceIds === null) readAllStored();
      else for (const id of deviceIds) stored.read(id);
      reporting.due();
    },
    /** Calls may be possible again. */
    wake: (): void => {
      fetcher.wake();
      reporting.due();
    },
    close: (): void => {
      isClosed = true;
      cancelTimer?.();
      stored.close();
      reporting.close();
      fetcher.close();
      storing.close();
    },
  };
}

/** A device is asked again after this time, or at once if it reports an alert. */
const againMs = 30 * 60_000;
/** Looking for due devices visits the whole fleet. */
const searchEveryMs = 60_000;
/** Few, so that a device that reports an alert does not wait long. */
export const batchSize = 8;

/** Which devices are asked for their alerts next. */
export function createAlertQueue(asked: Pick<AskedDevices, 'due'>, now: () => number) {
  const triedAt = new Map<string, number>();
  /** In the order in which they came. */
  const urgent = new Set<string>();
  const signalled = new Set<string>();
  let queue: string[] = [];
  let searchedAt = Number.NEGATIVE_INFINITY;

  function search(): void {
    searchedAt = now();
    const before = searchedAt - againMs;
    queue = asked.due(before).filter((id) => (triedAt.get(id) ?? 0) <= before);
  }

  return {
    /** The last report of a device has alerts: it is asked next, before all others if one may be a call for help. */
    signal: (id: string, isUrgent = false): void => void (isUrgent ? urgent : signalled).add(id),
    /** Takes the next devices, at most `batchSize`; empty if none is due. */
    next: (): string[] => {
      if (queue.length === 0 && now() - searchedAt >= searchEveryMs) search();
      const first = [...new Set([...urgent, ...signalled])].slice(0, batchSize);
      for (const id of first) {
        urgent.delete(id);
        signalled.delete(id);
      }
      const others = queue.splice(0, batchSize - first.length).filter((id) => !first.includes(id));
      return [...first, ...others];
    },
    /** A device was asked, also without success. */
    tried: (id: string): void => void triedAt.set(id, now()),
    isTried: (id: string): boolean => triedAt.has(id),
  };
}

/** Until when the alerts of each device on the list were asked for without a gap. */
type AskedDevices = ReturnType<typeof createAskedDevices>;

interface AskedCounts {
  devices: number;
  /** Of them, those that were asked. */
  loaded: number;
  /** Of the one that was asked the longest ago; null: none was asked. */
  oldestAt: number | null;
}

/** `ids` returns the devices on the list: the same array until the list changes. */
export function createAskedDevices(ids: () => readonly string[]) {
  /** Of devices on the list, the longest ago first, as long as time goes on. */
  let asked = new Map<string, number>();
  let never = new Set<string>();
  let listed: readonly string[] = [];
  let isOrdered = true;
  let latest = Number.NEGATIVE_INFINITY;

  function follow(): void {
    if (ids() === listed) return;
    listed = ids();
    never = new Set(listed);
    for (const id of asked.keys()) if (!never.delete(id)) asked.delete(id);
  }

  /** Times come in order but for those that were read from the disk. */
  function ordered(): Map<string, number> {
    follow();
    if (isOrdered) return asked;
    asked = new Map([...asked].toSorted(([, a], [, b]) => a - b));
    isOrdered = true;
    return asked;
  }

  return {
    /** null: they were not asked for. */
    until: (id: string): number | null => asked.get(id) ?? null,
    set: (id: string, until: number | null): void => {
      follow();
      const isListed = asked.delete(id) || never.delete(id);
      if (!isListed) return;
      if (until === null) {
        never.add(id);
        return;
      }
      if (until < latest) isOrdered = false;
      latest = Math.max(latest, until);
      asked.set(id, until);
    },
    /** The list changed: otherwise the next of the other calls does this, which takes as long as the list. */
    follow,
    counts: (): AskedCounts => {
      const [oldestAt] = ordered().values();
      return { devices: listed.length, loaded: asked.size, oldestAt: oldestAt ?? null };
    },
    /** Devices never asked first, then those asked until `before` or earlier, the longest ago first. */
    due: (before: number): string[] => {
      const due: string[] = [];
      for (const [id, until] of ordered()) {
        if (until > before) break;
        due.push(id);
      }
      return [...never, ...due];
    },
  };
}

/** Reads from the stored days until when each device was asked for its alerts. */
function createStoredAlertTimes(options: {
  clock: Clock;
  store: Pick<DayStore, 'coverage' | 'prepare'>;
  ids: () => readonly string[];
  asked: Pick<AskedDevices, 'set'>;
}) {
  const { clock, store, asked } = options;
  /** A later reading of all devices replaces the one that runs. */
  let readings = 0;
  let cancel = (): void => undefined;

  function read(deviceId: string): void {
    const to = clock.now();
    const range = { from: to - watchedMs, to };
    const [first] = store.coverage('alerts', deviceId, range).missing;
    const until = first?.from ?? range.to;
    asked.set(deviceId, until > range.from ? until : null);
  }

  async function readEach(onDone: () => void): Promise<void> {
    const own = ++readings;
    const pause = yieldEvery();
    for (const _ of store.prepare()) {
      await pause();
      if (readings !== own) return;
    }
    for (const id of options.ids()) {
      read(id);
      await pause();
      if (readings !== own) return;
    }
    onDone();
  }

  return {
    read,
    /** Reads all devices in steps, and starts over if it is called again before. */
    readAll: (onDone: () => void): void => {
      cancel();
      readings += 1;
      cancel = clock.after(0, () => void readEach(onDone));
    },
    close: (): void => {
      cancel();
      readings += 1;
    },
  };
}
