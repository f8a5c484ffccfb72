import { createBackOffPolicy, meaningOf, type BackOff } from '#main/pace/back-off';
import type { Allowance } from '#main/pace/budget';
import { callAs, type CallSource } from '#main/pace/call-source';
import type { Clock } from '#main/pace/clock';
import type { LogKind, Range } from '#shared/domain/history';
import { FaultError, type Fault } from '#shared/fault';
import type { ActiveFetch } from './active-fetch';
import type { DayStore } from './day-store';
import type { FetchList } from './fetch-list';
import { fetchSlice, type Slice, type SliceOptions } from './fetch-slice';
import { ofOneKind } from './one-kind';
import type { SliceWidths } from './slice-widths';

/** Makes the calls of the running fetch, one after another. */
export interface FetchLoop {
  /** Continues unless a call is in flight or has to wait. */
  pump(): void;
  /** Why no call is made; null if none is held back. */
  backOff(): BackOff | null;
  /** When the budget allows the next call; null if it does now. */
  nextCallAt(): number | null;
  /** Drops the back-off because the user resumed the fetch. */
  clearBackOff(): void;
  /** Ends the back-off now unless a rate limit caused it. */
  wake(): void;
  /** Aborts the call in flight if it belongs to this fetch. */
  abort(fetch: ActiveFetch): void;
  /** Keeps this time open if the call in flight covers it: its answer may be older. */
  reopened(log: LogKind, deviceId: string, range: Range): void;
  close(): void;
}

export interface FetchLoopOptions extends Omit<SliceOptions, 'widths'> {
  budget: Pick<Allowance, 'waitMs'>;
  source: CallSource;
  store: Pick<DayStore, 'putTrack' | 'putAlerts' | 'reopen' | 'doubt' | 'fetched'>;
  clock: Clock;
  random: () => number;
  fetches: FetchList;
  widths: SliceWidths;
  /** States changed a little. */
  changed: () => void;
  /** A fetch ended. */
  ended: () => void;
  onBug: (error: unknown) => Fault;
}

interface InFlight {
  fetch: ActiveFetch;
  deviceId: string;
  abort: AbortController;
  reopened: Range[];
}

export function createFetchLoop(options: FetchLoopOptions): FetchLoop {
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
    pump,
    backOff: () => backOff,
    nextCallAt: () => nextCallAt,
    clearBackOff: () => (backOff = null),
    wake: () => {
      if (backOff && backOff.why !== 'limit') backOff = { ...backOff, until: clock.now() };
      pump();
    },
    abort: (fetch) => {
      if (inFlight?.fetch === fetch) inFlight.abort.abort();
    },
    reopened: (log, deviceId, range) => {
      const isCovered = inFlight?.fetch.log === log && inFlight.deviceId === deviceId;
      if (isCovered) inFlight?.reopened.push(range);
    },
    close: () => {
      isClosed = true;
      cancelTimer?.();
      inFlight?.abort.abort();
    },
  };
}
