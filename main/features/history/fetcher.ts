import type { ServiceClient } from '#main/api/service-client';
import { createHoldPolicy, meaningOf, type Hold } from '#main/jobs/hold';
import type { Budget } from '#main/poll/budget';
import type { FetchPlan, FetchState, LogKind, Range } from '#shared/domain/history';
import { trackOf } from '#shared/history/track';
import { fail, FaultError, type Fault } from '#shared/fault';
import type { Clock } from '../clock';
import { createGathering } from '../gathering';
import type { DayStore } from './day-store';
import { callsFor, dayMs, daysIn, hourMs, wantedParts, type Wanted } from './wanted';

export interface FetchRequest {
  log: LogKind;
  deviceIds: readonly string[];
  range: Range;
  /** Asks anew also for what is here already. */
  again?: boolean | undefined;
}

/**
 * Fetches logs of devices in slices, one call after the other: what is missing only, a day at a time
 * and less where the service refuses so much. What came is kept at once, so that a fetch that was
 * ended goes on where it was.
 */
export interface Fetcher {
  plan(request: FetchRequest): FetchPlan;
  fetch(request: FetchRequest): FetchState;
  fetches(): FetchState[];
  pause(id: string): FetchState;
  resume(id: string): FetchState;
  cancel(id: string): FetchState;
  /** Something is being fetched and nothing keeps it waiting. */
  isWorking(): boolean;
  /** The service answers, or the key was replaced. A 429 is waited for all the same. */
  wake(): void;
  close(): void;
}

export interface FetcherOptions {
  client: Pick<ServiceClient, 'locations' | 'alerts'>;
  /** The share of the calls that is for work a person waits for. */
  budget: Pick<Budget, 'take' | 'waitMs' | 'callsPerMinute' | 'slowDown'>;
  store: DayStore;
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

interface Live {
  state: FetchState;
  again: boolean;
  days: readonly Range[];
  /** Index of the device whose turn it is, and what was asked of it in this fetch. */
  device: number;
  asked: Range[];
  /** What is left to ask of it; null: not reckoned yet. */
  parts: Wanted[] | null;
  /** Calls that the devices behind it cost; null: not reckoned yet. */
  callsBehind: number | null;
}

/** How many fetches of a session are remembered after their end. */
const mostRemembered = 20;
const gatherMs = 250;

export function createFetcher(options: FetcherOptions): Fetcher {
  const { budget, clock, store } = options;
  const live: Live[] = [];
  /** The width of range this service takes, learned from its refusals; per log. */
  const widths: Record<LogKind, number> = { locations: dayMs, alerts: dayMs };
  const policy = createHoldPolicy(options.random);
  let hold: Hold | null = null;
  let cancelTimer: (() => void) | null = null;
  let underWay: { of: Live; abort: AbortController } | null = null;
  let isClosed = false;
  /** The widest range that was answered; a refusal of everything says nothing about the width. */
  const proven: Partial<Record<LogKind, number>> = {};

  function tell(): void {
    if (!isClosed) options.onChanged(fetches());
  }
  const news = createGathering(clock, gatherMs, tell);

  const running = () => live.find(({ state }) => state.phase === 'running') ?? null;

  /** What has to be asked of a device, the newest day first. */
  function partsOf(
    { log, range, again, days }: FetchRequest & { days: readonly Range[] },
    deviceId: string,
    asked: readonly Range[] = [],
  ): Wanted[] {
    const settled = again ? [] : store.settled(log, deviceId);
    return wantedParts({
      range,
      days,
      settled: [...settled, ...asked],
      now: clock.now(),
      settleMs: options.settleMs(),
      sliceMs: widths[log],
    }).toReversed();
  }

  const requestOf = ({ state, again, days }: Live) => ({
    log: state.log,
    deviceIds: state.deviceIds,
    range: { from: state.from, to: state.to },
    again,
    days,
  });

  function partsNow(one: Live): Wanted[] {
    const deviceId = one.state.deviceIds[one.device];
    if (deviceId === undefined) return [];
    one.parts ??= partsOf(requestOf(one), deviceId, one.asked);
    return one.parts;
  }

  function callsLeft(one: Live): number {
    const width = widths[one.state.log];
    one.callsBehind ??= one.state.deviceIds
      .slice(one.device + 1)
      .reduce((sum, id) => sum + callsFor(partsOf(requestOf(one), id), width), 0);
    return callsFor(partsNow(one), width) + one.callsBehind;
  }

  /** The next range to ask for; null when all is here. */
  function next(one: Live): (Wanted & { deviceId: string }) | null {
    const width = widths[one.state.log];
    for (; one.device < one.state.deviceIds.length; nextDevice(one)) {
      const [first] = partsNow(one);
      if (!first) continue;
      const { from, to } = first.range;
      const range = { from, to: Math.min(to, from + width) };
      return { deviceId: one.state.deviceIds[one.device]!, day: first.day, range };
    }
    return null;
  }

  function nextDevice(one: Live): void {
    one.device++;
    one.asked = [];
    one.parts = null;
    one.callsBehind = null;
  }

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
    if (isClosed || underWay) return;
    const one = running();
    if (!one || isHeld()) return;
    hold = null;
    const slice = next(one);
    if (!slice) {
      one.state.phase = one.state.fault ? 'failed' : 'done';
      tell();
      pump();
      return;
    }
    const waitMs = budget.waitMs('burst');
    if (waitMs > 0) later(waitMs);
    else void ask(one, slice);
  }

