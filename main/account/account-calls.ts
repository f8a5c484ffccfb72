import type { ApiOptions, CallReport } from '#main/api/caller';
import type { Working } from '#main/pace/budget';
import { RequestQueue, type CallHistory, type RequestQueueOptions } from '#main/pace/request-queue';
import type { Clock } from '#main/pace/clock';
import { createDayBudget } from '#main/pace/day-budget';
import type { LearnedState } from '#main/pace/learned-limit';
import type { ServiceClock } from '#main/pace/service-clock';
import { knownOf, mapKnown, neverAsked } from '#shared/domain/known';
import type { Status } from '#shared/domain/session';
import type { DayLimit, Usage } from '#shared/domain/session';
import { createAnswerTimes, type AnswerTimes } from './answer-times';
import { createCallMeter, type CallMeter, type StoredCalls } from './call-meter';

/** The counters of the service as it last sent them. */
type ServiceCounters = Pick<Status, 'apiUsage' | 'apiDailyUsage'>;

/** The calls of one account: what they may be, and what they were. */
export interface AccountCalls {
  /** For the service client, which reports every call it sends. */
  hooks: Required<Pick<ApiOptions, 'queue' | 'onCall'>>;
  /** Decides when anything may be sent. */
  queue: RequestQueue;
  answerTimes: Pick<AnswerTimes, 'averageMs' | 'slow'>;
  meter: CallMeter;
  counters(): ServiceCounters;
  /** The calls of the day by endpoint and hour. */
  usage(): Usage;
  dayLimit(): DayLimit | null;
  /** null: none. */
  setCallsPerDay(calls: number | null): void;
  /** Forgets the limit that was learned from refusals. */
  forgetLearned(): void;
  /** For the cache. */
  stored(): { calls: StoredCalls; learned: LearnedState | null; callsPerDay: number | null };
  /** Ends all waits; nothing is sent any more. */
  close(): void;
}

export interface AccountCallsOptions {
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

export function createAccountCalls(options: AccountCallsOptions): AccountCalls {
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
  let counters: ServiceCounters = { apiUsage: neverAsked, apiDailyUsage: neverAsked };
  return {
    hooks: {
      queue,
      onCall: (call) => {
        meter.record(call.at, `${call.method} ${call.path}`);
        if (call.clock) options.serviceClock.add(call.clock);
        if (call.status !== null)
          counters = nextCounters(counters, call, options.serviceClock.now());
        onChanged();
      },
    },
    queue,
    answerTimes,
    meter,
    counters: () => counters,
    usage: () => {
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
    setCallsPerDay: (calls) => {
      callsPerDay = calls;
      changed();
    },
    forgetLearned: () => {
      queue.learned.forget();
      changed();
    },
    stored: () => ({
      calls: meter.snapshot(clock.now()),
      learned: queue.learned.state(),
      callsPerDay,
    }),
    close: () => {
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
