import type { ServiceClient } from '#main/api/service-client';
import { type BackOff, createBackOffPolicy, meaningOf } from '#main/pace/back-off';
import { type Allowance, type CallSource, callAs } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import type { LogKind, Range } from '#shared/domain/history';
import { type Fault, FaultError, fail } from '#shared/fault';
import {
  ActiveFetch,
  type ActiveFetchOptions,
  type FetchJournal,
  type StoredRequest,
} from './active-fetch';
import type { DayStore } from './day-store';
import { type Slice, type SliceOptions, type SliceWidths, fetchSlice } from './fetch-slice';
import { subtract } from './ranges';

interface FetchLoopOptions extends Omit<SliceOptions, 'widths'> {
  budget: Pick<Allowance, 'waitMs'>;
  source: CallSource;
  store: Pick<DayStore, 'putTrack' | 'putAlerts' | 'reopen' | 'doubt' | 'fetched'>;
  clock: Clock;
  random: () => number;
  fetches: FetchList;
  widths: SliceWidths;
  /** States changed a little. */
  changed: () => void;
  ended: () => void;
  onBug: (error: unknown) => Fault;
}

interface InFlight {
  fetch: ActiveFetch;
  deviceId: string;
  abort: AbortController;
  reopened: Range[];
}

/** Makes the calls of the running fetch, one after another. */
export function createFetchLoop(options: FetchLoopOptions) {
  const { budget, clock, fetches, store, widths } = options;
  const policy = createBackOffPolicy(options.random);
  let backOff: BackOff | null = null;
  let cancelTimer: (() => void) | null = null;
  let inFlight: InFlight | null = null;
  let nextCallAt: number | null = null;
  let isClosed = false;

  function pumpAfter(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = clock.after(Math.max(1, Math.ceil(delayMs)), pump);
  }

  function isBackingOff(): boolean {
    if (!backOff) return false;
    if (backOff.until === null) return true;
    const leftMs = backOff.until - clock.now();
    if (leftMs > 0) pumpAfter(leftMs);
    return leftMs > 0;
  }

  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isClosed || inFlight) return;
    const fetch = fetches.running();
    if (!fetch || isBackingOff()) return;
    backOff = null;
    const slice = fetch.next();
    if (!slice) {
      fetches.end(fetch, fetch.fault ? 'failed' : 'done');
      options.ended();
      pump();
      return;
    }
    const waitMs = budget.waitMs('burst');
    nextCallAt = waitMs > 0 ? clock.now() + waitMs : null;
    if (waitMs === 0) {
      void request(fetch, slice);
      return;
    }
    pumpAfter(waitMs);
    options.changed();
  }

  async function request(fetch: ActiveFetch, slice: Slice): Promise<void> {
    const { log, deviceId, range } = slice;
    const abort = new AbortController();
    const own: InFlight = { fetch, deviceId, abort, reopened: [] };
    inFlight = own;
    fetch.callsSpent++;
    try {
      const stored = await callAs(options.source, () =>
        fetchSlice(ofOneKind(options, fetch.request.alertName), slice, clock.now(), abort.signal),
      );
      if (abort.signal.aborted) return;
      for (const part of own.reopened) store.reopen(log, deviceId, part);
      fetch.sliceStored(slice, stored);
      const { learnedCap } = stored;
      // Days that it received before the cap was known are requested again by the same fetch.
      if (learnedCap !== null && store.doubt(log, learnedCap)) fetch.rewind();
      widths.answered(log, range.to - range.from);
      policy.answered();
    } catch (error) {
      if (abort.signal.aborted) return;
      handleFault(fetch, error instanceof FaultError ? error.fault : options.onBug(error), range);
    } finally {
      inFlight = null;
      if (!isClosed) {
        fetches.saveSoon();
        options.changed();
        pump();
      }
    }
  }

  function handleFault(fetch: ActiveFetch, fault: Fault, range: Range): void {
    const isTooMuch = fault.kind === 'invalid' || (fault.kind === 'busy' && fault.status === 408);
    if (isTooMuch && widths.narrow(fetch.log, range.to - range.from)) return;
    const meaning = meaningOf(fault);
    if (isTooMuch || meaning === 'row' || meaning === 'rowUnknown') {
      // The service would refuse older days too: they are beyond the history of the account.
      fetch.fault = fault;
      fetch.nextDevice();
      widths.reset(fetch.log);
      return;
    }
    backOff = policy.after(fault, clock.now());
  }

  return {
    /** Continues unless a call is in flight or has to wait. */
    pump,
    /** Why no call is made; null if none is held back. */
    backOff: (): BackOff | null => backOff,
    /** When the budget allows the next call; null if it does now. */
    nextCallAt: (): number | null => nextCallAt,
    /** Drops the back-off because the user resumed the fetch. */
    clearBackOff: (): void => void (backOff = null),
    /** Ends the back-off now unless a rate limit caused it. */
    wake: (): void => {
      if (backOff && backOff.why !== 'limit') backOff = { ...backOff, until: clock.now() };
      pump();
    },
    /** Aborts the call in flight if it belongs to this fetch. */
    abort: (fetch: ActiveFetch): void => {
      if (inFlight?.fetch === fetch) inFlight.abort.abort();
    },
    /** Keeps this time open if the call in flight covers it: its answer may be older. */
    reopened: (log: LogKind, deviceId: string, range: Range): void => {
      const isCovered = inFlight?.fetch.log === log && inFlight.deviceId === deviceId;
      if (isCovered) inFlight?.reopened.push(range);
    },
    close: (): void => {
      isClosed = true;
      cancelTimer?.();
      inFlight?.abort.abort();
    },
  };
}

