import type { Dialect } from '#main/api/dialect';
import type { ServiceClient } from '#main/api/service-client';
import type { Allowance, CallSource } from '#main/pace/budget';
import type { Clock } from '#main/pace/clock';
import { createThrottle } from '#main/pace/throttle';
import type { FetchPlan, FetchState, LogKind, Range } from '#shared/domain/history';
import { failDeclined, type Fault } from '#shared/fault';
import type { ActiveFetch, FetchJournal } from './active-fetch';
import type { DayStore } from './day-store';
import { createFetchCost } from './fetch-cost';
import { createFetchList, createFetchLoop } from './fetch-loop';
import { daysIn } from './ranges';
import { createSliceWidths } from './fetch-slice';
import { message } from '#shared/i18n/translate';

export interface FetchRequest {
  log: LogKind;
  deviceIds: readonly string[];
  range: Range;
  /** Fetches settled parts again. */
  again?: boolean | undefined;
  /** Of the alerts, only this kind; absent: all. */
  alertName?: string | undefined;
}

export interface FetcherOptions {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  /** When downloads may make the next call. */
  budget: Pick<Allowance, 'waitMs' | 'callsPerMinute'>;
  /** What the calls are made for. */
  source: CallSource;
  dialect: Pick<Dialect, 'rangeWidths' | 'answerSizes'>;
  store: DayStore;
  journal: FetchJournal;
  clock: Clock;
  random: () => number;
  newId: () => string;
  /** How long after its end a moment is settled. */
  settleMs: () => number;
  timeZone: () => string;
  onChanged: (fetches: FetchState[]) => void;
  onAlerts: (deviceId: string) => void;
  onBug: (error: unknown) => Fault;
}

const throttleMs = 250;

/**
 * Downloads the logs of devices in slices of up to a day, one call after another, and only what is
 * missing. Answers are stored immediately and requests before the first call, so that a fetch can
 * resume after a crash.
 */
export function createFetcher(options: FetcherOptions) {
  const { budget, clock, store } = options;
  let isClosed = false;
  const widths = createSliceWidths(options.dialect, (log) => list.widthChanged(log));
  const days = (range: Range) => daysIn(range, options.timeZone());
  const sliceMs = widths.of;
  const fetchCost = createFetchCost({ ...options, now: clock.now, sliceMs });
  const list = createFetchList({
    ...options,
    fetchCost,
    daysIn: days,
    sliceMs,
    now: clock.now,
    restoreWidth: widths.restore,
  });
  const notifying = createThrottle(clock, throttleMs, notify);
  const loop = createFetchLoop({
    ...options,
    fetches: list,
    widths,
    changed: notifying.due,
    ended: notify,
  });

  function notify(): void {
    if (!isClosed) options.onChanged(fetches());
  }

  function fetches(): FetchState[] {
    const running = list.running();
    const backOff = loop.backOff();
    return list.all().map((fetch) => {
      if (fetch !== running) return fetch.state();
      if (!backOff) return { ...fetch.state(), nextCallAt: loop.nextCallAt() };
      const { fault, until: resumesAt } = backOff;
      return { ...fetch.state(), phase: 'paused', fault, resumesAt };
    });
  }

  const stateOf = (id: string) => fetches().find((state) => state.id === id)!;

  function changePhase(
    id: string,
    from: readonly FetchState['phase'][],
    change: (fetch: ActiveFetch) => void,
  ): FetchState {
    const fetch = list.get(id);
    if (!from.includes(fetch.phase)) {
      failDeclined(message('faults.main.fetchEnded'));
    }
    change(fetch);
    if (fetch.phase !== 'running') loop.abort(fetch);
    if (fetch.isOpen) list.save(fetch);
    notify();
    loop.pump();
    return stateOf(id);
  }

  return {
    plan: ({ log, deviceIds, range, again = false }: FetchRequest): FetchPlan => {
      const scope = { log, range, days: days(range), again, since: Number.POSITIVE_INFINITY };
      const plan = fetchCost.plan(scope, deviceIds);
      const callsPerMinute = Math.max(1, budget.callsPerMinute());
      const estimatedSeconds = Math.ceil((plan.calls / callsPerMinute) * 60);
      return { ...plan, callsPerMinute, estimatedSeconds };
    },

    fetch: ({ log, deviceIds, range, again = false, alertName }: FetchRequest): FetchState => {
      const id = options.newId();
      const startedAt = clock.now();
      const ids = [...new Set(deviceIds)];
      list.add({ id, log, deviceIds: ids, ...range, again, alertName, startedAt });
      notifying.due();
      const state = stateOf(id);
      loop.pump();
      return state;
    },

    fetches,
    pause: (id: string): FetchState =>
      changePhase(id, ['running', 'paused'], (fetch) => {
        fetch.phase = 'paused';
      }),
    /** Continues a paused, interrupted or failed fetch, or one that backs off, immediately. */
    resume: (id: string): FetchState =>
      changePhase(id, ['running', 'paused', 'interrupted', 'failed'], (fetch) => {
        loop.clearBackOff();
        if (fetch.phase === 'interrupted' || fetch.phase === 'failed') fetch.rewind();
        fetch.phase = 'running';
        fetch.fault = null;
      }),
    cancel: (id: string): FetchState =>
      changePhase(id, ['running', 'paused', 'interrupted'], (fetch) =>
        list.end(fetch, 'cancelled'),
      ),
    /** Records of this time were added at the service: it has to be fetched again. */
    reopen: (log: LogKind, deviceId: string, range: Range): void => {
      store.reopen(log, deviceId, range);
      loop.reopened(log, deviceId, range);
    },
    /** A fetch is running and not backing off. */
    isWorking: (): boolean => loop.backOff() === null && list.running() !== null,
    /** The service answers again, or the key was replaced. Rate limits still apply. */
    wake: loop.wake,
    close: (): void => {
      list.close();
      isClosed = true;
      loop.close();
      notifying.close();
    },
  };
}
