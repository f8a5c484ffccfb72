import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import { createBackOffPolicy, meaningOf, type BackOff } from '#main/pace/back-off';
import type { Allowance } from '#main/pace/budget';
import { callAs } from '#main/pace/call-source';
import type { FetchPlan, FetchState, LogKind, Range } from '#shared/domain/history';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import type { DayStore } from './day-store';
import type { FetchJournal } from './fetch-journal';
import { LiveFetch } from './live-fetch';
import { createFetchCost } from './fetch-cost';
import { askSlice } from './fetch-slice';
import { dayMs, daysIn, hourMs, type MissingRange } from './missing-ranges';

export interface FetchRequest {
  log: LogKind;
  deviceIds: readonly string[];
  range: Range;
  /** Asks anew also for what is here already. */
  again?: boolean | undefined;
}

/**
 * Fetches logs of devices in slices, one call after the other: what is missing only, a day at a time
 * and less where the service refuses so much. What came is kept at once, and what was asked for is
 * written down before the first call, so that a fetch goes on where it was, also after a crash.
 */
export interface Fetcher {
  plan(request: FetchRequest): FetchPlan;
  fetch(request: FetchRequest): FetchState;
  fetches(): FetchState[];
  pause(id: string): FetchState;
  /** Goes on with what waits, was interrupted or failed; at once, whatever it waited for. */
  resume(id: string): FetchState;
  cancel(id: string): FetchState;
  /** Something came into this time that no call has brought, nor one that is under way will. */
  reopen(log: LogKind, deviceId: string, range: Range): void;
  /** Something is being fetched and nothing keeps it waiting. */
  isWorking(): boolean;
  /** The service answers, or the key was replaced. A 429 is waited for all the same. */
  wake(): void;
  close(): void;
}

export interface FetcherOptions {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  /** The calls that downloads may use; the client charges them. */
  budget: Pick<Allowance, 'waitMs' | 'callsPerMinute' | 'slowDown'>;
  dialect: Pick<Dialect, 'rangeWidths'>;
  store: DayStore;
  journal: FetchJournal;
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** How long after its end a moment is settled. */
  settleMs: () => number;
  timeZone: () => string;
  onChanged: (fetches: FetchState[]) => void;
  /** New alerts were kept. */
  onAlerts: () => void;
  onBug: (error: unknown) => Fault;
}

/** How many fetches of a session are remembered after their end. */
const mostRemembered = 20;
const throttleMs = 250;
/** What a crash may take of the counts; of what came it takes nothing. */
const journalEveryMs = 1_000;

/** A call that was made and has no answer yet. */
interface InFlight {
  of: LiveFetch;
  deviceId: string;
  abort: AbortController;
  /** What was reopened since: its answer may be older than that. */
  reopened: Range[];
}

