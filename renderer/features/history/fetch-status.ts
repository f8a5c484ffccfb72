import { alertKind } from '#shared/domain/alert';
import type { FetchPlan, FetchState, Range } from '#shared/domain/history';
import type { Format } from '#lib/format';

/** What the message about a plan depends on besides the plan. */
export interface PlanContext {
  devices: number;
  range: Range;
  now: number;
  /** How long after a moment its records may still arrive. */
  settleHours: number;
}

const hourMs = 3_600_000;

/** A fetch of one device that takes longer says how long, before it starts; one of several always says what it costs. */
const longSeconds = 20;

/** How much of a range is loaded: "Complete", "Today so far, 07:21", "Incomplete: 2 of 3 days loaded". */
export function planStatus(plan: FetchPlan, context: PlanContext, format: Format): string {
  const { t } = format;
  if (plan.newCalls > 0) {
    const loaded = loadedStatus(plan, context.devices, format);
    if (context.devices === 1 && plan.estimatedSeconds < longSeconds) return loaded;
    return t('history.plan.withWait', { loaded, wait: waitOf(plan, context.devices, format) });
  }
  if (plan.incompleteDays > 0) return t('history.plan.notAnswered', { days: plan.incompleteDays });
  if (context.range.from > context.now) return t('history.plan.notBegun');
  return plan.open ? openStatus(plan.open, context, format) : t('history.plan.complete');
}

function loadedStatus(
  { days, missingDays, untouchedDays }: FetchPlan,
  devices: number,
  { t }: Format,
): string {
  if (untouchedDays === days) return t('history.plan.notLoaded');
  if (days === 1) return t('history.plan.partOfDay');
  const loaded = days - missingDays;
  return t(devices > 1 ? 'history.plan.deviceDays' : 'history.plan.days', { days, loaded });
}

/** "7 days of 3 devices: about 4 min". */
function waitOf(plan: FetchPlan, devices: number, { t, shortDuration }: Format): string {
  const days = Math.round(plan.days / Math.max(1, devices));
  const duration = shortDuration(Math.ceil(plan.estimatedSeconds / 60) * 60);
  // The service may turn out to answer short ranges only.
  const isLeast = plan.mostCalls > plan.calls;
  return devices > 1
    ? t(isLeast ? 'history.plan.atLeastOfDevices' : 'history.plan.aboutOfDevices', {
        days,
        devices,
        calls: plan.calls,
        duration,
      })
    : t(isLeast ? 'history.plan.atLeast' : 'history.plan.about', { days, duration });
}

/** All of the range was requested, a part of it so early that records could still come. */
function openStatus(
  open: Range,
  { range, now, settleHours }: PlanContext,
  { t, day, time }: Format,
): string {
  const until = Math.min(open.to, range.to);
  // The rest of the range may be still to come.
  const isLast = until === range.to || range.to > now;
  if (isLast && day(until) === day(now)) {
    const isToday = day(range.from) === day(now) && day(range.from - 1) !== day(now);
    return t(isToday ? 'history.plan.todaySoFar' : 'history.plan.upTo', { time: time(until) });
  }
  return now < open.to + settleHours * hourMs
    ? t('history.plan.lateMayFollow')
    : t('history.plan.lateMayMiss');
}

/** "20 Nov 2026 – 21 Nov 2026", or a single day. */
export const daysText = (first: string, last: string, { t }: Format): string =>
  first === last ? first : t('history.fromTo', { from: first, to: last });

/** The device or devices and the days of a fetch: "Van 9, 20 Nov 2026 – 21 Nov 2026". */
export function fetchSubject(
  { devices, from, to, alertName }: FetchState,
  device: string,
  format: Format,
): string {
  const { t, day } = format;
  const subject = { devices, device, days: daysText(day(from), day(to), format) };
  return alertName === undefined
    ? t('history.fetch.subject', subject)
    : t('history.fetch.subjectOfKind', { ...subject, kind: alertKind(alertName) });
}

/** The state of a fetch as one sentence. */
export function fetchStatus(fetch: FetchState, format: Format): string {
  const { t } = format;
  const { phase, callsLeft, slicesDone: loaded } = fetch;
  const parts = loaded + callsLeft;
  switch (phase) {
    case 'running':
      return parts > 1 ? t('history.fetch.running', { loaded, parts }) : t('history.fetch.begins');
    case 'paused':
    case 'interrupted':
      return t(`history.fetch.${phase}`, { loaded, parts });
    case 'done': {
      const unusable = unusableParts(fetch, format);
      return unusable.length > 0
        ? t('history.fetch.incomplete', { what: format.items(unusable) })
        : t('history.fetch.done');
    }
    case 'failed':
    case 'cancelled':
      return t(`history.fetch.${phase}`);
  }
}

function unusableParts(
  { devices, skippedRecords, outsideRecords, incompleteDays }: FetchState,
  { t }: Format,
): string[] {
  const days = devices > 1 ? 'deviceDays' : 'days';
  return [
    skippedRecords > 0 && t('history.fetch.incomplete.notUnderstood', { count: skippedRecords }),
    outsideRecords > 0 && t('history.fetch.incomplete.outside', { count: outsideRecords }),
    incompleteDays > 0 && t(`history.fetch.incomplete.${days}`, { count: incompleteDays }),
  ].filter((part) => part !== false);
}