interface AlertAccess {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  store: Pick<DayStore, 'putTrack' | 'putAlerts' | 'reopen' | 'fetched'>;
}

/**
 * Restricts the requests for alerts to one kind (`alertName`). The answers are stored, but their time
 * does not count as requested: the other kinds are not in them.
 */
function ofOneKind<A extends AlertAccess>(access: A, alertName: string | undefined): A {
  if (alertName === undefined) return access;
  const { client, store } = access;
  return {
    ...access,
    client: {
      ...client,
      alerts: (id, range, signal) => client.alerts(id, { ...range, alertName }, signal),
    },
    store: {
      ...store,
      putAlerts: (deviceId, day, answer) => {
        const requested = store.fetched('alerts', deviceId);
        store.putAlerts(deviceId, day, { ...answer, settledTo: 0 });
        for (const part of subtract(answer.range, requested)) {
          store.reopen('alerts', deviceId, part);
        }
      },
    },
  };
}

/** The fetches of a session; the open ones are in the journal too. */
type FetchList = ReturnType<typeof createFetchList>;

interface FetchListOptions extends ActiveFetchOptions {
  journal: FetchJournal;
  clock: Clock;
  /** Learns the slice width of a fetch from before a restart. */
  restoreWidth: (log: LogKind, sliceMs: number) => void;
}

/** Ended fetches kept in the list. */
const mostEnded = 20;
/** A crash can lose this much of the counts; stored days are not affected. */
const saveEveryMs = 1_000;

export function createFetchList(options: FetchListOptions) {
  const { journal } = options;
  const fetches = restore(options);

  const saving = createThrottle(options.clock, saveEveryMs, () =>
    journal.putProgress(
      fetches.filter(({ isOpen }) => isOpen).map((fetch) => [fetch.id, fetch.progress()]),
    ),
  );

  function removeOldest(): void {
    const ended = fetches.filter(({ isOpen }) => !isOpen);
    for (const fetch of ended.slice(0, Math.max(0, ended.length - mostEnded))) {
      fetches.splice(fetches.indexOf(fetch), 1);
    }
  }

  return {
    /** Oldest first. */
    all: (): readonly ActiveFetch[] => fetches,
    /** The fetch whose calls are made; the others wait for it. */
    running: (): ActiveFetch | null => fetches.find(({ phase }) => phase === 'running') ?? null,
    /** Throws `notFound`. */
    get: (id: string): ActiveFetch =>
      fetches.find((each) => each.id === id) ?? fail({ kind: 'notFound' }),
    add: (request: StoredRequest): ActiveFetch => {
      removeOldest();
      const none = {
        callsSpent: 0,
        records: 0,
        skippedRecords: 0,
        outsideRecords: 0,
        incompleteDays: 0,
      };
      const fetch = new ActiveFetch(request, options, 'running', none);
      journal.put(request, fetch.progress());
      fetches.push(fetch);
      return fetch;
    },
    end: (fetch: ActiveFetch, phase: 'done' | 'failed' | 'cancelled'): void => {
      fetch.phase = phase;
      journal.remove(fetch.id);
      // It may have stored parts that the others would request.
      for (const other of fetches) if (other.isOpen) other.invalidate();
    },
    /** Stores the request and progress of a fetch immediately. */
    save: (fetch: ActiveFetch): void => journal.put(fetch.request, fetch.progress()),
    /** Stores the progress of all open fetches soon. */
    saveSoon: saving.due,
    widthChanged: (log: LogKind): void => {
      for (const fetch of fetches) if (fetch.log === log) fetch.invalidate();
    },
    /** Stores what is due. */
    close: saving.close,
  };
}

/** The fetches of earlier sessions. They continue only when the user resumes them. */
function restore(options: FetchListOptions): ActiveFetch[] {
  return options.journal
    .load()
    .map(({ id, log, deviceIds, from, to, again, alertName, startedAt, ...rest }) => {
      const { isPaused, sliceMs, ...progress } = rest;
      options.restoreWidth(log, sliceMs);
      const phase = isPaused ? 'paused' : 'interrupted';
      const request = { id, log, deviceIds, from, to, again, alertName, startedAt };
      const fetch = new ActiveFetch(request, options, phase, progress);
      fetch.restoreProgress();
      return fetch;
    });
}
