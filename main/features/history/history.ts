import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { Cache } from '#main/cache/cache';
import type { Allowance } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { yieldEvery } from '#main/pace/throttle';
import type { Coverage, FetchState, LogKind, Range } from '#shared/domain/history';
import type { Notice } from '#shared/domain/notice';
import type { Settings } from '#shared/domain/settings';
import { type Fault, fail } from '#shared/fault';
import type { HistoryMessage } from '#shared/history/columns';
import type { HandlersOf } from '#shared/ipc/contract';
import type { Caller } from '#shared/ipc/define';
import { coveredDays, createDayStore } from './day-store';
import { createFetchJournal } from './active-fetch';
import { createFetcher } from './fetcher';
import { chunksOf, daysIn } from './ranges';

/** Downloaded tracks and alerts of one account, encrypted in its cache. */
export type History = ReturnType<typeof createHistory>;

interface HistoryOptions {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  budget: Allowance;
  dialect: Pick<Dialect, 'rangeWidths' | 'answerSizes'>;
  cache: Cache;
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** The account's zone, or the computer's if unknown. */
  timeZone: () => string;
  settings: () => Settings;
  /** Sends a part of a track to a window. */
  post: (message: HistoryMessage, to?: Caller) => void;
  onFetches: (fetches: FetchState[]) => void;
  /** Alerts of these devices were downloaded or cleared; null: of any. */
  onAlertsChanged: (deviceIds: readonly string[] | null) => void;
  onBug: (error: unknown) => Fault;
}

const hourMs = 3_600_000;

export function createHistory(options: HistoryOptions) {
  const { cache, clock, settings, post } = options;
  const store = createDayStore(cache.days());
  const fetcher = createFetcher({
    client: options.client,
    budget: options.budget,
    source: 'history',
    dialect: options.dialect,
    store,
    journal: createFetchJournal(cache.records('fetch')),
    clock,
    random: options.random,
    newId: options.newId,
    settleMs: () => settings().historySettleHours * hourMs,
    timeZone: options.timeZone,
    onChanged: options.onFetches,
    onAlerts: (deviceId) => options.onAlertsChanged([deviceId]),
    onBug: options.onBug,
  });

  let isClosed = false;

  const untilNow = (range: Range) => ({ ...range, to: Math.min(range.to, clock.now()) });
  function coverage(log: LogKind, deviceId: string, range: Range): Coverage {
    const until = untilNow(range);
    const known = store.coverage(log, deviceId, until);
    return { ...known, days: coveredDays(daysIn(until, options.timeZone()), until, known) };
  }

  return {
    fetcher,
    /** The downloaded days, for the alert log. */
    days: store,
    /** The cached track; gaps and jumps are marked by the caller after merging parts. */
    track: store.track,
    /** How much of a range is cached, and how far it is complete. */
    coverage,
    /**
     * Posts the cached track in chunks, so that the app stays responsive. Throws `notFound` if the
     * account was closed meanwhile.
     */
    async load(
      request: number,
      deviceId: string,
      range: Range,
      caller?: Caller,
    ): Promise<{ fixes: number; coverage: Coverage }> {
      const pause = yieldEvery();
      let fixes = 0;
      for (const part of chunksOf(range)) {
        const columns = store.track(deviceId, part);
        // A fix at the shared end of two chunks is counted once.
        fixes += columns.count - (part.from > range.from && columns.at[0] === part.from ? 1 : 0);
        if (columns.count > 0) post({ type: 'part', request, columns }, caller);
        await pause();
        if (isClosed) fail({ kind: 'notFound' });
      }
      post({ type: 'track', request, rules: settings().tripRules }, caller);
      return { fixes, coverage: coverage('locations', deviceId, range) };
    },
    /** Records of this time were added at the service: it has to be fetched again. */
    reopen: fetcher.reopen,
    cached: store.cached,
    /** null: of every device. Acknowledgements stay. */
    clear: (deviceIds: readonly string[] | null): void => {
      store.clear(deviceIds);
      options.onAlertsChanged(deviceIds);
    },
    close: (): void => {
      isClosed = true;
      fetcher.close();
    },
  };
}

/** The calls about tracks, without those that write a file. */
export function historyHandlers(
  history: () => History,
  openPort: (caller?: Caller) => boolean,
): Omit<HandlersOf<'history'>, 'exportTracks' | 'exportProgress' | 'cancelExport'> {
  const fetcher = () => history().fetcher;
  return {
    openPort: (caller) => {
      if (!openPort(caller)) fail({ kind: 'notFound' });
    },
    load: ({ request, deviceId, range }, caller) =>
      history().load(request, deviceId, range, caller),
    plan: (request) => fetcher().plan(request),
    fetch: (request) => fetcher().fetch(request),
    fetches: () => fetcher().fetches(),
    pauseFetch: ({ id }) => fetcher().pause(id),
    resumeFetch: ({ id }) => fetcher().resume(id),
    cancelFetch: ({ id }) => fetcher().cancel(id),
    cached: () => history().cached(),
    clearCached: ({ deviceIds }) => history().clear(deviceIds),
  };
}

/** A notification that leads to a device, or with null to the alert log. */
export interface AlertNotice extends Notice {
  deviceId: string | null;
  /** The device calls for help, with its report of this time; null: it does not. */
  callAt: number | null;
  /** What it leads to if it is of no single device. */
  page: 'alerts' | 'place-events';
}

/** The end of the port on which tracks go to the window. */
interface HistoryPort {
  postMessage(message: HistoryMessage): void;
  close(): void;
}

/** The port of each window; a new one of the same window replaces the old one. */
export function createHistoryPorts() {
  const ports = new Map<Caller, HistoryPort>();
  return {
    attach(port: HistoryPort, of: Caller): void {
      ports.get(of)?.close();
      ports.set(of, port);
    },
    post(message: HistoryMessage, to?: Caller): void {
      if (to !== undefined) ports.get(to)?.postMessage(message);
    },
    windowClosed: (closed: Caller): void => void ports.delete(closed),
  };
}