export function createFetcher(options: FetcherOptions): Fetcher {
  const { budget, clock, journal, store } = options;
  const { rangeWidths } = options.dialect;
  const policy = createBackOffPolicy(options.random);
  let hold: BackOff | null = null;
  let cancelTimer: (() => void) | null = null;
  let inFlight: InFlight | null = null;
  /** Until when there is no room for a call. */
  let roomAt: number | null = null;
  let isClosed = false;
  const sliceMs = (log: LogKind) => rangeWidths[log].current;
  const fetchCost = createFetchCost({
    store,
    now: clock.now,
    settleMs: options.settleMs,
    sliceMs,
  });
  const days = (range: Range) => daysIn(range, options.timeZone());
  const liveOptions = { fetchCost, daysIn: days, sliceMs, now: clock.now };
  const live: LiveFetch[] = interrupted();

  function tell(): void {
    if (!isClosed) options.onChanged(fetches());
  }
  const news = createThrottle(clock, throttleMs, tell);
  const notes = createThrottle(clock, journalEveryMs, () =>
    journal.progress(live.filter(({ isOpen }) => isOpen).map((one) => [one.id, one.progress()])),
  );

  /** The fetches of the time before: nothing of them is asked for before a person says so. */
  function interrupted(): LiveFetch[] {
    return journal.load().map(({ isPaused, callsSpent, records, skippedRecords, ...asked }) => {
      const width = rangeWidths[asked.log];
      width.current = Math.min(width.current, Math.max(hourMs, asked.sliceMs));
      const phase = isPaused ? 'paused' : 'interrupted';
      const one = new LiveFetch(asked, liveOptions, phase, { callsSpent, records, skippedRecords });
      one.recount();
      return one;
    });
  }

  const running = () => live.find(({ phase }) => phase === 'running') ?? null;

  function later(delayMs: number): void {
    cancelTimer?.();
    cancelTimer = clock.after(Math.max(1, Math.ceil(delayMs)), pump);
  }

  function isHeld(): boolean {
    if (!hold) return false;
    if (hold.until === null) return true;
    const leftMs = hold.until - clock.now();
    if (leftMs > 0) later(leftMs);
    return leftMs > 0;
  }

  function pump(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isClosed || inFlight) return;
    const one = running();
    if (!one || isHeld()) return;
    hold = null;
    const slice = one.next();
    if (!slice) {
      end(one, one.fault ? 'failed' : 'done');
      tell();
      pump();
      return;
    }
    const waitMs = budget.waitMs('burst');
    roomAt = waitMs > 0 ? clock.now() + waitMs : null;
    if (waitMs === 0) {
      void ask(one, slice);
      return;
    }
    later(waitMs);
    news.due();
  }

  function end(one: LiveFetch, phase: 'done' | 'failed' | 'cancelled'): void {
    one.phase = phase;
    journal.end(one.id);
    // It may have brought what the others would ask for.
    for (const other of live) if (other.isOpen) other.reckonAnew();
  }

  async function ask(one: LiveFetch, slice: MissingRange & { deviceId: string }): Promise<void> {
    const abort = new AbortController();
    const mine: InFlight = { of: one, deviceId: slice.deviceId, abort, reopened: [] };
    inFlight = mine;
    one.callsSpent++;
    const { log } = one;
    const { range } = slice;
    try {
      const kept = await callAs('history', () =>
        askSlice(options, { ...slice, log }, clock.now(), abort.signal),
      );
      if (abort.signal.aborted) return;
      for (const part of mine.reopened) store.reopen(log, slice.deviceId, part);
      one.took(range, kept);
      const width = rangeWidths[log];
      width.answered = Math.max(width.answered ?? 0, range.to - range.from);
      policy.answered();
    } catch (error) {
      if (abort.signal.aborted) return;
      meet(one, error instanceof FaultError ? error.fault : options.onBug(error), range);
    } finally {
      inFlight = null;
      if (!isClosed) {
        notes.due();
        news.due();
        pump();
      }
    }
  }

  function meet(one: LiveFetch, fault: Fault, range: Range): void {
    const { log } = one;
    const isTooMuch = fault.kind === 'invalid' || (fault.kind === 'busy' && fault.status === 408);
    const width = range.to - range.from;
    if (isTooMuch && width > hourMs) {
      setWidth(log, Math.max(hourMs, Math.min(rangeWidths[log].current, width) / 2));
      return;
    }
    if (fault.kind === 'limitReached') budget.slowDown();
    const meaning = meaningOf(fault);
    if (isTooMuch || meaning === 'row' || meaning === 'rowUnknown') {
      // Older days would be refused too: they lie further back than the account's history goes.
      one.fault = fault;
      one.nextDevice();
      setWidth(log, rangeWidths[log].answered ?? dayMs);
      return;
    }
    hold = policy.after(fault, clock.now());
  }

  function setWidth(log: LogKind, width: number): void {
    if (rangeWidths[log].current === width) return;
    rangeWidths[log].current = width;
    for (const one of live) if (one.log === log) one.reckonAnew();
  }

  function fetches(): FetchState[] {
    const first = running();
    return live.map((one) => {
      if (one !== first) return one.state();
      if (!hold) return { ...one.state(), nextCallAt: roomAt };
      return { ...one.state(), phase: 'paused', fault: hold.fault, resumesAt: hold.until };
    });
  }

  const view = (id: string) => fetches().find((state) => state.id === id)!;

  function turn(
    id: string,
    from: readonly FetchState['phase'][],
    change: (one: LiveFetch) => void,
  ) {
    const one = live.find((each) => each.id === id) ?? fail({ kind: 'notFound' });
    if (!from.includes(one.phase)) {
      fail({ kind: 'declined', reason: 'state', message: 'This fetch has ended already.' });
    }
    change(one);
    if (one.phase !== 'running' && inFlight?.of === one) inFlight.abort.abort();
    if (one.isOpen) journal.begin(one.asked, one.progress());
    tell();
    pump();
    return view(id);
  }

  function forgetOldest(): void {
    const ended = live.filter(({ isOpen }) => !isOpen);
    for (const one of ended.slice(0, Math.max(0, ended.length - mostRemembered))) {
      live.splice(live.indexOf(one), 1);
    }
  }

  return {
    plan: ({ log, deviceIds, range, again = false }) => {
      const scope = { log, range, days: days(range), again, since: Number.POSITIVE_INFINITY };
      const plan = fetchCost.planOf(scope, deviceIds);
      const estimatedSeconds = Math.ceil((plan.calls / Math.max(1, budget.callsPerMinute())) * 60);
      return { ...plan, estimatedSeconds };
    },

    fetch: ({ log, deviceIds, range, again = false }) => {
      forgetOldest();
      const id = options.newId();
      const startedAt = clock.now();
      const asked = { id, log, deviceIds: [...new Set(deviceIds)], ...range, again, startedAt };
      const nothing = { callsSpent: 0, records: 0, skippedRecords: 0 };
      const one = new LiveFetch(asked, liveOptions, 'running', nothing);
      journal.begin(asked, one.progress());
      live.push(one);
      news.due();
      const state = view(id);
      pump();
      return state;
    },

    fetches,
    pause: (id) =>
      turn(id, ['running', 'paused'], (one) => {
        one.phase = 'paused';
      }),
    resume: (id) =>
      turn(id, ['running', 'paused', 'interrupted', 'failed'], (one) => {
        hold = null;
        if (one.phase === 'interrupted' || one.phase === 'failed') one.rewind();
        one.phase = 'running';
        one.fault = null;
      }),
    cancel: (id) => turn(id, ['running', 'paused', 'interrupted'], (one) => end(one, 'cancelled')),
    reopen: (log, deviceId, range) => {
      store.reopen(log, deviceId, range);
      const isAsked = inFlight?.of.log === log && inFlight.deviceId === deviceId;
      if (isAsked) inFlight?.reopened.push(range);
    },
    isWorking: () => hold === null && running() !== null,
    wake: () => {
      if (hold && hold.why !== 'limit') hold = { ...hold, until: clock.now() };
      pump();
    },
    close: () => {
      notes.close();
      isClosed = true;
      cancelTimer?.();
      inFlight?.abort.abort();
    },
  };
}