  async function ask(one: Live, slice: Wanted & { deviceId: string }): Promise<void> {
    const abort = new AbortController();
    underWay = { of: one, abort };
    const askedAt = clock.now();
    budget.take();
    one.state.callsSpent++;
    try {
      const kept = await keep(one.state.log, slice, askedAt, abort.signal);
      if (isClosed) return;
      one.state.records += kept.records;
      one.state.setAside += kept.setAside;
      one.asked.push(slice.range);
      takeOff(one, slice.range);
      const { log } = one.state;
      proven[log] = Math.max(proven[log] ?? 0, slice.range.to - slice.range.from);
      policy.answered();
    } catch (error) {
      if (isClosed || abort.signal.aborted) return;
      meet(one, error instanceof FaultError ? error.fault : options.onBug(error), slice.range);
    } finally {
      underWay = null;
      if (!isClosed) {
        one.state.sliceMs = widths[one.state.log];
        news.due();
        pump();
      }
    }
  }

  /** Takes what was asked off the parts, without reckoning all of them anew. */
  function takeOff(one: Live, { to }: Range): void {
    const [first, ...others] = one.parts ?? [];
    if (!first) return;
    one.parts =
      to >= first.range.to
        ? others
        : [{ ...first, range: { ...first.range, from: to } }, ...others];
  }

  async function keep(
    log: LogKind,
    { deviceId, day, range }: Wanted & { deviceId: string },
    askedAt: number,
    signal: AbortSignal,
  ): Promise<{ records: number; setAside: number }> {
    const answer = { range, askedAt, settledTo: askedAt - options.settleMs() };
    const isAsked = ({ at }: { at: number | null }) =>
      at !== null && at >= range.from && at <= range.to;
    /** What lies on the rim comes with the next slice too. */
    const countBefore = (times: ArrayLike<number | null>) =>
      Array.from(times).filter((at) => at !== null && at < range.to).length;
    if (log === 'locations') {
      const { items, setAside } = await options.client.locations(deviceId, range, signal);
      const records = trackOf(items.map(({ record }) => record).filter(isAsked));
      if (!isClosed) store.putTrack(deviceId, day, { ...answer, records });
      return { records: countBefore(records.at), setAside: setAside.length };
    }
    const { items, setAside } = await options.client.alerts(deviceId, range, signal);
    const records = items.map(({ record }) => record).filter(isAsked);
    if (!isClosed) store.putAlerts(deviceId, day, { ...answer, records });
    if (records.length > 0) options.onAlerts();
    return { records: countBefore(records.map(({ at }) => at)), setAside: setAside.length };
  }

