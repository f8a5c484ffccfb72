import { z } from 'zod';
import type { CallReport } from '#main/api/caller';
import { type Working, createDayBudget, type LearnedState } from '#main/pace/budget';
import {
  RequestQueue,
  type CallHistory,
  type RequestQueueOptions,
  type RequestSource,
  type RequestEnd,
} from '#main/pace/request-queue';
import type { Clock } from '#main/pace/clock';
import type { ServiceClock } from '#main/pace/service-clock';
import { knownOf, mapKnown, neverAsked } from '#shared/domain/known';
import type { EndpointCalls, Status, Usage } from '#shared/domain/session';
import type { EndpointLog } from '#shared/ipc/diagnostics';

/** The interface has fewer; a service cannot add any. */
const mostEndpoints = 100;
/** The median is that of the last calls. */
const mostDurations = 200;

interface Endpoint {
  calls: number;
  /** A ring: the newest replaces the oldest. */
  durations: number[];
  longestMs: number;
  /** By status; null: no answer came. */
  failures: Map<number | null, number>;
}

/**
 * The requests since the account was opened, in memory only: by endpoint as the interface names it, so that no id of a
 * record is in it.
 */
export function createRequestLog() {
  const endpoints = new Map<string, Endpoint>();
  return {
    record({ method, path, status, durationMs }: CallReport): void {
      const name = `${method} ${path}`;
      let endpoint = endpoints.get(name);
      if (!endpoint) {
        if (endpoints.size >= mostEndpoints) return;
        endpoint = { calls: 0, durations: [], longestMs: 0, failures: new Map() };
        endpoints.set(name, endpoint);
      }
      endpoint.durations[endpoint.calls % mostDurations] = durationMs;
      endpoint.calls++;
      endpoint.longestMs = Math.max(endpoint.longestMs, durationMs);
      if (status === null || status >= 400) {
        endpoint.failures.set(status, (endpoint.failures.get(status) ?? 0) + 1);
      }
    },
    /** Most calls first. */
    read: (): EndpointLog[] =>
      [...endpoints]
        .map(([endpoint, { calls, durations, longestMs, failures }]) => ({
          endpoint,
          calls,
          medianMs: medianOf(durations),
          longestMs,
          failures: [...failures].map(([status, count]) => ({ status, count })),
        }))
        .toSorted((a, b) => b.calls - a.calls),
  };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The counters of the service as it last sent them. */
type ServiceCounters = Pick<Status, 'apiUsage' | 'apiDailyUsage'>;

export type AccountCalls = ReturnType<typeof createAccountCalls>;

interface AccountCallsOptions {
  clock: Clock;
  /** Learns from every answer with a date. */
  serviceClock: Pick<ServiceClock, 'add' | 'now'>;
  callsPerMinute: () => number;
  /** Whether jobs or downloads are running. */
  working: () => Working;
  /** The account's zone, in which its days begin; null: that of the computer is used. */
  accountTimeZone: () => string | null;
  computerTimeZone: () => string;
  /** From an earlier session. */
  stored: {
    calls: StoredCalls | null;
    learned: LearnedState | null;
    callsPerDay: number | null;
  };
  /** The calls of this account before it was opened. */
  history: CallHistory | undefined;
  /** What is stored of the calls changed, and not only a count. */
  onLearned: () => void;
  /** A call was sent or waits, or answers became slow. */
  onChanged: () => void;
}

/** The calls of one account: what they may be, and what they were. */
export function createAccountCalls(options: AccountCallsOptions) {
  const { clock, callsPerMinute, working, history, stored, onChanged } = options;
  const answerTimes = createAnswerTimes({ clock, onSlow: onChanged });
  let { callsPerDay } = stored;
  let inFlight = 0;
  const timeZone = () => options.accountTimeZone() ?? options.computerTimeZone();
  const days = createDayBudget({
    now: clock.now,
    timeZone,
    callsPerDay: () => callsPerDay,
    spent: () => meter.today(clock.now()) + inFlight,
    callsPerMinute,
  });
  const meter = createCallMeter(stored.calls, {
    dayOf: days.hourOf,
    startedAt: clock.now(),
  });
  const onSent: RequestQueueOptions['onSent'] = (source) => {
    inFlight++;
    const answered = answerTimes.sent(source);
    return (end) => {
      inFlight--;
      answered(end);
    };
  };
  const queue = new RequestQueue({
    clock,
    callsPerMinute,
    working,
    learned: stored.learned,
    day: days,
    onSent,
    onLearned: options.onLearned,
    onChanged,
    ...(history && { history }),
  });
  /** What is stored of the calls changed. */
  function changed(): void {
    options.onLearned();
    queue.wake();
    onChanged();
  }
  const requests = createRequestLog();
  let counters: ServiceCounters = { apiUsage: neverAsked, apiDailyUsage: neverAsked };
  return {
    /** For the service client, which reports every call it sends. */
    hooks: {
      queue,
      onCall: (call: CallReport) => {
        requests.record(call);
        meter.record(call.at, `${call.method} ${call.path}`);
        if (call.clock) options.serviceClock.add(call.clock);
        if (call.status !== null)
          counters = nextCounters(counters, call, options.serviceClock.now());
        onChanged();
      },
    },
    /** Decides when anything may be sent. */
    queue,
    answerTimes,
    meter,
    counters: () => counters,
    requests: requests.read,
    /** The calls of the day by endpoint and hour. */
    usage: (): Usage => {
      const now = clock.now();
      const { day, endsAt } = days.today();
      const recentPerMinute = meter.recentPerMinute(now);
      const rest = Math.round(((endsAt - now) / 60_000) * recentPerMinute);
      return {
        day,
        timeZone: timeZone(),
        isAccountZone: options.accountTimeZone() !== null,
        hour: days.hourOf(now).hour,
        calls: meter.today(now),
        endpoints: meter.endpoints(now),
        recentPerMinute,
        restOfDay: Math.min(rest, days.state()?.left ?? rest),
        callsPerDay,
        isLimitLearned: queue.learned.state() !== null,
      };
    },
    dayLimit: days.state,
    /** null: none. */
    setCallsPerDay: (calls: number | null): void => {
      callsPerDay = calls;
      changed();
    },
    /** Forgets the limit that was learned from refusals. */
    forgetLearned: (): void => {
      queue.learned.forget();
      changed();
    },
    /** For the cache. */
    stored: () => ({
      calls: meter.snapshot(clock.now()),
      learned: queue.learned.state(),
      callsPerDay,
    }),
    /** Ends all waits; nothing is sent any more. */
    close: (): void => {
      queue.close();
      answerTimes.close();
    },
  };
}

/** A counter stays, with its age, until an answer has another one. */
function nextCounters(before: ServiceCounters, call: CallReport, asOf: number): ServiceCounters {
  const next = (field: keyof ServiceCounters) => {
    const known = knownOf(call, field, asOf);
    const isOlderBetter = known.is === 'notProvided' && before[field].is !== 'neverAsked';
    if (isOlderBetter) return before[field];
    return mapKnown(known, (value) => value ?? 0);
  };
  return { apiUsage: next('apiUsage'), apiDailyUsage: next('apiDailyUsage') };
}

/** The calls of one day as they are cached. */
export const storedCallsSchema = z.object({
  /** `YYYY-MM-DD` in the zone of the account. */
  day: z.string(),
  calls: z.number().nonnegative(),
  /** By endpoint and hour. */
  endpoints: z.record(z.string(), z.array(z.number()).length(24)).catch({}),
});
export type StoredCalls = z.infer<typeof storedCallsSchema>;

const minuteMs = 60_000;
const recentMinutes = 10;
const otherEndpoint = 'other';

/** Counts the app's own calls: in the last minutes, and of the account's day by endpoint and hour. */
export function createCallMeter(
  earlier: StoredCalls | null,
  { dayOf, startedAt }: { dayOf: (at: number) => { day: string; hour: number }; startedAt: number },
) {
  let lastMinute: number[] = [];
  /** Calls by minute since 1970, of the last ten minutes. */
  const minutes = new Map<number, number>();
  let day = earlier?.day ?? '';
  let calls = earlier?.calls ?? 0;
  let endpoints = new Map(Object.entries(earlier?.endpoints ?? {}));

  function roll(now: number): number {
    const today = dayOf(now);
    if (today.day !== day) {
      day = today.day;
      calls = 0;
      endpoints = new Map();
    }
    return today.hour;
  }

  return {
    record: (at: number, endpoint: string): void => {
      const hour = roll(at);
      calls++;
      const known = endpoints.has(endpoint) || endpoints.size < mostEndpoints;
      const name = known ? endpoint : otherEndpoint;
      const hours = endpoints.get(name) ?? Array.from({ length: 24 }, () => 0);
      hours[hour] = (hours[hour] ?? 0) + 1;
      endpoints.set(name, hours);
      const minute = Math.floor(at / minuteMs);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
      for (const each of minutes.keys()) {
        if (Math.abs(each - minute) <= recentMinutes) break;
        minutes.delete(each);
      }
      lastMinute.push(at);
      if (lastMinute.length > 20_000) lastMinute = lastMinute.filter((t) => t > at - minuteMs);
    },
    lastMinute: (now: number): number => {
      // Calls in the future were recorded before the clock was set back.
      lastMinute = lastMinute.filter((t) => t > now - minuteMs && t <= now);
      return lastMinute.length;
    },
    today: (now: number): number => {
      roll(now);
      return calls;
    },
    /** Calls per minute in the last ten minutes, or since the meter was created. */
    recentPerMinute: (now: number): number => {
      const from = Math.max(startedAt, now - recentMinutes * minuteMs);
      const since = Math.floor(from / minuteMs);
      const sum = [...minutes].reduce((all, [minute, n]) => (minute >= since ? all + n : all), 0);
      return sum / Math.max(1, Math.min(recentMinutes, (now - from) / minuteMs));
    },
    /** Most calls first. */
    endpoints: (now: number): EndpointCalls[] => {
      roll(now);
      const sumOf = (hours: readonly number[]) => hours.reduce((sum, n) => sum + n, 0);
      return [...endpoints]
        .map(([endpoint, hours]) => ({ endpoint, hours: [...hours] }))
        .toSorted((a, b) => sumOf(b.hours) - sumOf(a.hours));
    },
    /** For the cache, so that the day's count continues after a restart. */
    snapshot: (now: number): StoredCalls => {
      roll(now);
      return { day, calls, endpoints: Object.fromEntries(endpoints) };
    },
  };
}

/** An answer that takes longer is slow. A whole list may take longer than one location. */
const slowAfterMs = { refresh: 5_000, lists: 10_000 };
/** The clock may be set, or the computer sleep, while a request is in flight. */
const longestMs = 60_000;

interface Request {
  sentAt: number;
  slowAfterMs: number;
}

/** How long the service takes to answer about the fleet. `onSlow`: a request has just become slow. */
export function createAnswerTimes(options: { clock: Clock; onSlow: () => void }) {
  const { now, after } = options.clock;
  const pending = new Set<Request>();
  let lastSlow: { sentAt: number; ms: number } | null = null;
  /** When the last request was sent that was answered quickly. */
  let quickSentAt = Number.NEGATIVE_INFINITY;
  let averageMs: number | null = null;
  let cancelTimer: (() => void) | null = null;

  const elapsedMs = ({ sentAt }: { sentAt: number }) =>
    Math.max(0, Math.min(longestMs, now() - sentAt));

  /** Reports when the oldest pending request becomes slow. */
  function watchPending(): void {
    cancelTimer?.();
    cancelTimer = null;
    const lefts = [...pending].map((request) => request.slowAfterMs - elapsedMs(request));
    const nextMs = Math.min(...lefts.filter((leftMs) => leftMs > 0));
    if (!Number.isFinite(nextMs)) return;
    cancelTimer = after(nextMs, () => {
      cancelTimer = null;
      options.onSlow();
      watchPending();
    });
  }

  function answered(request: Request, isLocation: boolean): void {
    const ms = elapsedMs(request);
    if (isLocation) {
      averageMs ??= ms;
      averageMs += (ms - averageMs) / 8;
    }
    if (ms >= request.slowAfterMs) lastSlow = { sentAt: request.sentAt, ms };
    else quickSentAt = Math.max(quickSentAt, request.sentAt);
  }

  return {
    /** A request is sent; returns what to call with its answer. */
    sent: (source: RequestSource): ((end: RequestEnd) => void) => {
      if (source !== 'refresh' && source !== 'lists') return () => undefined;
      const request: Request = { sentAt: now(), slowAfterMs: slowAfterMs[source] };
      pending.add(request);
      watchPending();
      return ({ status }) => {
        pending.delete(request);
        if (status !== null) answered(request, source === 'refresh');
        else lastSlow = null;
      };
    },
    /**
     * Of last locations: a moving average over about the last eight, in milliseconds; 0: unknown. Rounded, so
     * that a state which shows it does not change with every answer.
     */
    averageMs: () => Math.round((averageMs ?? 0) / 250) * 250,
    /** Whether answers are slow now, also while they are only waited for; null: they are not. */
    slow: (): Status['slowAnswers'] => {
      // A request that was sent later and answered quickly shows that the service is not slow.
      const isLater = ({ sentAt }: { sentAt: number }) => sentAt > quickSentAt;
      const slowest = [...pending]
        .filter((request) => isLater(request) && elapsedMs(request) >= request.slowAfterMs)
        .reduce((ms, request) => Math.max(ms, elapsedMs(request)), 0);
      const known = lastSlow && isLater(lastSlow) ? lastSlow.ms : 0;
      if (slowest === 0 && known === 0) return null;
      const seconds = Math.round(Math.max(slowest, known) / 1000);
      return { seconds, isMeasured: known >= slowest };
    },
    close: (): void => cancelTimer?.(),
  };
}