  function meet(one: Live, fault: Fault, range: Range): void {
    const { log } = one.state;
    const isTooMuch = fault.kind === 'invalid' || (fault.kind === 'busy' && fault.status === 408);
    const width = range.to - range.from;
    if (isTooMuch && width > hourMs) {
      widths[log] = Math.max(hourMs, Math.min(widths[log], width) / 2);
      reckonAnew(one);
      return;
    }
    if (fault.kind === 'limitReached') budget.slowDown();
    const meaning = meaningOf(fault);
    if (isTooMuch || meaning === 'row' || meaning === 'rowUnknown') {
      // Older days would be refused too: they lie further back than the account's history goes.
      one.state.fault = fault;
      widths[log] = proven[log] ?? dayMs;
      nextDevice(one);
      return;
    }
    hold = policy.after(fault, clock.now());
  }

  function reckonAnew(one: Live): void {
    one.parts = null;
    one.callsBehind = null;
  }

  function fetches(): FetchState[] {
    const first = running();
    return live.map((one) => {
      const { state } = one;
      const isHeldNow = one === first && hold !== null;
      const isOpen = state.phase === 'running' || state.phase === 'paused';
      return {
        ...state,
        deviceIds: [...state.deviceIds],
        phase: isHeldNow ? 'paused' : state.phase,
        fault: isHeldNow ? hold!.fault : state.fault,
        resumesAt: isHeldNow ? hold!.until : null,
        callsLeft: isOpen ? callsLeft(one) : 0,
      };
    });
  }

  function get(id: string): Live {
    return live.find(({ state }) => state.id === id) ?? fail({ kind: 'notFound' });
  }

  const view = (id: string) => fetches().find((state) => state.id === id)!;

  function turn(id: string, from: readonly FetchState['phase'][], to: FetchState['phase']) {
    const one = get(id);
    if (!from.includes(one.state.phase)) {
      fail({ kind: 'conflict', message: 'This fetch has ended already.' });
    }
    one.state.phase = to;
    if (to !== 'running' && underWay?.of === one) underWay.abort.abort();
    if (to === 'running' && hold?.why !== 'limit') hold = null;
    tell();
    pump();
    return view(id);
  }

  return {
    plan: ({ log, deviceIds, range, again = false }) => {
      const plan = { days: 0, cachedDays: 0, calls: 0, mostCalls: 0 };
      const days = daysIn(range, options.timeZone());
      const begun = days.filter(({ from }) => from < clock.now()).length;
      for (const id of new Set(deviceIds)) {
        const wanted = partsOf({ log, deviceIds, range, again, days }, id);
        plan.days += begun;
        plan.cachedDays += begun - new Set(wanted.map(({ day }) => day.from)).size;
        plan.calls += callsFor(wanted, widths[log]);
        plan.mostCalls += callsFor(wanted, hourMs);
      }
      const estimatedSeconds = Math.ceil((plan.calls / Math.max(1, budget.callsPerMinute())) * 60);
      return { ...plan, estimatedSeconds };
    },

    fetch: ({ log, deviceIds, range, again = false }) => {
      const ended = live.filter(({ state }) => !['running', 'paused'].includes(state.phase));
      for (const one of ended.slice(0, Math.max(0, ended.length - mostRemembered))) {
        live.splice(live.indexOf(one), 1);
      }
      const id = options.newId();
      live.push({
        state: {
          id,
          log,
          deviceIds: [...new Set(deviceIds)],
          ...range,
          phase: 'running',
          fault: null,
          resumesAt: null,
          callsSpent: 0,
          callsLeft: 0,
          records: 0,
          setAside: 0,
          sliceMs: widths[log],
        },
        again,
        days: daysIn(range, options.timeZone()),
        device: 0,
        asked: [],
        parts: null,
        callsBehind: null,
      });
      news.due();
      const state = view(id);
      pump();
      return state;
    },

    fetches,
    pause: (id) => turn(id, ['running', 'paused'], 'paused'),
    resume: (id) => turn(id, ['running', 'paused'], 'running'),
    cancel: (id) => turn(id, ['running', 'paused'], 'cancelled'),
    isWorking: () => hold === null && running() !== null,
    wake: () => {
      if (hold && hold.why !== 'limit') hold = { ...hold, until: clock.now() };
      pump();
    },
    close: () => {
      isClosed = true;
      cancelTimer?.();
      underWay?.abort.abort();
    },
  };
}
